# SPDX-License-Identifier: Apache-2.0
"""What alone is to be left at a place, and where the rest goes: "keep just the vase there; the rest to the table"."""

from __future__ import annotations

from collections.abc import Sequence

from makedo_core.graph.scene_graph import NodeKind
from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.openings import opened
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, each_sentence, sentence_begin, without
from planner_node.language.sentence.shapes.parts import named_place_end, placing_end
from planner_node.language.words import lexicon as lx
from planner_node.language.words.naming import Name

_NOTHING_BUT = tuple(
    ("nothing", *but) for but in (("but",), ("except",), ("except", "for"), ("other", "than"), ("besides",))
)
_ONLY = (*_NOTHING_BUT, ("only",), ("just",))
_KEEPING = frozenset({"keep", "leave"})
_HAVING = frozenset({"have", "hold", "contain", "has", "holds", "contains"})
_BEING = frozenset({"be", "stay", "remain", "left", "stays", "remains", "lie", "stand", "standing", "lying"})
_IN_IT = (("in", "it"), ("on", "it"), ("inside",), ("on", "top"), ("in", "there"), ("on", "there"))
_MODALS = frozenset({"may", "should", "must", "shall", "can"})
_STAYING = frozenset({"stay", "remain", "be"})
_REST = (
    ("the", "rest"), ("everything", "else"), ("all", "else"), ("anything", "else"), ("the", "others"),
    ("all", "the", "rest"), ("all", "the", "others"),
)  # fmt: skip
_JOINTS = frozenset({",", ";", ".", "and", "but", ":", "-", "then", "please"})


@needs({"only", "just", "nothing", "rest", "else", "others"})
def only_left(words: Words, reader: SentenceReader) -> Words:
    """The words as an order to carry all but that from there."""
    words = each_sentence(words, lambda said: _only_may_stay(said, reader))
    for at in range(4, len(words) - 3):
        if words[at] not in ENDS | {",", "and", "-", "but"}:
            continue
        begin = sentence_begin(words, at)
        behind = without(words[at:], _JOINTS)
        goal, end = _where_the_rest_goes(behind, reader)
        stays = _staying(opened(words[begin:at], reader.book.sentences).words, reader) if goal else None
        if stays is not None:
            thing, place = stays
            return (*words[:begin], "put", "everything", "from", *place, "except", *thing, *goal, *behind[end:])
    return each_sentence(words, lambda said: _to_be_alone(said, reader))


def _to_be_alone(words: Words, reader: SentenceReader) -> Words:
    """As an order to clear the place, where it is not said where the rest goes: "make sure only the vase is on it"."""
    known = reader.book.sentences
    lead = known.ensuring.find(words, 0) or known.wanting.find(words, 0)
    said = words[lead.length :] if lead is not None else words
    said = said[1:] if said[:1] == ("that",) else said
    only = next((o for o in _ONLY if said[: len(o)] == o or said[2 : 2 + len(o)] == o), None)
    if only is None or not (lead is not None or said[: len(only)] == only) or reader.starts_order(said):
        return words
    if lead is None and (_MODALS | _BEING | {"is", "are"}).isdisjoint(said):
        return words  # "just the vase on the table, please" may be what is to be brought
    stays = _staying(said, reader)
    counted = stays is not None and (stays[0][0] in lx.NUMBERS or stays[0][0].isdecimal() or stays[0][0] in ("a", "an"))
    if stays is None or counted or not _is_there(*stays, reader):
        return words
    reader.turned.update((words[: len(words) - len(said)], only))
    return ("clear", *stays[1], "except", *stays[0])


def _is_there(thing: Words, place: Words, reader: SentenceReader) -> bool:
    """Whether something of that name is at the place."""
    names, graph = reader.names, reader.names.graph
    things, places = (
        [n for i in range(len(said)) if (n := names.match(said, i)) is not None][:1] for said in (thing, place)
    )

    def is_one(node_id: str | None, called: Sequence[Name]) -> bool:
        return node_id is not None and any(
            node_id == n.node_id if n.node_id else names.ontology.is_a(graph[node_id].label, n.concept or "")
            for n in called
        )

    return any(
        is_one(node.id, things) and (is_one(graph.support(node.id), places) or is_one(graph.room_of(node.id), places))
        for node in graph.of_kind(NodeKind.OBJECT)
    )


def _only_may_stay(words: Words, reader: SentenceReader) -> Words:
    """With "nothing but" for "only" of what may stay somewhere: "only the bread may stay on the counter"."""
    may = next((i for i in range(2, len(words) - 2) if words[i] in _MODALS and words[i + 1] in _STAYING), 0)
    thing = words[1:may]
    counted = thing[:1] and (thing[0] in lx.NUMBERS or thing[0].isdecimal() or thing[0] in ("a", "an"))
    if not may or words[0] not in ("only", "just") or counted or not _is_thing(thing, reader):
        return words
    place = words[may + 2 :]
    if words[may + 1] == "be":
        place = place[1:] if place[:1] == ("left",) else ()
    told = placing_end(place, 0, reader) == len(place) > 0
    return ("nothing", "but", *thing, "should", "remain", *place) if told else words


def _where_the_rest_goes(words: Words, reader: SentenceReader) -> tuple[Words, int]:
    """The preposition and place of "(move) the rest to the table", "the counter for the rest", and where it ends."""
    verb = reader.book.said_verbs.find(words, 0)
    begin = verb.length if verb is not None else 0
    rest = next((len(r) for r in _REST if words[begin : begin + len(r)] == r), 0)
    if rest:
        goes = reader.book.verbs.belonging.find(words, begin + rest)
        at = begin + rest + (goes.length if goes is not None and verb is None else 0)
        end = placing_end(words, at, reader)
        return (words[at:end], end) if end > at and _closes(words, end) else ((), 0)
    end = named_place_end(words, 0, reader)
    rest = next((len(r) for r in _REST if words[end : end + 1 + len(r)] == ("for", *r)), 0) if end else 0
    return (("to", *words[:end]), end + 1 + rest) if rest and _closes(words, end + 1 + rest) else ((), 0)


def _closes(words: Words, end: int) -> bool:
    return end == len(words) or words[end] in ENDS


def _staying(words: Words, reader: SentenceReader) -> tuple[Words, Words] | None:
    """What alone is to stay, and the place without its preposition; None: the words say no such thing."""
    at = next((i for i in range(len(words)) if any(words[i : i + len(o)] == o for o in _ONLY)), None)
    if at is None:
        return None
    but = max((o for o in _ONLY if words[at : at + len(o)] == o), key=len)
    before, behind = words[:at], words[at + len(but) :]
    place_end = named_place_end(before, 0, reader) if before else 0
    if place_end and _HAVING & set(before[place_end:]):  # "the fridge should have nothing but drinks in it"
        inside = next((len(i) for i in _IN_IT if behind[-len(i) :] == i), 0)
        thing = behind[: len(behind) - inside]
        return (thing, before[:place_end]) if _is_thing(thing, reader) else None
    known = _KEEPING | {"there", "should", "must", "is", "are", "to", "be", *_BEING}
    if not known.issuperset(before):
        return None
    side = next((i for i in range(1, len(behind)) if placing_end(behind, i, reader) == len(behind)), None)
    if side is None:
        return None
    found = reader.book.places.sides.find(behind, side)
    thing = behind[:side]
    while thing and (thing[-1] in _BEING or thing[-1] in ("should", "must", "may", "can", "to", "shall", "is", "are")):
        thing = thing[:-1]
    place = behind[side + (found.length if found else 1) :]
    return (thing, place) if _is_thing(thing, reader) else None


def _is_thing(words: Words, reader: SentenceReader) -> bool:
    """Whether words name things, and nothing else."""
    bare = without(words, lx.ARTICLES | lx.NUMBERS.keys() | {"all", "my", "our"})
    at = next((i for i in range(len(bare)) if reader.names.match(bare, i) is not None), None)
    name = reader.names.match(bare, at) if at is not None else None
    looks = all(reader.book.adjectives.attribute(word) is not None for word in bare[: at or 0])
    return name is not None and at is not None and looks and not reader.names.is_place(name)
