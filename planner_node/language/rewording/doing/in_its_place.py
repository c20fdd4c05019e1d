# SPDX-License-Identifier: Apache-2.0
"""What takes the place of a thing that goes: "throw the banana away and put the apple there", "... in its place"."""

from __future__ import annotations

from makedo_core.goals.goal_text import spoken
from makedo_core.graph.scene_graph import RelationType
from planner_node.language.rewording.doing.those_named import named_things, place_begin
from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.openings import opened
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, sentence_begin
from planner_node.language.sentence.shapes.parts import side_in
from planner_node.language.words import lexicon as lx
from planner_node.language.words.verbs import Verb

_INSTEAD = (
    ("there", "instead"), ("in", "its", "place"), ("in", "its", "place", "instead"), ("in", "their", "place"),
    ("in", "place", "of", "it"), ("in", "place", "of", "them"), ("where", "it", "was"), ("where", "they", "were"),
    ("where", "it", "is", "now"), ("instead",),
)  # fmt: skip
_THERE = ("there",)
_THERE_INSTEAD = (("there", "in", "its", "place"), ("there", "in", "their", "place"))
_PUTTING = frozenset("put place set bring stand lay add leave".split())
_GIVING = frozenset({"get", "fetch", "give", "hand", "serve", "offer"})  # to who speaks, if nobody is named
_TAKING = frozenset({"take", "remove", "get", "lift", "clear"})
_NEW = frozenset({"a", "an", "another", "some"}) | lx.NUMBERS.keys()
_DISCARDING = frozenset({Verb.THROW, Verb.THROW_AWAY, Verb.RECYCLE})
_JOINTS = ENDS | {",", "and", "then"}
_BEING = frozenset({"is", "are", "has", "have", "looks", "look", "smells", "smell"})


@needs({"there", "place", "where", "instead"})
def in_its_place(words: Words, reader: SentenceReader) -> Words:
    """The words with the place where the thing that goes is told or known to be."""
    for there in _THERE_INSTEAD:
        at = next((i for i in range(len(words)) if words[i : i + len(there)] == there), None)
        if at is not None:
            reader.turned.add(there)
            words = (*words[: at + 1], "instead", *words[at + len(there) :])
    for at in range(4, len(words)):
        phrase = max((p for p in (*_INSTEAD, _THERE) if words[at : at + len(p)] == p), key=len, default=())
        end = at + len(phrase)
        if not phrase or not (end == len(words) or words[end] in _JOINTS):
            continue
        second = sentence_begin(words, at, _JOINTS)
        order = words[second:at]
        joint = second
        while joint > 0 and words[joint - 1] in _JOINTS:
            joint -= 1
        if not joint or order[:1] == () or order[0] not in _PUTTING | _GIVING or len(order) < 2:
            continue
        begin = sentence_begin(words, joint)
        if phrase == ("instead",) and _goes_somewhere(order, reader):
            if _going(words[begin:joint], True, reader):  # "throw it away and bring me an apple instead"
                reader.turned.add(phrase)
                return in_its_place((*words[:at], *words[end:]), reader)
            continue
        if _goes_somewhere(order, reader):
            continue
        is_new = order[1] in _NEW or order[-1] in lx.ONES  # "the scissors in their place" has a place of its own
        goes = _going(words[begin:joint], phrase[0] != "in" or not is_new, reader)
        if goes in (("it",), ("them",)):
            goes = _told(words[sentence_begin(words, begin - 1) : begin - 1], reader) if begin else ()
        place = _where(goes, reader) if goes else ()
        if place or (goes and phrase == _THERE):  # where nobody knows the place, it is asked for
            reader.turned.add(phrase)
            return in_its_place((*words[:at], *place, *words[end:]), reader)
    return words


def _goes_somewhere(order: Words, reader: SentenceReader) -> bool:
    """Whether an order says where to or to whom, or brings something back to a place of its own."""
    names = (reader.names.match(order, i) for i in range(1, len(order)))
    is_given = any(word in lx.RECIPIENTS or word == "back" for word in order[1:])
    return is_given or order[0] in _GIVING or any(map(reader.names.is_person, names)) or side_in(order, reader)


def _going(order: Words, is_discarded: bool, reader: SentenceReader) -> Words:
    """What an order takes from where it is, with that place if it is told; empty: none, or none that is discarded."""
    verb = reader.book.said_verbs.find(order, 0)
    if verb is None or not reader.starts_order(order):
        return ()
    thing = order[verb.length :]
    if verb.value.verb in _DISCARDING and not _names_goal(thing, reader):
        return tuple(word for word in thing if word not in ("away", "out"))
    at = place_begin(thing, reader)
    if is_discarded or (order[0] in _TAKING and reader.book.places.sources.find(thing, at) is not None):
        return ()  # "there" is where that goes; "take X off the shelf and put Y there instead" exchanges them
    return thing[:at] if 0 < at < len(thing) else ()


def _names_goal(thing: Words, reader: SentenceReader) -> bool:
    """Whether a bin is named behind the thing: then that is "there"."""
    names = (reader.names.match(thing, i) for i in range(1, len(thing)))
    is_a = reader.names.ontology.is_a
    return any(name is not None and is_a(name.concept or "", "bin") for name in names)


def _told(said: Words, reader: SentenceReader) -> Words:
    """The thing that a statement is about, with its place: "the banana on the table is rotten"."""
    said = opened(said, reader.book.sentences).words
    being = next((i for i in range(2, len(said)) if said[i] in _BEING), 0)
    return said[:being] if being and said[0] in lx.DEFINITE and not reader.starts_order(said) else ()


def _where(thing: Words, reader: SentenceReader) -> Words:
    """Where a thing is, with a preposition: as is known, else as is told; empty: neither, or it is not one place."""
    at = place_begin(thing, reader)
    placed: set[tuple[RelationType, str]] = set()
    for part in " ".join(thing[:at]).replace(" ,", " and").split(" and "):
        found = named_things(tuple(part.split()), thing[at:], reader)
        nodes = found.nodes if found is not None and (found.is_plural or len(found.nodes) == 1) else ()
        placed |= {(r.type, r.target) for n in nodes if (r := reader.names.graph.placement(n.id)) is not None}
    if len(placed) == 1:
        ((relation, support),) = placed
        return ("in" if relation is RelationType.INSIDE else "on", *spoken(support).split())
    place = thing[at:]
    source = reader.book.places.sources.find(place, 0) if place else None
    return ("at", *place[source.length :]) if source is not None else place
