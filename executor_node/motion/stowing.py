# SPDX-License-Identifier: Apache-2.0
"""Brings the arm to where it is safe to drive and leaves the camera its view."""

from __future__ import annotations

import itertools
import math
from collections.abc import Collection, Iterable, Sequence

from executor_node.context import Close, SkillContext, spoken
from executor_node.geometry.grasps import tool_pose
from executor_node.geometry.obstacles import for_motions
from executor_node.motion.feeling import holds_something
from executor_node.motion.motions import (
    around,
    back_out,
    grip,
    move_to,
    open_gripper,
    plan_short,
    run_line,
    run_motion,
    run_through_the_open,
)
from executor_node.motion.reach import CLOSE, LINE_COMPLETE, UPRIGHT, Reasons, partly, shifted
from executor_node.motion.room import has_room_all_along
from executor_node.motion.surroundings import see_surroundings
from makedo_core.failure import SUCCESS, FailureCause, Outcome
from makedo_core.geometry import Pose
from makedo_core.graph.scene_graph import NodeKind, State
from makedo_core.ports import Joints, Motion
from makedo_core.robot_config import ArmConfig, CarryPosture

GENTLE = 2.0  # times as long: what is full spills on a fast way
STEP_BACK_M = 0.35
CLEAR_M = ((0.12, 0.0), (0.0, 0.15))  # up and back
AT_HAND_M, MOVED_M = 0.2, 0.03
STEP_M = 0.05  # between poses that are looked at along a way: a door's edge is no wider
LONGEST_M = 0.7  # a base farther than this from where it came has left in another way [m]
ELSEWHERE_M = 0.2  # so far away there may be room for the arm again
SAME_RAD = 0.05  # or metres: postures that differ by less in every joint are one
SLIM, SUITS_DEG = 2, 16.0  # so many slim postures are tried, for pitches so near to that of the grasp
NOT_CLOSE = "the arm cannot be brought out of the way"  # of a drive, or of the camera of a robot that never drives
CARRY_YAWS = (0.0, -30.0, 30.0, -60.0, 60.0)
ASIDE_YAWS = (0.0, 40.0, -40.0, 80.0)
VIEWS = (0.0, 0.25, 0.5, 0.75, 1.0)  # of the pan range
ASIDE_PITCHES = (math.radians(60), math.radians(90))
_IN_THE_WAY = frozenset({FailureCause.IN_COLLISION, FailureCause.UNREACHABLE, FailureCause.MOTION_PLANNING_FAILED})


def stow(context: SkillContext, *, leave_out: Iterable[str] = ()) -> Outcome:
    """Bring the arm to where it is safe to drive; what is held stays upright.

    Args:
        context: of the skill.
        leave_out: objects that the hand may still touch.
    """
    held = context.memory.held
    outcome = _stow(context, leave_out)
    if held is not None and context.memory.held is None:
        what = f"{spoken(held.object_id)} fell out of the hand as the arm was brought close"
        return Outcome(FailureCause.OBJECT_LOST, what)
    return outcome


def _stow(context: SkillContext, leave_out: Iterable[str]) -> Outcome:
    if context.memory.stowed:
        return _tidy(context)
    back_out(context)
    if _holds_something_full(context):
        return _bring_close_level(context)
    _go_straight_out(context)
    outcome = _fold(context, leave_out)
    if outcome.cause in _IN_THE_WAY and touches_something(context):
        outcome = _fold(context, {*leave_out, *lift_clear(context)})
    if outcome.cause in _IN_THE_WAY and _may_step_back(context):
        # Furniture in front leaves the arm no room, an open door for one: there is room a step back.
        context.note("stepping back", reason=str(outcome))
        stepped = context.ports.base.drive_to(context.ports.base.pose() @ Pose((-STEP_BACK_M, 0.0, 0.0)), context.token)
        context.token.check()
        outcome = _fold(context, leave_out) if stepped.ok else outcome
    _remember(context, outcome.ok)
    return outcome


def _remember(context: SkillContext, stowed: bool) -> None:
    """Whether the arm is stowed, and where."""
    context.memory.stowed = stowed
    if stowed:
        context.memory.folded = context.ports.arm.joints()


def still_stowed(context: SkillContext) -> bool:
    """Whether the arm is where it was when it was stowed last."""
    folded = context.memory.folded
    return folded is not None and _is_one(folded, context.ports.arm.joints())


def _is_one(posture: Joints, other: Joints) -> bool:
    """Whether two postures differ by little in all joints that both name."""
    return all(abs(value - posture.get(joint, value)) <= SAME_RAD for joint, value in other.items())


def _holds_something_full(context: SkillContext) -> bool:
    """Whether what is in the hand would spill if it were tilted on the way."""
    held, graph = context.memory.held, context.ports.graph.newest()
    return held is not None and held.object_id in graph and State.FULL in graph[held.object_id].states


def _bring_close_level(context: SkillContext) -> Outcome:
    """Bring what is full close, upright all the way and gently; a robot that cannot drive leaves it where it is."""
    arm, held = context.ports.config.arm, context.memory.held
    if held is None or context.ports.config.base is None:
        return SUCCESS
    seen = see_surroundings(context)
    if not seen.ok:
        return seen
    reasons = Reasons()
    for position, yaw in itertools.product(arm.carry, CARRY_YAWS):
        context.token.check()
        line = context.ports.arm.plan_line([tool_pose(position, math.radians(yaw), held.pitch)])
        if line.motion is not None and line.fraction >= LINE_COMPLETE:
            outcome = run_motion(context, line.motion.slowed(GENTLE))
            _remember(context, outcome.ok)
            return outcome
        reasons.add(UPRIGHT, partly(line.outcome))
    return reasons.outcome(NOT_CLOSE)


def move_off(context: SkillContext, joints: Joints) -> Outcome:
    """Move through the open to joint values; where the arm touches a thing as it is, it is lifted clear of it first."""
    outcome = move_to(context, joints)
    if outcome.cause is FailureCause.IN_COLLISION and touches_something(context):
        outcome = move_to(context, joints, leave_out=lift_clear(context))
    return outcome


def lift_clear(context: SkillContext) -> set[str]:
    """Bring the hand away from the things that it, or what it holds, touches: from there no way could be planned.

    Up, and then back from where the hand points; furniture is heeded, and things cannot be.

    Returns:
        things at the hand that it seems to touch even then: not where they are thought to be, for it moved freely.
    """
    graph = context.ports.graph.newest()
    things = {node.id for node in graph.of_kind(NodeKind.OBJECT) if node.pose.is_known}
    moved_m = 0.0
    for up_m, back_m in CLEAR_M:
        tool = context.ports.base.pose() @ context.ports.arm.tool()
        x, y = tool.matrix()[:2, 0] / max(1e-6, math.hypot(*tool.matrix()[:2, 0]))
        if not see_surroundings(context, leave_out=things).ok:
            return set()
        outcome, fraction = run_line(context, [shifted(tool, -back_m * x, -back_m * y, up_m)])
        context.note("out of touch", up=up_m, back=back_m, fraction=round(fraction, 2), reason=str(outcome))
        if not touches_something(context):
            return set()
        moved_m += fraction * (up_m + back_m)
    if moved_m < MOVED_M:
        return set()
    tool = context.ports.base.pose() @ context.ports.arm.tool()
    return {i for i in things if math.dist(graph[i].centre, tool.position) < AT_HAND_M}


def touches_something(context: SkillContext) -> bool:
    """Whether the arm, or what it holds, touches something as it is."""
    return see_surroundings(context).ok and context.ports.arm.touches().cause is FailureCause.IN_COLLISION


def _may_step_back(context: SkillContext) -> bool:
    """Whether there is a base to step with, and what is held touches nothing and would not be dragged along."""
    if context.ports.config.base is None:
        return False
    if context.memory.held is None:
        return True
    return see_surroundings(context).ok and context.ports.arm.touches().ok


def _go_straight_out(context: SkillContext) -> None:
    """Where the base came straight in with the arm stretched out, there is no room to fold it: back out as it came."""
    memory, here = context.memory, context.ports.base.pose()
    before, memory.came_from = memory.came_from, None
    if before is None or not STEP_M < before.distance(here) < LONGEST_M:
        return
    if memory.held is None:
        grip(context, 0.0)  # open fingers are wider than what they held on the way in
        if holds_something(context):
            open_gripper(context)
            return
    joints = context.ports.arm.joints()
    if has_room_all_along(context, straight(before, here), Reasons(), posture=joints):
        context.note("straight out")
        context.ports.base.drive_to(before, context.token)
        context.token.check()


def straight(behind: Pose, ahead: Pose) -> tuple[Pose, ...]:
    """Poses between two that face the same way, the one behind left out; none if they are one."""
    away = behind.distance(ahead)
    return tuple(behind @ Pose((min(i * STEP_M, away), 0.0, 0.0)) for i in range(1, math.ceil(away / STEP_M) + 1))


def _tidy(context: SkillContext) -> Outcome:
    """From a makeshift posture to the usual one, once the robot has gone from where there was no room for it."""
    memory, here = context.memory, context.ports.base.pose()
    if memory.makeshift is None or memory.held is not None or memory.makeshift.distance(here) < ELSEWHERE_M:
        return SUCCESS
    outcome = move_to(context, context.ports.config.arm.postures["ready"])
    if not outcome.ok and outcome.cause not in _IN_THE_WAY:
        return outcome
    memory.makeshift = None if outcome.ok else here
    _remember(context, True)
    return SUCCESS


def _fold(context: SkillContext, leave_out: Iterable[str]) -> Outcome:
    arm = context.ports.config.arm
    held = context.memory.held
    context.memory.makeshift = None
    if held is not None:  # keeping the pitch of the grasp, so that what is held stays upright
        return _carry(context, held.pitch, leave_out)
    ready, folded = arm.postures["ready"], context.memory.folded
    outcome = move_to(context, ready, leave_out=leave_out)
    if outcome.cause not in _IN_THE_WAY:
        return outcome
    context.memory.makeshift = context.ports.base.pose()
    came_from = {joint: (folded or ready).get(joint, value) for joint, value in ready.items()}
    if not _is_one(came_from, ready):
        outcome = move_to(context, came_from, leave_out=leave_out)
        if outcome.cause not in _IN_THE_WAY:
            return outcome
    aside = itertools.starmap(Close, itertools.product(arm.aside, ASIDE_PITCHES, ASIDE_YAWS))
    return _bring_close(context, tuple(aside), leave_out)


def _carry(context: SkillContext, pitch: float, leave_out: Iterable[str]) -> Outcome:
    """Bring what is held close, at the pitch [rad] of its grasp, first as the last thing was that was held like it.

    An elbow that sticks out meets doorframes, so a slim posture comes first, even where there is little room for it.
    """
    arm, before = context.ports.config.arm, context.memory.carried.get(round(math.degrees(pitch)))
    slim = [Close(posture.position, pitch, posture.yaw_deg, posture.near) for posture in suiting(arm, pitch)]
    wide = [Close(position, pitch, yaw) for position, yaw in itertools.product(arm.carry, CARRY_YAWS)]
    outcome = SUCCESS
    for places in (slim, wide) if slim else (wide,):
        outcome = _bring_close(context, sorted(places, key=lambda place: place != before), leave_out)
        if outcome.ok:
            context.note("carried", slim=places is slim)
        if outcome.ok or outcome.cause not in _IN_THE_WAY:
            break
    return outcome


def suiting(arm: ArmConfig, pitch: float) -> list[CarryPosture]:
    """Slim postures that are meant for a pitch [rad] or one near it, the nearest first."""
    away = {i: abs(posture.pitch_deg - math.degrees(pitch)) for i, posture in enumerate(arm.carry_slim)}
    return [arm.carry_slim[i] for i in sorted(away, key=lambda i: away[i]) if away[i] < SUITS_DEG][:SLIM]


def _bring_close(context: SkillContext, places: Sequence[Close], leave_out: Iterable[str]) -> Outcome:
    """Bring the hand to the first place that it can take, around what comes into the way.

    A posture that leaves the camera free to turn comes first; where there is none, the one that hinders it least.
    """
    left_out = frozenset(leave_out)
    return around(context, lambda: _bring_close_once(context, places, left_out))


def _bring_close_once(context: SkillContext, places: Sequence[Close], leave_out: Collection[str]) -> Outcome:
    reasons = Reasons()
    here = context.ports.arm.joints()
    best: tuple[int, Motion] | None = None
    for clearance in for_motions(context.ports.graph.newest()):
        outcome = see_surroundings(context, clearance=clearance, leave_out=leave_out)
        if not outcome.ok:
            return outcome
        for place in places:
            context.token.check()
            tool = tool_pose(place.position, math.radians(place.yaw_deg), place.pitch)
            found = context.ports.arm.solve_ik(tool, place.near or here)
            if found.joints is None:
                reasons.add(CLOSE, found.outcome)
                continue
            hidden = _hidden_views(context, found.joints)
            if best is not None and hidden >= best[0]:
                continue
            planned = plan_short(context, found.joints)
            if planned.motion is not None:
                best = (hidden, planned.motion)
                context.memory.carried[round(math.degrees(place.pitch))] = place
                if hidden == 0:
                    return run_through_the_open(context, planned.motion, clearance, leave_out)
                continue
            reasons.add("the way to it", planned.outcome)
            if planned.outcome.cause is FailureCause.IN_COLLISION:
                break  # the start is: no other goal helps
        if best is not None:
            context.note("the arm hinders the head", views=best[0])
            return run_through_the_open(context, best[1], clearance, leave_out)
    return reasons.outcome(NOT_CLOSE)


def _hidden_views(context: SkillContext, joints: Joints) -> int:
    """In how many ways to look the head would touch the arm; a fixed camera does not."""
    head, arm = context.ports.config.head, context.ports.arm
    if head is None:
        return 0
    low, high = head.pan_limits
    pans = [low + share * (high - low) for share in VIEWS]
    tilts = [share * head.tilt_limits[0] for share in (1.0, 0.5)]
    starts = [{**joints, head.pan: p, head.tilt: head.tilt_sign * t} for p, t in itertools.product(pans, tilts)]
    return sum(arm.touches(start).cause is FailureCause.IN_COLLISION for start in starts)
