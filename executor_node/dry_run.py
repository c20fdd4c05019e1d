# SPDX-License-Identifier: Apache-2.0
"""The dry run of a plan before anything moves: each call is tried out in an imagined world, with the real planner.

A call is GREEN when a place to stand and the arm's motions were found, RED when none were, and YELLOW when it cannot
be known beforehand: the thing has not been seen yet, or depends on one that has not. The lights tell the operator of
a risk; they change no plan, for a search that is cut short may miss what a longer one finds.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from executor_node.context import Held, SkillContext, spoken
from executor_node.effects import change_for
from executor_node.reach import Reasons
from executor_node.skills.go_to import places_to_stand
from executor_node.skills.offering import OfferPlan
from executor_node.skills.picking import PickPlan
from executor_node.skills.putting import PutPlan
from executor_node.skills.standing import nowhere_to_stand, stand_and_work
from executor_node.skills.swinging import SwingPlan
from executor_node.skills.turning import TurnPlan
from executor_node.surroundings import asset
from makedo_core.cancel import CancelToken
from makedo_core.failure import SUCCESS, Outcome
from makedo_core.geometry import Pose
from makedo_core.openings import opened_to
from makedo_core.plan import Light, PlannedCall, SkillCall
from makedo_core.ports import GraphChange
from makedo_core.scene_graph import SceneGraph

_PUTS = frozenset({"put_on", "put_inside", "hand_over"})
_NEED_HELD = _PUTS | {"pour"}
_WORK = _NEED_HELD | {"pick_up", "open", "close", "turn_on", "turn_off", "press", "turn_over"}


def applied(graph: SceneGraph, change: GraphChange) -> SceneGraph:
    """A scene graph in which a change has happened."""
    nodes = {i: replace(graph[i], pose=pose) for i, pose in change.poses}
    for node_id, state in change.states:
        nodes[node_id] = nodes.get(node_id, graph[node_id]).with_state(state)
    for node_id, value in change.openings:
        nodes[node_id] = opened_to(nodes.get(node_id, graph[node_id]), value)
    return graph.changed(put=nodes.values(), add=change.add, drop=change.drop)


@dataclass(slots=True)
class Imagined:
    """A world that changes as the calls of a plan would change it; stands in for the graph and the base."""

    graph: SceneGraph
    here: Pose

    def newest(self) -> SceneGraph:
        """The scene graph as it would be."""
        return self.graph

    def wait_until(
        self, holds: Callable[[SceneGraph], bool], timeout_s: float, token: CancelToken
    ) -> SceneGraph | None:
        """Nothing happens by waiting."""
        return self.graph if holds(self.graph) else None

    def update(self, change: GraphChange) -> Outcome:
        """Let a change happen."""
        self.graph = applied(self.graph, change)
        return SUCCESS

    def pose(self) -> Pose:
        """Where the base would be."""
        return self.here

    def drive_to(self, target: Pose, token: CancelToken) -> Outcome:
        """Be there."""
        self.here = target
        return SUCCESS


@dataclass(slots=True)
class DryRun:
    """Tries out the calls of a plan one after another.

    Args:
        context: of the task; only its arm is used, to plan with.
        limit_s: calls that are reached later than this are not tried [s, wall].
    """

    context: SkillContext
    limit_s: float
    world: Imagined = field(init=False)
    _doubts: dict[str, str] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        ports, memory = self.context.ports, self.context.memory
        self.world = Imagined(ports.graph.newest(), ports.base.pose())
        imagined = replace(ports, graph=self.world, base=self.world)
        self.context = replace(self.context, ports=imagined, memory=memory.copy(), attempt=0, looks=0, note=_unheard)

    def run(self, calls: Sequence[SkillCall]) -> tuple[PlannedCall, ...]:
        """A light for each call."""
        deadline = time.monotonic() + self.limit_s
        lights = []
        for i, call in enumerate(calls):
            if time.monotonic() > deadline:
                late = f"not tried out: the dry run was ended after {self.limit_s:.0f} s"
                lights.append(PlannedCall(call, Light.YELLOW, late))
                continue
            context = replace(self.context, upcoming=tuple(calls[i + 1 :]))
            lights.append(self._try(context, call))
        return tuple(lights)

    def _try(self, context: SkillContext, call: SkillCall) -> PlannedCall:
        done = GraphChange()
        planned = PlannedCall(call, Light.GREEN)
        unknown = self._unknown(call)
        if unknown:
            planned = PlannedCall(call, Light.YELLOW, unknown)
        elif call.skill == "go_to":
            stands = places_to_stand(context, call.arguments[0])
            if stands:
                self.world.here = stands[0]
            else:
                nowhere = nowhere_to_stand(context, asset(context, call.arguments[0]))
                planned = PlannedCall(call, Light.RED, nowhere.message)
        elif call.skill in _WORK:
            reasons = Reasons()
            found = stand_and_work(context, call, reasons)
            if found is None:
                planned = PlannedCall(call, Light.RED, str(reasons.outcome("no motion was found")))
            else:
                self.world.here, plan = found
                done = self._done(call, plan)
        self.world.update(change_for(call, self.world.graph, done.poses))
        self.world.update(done)
        return planned

    def _unknown(self, call: SkillCall) -> str:
        """Why it cannot be known whether a call will work; empty: it can be tried out."""
        object_id = call.arguments[0]
        if call.skill == "pick_up":
            node = self.world.graph[object_id]
            if node.is_belief or not node.pose.is_known:
                self._doubts[object_id] = f"{spoken(object_id)} has not been seen yet"
                return self._doubts[object_id]
        held = self.context.memory.held
        if call.skill in _NEED_HELD and (held is None or held.object_id != object_id):
            return self._doubts.get(object_id, f"it depends on how {spoken(object_id)} is taken")
        return ""

    def _done(self, call: SkillCall, plan: Any) -> GraphChange:
        """Remember what a motion would have done to the hand; what it would have moved."""
        memory = self.context.memory
        if isinstance(plan, PickPlan):
            node, grasp = self.world.graph[call.arguments[0]], plan.grasp
            memory.held = Held(node.id, grasp.tool.inverse() @ node.pose, grasp.width, grasp.pitch)
        elif isinstance(plan, PutPlan | OfferPlan):
            memory.held = None
            return GraphChange(poses=((call.arguments[0], plan.rest),))
        elif isinstance(plan, TurnPlan):
            return GraphChange(poses=((call.arguments[0], plan.rest),))
        elif isinstance(plan, SwingPlan):
            memory.stands[call.arguments[0]] = self.world.here
            return GraphChange(openings=((call.arguments[0], plan.end),))
        return GraphChange()


def _unheard(event: str, **details: object) -> None:
    """What is imagined is not recorded as an event."""
