# SPDX-License-Identifier: Apache-2.0
"""What a model answers: why, and its next action. Whether that can be done is for the scene graph simulator to say."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from makedo_core.enums import StrEnum
from makedo_core.graph.scene_graph import NodeKind, SceneGraph
from planner_node.llm.forms import Form, choice, either, exactly, record, text

_Name = Annotated[str, Field(max_length=100)]
_LONGEST_REASON = 300  # characters

RELATIONS = ("ontop", "inside")
"""How something can be at furniture."""


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


def action_form(graph: SceneGraph) -> Form:
    """The strict schema of an answer in a scene: each function with names of the kind that it takes."""
    rooms, assets, objects = (
        choice(sorted(node.id for node in graph.of_kind(kind)))
        for kind in (NodeKind.ROOM, NodeKind.ASSET, NodeKind.OBJECT)
    )
    takes = {
        Function.GO_TO: rooms,
        Function.DISCOVER: assets,
        Function.PICK_UP: objects,
        Function.OPEN: assets,
        Function.CLOSE: assets,
        Function.TURN_ON: assets,
        Function.TURN_OFF: assets,
    }
    actions = [record(function=exactly(function), node=names) for function, names in takes.items()]
    relation = choice(RELATIONS)
    actions.append(record(function=exactly(Function.REARRANGE), node=objects, relation=relation, destination=assets))
    actions.append(record(function=exactly(Function.DONE)))
    return record(reason=text(_LONGEST_REASON), action=either(*actions))
