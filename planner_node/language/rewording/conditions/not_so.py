# SPDX-License-Identifier: Apache-2.0
"""What is not to be so, as the order that ends it: "make sure neither door is open", "the TV shouldn't be on".

Furniture has two states of a kind, so that what must not be in one of them is to be in the other. What must not be at a
place is put away from there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from makedo_core.graph.scene_graph import State
from planner_node.language.sentence.openings import opened, spelt_out
from planner_node.language.sentence.sentence import SentenceReader, Words, each_sentence, skipped, without
from planner_node.language.sentence.shapes.parts import named_place_end
from planner_node.language.things import NounPhrase, Place, Side
from planner_node.language.words import lexicon as lx

_LONGEST = 9  # words of what is spoken of
_NONE = (
    *((who, "of", which) for who in ("none", "neither", "not one") for which in ("the", "these", "those", "my", "our")),
    ("not", "one", "of", "the"),
    ("not", "a", "single"),
    ("neither",),
    ("no",),
)
_NOTHING = (("nothing",), ("not", "a", "thing"))
_THINKING = frozenset({"think", "guess", "believe", "suppose", "reckon"})
_NOR = frozenset({"nor", "or"})
_LINKS = frozenset("is are was were be stays stay remains remain gets get".split())
_UNWANTED = tuple((who, "do", "not", verb) for who in ("i", "we") for verb in ("want", "like", "need"))
_HANGING_ON = frozenset(
    "to be left still being stay remain kept standing lying lie stand sitting sit around about".split()
)
_GOES_ON = frozenset({",", "and", "but", "then"})
_MISPLACED = tuple(
    (*has, what)
    for has, what in (
        *((("does", "not"), "belong"), (("do", "not"), "belong")),
        *((has, what) for has in (("has", "no"), ("have", "no")) for what in ("business", "place")),
    )
)
_NO_MORE = frozenset("any more anymore longer now please at all".split())
_BESIDES = frozenset({",", "because", "since", "-", ":"})
_OTHERWISE: Mapping[State, State] = MappingProxyType(
    {State.ON: State.OFF, State.OFF: State.ON, State.OPEN: State.CLOSED, State.CLOSED: State.OPEN}
)


def not_so(words: Words, reader: SentenceReader) -> Words:
    """The words with such orders in place of sentences that say what is not to be so."""
    return each_sentence(words, lambda said: (_ended(said, reader) if len(said) > 2 else None) or said)


def _ended(sentence: Words, reader: SentenceReader) -> Words | None:
    """The order that ends what a sentence says must not be so; None: it says nothing of that kind."""
    known = reader.book.sentences
    spelt = spelt_out(sentence, known)
    core, is_wished = opened(spelt, known)
    is_wished = is_wished and _THINKING.isdisjoint(spelt[: len(spelt) - len(core)])  # "I think the lamp isn't on"
    ensured = skipped(core, known.ensuring)
    if ensured is not None:
        core, is_wished = opened(ensured, known).words, True
    for nothing in _NOTHING:
        if core[: len(nothing)] == nothing:
            return _order((), core[len(nothing) :], is_wished, reader)
    unwanted = next((u for u in _UNWANTED if core[: len(u)] == u), None)
    if unwanted is not None:
        return _unwanted(core[len(unwanted) :], reader)
    none = next((n for n in _NONE if core[: len(n)] == n), None)
    if none is not None:
        return _order(("x",), core[len(none) :], is_wished, reader, is_none=True)
    return _misplaced(core, reader) or _denied(core, is_wished, reader)


def _misplaced(core: Words, reader: SentenceReader) -> Words | None:
    """The order for "the bread doesn't belong in the fridge", "the broom has no business on the shelf"."""
    for at in range(1, min(len(core), _LONGEST)):
        said = next((m for m in _MISPLACED if core[at : at + len(m)] == m), None)
        if said is not None:
            is_named = _is_named(core[:at], reader) and not reader.starts_order(core[:at])
            side = core[at + len(said) : at + len(said) + 1]
            reader.turned.update(((*said, *side), (f"{said[0]}n't", *said[2:], *side)))
            return _undone(core[:at], core[at + len(said) :], reader) if is_named else None
    return None


def _order(thing: Words, said: Words, is_wished: bool, reader: SentenceReader, is_none: bool = False) -> Words | None:
    """The order for what "none of" or "nothing" stands before."""
    ends = range(1, min(len(said), _LONGEST)) if is_none else range(1)
    for at in ends:
        behind = _linked(said[at:], is_wished, reader)
        if behind is None:
            continue
        subject = _each_of(said[:at], reader) if is_none else ()
        if is_none and not subject:
            continue
        order = _undone(subject, behind, reader)
        if order is not None:
            return order
    return None


def _denied(core: Words, is_wished: bool, reader: SentenceReader) -> Words | None:
    """The order for "the lamp should not be on"; in a question or a bare statement nothing is asked for."""
    at = next((i for i in range(1, min(len(core), _LONGEST + 3)) if core[i] == "not"), 0)
    link = next((i for i in range(at - 1, max(0, at - 4), -1) if _is_link(core[i:at], is_wished, reader)), None)
    if link is None or not _is_named(core[:link], reader) or reader.starts_order(core[:link]):
        return None
    is_modal = reader.book.sentences.modals.find(core, link) is not None
    if is_modal and not (_HANGING_ON & set(core[at + 1 : at + 2])):
        return None
    return _undone(core[:link], without(core[at + 1 :], _HANGING_ON), reader)


def _unwanted(words: Words, reader: SentenceReader) -> Words | None:
    """The order for "the TV on", "any toys on the sofa" behind "I do not want"."""
    words = words[1:] if words[:1] == ("any",) else words
    for at in range(1, min(len(words), _LONGEST)):
        order = _undone(words[:at], without(words[at:], _HANGING_ON), reader) if _is_named(words[:at], reader) else None
        if order is not None:
            return order
    return None


def _is_link(words: Words, is_wished: bool, reader: SentenceReader) -> bool:
    modal = reader.book.sentences.modals.find(words, 0)
    return (modal is not None and modal.length == len(words)) or (is_wished and len(words) == 1 and words[0] in _LINKS)


def _linked(words: Words, is_wished: bool, reader: SentenceReader) -> Words | None:
    """What stands behind "should be", or behind "is" of a wish; None: neither begins the words."""
    modal = reader.book.sentences.modals.find(words, 0)
    if modal is not None:
        rest = words[modal.length :]
        return without(rest, _HANGING_ON) if rest[:1] and rest[0] in _HANGING_ON else None
    return without(words[1:], _HANGING_ON) if is_wished and words[:1] and words[0] in _LINKS else None


def _undone(subject: Words, behind: Words, reader: SentenceReader) -> Words | None:
    """The order by which a subject, or everything, is no longer in a state or at a place."""
    known, places = reader.book.sentences, reader.book.places
    state = known.states.find(behind, 0)
    if state is not None and (rest := _rest(behind[state.length :], reader)) is not None:
        return (*known.state_orders[_OTHERWISE[state.value]].split(), *(subject or ("everything",)), *rest)
    side = places.sides.find(behind, 0)
    end = named_place_end(behind, side.length, reader) if side is not None else 0
    rest = _rest(behind[end:], reader)
    if side is None or end == side.length or rest is None:
        return None
    place = behind[side.length : end]
    if not subject:
        return ("clear", *place, *rest)
    room = reader.names.match(without(place, lx.ARTICLES), 0)
    verb = ("remove",) if room is not None and reader.names.is_room(room) else ("put", "away")
    if subject[0] == "every" or not _lies_at(subject, place, reader):  # nothing from elsewhere stands in then
        return (*verb, "all", *without(subject, lx.ARTICLES | {"every"}), "from", *place, *rest)
    return (*verb, *_all_of(subject, reader), "from", *place, *rest)


def _lies_at(subject: Words, place: Words, reader: SentenceReader) -> bool:
    """Whether some of what is named is known to be at a place."""
    there = reader.names.match(without(place, lx.ARTICLES), 0)
    names = [name for at in range(len(subject)) if (name := reader.names.match(subject, at)) is not None]
    if there is None:
        return False
    where = Place(Side.ANY, NounPhrase("", there.concept, there.node_id))
    return any(reader.names.here.lies_at(NounPhrase("", name.concept, name.node_id), where) for name in names)


def _rest(words: Words, reader: SentenceReader) -> Words | None:
    """What follows in the same sentence; None: more is said of what must not be so."""
    words = without(words, _NO_MORE)
    behind = without(words, _GOES_ON | {"please", "also"})
    if words[:1] == ("and",) and (again := _denied(behind, True, reader)) is not None:
        return ("and", *again)  # "lamp 2 isn't off and lamp 1 isn't on"
    told = words[:1] and words[0] in _BESIDES
    return words if not words or told or (words[0] in _GOES_ON and reader.starts_order(behind)) else None


def _each_of(words: Words, reader: SentenceReader) -> Words:
    """What none of is meant, as all of it, "lamps" as "every lamps", and both of two; empty: nothing is named."""
    nor = next((i for i in range(1, len(words) - 1) if words[i] in _NOR), None)
    if nor is not None:
        parts = (words[:nor], words[nor + 1 :])
        return (*parts[0], "and", *parts[1]) if all(_is_named(p, reader) for p in parts) else ()
    return ("every", *words) if _is_named(words, reader) and words[0] not in lx.ARTICLES else ()


def _all_of(subject: Words, reader: SentenceReader) -> Words:
    """A bare plural as all of it."""
    name = reader.names.match(subject, 0)
    return ("all", *subject) if name is not None and name.is_plural and name.length == len(subject) else subject


def _is_named(words: Words, reader: SentenceReader) -> bool:
    """Whether words are of one thing or kind and end in its name."""
    return bool(words) and any(end == len(words) for end in _name_ends(words, reader)) and "," not in words


def _name_ends(words: Words, reader: SentenceReader) -> Iterator[int]:
    for at in range(len(words)):
        name = reader.names.match(words, at)
        if name is not None:
            yield at + name.length
