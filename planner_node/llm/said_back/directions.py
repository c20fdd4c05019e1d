# SPDX-License-Identifier: Apache-2.0
"""Small words around what was said, held against what a model makes of them: from, to, on, off, out of."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from makedo_core.graph.scene_graph import State
from planner_node.language.phrasebook import Phrasebook
from planner_node.language.request import GoTo, Put, Request, SetState
from planner_node.language.things import NounPhrase
from planner_node.language.words.lexicon import PARTICLES
from planner_node.language.words.phrases import Phrases
from planner_node.llm.prepositions import at_the_end, before
from planner_node.llm.words import places_of, words_of


def turned_round(request: Request, book: Phrasebook) -> str:
    """The first thing or place that a reading turns into its opposite; empty: none.

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
            case GoTo(where) if _is_left(where, said, book):
                return where.text
            case SetState(what, state) if state in PARTICLES.values():
                particles = set(_particles(what, said))
                if particles and state not in particles:
                    return what.text
            case _:
                pass
    return ""


def _is_left(place: NounPhrase, said: Sequence[str], book: Phrasebook) -> bool:
    return any(at_the_end(book.places.sources, words) is not None for words in before(place.text, said, book))


def _is_source(place: NounPhrase, said: Sequence[str], book: Phrasebook) -> bool:
    found = tuple(before(place.text, said, book))
    return bool(found) and all(at_the_end(book.places.sources, words) is not None for words in found)


def _is_destination(place: NounPhrase, said: Sequence[str], book: Phrasebook) -> bool:
    found = tuple(before(place.text, said, book))
    return bool(found) and all(
        words[-1:] != () and words[-1] in book.places.towards and not _ends_with(book.places.no_sides, words)
        for words in found
    )


def _ends_with(table: Phrases[None], words: Sequence[str]) -> bool:
    ends = (table.find(words, i) for i in range(len(words)))
    return any(found is not None and i + found.length == len(words) for i, found in enumerate(ends))


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
