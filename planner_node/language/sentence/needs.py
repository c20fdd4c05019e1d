# SPDX-License-Identifier: Apache-2.0
"""What somebody needs who says how things are: "it's dark in here", "I spilled juice on the counter".

A need is no order. What it is read as is told, it is never called what was asked for, and it gives way to whatever the
instruction does ask for. What is needed for what is data (language/knowledge/needs.yaml).
"""

from __future__ import annotations

from collections.abc import Iterator

from makedo_core.failure import FailureCause
from makedo_core.graph.scene_graph import NodeKind
from planner_node.language.phrasebook.need_words import NeedOf, SaidNeed
from planner_node.language.refusal import Refusal
from planner_node.language.request import Basis
from planner_node.language.sentence.sentence import SaidWay, Sentence, SentenceKind, SentenceReader, Words, without
from planner_node.language.words import lexicon as lx
from planner_node.language.words.here import has_door, has_switch

_SPEAKERS = frozenset("i we my our me us".split())
_PERSONS = frozenset("he she they somebody someone everybody everyone his her their".split())
_PLACES = frozenset("it there".split())
_POINTING = frozenset("this that the our my".split())
_UNSAID = frozenset("can cannot could feeling getting got freezing starving".split())  # "can't see a thing": who speaks
_HERE = frozenset({"here", "there"})
_VERY = frozenset("too so very quite rather pretty really awfully a bit little way much far still".split())
_NOW = frozenset({"now", "today", "again", "!", "for", "me", "my", "taste"})
_JOINTS = frozenset({",", "and", "so", "-", ":"})
_MARKS = frozenset({",", ":", "-", "\u2013", "\u2014"})
_STATES = frozenset("on off open shut closed up down".split())
_MAKING = frozenset({"make", "do", "turn", "switch", "put", "please"})
_LONGEST = 24
_LACKING = frozenset({"off", "closed", "shut"})
_OPPOSITE = {"off": "on", "close": "open"}


def need_of(words: Words, reader: SentenceReader) -> Sentence | None:
    """The sentence that says a need; None if it says none.

    Args:
        words: with contractions spelt out, without what says nothing around them.
        reader: knows words and names.
    """
    if reader.asked and words[:1] and words[0] in reader.book.clauses.questions:
        return None  # it asks how things are
    brief = _is_brief(words, reader)
    so = words.index("that") if "that" in words else 0
    if so and "so" in words[:so] and (first := _subject(words, reader)) is not NeedOf.ANYTHING:
        words = words[:so] if _longest(words[:so], first, reader) is not None else words  # "so dark that ..."
    if len(words) > _LONGEST or (reader.starts_order(words) and not brief) or "?" in words or _asks_besides(words):
        return None
    if _says_what_helps(words, reader):
        return None
    bare = without(words, lx.ARTICLES - {"my", "our", "his", "her", "their"})
    kind = NeedOf.PLACE if brief else _subject(bare, reader)
    device = _device(words, reader)
    found = (_longest(words, NeedOf.DEVICE, reader) if device else None) or _longest(words, kind, reader)
    if found is None or reader.names.owned(words[0]) is not None:
        return None
    said = " ".join(words)
    told = f"I take '{said}' to mean that {found.called} would help"
    if found.ask:
        refusal = Refusal(FailureCause.AMBIGUOUS, f"{told}. {found.ask}")
        return Sentence(SentenceKind.NEED, words, refusal=refusal)
    for_kids = reader.book.adjectives.requirements.find(bare, 0) is not None
    orders = tuple(dict.fromkeys(_orders(found, words, bare, for_kids, reader)))
    return Sentence(SentenceKind.NEED, words, tuple(SaidWay(o, basis=Basis.NEED) for o in orders), (told,))


def _is_brief(words: Words, reader: SentenceReader) -> bool:
    """Whether it is said with no subject how it is somewhere: "too dark here", "cold in the kitchen", "stuffy"."""
    at = next((i for i, word in enumerate(words) if word not in _VERY), len(words))
    found = reader.book.needs_of[NeedOf.PLACE].find(words, 0) or reader.book.needs_of[NeedOf.PLACE].find(words, at)
    if found is None:
        return False
    begin = found.length if reader.book.needs_of[NeedOf.PLACE].find(words, 0) else at + found.length
    behind = tuple(word for word in words[begin:] if word not in _NOW)
    side = reader.book.places.sides.find(behind, 0)
    where = without(behind[side.length if side is not None else 0 :], lx.ARTICLES)
    name = reader.names.match(where, 0) if where else None
    in_room = name is not None and name.length == len(where) and reader.names.is_room(name) and side is not None
    return (bool(where) and (set(where) <= _HERE or in_room)) or (not behind and at > 0)


def _asks_besides(words: Words) -> bool:
    """Whether a word that may be an order stands behind a joint: "my eyes are tired, dim the light"."""
    inner = lx.ARTICLES | lx.PRONOUNS | frozenset("and so but then i we he she with for of is what".split())
    return any(
        words[at - 1] in _JOINTS and words[at].isalpha() and words[at] not in inner and words[at + 1] in lx.ARTICLES
        for at in range(1, len(words) - 1)
    )


def _says_what_helps(words: Words, reader: SentenceReader) -> bool:
    """Whether what is to be switched or opened stands behind a mark: "I'm cold - heater on"."""
    for at in range(2, len(words) - 2):
        behind = without(words[at + 1 :], lx.ARTICLES | {"please"}) if words[at] in _MARKS else ()
        name = reader.names.match(behind, 0) if behind else None
        state = without(behind[name.length :], _MAKING) if name is not None else ()
        if name is not None and state and state[0] in _STATES:
            return reader.names.is_present(name)
    return False


def _subject(words: Words, reader: SentenceReader) -> NeedOf:
    """Whom or what a sentence is about."""
    if not words:
        return NeedOf.ANYTHING
    first = words[0]
    kids = reader.book.adjectives.requirements.find(words, 0) is not None
    speaks = first in _UNSAID and words[1:2] != ("you",)
    if speaks or first in _SPEAKERS | _PERSONS or kids or reader.names.is_person(reader.names.match(words, 0)):
        return NeedOf.SOMEBODY
    pointed = without(words, _POINTING)
    name = reader.names.match(pointed, 0) if pointed else None
    if first in _PLACES or (name is not None and reader.names.is_room(name)):
        return NeedOf.PLACE
    return NeedOf.ANYTHING


def _longest(words: Words, kind: NeedOf, reader: SentenceReader) -> SaidNeed | None:
    """The need by the longest phrase that stands in a sentence."""
    table = reader.book.needs_of[kind]
    found = [f for i in range(len(words)) if (f := table.find(words, i)) is not None]
    return max(found, key=lambda f: f.length).value if found else None


def _orders(need: SaidNeed, words: Words, bare: Words, for_kids: bool, reader: SentenceReader) -> Iterator[Words]:
    """What may be done, with the place that was said."""
    place = _place(words, reader)
    device = _device(words, reader)
    lacks = not _LACKING.isdisjoint(words)
    side = reader.book.places.sides.find(place, 0)
    spot = place[side.length :] if side else ()
    for template in need.orders:
        if ("{spot}" in template and not spot) or (place and _is_elsewhere(template, need)):
            continue
        said = template.replace("{spot}", " ".join(spot)).replace("{place}", " ".join(place))
        order = tuple(said.replace("{device}", " ".join(device)).split())
        if lacks and "{device}" in template:  # "I can't read with the lamp off"
            order = tuple(_OPPOSITE.get(word, word) for word in order)
        somebody = reader.names.match(bare, 0) if bare else None
        if "me" in order and reader.names.is_person(somebody) and somebody is not None:  # "Anna is thirsty"
            order = tuple(w for word in order for w in (bare[: somebody.length] if word == "me" else (word,)))
        elif "me" in order and bare[:1] and bare[0] not in _SPEAKERS | _PLACES | _UNSAID:
            order = tuple(word for word in order if word != "me")  # to whom, is to be asked
        yield (*order, "for", "the", "kids") if for_kids and order[0] == "bring" else order


def _is_elsewhere(template: str, need: SaidNeed) -> bool:
    """Whether an order is what another does at the place that was said: "turn on the lamps" beside "... {place}"."""
    verb = template.split(" the ")[0].split(" a ")[0]
    return "{" not in template and any(o.startswith(f"{verb} ") and "{place}" in o for o in need.orders)


def _device(words: Words, reader: SentenceReader) -> Words:
    """The only furniture that a sentence names and that can be switched or opened, with "the"; empty: there is none."""
    found: dict[str, Words] = {}
    behind = 0
    for at in range(len(words)):
        name = reader.names.match(words, at) if at >= behind else None
        behind = at + name.length if name is not None else behind
        if name is None or not reader.names.is_place(name) or reader.names.is_room(name):
            continue
        nodes = (n for n in reader.names.graph.of_kind(NodeKind.ASSET) if has_switch(n) or has_door(n))
        is_a = reader.names.ontology.is_a
        if any(n.id == name.node_id if name.node_id else is_a(n.label, name.concept or "-") for n in nodes):
            found[name.node_id or name.concept or ""] = ("the", *words[at : at + name.length])
    return next(iter(found.values())) if len(found) == 1 else ()


def _place(words: Words, reader: SentenceReader) -> Words:
    """The last place that a sentence names: "in the kitchen"; empty for "here"."""
    sides = reader.book.places.sides
    for at in range(len(words) - 1, 0, -1):
        side = sides.find(words, at)
        if side is None or set(words[at + side.length :]) <= _HERE:
            continue
        behind = without(words[at + side.length :], lx.ARTICLES)
        name = reader.names.match(behind, 0)
        if name is not None and reader.names.is_place(name):
            begin = len(words) - len(behind)
            return words[at : begin + name.length]
    return ()
