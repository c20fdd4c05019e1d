# SPDX-License-Identifier: Apache-2.0
"""A request in plain orders that the grammar reads: what a model understood, said back before anything is done.

Whether the orders say the same as the request is not taken on trust: `second_reading` compares their goals.
"""

from __future__ import annotations

from collections.abc import Sequence

from makedo_core.goals.goal_text import enumerate_words, number_word
from makedo_core.graph.scene_graph import State
from makedo_core.ontology.taxonomy import plural
from planner_node.language.phrasebook import Phrasebook
from planner_node.language.request import Clause, GoTo, Hold, Look, Put, Request, SetState
from planner_node.language.things import NounPhrase, Place, Side

_STATES = {
    State.OPEN: "open {}",
    State.CLOSED: "close {}",
    State.ON: "switch on {}",
    State.OFF: "switch off {}",
    State.UPRIGHT: "turn {} over",
}
_SIDES = {Side.ON: "put {} on {}", Side.INSIDE: "put {} in {}", Side.ANY: "bring {} to {}"}


class _UnsayableError(Exception):
    """A value that no order here says."""


def read_back(request: Request, book: Phrasebook) -> str:
    """The orders of a request, a sentence for each stage; empty where something of it cannot be said so."""
    stages = request.stages or (0,) * len(request.clauses)
    if request.limits or request.when or request.instead or not request.clauses:
        return ""
    try:
        said = [
            enumerate_words(_order(c, book) for c, s in zip(request.clauses, stages, strict=True) if s == stage)
            for stage in sorted(set(stages))
        ]
    except _UnsayableError:
        return ""
    text = ". Then ".join(said)
    return f"{text[:1].upper()}{text[1:]}."


def _order(clause: Clause, book: Phrasebook) -> str:
    match clause:
        case Put(what, Place(side, place)) if side in _SIDES:
            return _SIDES[side].format(_things(what, book), _where(place, book))
        case Hold(what):
            return f"take {_phrase(what, book)}"
        case SetState(what, state) if state in _STATES:
            return _STATES[state].format(_phrase(what, book))
        case GoTo(what):
            return f"go to {_where(what, book)}"
        case Look(what):
            return f"look for {_phrase(what, book)}"
    raise _UnsayableError


def _things(what: Sequence[NounPhrase], book: Phrasebook) -> str:
    return enumerate_words(_phrase(thing, book) for thing in what)


def _phrase(phrase: NounPhrase, book: Phrasebook) -> str:
    """A noun phrase with its number, its looks, where it is from and what is left out."""
    narrowed = phrase.restrictions or phrase.superlative or phrase.left or phrase.share is not None or phrase.besides
    if narrowed or phrase.parts or phrase.among is not None:
        raise _UnsayableError
    text = _name(phrase, book)
    if phrase.source is not None:
        text += f" from {_where(phrase.source.what, book)}"
    if phrase.excluded:
        text += f" except {enumerate_words(_phrase(left, book) for left in phrase.excluded)}"
    return text


def _name(phrase: NounPhrase, book: Phrasebook) -> str:
    if phrase.node_id is not None:
        return phrase.node_id.replace("_", " ")
    noun = "thing" if phrase.concept is None else phrase.concept.replace("_", " ")
    words = [*(_required(r, book) for r in sorted(phrase.requirements)), *sorted(phrase.attributes)]
    if phrase.count == 1:
        return " ".join(("the" if phrase.definite else "one", *words, noun))
    amount = "all" if phrase.count is None else number_word(phrase.count)
    return " ".join((amount, *words, plural(noun)))


def _required(requirement: str, book: Phrasebook) -> str:
    """What things must be in a word that the grammar knows."""
    said = next((said for said, meant in book.adjectives.requirements.items() if meant == requirement), None)
    if said is None:
        raise _UnsayableError
    return said


def _where(place: NounPhrase, book: Phrasebook) -> str:
    """Furniture, a room or a person; which room the furniture is in."""
    if place.excluded or place.requirements or place.restrictions or place.parts:
        raise _UnsayableError
    if place.node_id is not None:
        return place.node_id.replace("_", " ")
    if place.concept is None or place.count != 1:
        raise _UnsayableError
    text = " ".join(("every" if place.each else "the", *sorted(place.attributes), place.concept.replace("_", " ")))
    return text if place.source is None else f"{text} in {_where(place.source.what, book)}"
