# SPDX-License-Identifier: Apache-2.0
"""Moves that several skills share: go somewhere with the arm, stow it, grip, look, drive to a good place to stand."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

from executor_node.base_pose import Ground, ground
from executor_node.context import SkillContext, spoken
from executor_node.effects import change_for
from executor_node.furniture import Furniture, furniture
from executor_node.grasps import tool_pose
from executor_node.obstacles import Clearance, held_obstacle, near_obstacles
from executor_node.reach import Reasons, show
from makedo_core.failure import SUCCESS, FailureCause, Outcome
from makedo_core.geometry import Box, Pose, Vector
from makedo_core.plan import SkillCall
from makedo_core.ports import Discovery, Joints, Motion, MotionResult, Obstacle
from makedo_core.scene_graph import Node, NodeKind, SceneGraph

LONG_S = 6.0
STEP_BACK_M = 0.35
SEEN_TIMEOUT_S = 3.0
CARRY_YAWS = (0.0, -30.0, 30.0, -60.0, 60.0)
ASIDE_YAWS = (0.0, 40.0, -40.0, 80.0)
ASIDE_PITCHES = (math.radians(60), math.radians(90))
_IN_THE_WAY = frozenset(
    {FailureCause.IN_COLLISION, FailureCause.UNREACHABLE, FailureCause.MOTION_PLANNING_FAILED}
)
_Found = TypeVar("_Found")


def asset(context: SkillContext, node_id: str) -> Furniture:
    """A piece of furniture as it stands now."""
    node = context.ports.graph.newest()[node_id]
    return furniture(node, context.memory.joint_values.get(node_id))


def floor(context: SkillContext, graph: SceneGraph) -> Ground:
    """What the base must keep clear of."""
    boxes: list[Box] = []
    for node in graph.of_kind(NodeKind.ASSET):
        boxes.extend(b for _, b, _ in furniture(node, context.memory.joint_values.get(node.id)).boxes())
    return ground(graph, boxes)


def held_as_obstacle(
    context: SkillContext, graph: SceneGraph, clearance: Clearance = Clearance.TIGHT
) -> Obstacle | None:
    """What is in the hand, for the planner's world."""
    held = context.memory.held
    if held is None or held.object_id not in graph:
        return None
    return held_obstacle(graph[held.object_id], held.in_tool, clearance)


def surroundings(
    context: SkillContext,
    base: Pose,
    *,
    leave_out: Iterable[str] = (),
    leave_out_moving: str | None = None,
    clearance: Clearance = Clearance.TIGHT,
) -> tuple[Obstacle, ...]:
    """Everything near a base pose, in its frame."""
    held = context.memory.held
    left_out = {*leave_out, *({held.object_id} if held else ())}
    return near_obstacles(
        context.ports.graph.newest(),
        base,
        context.memory.joint_values,
        leave_out=left_out,
        leave_out_moving=leave_out_moving,
        clearance=clearance,
    )


def see_surroundings(
    context: SkillContext, *, clearance: Clearance = Clearance.TIGHT, **left_out: Any
) -> Outcome:
    """Tell the planner what is around the robot; `left_out` as of `surroundings`."""
    obstacles = surroundings(context, context.ports.base.pose(), clearance=clearance, **left_out)
    return context.ports.arm.show(obstacles, held_as_obstacle(context, context.ports.graph.newest(), clearance))


def happened(context: SkillContext, call: SkillCall, poses: Iterable[tuple[str, Pose]] = ()) -> Outcome:
    """Tell the scene graph that a call's effects hold now, so that what follows keeps clear of what was put down."""
    graph = context.ports.graph
    return graph.update(change_for(call, graph.newest(), tuple(poses)))


def move_to(context: SkillContext, joints: Joints, *, leave_out: Iterable[str] = ()) -> Outcome:
    """Move through the open to joint values, with room to spare where there is some."""
    outcome = SUCCESS
    for clearance in Clearance:
        outcome = see_surroundings(context, clearance=clearance, leave_out=leave_out)
        if not outcome.ok:
            return outcome
        planned = plan_short(context, joints)
        if planned.motion is not None:
            return run_motion(context, planned.motion)
        outcome = planned.outcome
    return outcome


def plan_short(context: SkillContext, joints: Joints) -> MotionResult:
    """Plan a motion; a suspiciously long one gets a second try, for random planners wander."""
    result = context.ports.arm.plan(joints)
    if result.motion is None or result.motion.duration_s < LONG_S:
        return result
    again = context.ports.arm.plan(joints)
    if again.motion is None or again.motion.duration_s > result.motion.duration_s:
        return result
    return again


def run_motion(context: SkillContext, motion: Motion) -> Outcome:
    """Carry out a motion."""
    context.token.check()
    context.memory.stowed = False
    context.note("motion", duration_s=round(motion.duration_s, 2))
    outcome = context.ports.arm.execute(motion, context.token)
    context.token.check()
    return outcome


def run_line(
    context: SkillContext, waypoints: Sequence[Pose], *, avoid_collisions: bool = True
) -> tuple[Outcome, float]:
    """Plan from here along lines (map frame) and carry out what can be; the share that could."""
    to_base = context.ports.base.pose().inverse()
    line = context.ports.arm.plan_line(
        [to_base @ w for w in waypoints], avoid_collisions=avoid_collisions
    )
    if line.motion is None or line.fraction <= 0.02:
        return (line.outcome if not line.outcome.ok else SUCCESS), line.fraction
    return run_motion(context, line.motion), line.fraction


def grip(context: SkillContext, width_m: float) -> Outcome:
    """Open or close the gripper."""
    context.note("grip", width_m=round(width_m, 3))
    outcome = context.ports.gripper.move(width_m, context.token)
    context.token.check()
    return outcome


def open_gripper(context: SkillContext) -> Outcome:
    """Open as far as it goes, unless it is open."""
    widest = context.ports.config.gripper.max_width_m
    if context.ports.gripper.width() > widest - 0.01:
        return SUCCESS
    return grip(context, widest)


def holds_something(context: SkillContext) -> bool:
    """Whether the fingers are kept apart by something."""
    return context.ports.gripper.width() > context.ports.config.gripper.min_held_m


def stow(context: SkillContext, *, leave_out: Iterable[str] = ()) -> Outcome:
    """Bring the arm to where it is safe to drive; what is held stays upright.

    Args:
        context: of the skill.
        leave_out: objects that the hand may still touch.
    """
    if context.memory.stowed:
        return SUCCESS
    outcome = _fold(context, leave_out)
    if not outcome.ok and context.memory.held is None and outcome.cause in _IN_THE_WAY:
        # Furniture in front leaves the arm no room, an open door for one: there is room a step back.
        context.note("stepping back", reason=str(outcome))
        stepped = context.ports.base.drive_to(context.ports.base.pose() @ Pose((-STEP_BACK_M, 0.0, 0.0)), context.token)
        context.token.check()
        outcome = _fold(context, leave_out) if stepped.ok else outcome
    context.memory.stowed = outcome.ok
    return outcome


def _fold(context: SkillContext, leave_out: Iterable[str]) -> Outcome:
    arm = context.ports.config.arm
    held = context.memory.held
    if held is not None:  # keeping the pitch of the grasp, so that what is held stays upright
        return _bring_close(context, arm.carry, (held.pitch,), CARRY_YAWS, leave_out)
    outcome = move_to(context, arm.postures["ready"], leave_out=leave_out)
    if outcome.cause not in _IN_THE_WAY:
        return outcome
    return _bring_close(context, arm.aside, ASIDE_PITCHES, ASIDE_YAWS, leave_out)


def _bring_close(
    context: SkillContext,
    positions: Sequence[Vector],
    pitches: Sequence[float],
    yaws: Sequence[float],
    leave_out: Iterable[str],
) -> Outcome:
    """Bring the hand to the first position (base frame) that it can take with some pitch [rad] and yaw [deg]."""
    reasons = Reasons()
    here = context.ports.arm.joints()
    for clearance in Clearance:
        outcome = see_surroundings(context, clearance=clearance, leave_out=leave_out)
        if not outcome.ok:
            return outcome
        for position, pitch, yaw in itertools.product(positions, pitches, yaws):
            context.token.check()
            found = context.ports.arm.solve_ik(tool_pose(position, math.radians(yaw), pitch), here)
            if found.joints is None:
                reasons.add("the posture for driving", found.outcome)
                continue
            planned = plan_short(context, found.joints)
            if planned.motion is not None:
                return run_motion(context, planned.motion)
            reasons.add("the way to it", planned.outcome)
            if planned.outcome.cause is FailureCause.IN_COLLISION:
                break  # the start is: no other goal helps
    return reasons.outcome("cannot bring the arm close for driving")


def look(context: SkillContext, point: Vector) -> Outcome:
    """Turn the camera to a point of the map."""
    return context.ports.head.look_at(point, context.token)


def discover(context: SkillContext, asset_id: str) -> Discovery:
    """Have perception look over furniture; the arm is brought close first, it would be in the way."""
    stowed = stow(context)
    if not stowed.ok:
        return Discovery(stowed)
    found = context.ports.discoverer.discover(asset_id, context.token)
    context.token.check()
    context.note(
        "discovered",
        asset=asset_id,
        cause=found.outcome.cause.name,
        added=found.added,
        moved=found.moved,
        missing=found.missing,
    )
    return found


def seen_since(context: SkillContext, node_id: str, since_s: float, timeout_s: float = SEEN_TIMEOUT_S) -> Node | None:
    """The node once it was observed after a time; None if it was not."""

    def observed(graph: SceneGraph) -> bool:
        node = graph.nodes.get(node_id)
        return node is not None and not node.is_belief and (node.last_seen or -1.0) >= since_s

    graph = context.ports.graph.wait_until(observed, timeout_s, context.token)
    return graph[node_id] if graph is not None else None


def drive(context: SkillContext, target: Pose) -> Outcome:
    """Stow the arm and drive."""
    outcome = stow(context)
    if not outcome.ok:
        return outcome
    context.token.check()
    context.note("drive", x=round(target.position[0], 3), y=round(target.position[1], 3), yaw=round(target.yaw, 3))
    outcome = context.ports.base.drive_to(target, context.token)
    context.token.check()
    return outcome


def best_stand(
    context: SkillContext,
    candidates: Sequence[Pose],
    dry_run: Callable[[Pose, Reasons], _Found | None],
    reasons: Reasons,
    limit: int = 6,
) -> tuple[Pose, _Found] | None:
    """The first base pose where the arm has room as it is and a dry run succeeds, among the first `limit` of those."""
    tried = 0
    for pose in candidates:
        context.token.check()
        if not has_room(context, pose, reasons):
            continue
        tried += 1
        if tried > limit:
            break
        found = dry_run(pose, reasons)
        if found is not None:
            return pose, found
    return None


def has_room(context: SkillContext, base: Pose, reasons: Reasons) -> bool:
    """Whether the arm, stowed as it is, would touch nothing if the robot stood there."""
    if not context.memory.stowed:
        return True  # it will be stowed otherwise than it is now
    held = held_as_obstacle(context, context.ports.graph.newest())
    if not show(context, surroundings(context, base), held, reasons):
        return False
    here = context.ports.arm.joints()
    outcome = context.ports.arm.plan(here, here).outcome
    if outcome.cause is FailureCause.IN_COLLISION:
        reasons.add("standing there", outcome)
        return False
    return True


def nobody_there(context: SkillContext, object_id: str, place_id: str) -> Outcome:
    """The outcome of an object that is not where the graph says."""
    return Outcome(
        FailureCause.OBJECT_NOT_FOUND, f"{spoken(object_id)} is not to be seen at {spoken(place_id)}"
    )
