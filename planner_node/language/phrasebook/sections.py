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
from planner_node.language.kinds import Aspect, Measure, ModelRequirement, Unknowable
from planner_node.language.phrasebook.forms import (
    STRICT,
    EntryName,
    Listed,
    OneWord,
    Patterns,
    Phrase,
    PhraseSet,
    WordSet,
    keyed,
    keyed_patterns,
    looked_up,
    no_phrases,
)
from planner_node.language.things import Dimension, Side
from planner_node.language.words.phrases import Phrases
from planner_node.language.words.verbs import Verb

MOST = 1000
"""No home holds more of anything that is counted."""

_NO_WORDS: WordSet = frozenset()


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


def _share(written: str) -> float:
    part, slash, whole = written.partition("/")
    if not (slash and part.isdigit() and whole.isdigit() and 0 < int(part) < int(whole) <= MOST):
        raise ValueError(f"'{written}' is no share; expected one such as 1/2")
    return int(part) / int(whole)


def _kind(verb: Verb) -> Verb:
    sections = {Verb.CHANGE: "changes", Verb.FLOOR: "floors"}
    if verb in sections:
        raise ValueError(f"'{verb}' is no kind by itself; expected the verb in verbs.{sections[verb]}")
    return verb


VerbKind = Annotated[Verb, AfterValidator(_kind)]
Share = Annotated[float, PlainValidator(_share)]
Count = Annotated[int | None, PlainValidator(_count)]


@dataclass(frozen=True, slots=True)
class VerbWords:
    """words/verbs.yaml."""

    __pydantic_config__ = STRICT

    kinds: Annotated[Phrases[Verb], keyed(VerbKind)] = field(default_factory=no_phrases)
    changes: Annotated[Phrases[str], keyed(EntryName)] = field(default_factory=no_phrases)
    floors: Annotated[Phrases[str], keyed(EntryName)] = field(default_factory=no_phrases)
    synonyms: Annotated[Mapping[str, str], looked_up(Phrase, Phrase)] = field(default_factory=dict)
    cannot: WordSet = _NO_WORDS
    made: WordSet = _NO_WORDS
    alone: PhraseSet = _NO_WORDS
    all_of: PhraseSet = _NO_WORDS
    all_likely: PhraseSet = _NO_WORDS
    discarding: PhraseSet = _NO_WORDS
    readying: WordSet = _NO_WORDS
    ready: WordSet = _NO_WORDS
    destructive: WordSet = _NO_WORDS
    doubled: WordSet = _NO_WORDS
    putting_down: PhraseSet = _NO_WORDS
    removing: PhraseSet = _NO_WORDS
    moving: PhraseSet = _NO_WORDS
    setting_a_table: PhraseSet = _NO_WORDS
    belonging: Listed = field(default_factory=no_phrases)


@dataclass(frozen=True, slots=True)
class ClauseWords:
    """words/clauses.yaml."""

    __pydantic_config__ = STRICT

    polite: Listed = field(default_factory=no_phrases)
    narrated: Listed = field(default_factory=no_phrases)
    intending: Listed = field(default_factory=no_phrases)
    themselves: WordSet = _NO_WORDS
    afterthoughts: WordSet = _NO_WORDS
    sayings: Annotated[Phrases[str], keyed(Phrase)] = field(default_factory=no_phrases)
    by_kind: Listed = field(default_factory=no_phrases)
    by_other: Listed = field(default_factory=no_phrases)
    places_of: Listed = field(default_factory=no_phrases)
    in_need_of: Listed = field(default_factory=no_phrases)
    next_stage: Listed = field(default_factory=no_phrases)
    same_again: Listed = field(default_factory=no_phrases)
    count_again: Listed = field(default_factory=no_phrases)
    at_last: Listed = field(default_factory=no_phrases)
    starting_with: Listed = field(default_factory=no_phrases)
    ending_with: Listed = field(default_factory=no_phrases)
    when: Listed = field(default_factory=no_phrases)
    finished: WordSet = _NO_WORDS
    finishing: WordSet = _NO_WORDS
    after: Listed = field(default_factory=no_phrases)
    after_each: Patterns = field(default_factory=no_phrases)
    before: Listed = field(default_factory=no_phrases)
    reasons: Listed = field(default_factory=no_phrases)
    reasons_kept: WordSet = _NO_WORDS
    prohibitions: Listed = field(default_factory=no_phrases)
    questions: WordSet = _NO_WORDS
    unconditional: WordSet = _NO_WORDS
    using: Listed = field(default_factory=no_phrases)
    out_into: Listed = field(default_factory=no_phrases)
    whether: Listed = field(default_factory=no_phrases)
    works: Listed = field(default_factory=no_phrases)


@dataclass(frozen=True, slots=True)
class DoneAt:
    """What people do somewhere, and classes of furniture for it, the most usual first."""

    __pydantic_config__ = STRICT

    doing: tuple[Phrase, ...]
    furniture: Annotated[tuple[EntryName, ...], Field(min_length=1)]


@dataclass(frozen=True, slots=True)
class PlaceWords:
    """words/places.yaml."""

    __pydantic_config__ = STRICT

    sides: Annotated[Phrases[Side], keyed_patterns(Side)] = field(default_factory=no_phrases)
    sources: Annotated[Phrases[Side], keyed(Side)] = field(default_factory=no_phrases)
    being: Listed = field(default_factory=no_phrases)
    towards: WordSet = _NO_WORDS
    said_in: WordSet = _NO_WORDS
    anywhere: Patterns = field(default_factory=no_phrases)
    rounds: Patterns = field(default_factory=no_phrases)
    searching: Patterns = field(default_factory=no_phrases)
    particles: WordSet = _NO_WORDS
    no_sides: Listed = field(default_factory=no_phrases)
    near: Listed = field(default_factory=no_phrases)
    beside: Patterns = field(default_factory=no_phrases)
    together_with: Listed = field(default_factory=no_phrases)
    attaching: WordSet = _NO_WORDS
    different: WordSet = _NO_WORDS
    own: WordSet = _NO_WORDS
    somewhere: Listed = field(default_factory=no_phrases)
    can: Listed = field(default_factory=no_phrases)
    done_at: tuple[DoneAt, ...] = ()
    short_rooms: Annotated[Mapping[str, str], looked_up(Phrase, OneWord)] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class NounWords:
    """words/nouns.yaml."""

    __pydantic_config__ = STRICT

    anything: WordSet = _NO_WORDS
    excepted: Listed = field(default_factory=no_phrases)
    staying: Listed = field(default_factory=no_phrases)
    bearing: Listed = field(default_factory=no_phrases)
    holding: Listed = field(default_factory=no_phrases)
    lacking: Listed = field(default_factory=no_phrases)
    on_it: Listed = field(default_factory=no_phrases)
    standing: WordSet = _NO_WORDS
    whatever: Listed = field(default_factory=no_phrases)
    whichever: WordSet = _NO_WORDS
    existing: Listed = field(default_factory=no_phrases)
    wider: Annotated[Mapping[str, str], looked_up(EntryName, OneWord)] = field(default_factory=dict)
    adjectival: Annotated[Phrases[str], keyed(Phrase)] = field(default_factory=no_phrases)
    all_the_others: Listed = field(default_factory=no_phrases)
    negated: Listed = field(default_factory=no_phrases)
    belonging: Listed = field(default_factory=no_phrases)
    rest: WordSet = _NO_WORDS
    others: WordSet = _NO_WORDS
    alternating: WordSet = _NO_WORDS
    collectives: WordSet = _NO_WORDS
    waste: WordSet = _NO_WORDS
    contents: WordSet = _NO_WORDS
    in_hand: Listed = field(default_factory=no_phrases)
    history: Listed = field(default_factory=no_phrases)


@dataclass(frozen=True, slots=True)
class MeasureWords:
    """Words that compare things by one measure."""

    __pydantic_config__ = STRICT

    measure: Dimension
    most: tuple[Phrase, ...] = ()
    least: tuple[Phrase, ...] = ()
    more: tuple[Phrase, ...] = ()
    less: tuple[Phrase, ...] = ()


@dataclass(frozen=True, slots=True)
class AdjectiveWords:
    """words/adjectives.yaml."""

    __pydantic_config__ = STRICT

    requirements: Annotated[Phrases[str], keyed(EntryName)] = field(default_factory=no_phrases)
    by_kind: WordSet = _NO_WORDS
    harmless: WordSet = _NO_WORDS
    attributes: WordSet = _NO_WORDS
    colours: WordSet = _NO_WORDS
    spellings: Annotated[Mapping[str, str], looked_up(Phrase, OneWord)] = field(default_factory=dict)
    plain: WordSet = _NO_WORDS
    measures: tuple[MeasureWords, ...] = ()
    ordinals: Annotated[Phrases[int | None], keyed(Count)] = field(default_factory=no_phrases)
    needed: WordSet = _NO_WORDS
    soiled: WordSet = _NO_WORDS
    spoilt: WordSet = _NO_WORDS
    worthless: WordSet = _NO_WORDS
    unmarked: WordSet = _NO_WORDS
    contraries: tuple[WordSet, ...] = ()

    def unlike(self, look: str) -> frozenset[str]:
        """Looks that nothing has which has another: what is dirty is not clean, what is blue not red."""
        groups = (self.colours, *self.contraries)
        return frozenset[str]().union(*(group for group in groups if look in group)) - {look}

    def attribute(self, word: str) -> str | None:
        """The attribute that a word stands for; None if it is none."""
        word = self.spellings.get(word, word)
        return word if word in self.attributes else None


@dataclass(frozen=True, slots=True)
class QuantityWords:
    """words/quantities.yaml."""

    __pydantic_config__ = STRICT

    counted: Annotated[Phrases[int | None], keyed(Count)] = field(default_factory=no_phrases)
    shares: Annotated[Phrases[float], keyed(Share)] = field(default_factory=no_phrases)
    bounds: Annotated[Phrases[Bound], keyed(Bound)] = field(default_factory=no_phrases)
    open_ended: Annotated[Phrases[Bound], keyed(Bound)] = field(default_factory=no_phrases)
    each: WordSet = _NO_WORDS
    apart: Listed = field(default_factory=no_phrases)
    respectively: Listed = field(default_factory=no_phrases)
    all_of_them: Listed = field(default_factory=no_phrases)
    of_listed: Annotated[Phrases[int | None], keyed(Count)] = field(default_factory=no_phrases)
    two_of_them: Listed = field(default_factory=no_phrases)
    vague: Listed = field(default_factory=no_phrases)
    none: Listed = field(default_factory=no_phrases)
    pairs: WordSet = _NO_WORDS


@dataclass(frozen=True, slots=True)
class OriginalWords:
    """words/originals.yaml."""

    __pydantic_config__ = STRICT

    originally: WordSet = _NO_WORDS
    original: WordSet = _NO_WORDS
    was: Listed = field(default_factory=no_phrases)
    just_moved: Listed = field(default_factory=no_phrases)
    keepers: WordSet = _NO_WORDS
    how: WordSet = _NO_WORDS
    fillers: WordSet = _NO_WORDS


@dataclass(frozen=True, slots=True)
class FeelingWords:
    """How somebody may feel, and what they want then: its class, and how it is called."""

    __pydantic_config__ = STRICT

    feeling: tuple[Phrase, ...]
    wants: EntryName
    called: EntryName


@dataclass(frozen=True, slots=True)
class RemarkWords:
    """words/remarks.yaml."""

    __pydantic_config__ = STRICT

    feelings: tuple[FeelingWords, ...] = ()
    speaker_is: Listed = field(default_factory=no_phrases)
    posture: Listed = field(default_factory=no_phrases)
    finite: WordSet = _NO_WORDS
    being: WordSet = _NO_WORDS
    adverbs: WordSet = _NO_WORDS
    somebody: WordSet = _NO_WORDS
    subjects: WordSet = _NO_WORDS
    forbidden: WordSet = _NO_WORDS
    modal: WordSet = _NO_WORDS
    exists: Listed = field(default_factory=no_phrases)
    use: Listed = field(default_factory=no_phrases)
    only: WordSet = _NO_WORDS
    each: Listed = field(default_factory=no_phrases)
    states: Annotated[Mapping[str, str], looked_up(EntryName, OneWord)] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class QuestionWords:
    """words/questions.yaml."""

    __pydantic_config__ = STRICT

    lead_ins: Patterns = field(default_factory=no_phrases)
    telling_leads: Patterns = field(default_factory=no_phrases)
    telling_tails: Patterns = field(default_factory=no_phrases)
    where: Patterns = field(default_factory=no_phrases)
    whether: Patterns = field(default_factory=no_phrases)
    embedded_whether: Patterns = field(default_factory=no_phrases)
    how_many: Patterns = field(default_factory=no_phrases)
    existing: Patterns = field(default_factory=no_phrases)
    tags: Patterns = field(default_factory=no_phrases)
    supposing: Patterns = field(default_factory=no_phrases)
    what: Patterns = field(default_factory=no_phrases)
    which: Patterns = field(default_factory=no_phrases)
    who: Patterns = field(default_factory=no_phrases)
    run_out: Patterns = field(default_factory=no_phrases)
    around: Patterns = field(default_factory=no_phrases)
    having: Patterns = field(default_factory=no_phrases)
    whether_so: WordSet = _NO_WORDS
    still: Patterns = field(default_factory=no_phrases)
    measures: Annotated[Phrases[Measure], keyed(Measure)] = field(default_factory=no_phrases)
    aspects: Annotated[Phrases[Aspect], keyed(Aspect)] = field(default_factory=no_phrases)
    unknowable: Annotated[Phrases[Unknowable], keyed_patterns(Unknowable)] = field(default_factory=no_phrases)


@dataclass(frozen=True, slots=True)
class PeopleWords:
    """words/people.yaml."""

    __pydantic_config__ = STRICT

    kinds: Annotated[Phrases[str], keyed(EntryName)] = field(default_factory=no_phrases)
    somebody: Listed = field(default_factory=no_phrases)
    everybody: Listed = field(default_factory=no_phrases)
    pronouns: WordSet = _NO_WORDS
    poses: Annotated[Phrases[str], keyed(EntryName)] = field(default_factory=no_phrases)
    gestures: Annotated[Phrases[str], keyed(EntryName)] = field(default_factory=no_phrases)
    wearing: Listed = field(default_factory=no_phrases)
    found_at: Listed = field(default_factory=no_phrases)
    garments: Annotated[Phrases[str], keyed(EntryName)] = field(default_factory=no_phrases)
    most: WordSet = _NO_WORDS


@dataclass(frozen=True, slots=True)
class ModelWords:
    """words/models.yaml."""

    __pydantic_config__ = STRICT

    requirements: Annotated[Phrases[ModelRequirement], keyed(ModelRequirement)] = field(default_factory=no_phrases)
    exceptions: Listed = field(default_factory=no_phrases)


@dataclass(frozen=True, slots=True)
class SpellingWords:
    """words/spelling.yaml."""

    __pydantic_config__ = STRICT

    inflections: WordSet = _NO_WORDS
    negating_beginnings: WordSet = _NO_WORDS
    negating_endings: WordSet = _NO_WORDS
