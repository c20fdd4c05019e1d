# SPDX-License-Identifier: Apache-2.0
"""What a model answers: a command of the search, or a plan."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from makedo_core.enums import StrEnum

_Text = Annotated[str, Field(max_length=4000)]
_Steps = Annotated[list[Annotated[str, Field(max_length=400)]], Field(max_length=500)]


class CommandName(StrEnum):
    """Commands that a model can give."""

    EXPAND = "expand_node"
    CONTRACT = "contract_node"
    VERIFY = "verify_plan"


class Command(BaseModel):
    """A command. Its name is any text here: what is no `CommandName` is told to the model as feedback."""

    model_config = ConfigDict(extra="forbid")

    chain_of_thought: Annotated[list[_Text], Field(max_length=100)] = []
    reasoning: _Text = ""
    command: Annotated[str, Field(max_length=100)]
    node: Annotated[str, Field(max_length=200)] = ""
    plan: _Steps = []


class ThoughtPlan(BaseModel):
    """A plan, and how the model came to it."""

    model_config = ConfigDict(extra="forbid")

    chain_of_thought: Annotated[list[_Text], Field(max_length=100)] = []
    plan: _Steps
