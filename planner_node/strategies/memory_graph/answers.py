# SPDX-License-Identifier: Apache-2.0
"""What a model answers: why, and its next action. Whether that can be done is for the scene graph simulator to say."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from makedo_core.enums import StrEnum

_Name = Annotated[str, Field(max_length=100)]


class Function(StrEnum):
    """Actions that a model can choose."""

    GO_TO = "go_to"
    DISCOVER = "discover_objects"
    REARRANGE = "rearrange"
    PICK_UP = "pick_up"
    OPEN = "open"
    CLOSE = "close"
    TURN_ON = "turn_on"
    TURN_OFF = "turn_off"
    DONE = "done"


class _Answer(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Action(_Answer):
    """One action. The function is any text here: what is no `Function` is told to the model as feedback."""

    function: _Name
    node: _Name = ""
    relation: _Name = ""
    destination: _Name = ""

    def __str__(self) -> str:
        arguments = ", ".join(word for word in (self.node, self.relation, self.destination) if word)
        return f"{self.function}({arguments})"


class NextAction(_Answer):
    """A model's next action, and why."""

    reason: Annotated[str, Field(max_length=1000)] = ""
    action: Action
