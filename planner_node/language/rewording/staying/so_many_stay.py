# SPDX-License-Identifier: Apache-2.0
"""How many of several stay: "move the binders to desk 1 but keep two on the shelf", "..., only one stays out".

Where it is told at which place some stay, they are excepted of what is there: "all pens except one pen on desk 1";
else of all of them: "all but one of the pens". "One glass stays in the cupboard, the rest go on table 3" says the same
from the other end; what else the cupboard holds is not spoken of. So does "leave one apple, the rest in the fridge".
"""

from __future__ import annotations

from makedo_core.graph.scene_graph import NodeKind
from makedo_core.ontology.words import plural
from planner_node.language.sentence.openings import opened
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, sentence_begin, sentence_end, without
from planner_node.language.sentence.shapes.parts import is_thing, named_place_end, placing_end, singular
from planner_node.language.things import NounPhrase
from planner_node.language.words import lexicon as lx
from planner_node.language.words.naming import Name

_JOINTS = frozenset({",", "and", "but", ";", "."})
_SOFTLY = _JOINTS | {"only", "just", "please", "though", "although", "yet", "let"}
_NOT = frozenset({"not", "shouldn't", "mustn't", "needn't", "don't", "can't", "won't"})
_GO = (
    ("be", "moved"), ("be", "put"), ("be", "taken"), ("be", "brought"), ("be", "touched"), ("be", "carried"), ("go",),
    ("move",), ("come",), ("be", "placed"),
)  # fmt: skip
_KEEP = frozenset({"keep", "leave"})
_STAY = frozenset({"stay", "stays", "remain", "remains"})
_MAY = frozenset({"can", "may", "should", "must", "shall", "has", "have", "to", "needs", "need"})
_WHOLE = frozenset({"all", "the", "my", "our", "your", "these", "those", "of", "every"})
_THEM = (("of", "them"), ("of", "those"), ("of", "these"))
_THERE = (
    ("in", "there"), ("on", "there"), ("over", "there"), ("there",), ("here",), ("out",), ("behind",), ("back",),
    ("in", "place"),
    ("where", "it", "is"), ("where", "they", "are"), ("inside",), ("as", "it", "is"), ("as", "they", "are"), ("put",),
)  # fmt: skip
_IN = ("in",)
_TOWARDS = {"in": "into", "inside": "into", "on": "onto"}
_REST = (
    ("the", "rest", "of", "them"), ("all", "the", "others"), ("the", "other", "ones"), ("all", "others"),
    ("the", "others"), ("the", "rest"), ("the", "other", "one"), ("the", "other"),
)  # fmt: skip
_OTHER = ("the", "other")


def so_many_stay(words: Words, reader: SentenceReader) -> Words:
    """The words with those that stay as an exception from those that go."""
    words = _keeps(words, reader)
    if (_KEEP | _STAY | _NOT).isdisjoint(words):
        return words
    for at in range(3, len(words) - 1):
        if words[at] not in _JOINTS:
            continue
        begin = sentence_begin(words, at)
        stop = sentence_end(words, at + 1)
        core = opened(words[begin:at], reader.book.sentences).words
        behind = words[at:stop]
        said = _behind(core, behind, reader) or _ahead(core, behind, reader) or _left_first(core, behind, reader)
        if said is not None:
            return (*words[: at - len(core)], *said, *words[stop:])
    return words


def _keeps(words: Words, reader: SentenceReader) -> Words:
    """With "keep one beaker at the bench" for "the bench keeps one beaker"."""
    for at in range(1, len(words) - 2 if "keeps" in words else 0):
        begin = sentence_begin(words, at, _JOINTS) if words[at] == "keeps" else at
        stop = sentence_end(words, at, _JOINTS | ENDS)
        place, things = words[begin:at], words[at + 1 : stop]
        if place and named_place_end(place, 0, reader) == len(place) and is_thing(things, reader):
            article = () if place[0] in lx.DEFINITE else ("the",)
            return _keeps((*words[:begin], "keep", *things, "at", *article, *place, *words[stop:]), reader)
    return words


def _behind(order: Words, words: Words, reader: SentenceReader) -> Words | None:
    """An order about several, of which words say behind it how many stay; None: they do not."""
    stays = without(words, _SOFTLY)
    keeps = stays[:1] != () and stays[0] in _KEEP
    stays = without(stays[1:], _SOFTLY) if keeps else stays
    number = lx.NUMBERS.get(stays[0]) if stays else None
    things = _several(order, reader) if number else None
    if number is None or things is None or (stays[0] in ("a", "an", "both")):
        return None
    begin, name = things
    noun = order[name[0] : name[1]]
    rest = _without_name(stays[1:], noun, reader)
    while not keeps and rest and rest[0] in _MAY:
        rest = rest[1:]
    if not keeps:
        goes = _not_going(rest)
        if not goes and (not rest or rest[0] not in _STAY):
            return None
        if goes and goes < len(rest):
            return None
        rest = () if goes else rest[1:]
    there = next((t for t in (*_THERE, _IN) if rest[: len(t)] == t and (t != _IN or len(rest) == 1)), ())
    if "there" in there and not _tells_two_places(order, reader):
        return None  # which place is meant, is asked
    rest = rest[len(there) :]
    if rest and placing_end(rest, 0, reader) != len(rest):
        return None
    behind = without(order[begin:], _WHOLE)
    verb = order[:begin] or ("put",)
    looks_and_noun = behind[: len(behind) - (len(order) - name[1])]
    if rest:
        behind = _towards(behind, reader)
        some = singular(looks_and_noun, reader) if number == 1 else looks_and_noun
        return (*verb, "all", *behind, ",", "except", stays[0], *some, *rest)
    return (*verb, "all", "but", stays[0], "of", "the", *behind)


def _not_going(words: Words) -> int:
    """How many words first say that something goes nowhere: "not be moved there"; 0: none do."""
    if not words or words[0] not in _NOT:
        return 0
    rest = words[1 + (words[1:2] == ("to",)) :]
    goes = next((g for g in _GO if rest[: len(g)] == g), None)
    behind = rest[len(goes) :] if goes is not None else rest
    there = behind[0] in ("there", "over", "along") if behind else False
    return 0 if goes is None else len(words) - len(behind) + there


def _tells_two_places(order: Words, reader: SentenceReader) -> bool:
    """Whether an order tells where its things are, besides where they go."""
    places = reader.book.places
    told = (places.sides.find(order, i) or places.sources.find(order, i) for i in range(1, len(order) - 1))
    return sum(found is not None for found in told) > 1


def _towards(things: Words, reader: SentenceReader) -> Words:
    """Things with "into" before where they go, so that it is not where those that stay are."""
    last = next((i for i in range(len(things) - 1, 0, -1) if reader.book.places.sides.find(things, i)), 0)
    return (*things[:last], _TOWARDS.get(things[last], things[last]), *things[last + 1 :])


def _ahead(stays: Words, words: Words, reader: SentenceReader) -> Words | None:
    """The order that takes the rest, behind words that say how many stay; None: they do not."""
    number = lx.NUMBERS.get(stays[0]) if stays else None
    stay = next((i for i in range(2, len(stays)) if stays[i] in _STAY), 0)
    if not number or not stay or stays[0] in ("a", "an", "both"):
        return None
    end = stay
    while end > 2 and stays[end - 1] in _MAY:
        end -= 1
    noun, place = stays[1:end], stays[stay + 1 :]
    if len(noun) > 2 and noun[0] == "of" and noun[1] in lx.DEFINITE:  # "one of the onions stays in the crate"
        noun = singular(noun[2:], reader) if number == 1 else noun[2:]
    place = () if place in _THERE else place
    name = reader.names.match(noun, len(noun) - 1) if noun else None
    if name is None or reader.names.is_place(name) or (place and placing_end(place, 0, reader) != len(place)):
        return None
    behind = without(words, _SOFTLY)
    verb = reader.book.said_verbs.find(behind, 0)
    order = ("put",) if verb is None else behind[: verb.length]
    behind = behind[verb.length :] if verb is not None else behind
    rest = _rest(behind, name, reader)
    goes = reader.book.verbs.belonging.find(behind, len(rest)) if rest is not None else None
    if rest is None or (verb is None and goes is None):
        return None
    to = behind[len(rest) + (goes.length if goes is not None else 0) :]
    if not placing_end(to, 0, reader):
        return None
    there = _how_many_there(name, place, reader) if number == 1 and rest[:2] == _OTHER and place else 2
    if there > 2:
        return None  # which of them is the other one, nobody knows
    if there == 1:
        reader.turned.update((stays, (stays[0], *stays[stay:])))
        return (*order, "the", *noun, "that", "is", "not", *place, *to)
    if number == 1 and not place:
        return (*order, "all", "but", "one", "of", "the", *plural(" ".join(noun)).split(), *to)
    return (*order, "all", "but", stays[0], *noun, *place, *to)


def _rest(words: Words, name: Name | None, reader: SentenceReader) -> Words | None:
    """What words begin with that stands for those that go: "the rest", "the other", "the other onion"."""
    again = reader.names.match(words, 2) if words[:2] == ("the", "other") else None
    if again is not None and name is not None and again.concept == name.concept:
        return words[: 2 + again.length]
    return next((rest for rest in _REST if words[: len(rest)] == rest), None)


def _how_many_there(name: Name, place: Words, reader: SentenceReader) -> int:
    """How many of several things of a kind are at a place; 0: there is only one of the kind."""
    where = next((n for i in range(len(place)) if (n := reader.names.match(place, i)) is not None), None)
    if where is None:
        return 0
    here, kind = reader.names.here, NounPhrase("", name.concept, name.node_id)
    there = NounPhrase("", where.concept, where.node_id)
    things = [n.id for n in here.graph.of_kind(NodeKind.OBJECT) if here.is_one(n, kind)]
    return sum(here.is_within(i, there) for i in things) if len(things) > 1 else 0


def _left_first(left: Words, words: Words, reader: SentenceReader) -> Words | None:
    """The order that takes the rest, behind one to leave some: "leave one apple, the rest in the fridge"."""
    if left[:1] == () or left[0] not in _KEEP:
        return None
    there = next((t for t in _THERE if len(left) > len(t) + 1 and left[-len(t) :] == t), ())
    things = left[1 : len(left) - len(there)]
    at = next((i for i in range(2, len(things)) if placing_end(things, i, reader) == len(things)), 0)
    name = reader.names.match(things, 1) if at and things[0] == "one" else None
    behind = without(words, _SOFTLY)
    verb = reader.book.said_verbs.find(behind, 0)
    order, behind = (("put",), behind) if verb is None else (behind[: verb.length], behind[verb.length :])
    rest = _rest(behind, name, reader)
    goes = reader.book.verbs.belonging.find(behind, len(rest)) if rest is not None else None
    to = behind[len(rest) + (goes.length if goes is not None else 0) :] if rest is not None else ()
    if rest is None or not placing_end(to, 0, reader):
        return None
    if name is not None and 1 + name.length == at:
        if rest[:2] == _OTHER:
            return _ahead((*things[:at], "stays", *things[at:]), words, reader)
    several = _kind(things, reader)
    if several is None:  # of what the rest is, is asked
        return (*left, ",", "put", *rest, *to) if verb is None and is_thing(things, reader) else None
    return (*order, "all", "but", things[0], "of", "the", *several, *to)


def _kind(things: Words, reader: SentenceReader) -> Words | None:
    """The plural of what so many are left of, with its looks; None: no number is said, or no thing."""
    number = lx.NUMBERS.get(things[0]) if things and things[0] not in ("a", "an", "both") else None
    noun = things[1:]
    at = next((i for i in range(len(noun)) if reader.book.adjectives.attribute(noun[i]) is None), len(noun))
    name = reader.names.match(noun, at)
    if not number or name is None or at + name.length != len(noun) or reader.names.is_place(name):
        return None
    return noun if name.is_plural else (*noun[:at], *plural(" ".join(noun[at:])).split())


def _several(order: Words, reader: SentenceReader) -> tuple[int, tuple[int, int]] | None:
    """Where an order's things begin, and where their name begins and ends; None: they are counted, or not several."""
    verb = reader.book.said_verbs.find(order, 0)
    if (verb is None) == reader.starts_order(order):
        return None
    begin = verb.length if verb is not None else 0
    at = len(order) - len(without(order[begin:], _WHOLE))
    while at < len(order) and reader.names.match(order, at) is None and reader.book.adjectives.attribute(order[at]):
        at += 1
    name = reader.names.match(order, at) if at < len(order) else None
    placed = name is not None and any(
        reader.book.places.sides.find(order, i) is not None and named_place_end(order, i + 1, reader) > i + 1
        for i in range(at + name.length, len(order))
    )
    if name is None or not name.is_plural or reader.names.is_place(name) or not placed:
        return None
    return begin, (at, at + name.length)


def _without_name(words: Words, noun: Words, reader: SentenceReader) -> Words:
    """Words without what they begin with that names the same things again: "of them", "pens", "ones"."""
    them = next((t for t in _THEM if words[: len(t)] == t), ())
    if them:
        return words[len(them) :]
    if words[:1] and words[0] in lx.ONES:
        return words[1:]
    name, same = reader.names.match(words, 0), reader.names.match(noun, 0)
    if name is not None and same is not None and name.concept == same.concept:
        return words[name.length :]
    return words
