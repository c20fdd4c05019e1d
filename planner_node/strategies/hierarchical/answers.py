# SPDX-License-Identifier: Apache-2.0
"""The forms of a model's answers in hierarchical planning."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import BaseModel, ConfigDict, Field

from planner_node.llm.forms import Form, choice, record, some, text

_LITERAL, _CALL, _SENTENCE, _THOUGHTS = 100, 120, 160, 600  # longest of each, in characters


class Relevant(BaseModel):
    """What matters for a task: names of classes."""

    model_config = ConfigDict(extra="forbid")
    classes: list[str] = Field(min_length=1, max_length=100)


class MacroSteps(BaseModel):
    """A macro plan: what is to be done, a plain sentence a step."""

    model_config = ConfigDict(extra="forbid")
    steps: list[str] = Field(min_length=1, max_length=40)


class MacroConditions(BaseModel):
    """Conditions of one macro action, each a literal in PDDL."""

    model_config = ConfigDict(extra="forbid")
    before: list[str] = Field(max_length=40)
    after: list[str] = Field(max_length=40)


class AllConditions(BaseModel):
    """Conditions of every macro action, in their order."""

    model_config = ConfigDict(extra="forbid")
    macros: list[MacroConditions] = Field(min_length=1, max_length=40)


class Block(BaseModel):
    """A block of calls, after thoughts about it."""

    model_config = ConfigDict(extra="forbid")
    thoughts: str = ""
    calls: list[str] = Field(max_length=200)


MACROS_FORM = record(steps=some(text(_SENTENCE), 40, 1))
"""The strict schema of a macro plan."""

BLOCK_FORM = record(thoughts=text(_THOUGHTS), calls=some(text(_CALL), 200))
"""The strict schema of a block; thoughts come first."""


def relevant_form(classes: Sequence[str]) -> Form:
    """The strict schema of a choice among classes."""
    return record(classes=some(choice(classes), min(len(classes), 100), 1))


def conditions_form(macros: int) -> Form:
    """The strict schema of the conditions of so many macro actions."""
    literals = some(text(_LITERAL), 40)
    return record(macros=some(record(before=literals, after=literals), macros, macros))
