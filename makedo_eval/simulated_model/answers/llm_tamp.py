# SPDX-License-Identifier: Apache-2.0
"""Right plans with a free spot for each thing that is put down (makedo_eval/baselines/llm_tamp)."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any

from makedo_core.graph.asset_model import RegionKind
from makedo_core.skills import SkillCall
from makedo_eval.baselines.llm_tamp.standing import PlacedPose, Standing, surfaces_of
from makedo_eval.simulated_model.question import Question
from makedo_eval.simulated_model.truth import Truth
from planner_node.pddl.names import pddl_name

_PUTS = {"put_on": RegionKind.ON, "put_inside": RegionKind.INSIDE}
_TRIES = 25


def _plan(question: Question, truth: Truth) -> str:
    return json.dumps({"reasoning": "each has a spot of its own", "plan": list(_steps(truth))})


def _steps(truth: Truth) -> Iterator[dict[str, Any]]:
    """The steps of the truth; where the skills of the robot put something down, with the first spot that is free."""
    standing = Standing.of(truth.graph)
    for call in truth.calls:
        step: dict[str, Any] = {"skill": call.skill, "arguments": list(map(pddl_name, call.arguments))}
        if call.skill in _PUTS and truth.task.domain is None and all(a in truth.graph for a in call.arguments):
            spot = _free(standing, call)
            thing, place = call.arguments
            standing = standing.put(thing, place, _PUTS[call.skill], spot)
            if spot is not None:
                step["at"] = {"x": spot.x, "y": spot.y, "yaw": spot.yaw}
        elif call.arguments and call.skill == "pick_up":
            standing = standing.lifted(call.arguments[0])
        yield step


def _free(standing: Standing, call: SkillCall) -> PlacedPose | None:
    """The free spot that leaves most of the surface in one piece: along its edges first; None where there is none."""
    thing, place = call.arguments
    kind = _PUTS[call.skill]
    if not standing.is_judged(thing, place, kind):
        return None
    for surface in surfaces_of(standing.graph[place], kind):
        for across in range(_TRIES):
            for along in range(_TRIES):
                offset = (
                    (along / (_TRIES - 1) - 0.5) * surface.size[0],
                    (across / (_TRIES - 1) - 0.5) * surface.size[1],
                )
                x, y, _ = surface.pose.transform((*offset, 0.0))
                spot = PlacedPose(round(x, 3), round(y, 3), round(surface.pose.yaw, 3))
                if not standing.wrong(thing, place, kind, spot):
                    return spot
    return None


ANSWERERS: Mapping[str, Callable[[Question, Truth], str]] = MappingProxyType({"llm_tamp": _plan})
