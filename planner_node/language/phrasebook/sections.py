# SPDX-License-Identifier: Apache-2.0
"""The sections of words: what a file may hold, list by list. Each list is explained in planner_node/language/words.

A section is empty until files fill it, so that the same form serves for ours and for a user's few additions.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated

from pydantic import AfterValidator, Field, PlainValidator

from makedo_core.enums import StrEnum
from planner_node.language.phrasebook.forms import (
    STRICT,
    Listed,
    Name,
    Phrase,
    PhraseSet,
    Word,
    Words,
    keyed,
    looked_up,
    no_phrases,
)
from planner_node.language.request import Side
from planner_node.language.words.phrases import Phrases
from planner_node.language.words.verbs import Verb

MOST = 1000
"""No home holds more of anything that is counted."""

_NO_WORDS: Words = frozenset()


class Bound(StrEnum):
    """How a number limits."""

    AT_LEAST = "at_least"
    AT_MOST = "at_most"
    EXACTLY = "exactly"
    MORE_THAN = "more_than"
    FEWER_THAN = "fewer_than"


def _count(written: str) -> int | None:
    if written == "all":
        return None
    if not written.isdigit() or not 1 <= int(written) <= MOST:
        raise ValueError(f"'{written}' is no count; expected a whole number up to {MOST:,}, or 'all'")
    return int(written)


def _kind(verb: Verb) -> Verb:
    sections = {Verb.CHANGE: "changes", Verb.FLOOR: "floors"}
    if verb in sections:
        raise ValueError(f"'{verb}' is no kind by itself; expected the verb in verbs.{sections[verb]}")
    return verb


Kind = Annotated[Verb, AfterValidator(_kind)]
Count = Annotated[int | None, PlainValidator(_count)]


@dataclass(frozen=True, slots=True)
class VerbWords:
    """words/verbs.yaml."""

    __pydantic_config__ = STRICT

    kinds: Annotated[Phrases[Verb], keyed(Kind)] = field(default_factory=no_phrases)
    changes: Annotated[Phrases[str], keyed(Name)] = field(default_factory=no_phrases)
    floors: Annotated[Phrases[str], keyed(Name)] = field(default_factory=no_phrases)
    synonyms: Annotated[Mapping[str, str], looked_up(Phrase, Phrase)] = field(default_factory=dict)
    cannot: Words = _NO_WORDS
    made: Words = _NO_WORDS
    destructive: Words = _NO_WORDS
    doubled: Words = _NO_WORDS
    putting_down: PhraseSet = _NO_WORDS
    setting_a_table: PhraseSet = _NO_WORDS
    belonging: Listed = field(default_factory=no_phrases)


@dataclass(frozen=True, slots=True)
class ClauseWords:
    """words/clauses.yaml."""

    __pydantic_config__ = STRICT

    polite: Listed = field(default_factory=no_phrases)
    narrated: Listed = field(default_factory=no_phrases)
    afterthoughts: Words = _NO_WORDS
    next_stage: Listed = field(default_factory=no_phrases)
    at_last: Listed = field(default_factory=no_phrases)
    when: Listed = field(default_factory=no_phrases)
    finished: Words = _NO_WORDS
    finishing: Words = _NO_WORDS
    after: Listed = field(default_factory=no_phrases)
    before: Listed = field(default_factory=no_phrases)
    reasons: Listed = field(default_factory=no_phrases)
    reasons_kept: Words = _NO_WORDS
    prohibitions: Listed = field(default_factory=no_phrases)
    questions: Words = _NO_WORDS
    unconditional: Words = _NO_WORDS
    using: Listed = field(default_factory=no_phrases)
    out_into: Listed = field(default_factory=no_phrases)
    whether: Listed = field(default_factory=no_phrases)
    works: Listed = field(default_factory=no_phrases)


@dataclass(frozen=True, slots=True)
class DoneAt:
    """What people do somewhere, and classes of furniture for it, the most usual first."""

    __pydantic_config__ = STRICT

    doing: tuple[Phrase, ...]
    furniture: Annotated[tuple[Name, ...], Field(min_length=1)]


@dataclass(frozen=True, slots=True)
class PlaceWords:
    """words/places.yaml."""

    __pydantic_config__ = STRICT

    sides: Annotated[Phrases[Side], keyed(Side)] = field(default_factory=no_phrases)
    sources: Annotated[Phrases[Side], keyed(Side)] = field(default_factory=no_phrases)
    being: Listed = field(default_factory=no_phrases)
    anywhere: Listed = field(default_factory=no_phrases)
    no_sides: Listed = field(default_factory=no_phrases)
    attaching: Words = _NO_WORDS
    somewhere: Listed = field(default_factory=no_phrases)
    can: Listed = field(default_factory=no_phrases)
    done_at: tuple[DoneAt, ...] = ()
    short_rooms: Annotated[Mapping[str, str], looked_up(Phrase, Word)] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class NounWords:
    """words/nouns.yaml."""

    __pydantic_config__ = STRICT

    excepted: Listed = field(default_factory=no_phrases)
    collectives: Words = _NO_WORDS
    waste: Words = _NO_WORDS
    contents: Words = _NO_WORDS
    in_hand: Listed = field(default_factory=no_phrases)
    history: Listed = field(default_factory=no_phrases)


@dataclass(frozen=True, slots=True)
class AdjectiveWords:
    """words/adjectives.yaml."""

    __pydantic_config__ = STRICT

    requirements: Annotated[Phrases[str], keyed(Name)] = field(default_factory=no_phrases)
    attributes: Words = _NO_WORDS
    spellings: Annotated[Mapping[str, str], looked_up(Phrase, Word)] = field(default_factory=dict)
    plain: Words = _NO_WORDS
    superlatives: Words = _NO_WORDS
    needed: Words = _NO_WORDS
    soiled: Words = _NO_WORDS
    spoilt: Words = _NO_WORDS

    def attribute(self, word: str) -> str | None:
        """The attribute that a word stands for; None if it is none."""
        word = self.spellings.get(word, word)
        return word if word in self.attributes else None


@dataclass(frozen=True, slots=True)
class QuantityWords:
    """words/quantities.yaml."""

    __pydantic_config__ = STRICT

    counted: Annotated[Phrases[int | None], keyed(Count)] = field(default_factory=no_phrases)
    bounds: Annotated[Phrases[Bound], keyed(Bound)] = field(default_factory=no_phrases)
    vague: Listed = field(default_factory=no_phrases)
    none: Listed = field(default_factory=no_phrases)


@dataclass(frozen=True, slots=True)
class OriginalWords:
    """words/originals.yaml."""

    __pydantic_config__ = STRICT

    originally: Words = _NO_WORDS
    original: Words = _NO_WORDS
    was: Listed = field(default_factory=no_phrases)
    just_moved: Listed = field(default_factory=no_phrases)
    keepers: Words = _NO_WORDS
    how: Words = _NO_WORDS
    fillers: Words = _NO_WORDS


@dataclass(frozen=True, slots=True)
class Feeling:
    """How somebody may feel, and what they want then: its class, and how it is called."""

    __pydantic_config__ = STRICT

    feeling: tuple[Phrase, ...]
    wants: Name
    called: Name


@dataclass(frozen=True, slots=True)
class RemarkWords:
    """words/remarks.yaml."""

    __pydantic_config__ = STRICT

    feelings: tuple[Feeling, ...] = ()
    speaker_is: Listed = field(default_factory=no_phrases)
    posture: Listed = field(default_factory=no_phrases)
    finite: Words = _NO_WORDS
    being: Words = _NO_WORDS
    adverbs: Words = _NO_WORDS
    subjects: Words = _NO_WORDS
    forbidden: Words = _NO_WORDS
    modal: Words = _NO_WORDS
    exists: Listed = field(default_factory=no_phrases)
    use: Listed = field(default_factory=no_phrases)
    only: Words = _NO_WORDS
    each: Listed = field(default_factory=no_phrases)
    states: Annotated[Mapping[str, str], looked_up(Name, Word)] = field(default_factory=dict)
