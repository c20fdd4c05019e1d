# SPDX-License-Identifier: Apache-2.0
"""Machines are started when all is in them and their door is shut, in whatever order that was said."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from makedo_core.goals.goal import OBJECT_VARIABLE
from makedo_core.goals.goal_text import spoken
from makedo_core.graph.scene_graph import State
from makedo_core.skills import Literal
from planner_node.grounding.demand import Demand
from planner_node.grounding.scene import Scene
from planner_node.language.things import Side


def shut_before_started(demands: Sequence[Demand], scene: Scene) -> list[Demand]:
    """Demands with a stage of its own for each start of what is shut in the same stage, or filled in it or before.

    A machine that things are put into is shut before; one that is to stay open is started as it is.

    Args:
        demands: in stages.
        scene: what has a door.
    """
    on, shut, opened = (scene.backend.state(s) for s in (State.ON, State.CLOSED, State.OPEN))
    found = list(demands)
    if on is None or shut is None or not any(d.literals == (on,) for d in found):
        return found
    stages = sorted({d.stage for d in found}, reverse=True)
    for stage in stages:
        here = [d for d in found if d.stage == stage or _stays_filled(d, stage, found, shut, scene)]
        started = [d for d in here if d.literals == (on,) and _waits(d, here, shut, opened, scene)]
        if not started:
            continue
        closing = [c for d in started for c in _closing(d, here, shut, scene)]
        later = [replace(d, stage=d.stage + 1) if d.stage > stage or d in started else d for d in found]
        at = next(i for i, d in enumerate(later) if d.stage > stage and d.literals == (on,))
        found = [*later[:at], *closing, *later[at:]]
    return found


def _stays_filled(put: Demand, stage: int, found: Sequence[Demand], shut: Literal, scene: Scene) -> bool:
    """Whether things are put into something in an earlier stage, and it is not said that it is shut before this one."""
    inside = {x.terms[-1] for x in put.literals if scene.backend.side(x) is Side.INSIDE and OBJECT_VARIABLE in x.terms}
    shuts = (d for d in found if d.literals == (shut,) and put.stage <= d.stage < stage)
    return put.stage < stage and bool(inside) and not any(inside & set(d.wanted) for d in shuts)


def _waits(start: Demand, here: Sequence[Demand], shut: Literal, opened: Literal | None, scene: Scene) -> bool:
    """Whether what is started is shut in the same stage or filled by then, and not to be open."""
    stays_open = any(d.literals == (opened,) and set(d.wanted) & set(start.wanted) for d in here)
    closes = any(d.literals == (shut,) and set(d.wanted) & set(start.wanted) for d in here)
    return not stays_open and (closes or any(_fills(d, start, scene) for d in here))


def _fills(put: Demand, start: Demand, scene: Scene) -> bool:
    """Whether things are put into what is started."""
    inside = (x for x in put.literals if scene.backend.side(x) is Side.INSIDE and OBJECT_VARIABLE in x.terms)
    return any(x.terms[-1] in start.wanted for x in inside)


def _closing(start: Demand, here: Sequence[Demand], shut: Literal, scene: Scene) -> list[Demand]:
    """That what is filled and has a door is shut, where that was not said."""
    said = {w for d in here if d.literals == (shut,) for w in d.wanted}
    doors = [w for w in start.wanted if w not in said and scene.has_door(scene.graph[w])]
    filled = [w for w in doors if any(_fills(d, replace(start, wanted=(w,)), scene) for d in here)]
    return [Demand(f"closing {spoken(w)}", 1, (w,), (shut,), stage=start.stage) for w in filled]
