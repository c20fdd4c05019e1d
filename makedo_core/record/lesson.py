# SPDX-License-Identifier: Apache-2.0
"""A macro action that a plan taught, as the knowledge graph keeps it and as it travels between nodes."""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import dataclass

from makedo_core.failure import MakedoError

TOPIC = "macro_actions"
_TEXTS = ("target", "definition", "instruction")
MOST_CHARACTERS = 1_000_000  # of a lesson
LAST_S = 253_402_300_799  # the last second of the year 9999, which is the last that dates know
_SURROGATE = re.compile("[\ud800-\udfff]")


class LessonError(MakedoError):
    """A text that is no lesson; the message says what is missing."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """A macro action, and when it was learnt.

    Attributes:
        target: what it is for, in words.
        calls: of its block, as text, with variables for things.
        definition: all of it, in a form that the planner reads back.
        instruction: that it was learnt from.
        learnt_s: when [s of the wall clock, since 1970].
    """

    target: str
    calls: tuple[str, ...]
    definition: str
    instruction: str
    learnt_s: float

    @property
    def name(self) -> str:
        """The same for the same macro action, whoever learnt it."""
        return "macro-" + hashlib.sha256(self.definition.encode("utf-8", "replace")).hexdigest()[:16]


def lesson_to_json(lesson: Lesson) -> str:
    """A lesson as text; `lesson_from_json` reads it."""
    texts = {name: getattr(lesson, name) for name in _TEXTS}
    return json.dumps({**texts, "calls": list(lesson.calls), "learnt_s": lesson.learnt_s})


def lesson_from_json(text: str) -> Lesson:
    """The lesson of a text.

    Raises:
        LessonError: if it is none.
    """
    if len(text) > MOST_CHARACTERS:
        raise LessonError(f"{len(text)} characters; at most {MOST_CHARACTERS} are read")
    try:
        raw = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise LessonError(f"not JSON: {error}") from None
    if not isinstance(raw, dict) or raw.keys() != {*_TEXTS, "calls", "learnt_s"}:
        raise LessonError(f"expected an object with {', '.join((*_TEXTS, 'calls', 'learnt_s'))}")
    wrong = [name for name in _TEXTS if not isinstance(raw[name], str)]
    if wrong:
        raise LessonError(f"{wrong[0]} is {raw[wrong[0]]!r}; expected text")
    calls, learnt_s = raw["calls"], raw["learnt_s"]
    if not isinstance(calls, list) or not calls or not all(isinstance(call, str) for call in calls):
        raise LessonError(f"calls is {calls!r}; expected at least one text")
    if isinstance(learnt_s, bool) or not isinstance(learnt_s, int | float) or not 0 <= learnt_s <= LAST_S:
        raise LessonError(f"learnt_s is {repr(learnt_s)[:60]}; expected seconds since 1970")
    if any(_SURROGATE.search(said) for said in (*(raw[name] for name in _TEXTS), *calls)):
        raise LessonError("a text holds half a character (a lone surrogate); expected Unicode text")
    return Lesson(raw["target"], tuple(calls), raw["definition"], raw["instruction"], float(learnt_s))
