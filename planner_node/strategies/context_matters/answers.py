# SPDX-License-Identifier: Apache-2.0
"""What a model answers, but for PDDL: an analysis of a failure, stand-ins, and a goal that was given up in part."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

_Text = Annotated[str, Field(max_length=2000)]
_Short = Annotated[str, Field(max_length=400)]
_Goal = Annotated[str, Field(min_length=1, max_length=600)]


class _Answer(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Analysis(_Answer):
    """Why planning failed, and what to do about the problem."""

    explanation: _Text
    suggestions: Annotated[list[_Short], Field(max_length=20)] = []


class StandIn(_Answer):
    """Things of the scene that may do instead of what was asked for."""

    asked: _Short
    instead: Annotated[list[_Short], Field(min_length=1, max_length=50)]
    reason: _Short


class GoalShift(_Answer):
    """The goal with other things or places of the same use."""

    stand_ins: Annotated[list[StandIn], Field(max_length=50)] = []
    goal: _Goal


class GivenUp(_Answer):
    """A restriction that is given up."""

    asked: _Short
    instead: _Short = ""
    reason: _Short


class GoalRelaxation(_Answer):
    """The goal with its least important restrictions removed, if that is needed."""

    achievable: bool
    given_up: Annotated[list[GivenUp], Field(max_length=50)] = []
    goal: _Goal
