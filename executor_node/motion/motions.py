# SPDX-License-Identifier: Apache-2.0
"""Motions that several skills share: through the open, along lines, of the fingers."""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Collection, Iterable, Sequence

from executor_node.context import Memory, Ports, SkillContext, WayOut
from executor_node.geometry.obstacles import Clearance, for_motions
from executor_node.motion.feeling import OPEN_M, minding, what_was_lost
from executor_node.motion.surroundings import see_surroundings
from executor_node.motion.watching import WayWatch
from executor_node.robot.measured import measured
from makedo_core.failure import SUCCESS, FailureCause, Outcome
from makedo_core.geometry import Pose
from makedo_core.ports import Joints, Motion, MotionResult

LONG_S, MORE_PLANS = 6.0, 2
MORE_WAYS = 2  # around what comes into the way
RETREATED = 0.5  # of the way back, after which the hand is clear of the object
NEARLY_M = 0.01  # by less than this from its widest, a gripper that holds nothing may be open
OPENED_M = 0.003  # fingers that part by less may be on their way; what parts at all lets go
BACK_M = 0.12  # from a handle
PACE = 3.0  # times as long as elsewhere a motion takes beside somebody who is handed something
ROOMY_S = 0.5  # a way with room to spare is found soon, or there hardly is one


def move_to(context: SkillContext, joints: Joints, *, leave_out: Iterable[str] = ()) -> Outcome:
    """Move through the open to joint values, with room to spare where there is some; around what comes into the way."""
    left_out = frozenset(leave_out)
    return around(context, lambda: _move_to(context, joints, left_out))


def around(context: SkillContext, move: Callable[[], Outcome]) -> Outcome:
    """Move, and again with what is known by then where something came into the way."""
    outcome = move()
    for _ in range(MORE_WAYS):
        if outcome.cause is not FailureCause.WAY_BLOCKED:
            break
        context.note("another way", reason=str(outcome))
        outcome = move()
    return outcome


def _move_to(context: SkillContext, joints: Joints, leave_out: Collection[str]) -> Outcome:
    outcome = SUCCESS
    for clearance in for_motions(context.ports.graph.newest()):
        outcome = see_surroundings(context, clearance=clearance, leave_out=leave_out)
        if not outcome.ok:
            return outcome
        planned = plan_short(context, joints, limit_s=None if clearance is Clearance.TIGHT else ROOMY_S)
        if planned.motion is not None:
            return run_through_the_open(context, planned.motion, clearance, leave_out)
        outcome = planned.outcome
        context.note("no way with room", clearance=clearance.name.lower(), reason=outcome.in_detail)
    return outcome


def plan_short(context: SkillContext, joints: Joints, *, limit_s: float | None = None) -> MotionResult:
    """Plan a motion; a suspiciously long one is sought anew, for random planners wander. The shortest counts."""
    context.token.check()
    best = context.ports.arm.plan(joints, limit_s=limit_s)
    for _ in range(MORE_PLANS):
        context.token.check()
        if best.motion is None or best.motion.duration_s < LONG_S:
            break
        again = context.ports.arm.plan(joints, limit_s=limit_s)
        if again.motion is not None and again.motion.duration_s < best.motion.duration_s:
            best = again
    return best


def run_through_the_open(
    context: SkillContext, motion: Motion, clearance: Clearance, leave_out: Collection[str] = ()
) -> Outcome:
    """Carry out a motion as `run_motion` does; it ends with WAY_BLOCKED when something comes into its way.

    Args:
        context: of the skill.
        motion: to carry out.
        clearance: with which it was planned.
        leave_out: objects that it need not keep clear of.
    """
    over = threading.Event()
    motion = motion.slowed(pace_of(context))
    return _run(context, motion, over, WayWatch(context, motion, clearance, leave_out, over).wrong)


def run_motion(context: SkillContext, motion: Motion, *checks: Callable[[], Outcome]) -> Outcome:
    """Carry out a motion; it ends when what is held leaves the hand, or a check says that something is wrong."""
    return _run(context, motion.slowed(pace_of(context)), threading.Event(), *checks)


def pace_of(context: SkillContext) -> float:
    """How many times as long as elsewhere a motion takes here: 1 unless somebody may stand near to take something."""
    return pace_beside(context.ports, context.memory)


def pace_beside(ports: Ports, memory: Memory) -> float:
    """The same, of whoever knows only whom the robot serves."""
    person = memory.recipient
    if not ports.config.safety.camera or not person or person not in (graph := ports.graph.newest()):
        return 1.0
    away_m = math.dist(graph[person].centre[:2], ports.base.pose().position[:2])
    return PACE if away_m <= ports.config.safety.left_m else 1.0


def _run(context: SkillContext, motion: Motion, over: threading.Event, *checks: Callable[[], Outcome]) -> Outcome:
    context.token.check()
    context.memory.stowed, context.memory.way = False, None
    context.note("motion", duration_s=round(motion.duration_s, 2))
    if context.memory.held is not None:
        checks = (lambda: what_was_lost(context), *checks)
    token = context.token.child()
    with minding(token, checks, over):
        outcome = context.ports.arm.execute(motion, token)
    context.token.check()
    if outcome.cause is FailureCause.OBJECT_LOST:
        context.memory.held = None
    return outcome


def run_line(
    context: SkillContext, waypoints: Sequence[Pose], *, avoid_collisions: bool = True
) -> tuple[Outcome, float]:
    """Plan from here along lines (map frame) and carry out what can be; the share that could."""
    to_base = context.ports.base.pose().inverse()
    line = context.ports.arm.plan_line([to_base @ w for w in waypoints], avoid_collisions=avoid_collisions)
    if line.motion is None or line.fraction <= 0.02:
        return (line.outcome if not line.outcome.ok else SUCCESS), line.fraction
    return run_motion(context, line.motion), line.fraction


def back_out(context: SkillContext) -> float:
    """Bring the hand back from an object that it is around: on any other way it would sweep the object along.

    Opens the hand. Touching something with the open fingers is no reason to stay: the way back is the way they came.

    Returns:
        share of the way that was made; 1 where there was none to make.
    """
    way_out, fraction = context.memory.way_out, 1.0
    if way_out is not None and context.memory.held is None:
        tool = context.ports.base.pose() @ context.ports.arm.tool()
        inside_m = context.ports.config.arm.reach.inside_m
        if tool.distance(way_out.through[-1]) <= inside_m:  # nobody moved the robot meanwhile
            fraction = _go_back(context, way_out)
    context.memory.way_out = None  # not before: a robot that is stopped on the way still has to go
    if context.memory.turning is not None:  # it was let go of as it hung in the hand
        context.memory.askew.add(context.memory.turning.asset_id)
        context.memory.turning = None
    return fraction


def gets_off(context: SkillContext, node_id: str) -> None:
    """Remember that the hand is around something, off which it gets straight back, as it opens."""
    tool = context.ports.base.pose() @ context.ports.arm.tool()
    context.memory.way_out = WayOut(node_id, (tool @ Pose((-BACK_M, 0.0, 0.0)),))


def _go_back(context: SkillContext, way_out: WayOut) -> float:
    """Open the hand and go; the share of the way that was made, 0 if it failed."""
    open_gripper(context)
    outcome = see_surroundings(context, leave_out={way_out.object_id})
    fraction = 0.0
    if outcome.ok:
        outcome, fraction = run_line(context, way_out.through)
        if fraction < RETREATED and outcome.cause in (FailureCause.SUCCESS, FailureCause.UNREACHABLE):
            outcome, fraction = run_line(context, way_out.through, avoid_collisions=False)
    if not outcome.ok or fraction < RETREATED:
        context.note("retreat cut short", fraction=round(fraction, 2), reason=str(outcome))
    return fraction if outcome.ok else 0.0


def grip(context: SkillContext, width_m: float) -> Outcome:
    """Open or close the gripper."""
    context.note("grip", width_m=round(width_m, 3))
    outcome = context.ports.gripper.move(width_m, context.token)
    context.token.check()
    return outcome


def open_gripper(context: SkillContext) -> Outcome:
    """Open as far as it goes, unless it is open: what is nearly as wide as the hand is let go of, too.

    Fingers that hold nothing and never come quite apart are as open as they get.
    """
    widest, gripper = context.ports.config.gripper.max_width_m, context.ports.gripper
    before = gripper.width()
    if before > widest - OPEN_M:
        return SUCCESS
    outcome = grip(context, widest)
    if before > widest - NEARLY_M and context.memory.held is None:
        return outcome
    if not outcome.ok or measured(gripper.width, lambda width: width > before + OPENED_M, context.token) > before:
        return outcome
    return Outcome(FailureCause.WRONG_END_STATE, "the gripper reported success, but its fingers have not opened")
