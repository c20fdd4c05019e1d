# SPDX-License-Identifier: Apache-2.0
"""Right commands in a collapsed graph, and right plans over what they revealed (makedo_eval/baselines/sayplan).

Only what is shown comes to mind: a step that names anything else is left out.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from types import MappingProxyType

from makedo_core.graph.scene_graph import AGENT_ID, NodeKind
from makedo_eval.simulated_model.answers.shown import named, shown_ids, steps_over
from makedo_eval.simulated_model.question import Question
from makedo_eval.simulated_model.truth import Truth
from planner_node.pddl.names import node_id, pddl_name


def _search(question: Question, truth: Truth) -> str:
    """Open the rooms of all that is needed, close the others, and then end the search."""
    return json.dumps(_next_room(question, truth) or _command("verify_plan"))


def _search_or_plan(question: Question, truth: Truth) -> str:
    """Search in the same way, and then state the plan."""
    room = _next_room(question, truth)
    return json.dumps(room or _command("verify_plan") | {"plan": steps_over(shown_ids(question), truth)})


def _plan(question: Question, truth: Truth) -> str:
    return json.dumps({"chain_of_thought": ["all is shown"], "plan": steps_over(shown_ids(question), truth)})


def _next_room(question: Question, truth: Truth) -> dict[str, str] | None:
    """The next room that is wrongly closed or open; None if there is none."""
    lines = (line.rpartition(": ") for line in question.blocks.get("rooms", "").splitlines())
    expanded = {node_id(room): state == "expanded" for room, _, state in lines}
    needed = _needed_rooms(truth)
    for room, is_open in expanded.items():
        if room in needed and not is_open:
            return _command("expand_node") | {"node": pddl_name(room)}
    for room, is_open in expanded.items():
        if is_open and room not in needed:
            return _command("contract_node") | {"node": pddl_name(room)}
    return None


def _needed_rooms(truth: Truth) -> frozenset[str]:
    """Rooms of the things and the furniture that goal and plan speak of."""
    graph = truth.graph
    things = (i for i in named(truth) if i in graph and i != AGENT_ID and graph[i].kind is not NodeKind.ROOM)
    return frozenset(room for i in things if (room := graph.room_of(i)) is not None)


def _command(name: str) -> dict[str, str]:
    return {"reasoning": "what is needed has to be seen", "command": name}


ANSWERERS: Mapping[str, Callable[[Question, Truth], str]] = MappingProxyType(
    {"sayplan": _search_or_plan, "sayplan_lite_search": _search, "sayplan_lite_plan": _plan}
)
