# SPDX-License-Identifier: Apache-2.0
"""Small words around what a model quotes, held against what it makes of them: from, to, on, off."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from makedo_core.graph.scene_graph import State
from planner_node.language.phrasebook import Phrasebook
from planner_node.language.request import NounPhrase, Put, Request, SetState
from planner_node.language.words.lexicon import ARTICLES, PARTICLES
from planner_node.language.words.phrases import Phrases
from planner_node.llm.words import places_of, words_of


def turned_round(request: Request, book: Phrasebook) -> str:
    """The first quotation that a reading turns into its opposite; empty: none.

    "From" a place is where things are taken and "to" one is where they go; what goes "off" is not switched on.
    """
    said = words_of(request.instruction)
    for clause in request.clauses:
        match clause:
            case Put(what, place):
                if _is_source(place.what, said, book):
                    return place.what.text
                sources = (thing.source.what for thing in what if thing.source is not None)
                if wrong := next((s.text for s in sources if _is_destination(s, said, book)), ""):
                    return wrong
            case SetState(what, state) if state in PARTICLES.values():
                particles = set(_particles(what, said))
                if particles and state not in particles:
                    return what.text
            case _:
                pass
    return ""


def says_side(place: NounPhrase, instruction: str, book: Phrasebook) -> bool:
    """Whether words before a quoted place tell where about it things go."""
    return any(_ends_with(book.places.sides, before) for before in _before(place, words_of(instruction), book))


def _is_source(place: NounPhrase, said: Sequence[str], book: Phrasebook) -> bool:
    found = tuple(_before(place, said, book))
    return bool(found) and all(_ends_with(book.places.sources, before) for before in found)


def _is_destination(place: NounPhrase, said: Sequence[str], book: Phrasebook) -> bool:
    found = tuple(_before(place, said, book))
    return bool(found) and all(
        before[-1:] != () and before[-1] in book.places.towards and not _ends_with(book.places.no_sides, before)
        for before in found
    )


def _before(phrase: NounPhrase, said: Sequence[str], book: Phrasebook) -> Iterator[Sequence[str]]:
    """The words before the noun of each quotation, without articles at their end."""
    words = words_of(phrase.text)
    small = ARTICLES | book.places.sides.words | book.places.sources.words
    for at in places_of(words, said):
        noun = next((i for i in range(at, at + len(words)) if said[i] not in small), at)
        while noun and said[noun - 1] in ARTICLES:
            noun -= 1
        yield said[:noun]


def _ends_with(table: Phrases[Any], words: Sequence[str]) -> bool:
    """Whether words end with a phrase of a table."""
    return any(
        (found := table.find(words, i)) is not None and i + found.length == len(words) for i in range(len(words))
    )


def _particles(what: NounPhrase, said: Sequence[str]) -> Iterator[State]:
    """What "on" and "off" beside a quotation say; "on" with words behind it may begin a place."""
    words = words_of(what.text)
    for at in places_of(words, said):
        behind = at + len(words)
        if at and said[at - 1] in PARTICLES:
            yield PARTICLES[said[at - 1]]
        state = PARTICLES.get(said[behind]) if behind < len(said) else None
        if state is State.OFF or (state is State.ON and behind + 1 == len(said)):
            yield state
