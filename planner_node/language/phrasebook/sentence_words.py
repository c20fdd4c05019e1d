# SPDX-License-Identifier: Apache-2.0
"""The section of words around what is asked for: fillers, softeners, wishes (language/words/sentences.yaml)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Annotated

from makedo_core.graph.scene_graph import State
from planner_node.language.phrasebook.forms import (
    STRICT,
    OneWord,
    Patterns,
    Phrase,
    WordSet,
    keyed_patterns,
    looked_up,
    no_phrases,
)
from planner_node.language.phrasebook.need_words import SaidNeed
from planner_node.language.words.phrases import Phrases

_NO_WORDS: WordSet = frozenset()


@dataclass(frozen=True, slots=True)
class SentenceWords:
    """words/sentences.yaml."""

    __pydantic_config__ = STRICT

    contractions: Annotated[Mapping[str, str], looked_up(Phrase, OneWord)] = field(default_factory=dict)
    fillers: Patterns = field(default_factory=no_phrases)
    softeners: Patterns = field(default_factory=no_phrases)
    leads: Patterns = field(default_factory=no_phrases)
    links: Patterns = field(default_factory=no_phrases)
    arranged: Patterns = field(default_factory=no_phrases)
    manners: Patterns = field(default_factory=no_phrases)
    times: Patterns = field(default_factory=no_phrases)
    occasions: Patterns = field(default_factory=no_phrases)
    sooner: Patterns = field(default_factory=no_phrases)
    coming: WordSet = _NO_WORDS
    wanting: Patterns = field(default_factory=no_phrases)
    needing: Patterns = field(default_factory=no_phrases)
    welcome: Patterns = field(default_factory=no_phrases)
    ensuring: Patterns = field(default_factory=no_phrases)
    modals: Patterns = field(default_factory=no_phrases)
    might: Patterns = field(default_factory=no_phrases)
    being: Patterns = field(default_factory=no_phrases)
    copulas: Patterns = field(default_factory=no_phrases)
    adverbs: WordSet = _NO_WORDS
    likewise: Patterns = field(default_factory=no_phrases)
    states: Annotated[Phrases[State], keyed_patterns(State)] = field(default_factory=no_phrases)
    state_orders: Mapping[State, Phrase] = field(default_factory=dict)
    participles: Mapping[OneWord, OneWord] = field(default_factory=dict)
    untouched: Patterns = field(default_factory=no_phrases)
    unopened: Patterns = field(default_factory=no_phrases)
    in_place: Patterns = field(default_factory=no_phrases)
    leaving: Patterns = field(default_factory=no_phrases)
    staying: Patterns = field(default_factory=no_phrases)
    unwanted: Patterns = field(default_factory=no_phrases)
    unwanted_so: Patterns = field(default_factory=no_phrases)
    stressed: Patterns = field(default_factory=no_phrases)
    telling: Patterns = field(default_factory=no_phrases)
    stating: WordSet = _NO_WORDS
    binding: WordSet = _NO_WORDS
    bound: Patterns = field(default_factory=no_phrases)
    unable: Patterns = field(default_factory=no_phrases)
    if_so: Patterns = field(default_factory=no_phrases)
    if_not: Patterns = field(default_factory=no_phrases)
    once: Patterns = field(default_factory=no_phrases)
    waiting: Patterns = field(default_factory=no_phrases)
    otherwise: Patterns = field(default_factory=no_phrases)
    as_it_is: Patterns = field(default_factory=no_phrases)
    done_already: Patterns = field(default_factory=no_phrases)
    will_do: Patterns = field(default_factory=no_phrases)
    there_are: Patterns = field(default_factory=no_phrases)
    exists: Patterns = field(default_factory=no_phrases)
    lacks: Patterns = field(default_factory=no_phrases)
    amounts: WordSet = _NO_WORDS
    at_hand: Patterns = field(default_factory=no_phrases)
    is_so: Patterns = field(default_factory=no_phrases)
    gone: WordSet = _NO_WORDS
    instead_of: Patterns = field(default_factory=no_phrases)
    having_done: Patterns = field(default_factory=no_phrases)
    once_done: Patterns = field(default_factory=no_phrases)
    if_yes: Patterns = field(default_factory=no_phrases)
    if_no: Patterns = field(default_factory=no_phrases)
    earlier: Patterns = field(default_factory=no_phrases)
    preparing: Patterns = field(default_factory=no_phrases)
    exchanging: Patterns = field(default_factory=no_phrases)
    mutually: Patterns = field(default_factory=no_phrases)
    replacing: Patterns = field(default_factory=no_phrases)
    receiving: Patterns = field(default_factory=no_phrases)
    has_room: Patterns = field(default_factory=no_phrases)
    uncleared: Patterns = field(default_factory=no_phrases)
    vice_versa: Patterns = field(default_factory=no_phrases)
    joining: Patterns = field(default_factory=no_phrases)
    meanwhile: Patterns = field(default_factory=no_phrases)
    fitting: Patterns = field(default_factory=no_phrases)
    bound_behind: Annotated[Phrases[str], keyed_patterns(Phrase)] = field(default_factory=no_phrases)
    noticing: Patterns = field(default_factory=no_phrases)
    framing: WordSet = _NO_WORDS
    asking: WordSet = _NO_WORDS


@dataclass(frozen=True, slots=True)
class AroundPhrases:
    """Phrases around what is asked for, which no clause needs to stand for.

    Attributes:
        plain: they say nothing themselves: "I was wondering whether".
        deciding: of a condition, or of what is wanted else.
        limiting: of what is not to be done.
        needing: of how things are where something is needed.
    """

    plain: Phrases[None]
    deciding: Phrases[None]
    limiting: Phrases[None]
    needing: Phrases[None]


def all_around(known: SentenceWords, belonging: Phrases[None], needs: Sequence[SaidNeed]) -> AroundPhrases:
    """Phrases around what is asked for, as they are said at full length and contracted."""
    tables = (known.fillers, known.softeners, known.leads, known.manners, known.times, known.wanting, known.needing)
    said = {
        phrase
        for table in (*tables, known.welcome, known.ensuring, known.modals, known.might, known.stressed, belonging)
        for phrase in table
    }
    said |= {f"{lead} {link}" for lead, link in product(known.leads, known.links)}
    done = (known.having_done, known.earlier, known.exchanging, known.preparing,
            known.mutually, known.vice_versa, known.receiving,
            known.uncleared, known.has_room, known.joining, known.meanwhile, known.noticing,
            known.done_already)  # fmt: skip
    said |= {phrase for table in done for phrase in table}
    said |= {f"{modal} {being}" for modal, being in product(known.modals, known.being)}
    deciding = (known.if_so, known.if_not, known.once, known.otherwise, known.as_it_is, known.will_do,
                known.there_are, known.exists, known.lacks, known.at_hand, known.waiting, known.if_yes,
                known.if_no)  # fmt: skip
    gone = {f"{link} {word}" for link, word in product(known.is_so, known.gone)}
    limiting = (known.untouched, known.unopened, known.in_place, known.staying, known.unwanted, known.unwanted_so,
                known.stressed, known.instead_of)  # fmt: skip
    return AroundPhrases(
        _all_forms(said, known),
        _all_forms(gone.union(*deciding), known),
        _all_forms({p for table in limiting for p in table}, known),
        _all_forms({p for need in needs for p in need.said}, known),
    )


def _all_forms(phrases: Iterable[str], known: SentenceWords) -> Phrases[None]:
    by_first: dict[str, list[tuple[int, str, str]]] = {}
    for number, (short, long) in enumerate(known.contractions.items()):
        by_first.setdefault(long.split()[0], []).append((number, f" {long} ", f" {short} "))
    return Phrases(dict.fromkeys(form for phrase in phrases for form in _contracted(phrase, by_first)))


def _contracted(phrase: str, by_first: Mapping[str, Sequence[tuple[int, str, str]]]) -> Iterator[str]:
    """A phrase, and with each contraction that is possible in it, in their order.

    Args:
        phrase: at full length.
        by_first: number, words and short form of each contraction, with a space at each end, by its first word.
    """
    yield phrase
    padded = f" {phrase} "
    possible = {one for word in phrase.split() for one in by_first.get(word, ()) if one[1] in padded}
    for _, long, short in sorted(possible):
        yield padded.replace(long, short).strip()
