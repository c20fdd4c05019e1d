# SPDX-License-Identifier: Apache-2.0
"""What it means that something people do is done (goals.yaml), beside Makedo's own verbs, machines and ontology."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TypeAlias

import yaml
from pydantic import ConfigDict, TypeAdapter, ValidationError

from makedo_core.ontology import Ontology
from makedo_core.ontology.words import spaced
from makedo_eval.case import DatasetError
from planner_node.language.phrasebook import Phrasebook
from planner_node.language.words.phrases import Phrases
from planner_node.language.words.verbs import Verb, gerund

GOALS = Path(__file__).with_name("goals.yaml")

_STRICT = ConfigDict(extra="forbid")

WrittenGoal: TypeAlias = tuple[str, str] | tuple[str, str, str] | dict[str, str]
"""A state, a relation, or "run" and "do" with what is meant."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WayDone:
    """One way in which it is known that something is done; goals.yaml explains the parts."""

    __pydantic_config__ = _STRICT

    goals: tuple[WrittenGoal, ...]
    said: tuple[str, ...] = ()
    things: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    each: tuple[str, ...] = ()
    maybe: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class HomeActivity:
    """Something people do at home; goals.yaml explains the parts."""

    __pydantic_config__ = _STRICT

    ways: tuple[WayDone, ...]
    does: tuple[str, ...] = ()
    kinds: tuple[Verb, ...] = ()
    becomes: tuple[str, ...] = ()
    of: tuple[str, ...] = ()
    unless: tuple[str, ...] = ()
    end: bool = False
    made: str = ""
    adds: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Written:
    __pydantic_config__ = _STRICT

    topics: Mapping[str, tuple[str, ...]]
    activities: tuple[HomeActivity, ...]


class GoalBook:
    """Activities by their verbs, and what kinds of things words and objects are."""

    def __init__(self, ontology: Ontology, book: Phrasebook, file: Path = GOALS) -> None:
        """Read the activities.

        Raises:
            DatasetError: if the file is not as it should be, or names a kind that there is not.
        """
        try:
            data = yaml.safe_load(file.read_text(encoding="utf-8"))
            written = TypeAdapter(_Written).validate_python(data)
        except (OSError, ValueError, KeyError, TypeError, ValidationError) as error:
            raise DatasetError(f"{file}: not a file of activities ({error})") from error
        self.ontology = ontology
        self.machines = book.machines.does
        self.topics = written.topics
        self.activities = written.activities
        self._book = book

    @cached_property
    def verbs(self) -> Phrases[tuple[HomeActivity, ...]]:
        """Activities by each verb that one of them may be said with."""
        found: dict[str, list[HomeActivity]] = {}
        for activity in self.activities:
            for verb in self._verbs_of(activity):
                if activity not in found.setdefault(verb, []):
                    found[verb].append(activity)
        return Phrases({verb: tuple(some) for verb, some in found.items()})

    def _verbs_of(self, activity: HomeActivity) -> Iterator[str]:
        doubled = self._book.verbs.doubled
        for verb in activity.does:
            yield from (verb, gerund(verb, doubled))
        for verb, said in self._book.said_verbs.items():
            if said.verb in activity.kinds or (said.verb is Verb.CHANGE and said.quality in activity.becomes):
                yield verb

    def is_verb(self, words: Sequence[str], at: int) -> bool:
        """Whether a verb begins at a position, known here or to Makedo, which is no name of a thing."""
        return self._book.said_verbs.find(words, at) is not None and self.ontology.class_of(words[at]) is None

    def is_kind(self, name: str, kind: str) -> bool:
        """Whether a word or an object belongs to a topic or class, or can do what a class is told to."""
        if kind in self.topics:
            return spaced(name) in self.topics[kind]
        return name == kind or self.ontology.is_a(name, kind) or kind in self.ontology.affordances(name)

    def named(self, words: Sequence[str], at: int) -> tuple[str, int]:
        """The longest name of a thing or topic that begins at a position, and how many words it has; empty: none."""
        for length in range(min(self.ontology.longest_name, len(words) - at), 0, -1):
            name = " ".join(words[at : at + length])
            if self.ontology.class_of(name) is not None or any(name in some for some in self.topics.values()):
                return name, length
        return "", 1
