# SPDX-License-Identifier: Apache-2.0
"""The forms of a model's answers in hierarchical planning."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field


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
