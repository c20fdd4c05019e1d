# SPDX-License-Identifier: Apache-2.0
"""The dry run of a plan before anything moves: each call is tried out in an imagined world, with the real planners.

A call is GREEN when its preconditions hold by then, the navigation knows a way to a place to stand, and the arm's
motions were found; RED when one of those is not so; and YELLOW when it cannot be known beforehand: the thing has not
been seen yet, or depends on one that has not, or the way is unknown. The lights show the operator a risk. What is found
to be impossible is kept with its cause: a plan with such a call is not begun unasked.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from executor_node.context import Held, SkillContext, spoken
from executor_node.effects import change_for
from executor_node.motion.reach import Reasons
from executor_node.motion.surroundings import asset
from executor_node.rehearsal.foreseen import Verdict, Ways, first_motion, preconditions
from executor_node.rehearsal.imagined import Imagined
from executor_node.skills.go_to import TRIES, places_to_stand
from executor_node.skills.plans.offering import OfferPlan
from executor_node.skills.plans.picking import PickPlan
from executor_node.skills.plans.putting import PutPlan
from executor_node.skills.plans.standing import nowhere_to_stand, stand_and_work
from executor_node.skills.plans.swinging import SwingPlan
from executor_node.skills.plans.turning import TurnPlan
from makedo_core.failure import FailureCause, Outcome
from makedo_core.geometry import Pose
from makedo_core.plan import Light, PlannedCall
from makedo_core.ports import GraphChange
from makedo_core.skills import SkillCall

_PUTS = frozenset({"put_on", "put_inside", "hand_over"})
_NEED_HELD = _PUTS | {"pour"}
_MOVES_FURNITURE = frozenset({"open", "close", "turn_over"})
_WORK = _NEED_HELD | {"pick_up", "open", "close", "turn_on", "turn_off", "press", "turn_over"}


@dataclass(slots=True)
class DryRun:
    """Tries out the calls of a plan one after another.

    Args:
        context: of the task; only its arm is used, to plan with.
        limit_s: calls that are reached later than this are not tried [s, wall].
        drives: whether drives are tried out; else only what the arm does where they lead.

    Attributes:
        impossible: calls for which no place to stand, no way there or no motion exists, with what doing them would end
            with, in the order of the plan.
    """

    context: SkillContext
    limit_s: float
    drives: bool = True
    impossible: list[tuple[SkillCall, Outcome]] = field(init=False, default_factory=list)
    world: Imagined = field(init=False)
    _ways: Ways = field(init=False)
    _deadline: float = field(init=False, default=0.0)
    _doubts: dict[str, str] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        ports, memory = self.context.ports, self.context.memory
        self.world = Imagined(ports.graph.newest(), ports.base.pose(), ports.base)
        self._ways = Ways(self.world)
        imagined = replace(ports, graph=self.world, base=self.world)
        self.context = replace(self.context, ports=imagined, memory=memory.copy(), attempt=0, looks=0, note=_unheard)

    def run(self, calls: Sequence[SkillCall]) -> tuple[PlannedCall, ...]:
        """A light for each call."""
        self._deadline = time.monotonic() + self.limit_s
        lights = []
        for i, call in enumerate(calls):
            if self._is_late():
                lights.append(PlannedCall(call, Light.YELLOW, self._late()))
                continue
            context = replace(self.context, upcoming=tuple(calls[i + 1 :]))
            verdict = self._try(context, call)
            if verdict.cause is not FailureCause.SUCCESS:
                self.impossible.append((call, Outcome(verdict.cause, verdict.reason)))
            lights.append(PlannedCall(call, verdict.light, verdict.reason))
        return tuple(lights)

    def _is_late(self) -> bool:
        return time.monotonic() > self._deadline

    def _late(self) -> str:
        return f"not tried out: the dry run was ended after {self.limit_s:.0f} s"

    def _try(self, context: SkillContext, call: SkillCall) -> Verdict:
        """Of one call; whatever comes of it, the world is then as if it had succeeded, for the sake of the next."""
        verdict, done = preconditions(call, self.world.graph), GraphChange()
        if any(argument not in self.world.graph for argument in call.arguments):
            return verdict
        if verdict.light is Light.GREEN:
            unknown = self._unknown(call)
            if unknown:
                verdict = Verdict(Light.YELLOW, unknown)
            elif call.skill == "go_to" and self.drives:
                verdict = self._go(context, call)
            elif call.skill in _WORK:
                verdict, done = self._work(context, call)
        self.world.update(change_for(call, self.world.graph, done.poses))
        self.world.update(done)
        self._ways.changed = self._ways.changed or call.skill in _MOVES_FURNITURE
        return verdict

    def _go(self, context: SkillContext, call: SkillCall) -> Verdict:
        (place,) = call.arguments
        stands = places_to_stand(context, place)
        if not stands:
            nowhere = nowhere_to_stand(context, asset(context, place))
            return Verdict(Light.RED, nowhere.message, nowhere.cause)
        return self._drive(context, place, stands[:TRIES])

    def _work(self, context: SkillContext, call: SkillCall) -> tuple[Verdict, GraphChange]:
        reasons = Reasons()
        found = stand_and_work(context, call, reasons)
        if found is None:
            none = reasons.outcome("no motion was found")
            return Verdict(Light.RED, str(none), none.cause), GraphChange()
        stand, plan = found
        way = self._drive(context, call.arguments[-1], (stand,))
        if way.light is Light.GREEN and not self._is_late():
            arm = first_motion(context, stand, plan.attempt.pre)
            way = way if arm.light is Light.GREEN else arm
        return way, self._done(call, plan)

    def _drive(self, context: SkillContext, place: str, stands: Sequence[Pose]) -> Verdict:
        """Be at the place to stand that the navigation knows a way to."""
        context.token.check()
        if self._is_late() and stands[0] != self.world.here:
            self.world.here = stands[0]
            return Verdict(Light.YELLOW, self._late())
        verdict, self.world.here = self._ways.to(place, stands, self.world.here)
        context.token.check()
        return verdict

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
    """Does not record imagined steps as events."""
