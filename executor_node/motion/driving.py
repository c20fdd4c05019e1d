# SPDX-License-Identifier: Apache-2.0
"""Drives to a good place to stand."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar

from executor_node.context import SkillContext, Way
from executor_node.geometry.obstacles import Clearance
from executor_node.motion.feeling import Feeling, feeling
from executor_node.motion.motions import move_to
from executor_node.motion.reach import Attempt, Reasons, show
from executor_node.motion.room import has_room, standing_still
from executor_node.motion.stowing import stow
from executor_node.motion.surroundings import held_as_obstacle, surroundings
from executor_node.motion.ways import can_leave, way_to
from makedo_core.failure import FailureCause, Outcome
from makedo_core.geometry import Pose, wrap_angle
from makedo_core.ports import Joints


class Tried(Protocol):
    """What a dry run found."""

    @property
    def attempt(self) -> Attempt:
        """Motions, from the joint values that they begin at."""


SAME_M, SAME_RAD = 0.02, 0.02  # a base that has not moved is measured within this
PLACES = 8  # so many are asked about
WAYS = 3  # so many places to which no way has room for the arm are enough to try
_Found = TypeVar("_Found", bound=Tried)


def drive(context: SkillContext, target: Pose) -> Outcome:
    """Stow the arm, drive on a way where it has room, and tidy the arm up where there is more room.

    Where it has none at the end of any way, the base stays. Where it has none even to set out, there is no other way
    out: the base goes all the same, and stops where something pushes the arm.
    """
    outcome = stow(context)
    if not outcome.ok:
        return outcome
    context.token.check()
    posture = context.memory.postures.pop(target, None)
    with standing_still(context):
        way = _known_way(context, target) or way_to(context, target, posture)
        if way is None and posture is not None:
            way, posture = way_to(context, target), None
        stuck = way is None and not can_leave(context, target)
    if way is None:
        x, y, _ = target.position
        if not stuck:
            why = "on no way there does the arm have room"
            raw = f"on no way to ({x:.2f}, {y:.2f}) does the arm have room"
            return Outcome(FailureCause.NAVIGATION_FAILED, why, raw)
        context.note("no room for the arm to set out", x=round(x, 3), y=round(y, 3))
        way = (target,)
    for pose in way[:-1]:
        outcome = _drive_to(context, pose)
        if outcome.ok:
            outcome = stow(context)  # there may be more room for the arm than where it was brought close
        if not outcome.ok:
            return outcome
    if posture is not None and way[:-1]:
        return _come_straight_in(context, target, posture)
    outcome = _drive_to(context, target)
    return stow(context) if outcome.ok else outcome


def _known_way(context: SkillContext, target: Pose) -> tuple[Pose, ...] | None:
    """The way that was found as the place was chosen, if the base still stands where it begins."""
    way, context.memory.way = context.memory.way, None
    if way is None or way.poses[-1] != target:
        return None
    here = context.ports.base.pose()
    turned = abs(wrap_angle(here.yaw - way.begins.yaw))
    return way.poses if here.distance(way.begins) < SAME_M and turned < SAME_RAD else None


def _find_way(context: SkillContext, target: Pose, posture: Joints | None = None) -> bool:
    """Whether there is a way with room for the arm; it is kept for the drive."""
    poses = way_to(context, target, posture)
    context.memory.way = Way(context.ports.base.pose(), poses) if poses and context.memory.stowed else None
    return poses is not None


def wary_first(context: SkillContext, places: Sequence[Pose]) -> tuple[Pose, ...]:
    """Places to stand, first one that the base gets to without turning the arm over what nobody has looked over."""
    if not context.memory.stowed:
        return tuple(places)
    best = next((p for p in places[:PLACES] if way_to(context, p, clearances=(Clearance.WARY,)) is not None), None)
    return tuple(places) if best is None else (best, *(p for p in places if p != best))


def _come_straight_in(context: SkillContext, target: Pose, posture: Joints) -> Outcome:
    """Stretch the arm out where there is room, and drive in; it stays as it is for the work there."""
    outcome = move_to(context, posture)
    if not outcome.ok:
        return outcome
    context.memory.came_from = context.ports.base.pose()
    return _drive_to(context, target)


def _drive_to(context: SkillContext, pose: Pose) -> Outcome:
    if context.ports.config.base is not None:
        x, y, _ = pose.position
        context.note("drive", x=round(x, 3), y=round(y, 3), yaw=round(pose.yaw, 3))
    with feeling(context) as felt:
        outcome = context.ports.base.drive_to(pose, felt.token)
    context.token.check()
    if outcome.cause is FailureCause.OBJECT_LOST:
        context.memory.held = None
    elif felt.token.cancelled:
        _give_way(context, felt)
    return outcome


def _give_way(context: SkillContext, felt: Feeling) -> None:
    """Go back a little the way the base came, so that the arm does not go on pressing against what pushes it."""
    here = context.ports.base.pose()
    x, y, _ = here.position
    context.note("felt a push", x=round(x, 3), y=round(y, 3), yaw=round(here.yaw, 3))
    before = felt.before(here)
    if before is None:
        return
    gone = context.ports.base.drive_to(before, context.token)
    context.token.check()
    context.note("gave way", back=gone.ok)


def best_stand(
    context: SkillContext,
    candidates: Sequence[Pose],
    dry_run: Callable[[Pose, Reasons], _Found | None],
    reasons: Reasons,
    limit: int = 6,
    *,
    stretched: bool = False,
) -> tuple[Pose, _Found] | None:
    """The first base pose where the arm has room and a dry run succeeds, among the first `limit` of those.

    One where it lacks room on the way there is taken only if the next few, to which a dry run says yes, are no better.
    If `stretched`, those come first where the arm has room as the work there begins, while the base comes straight in;
    from the others there must be a way for the arm.
    """
    tried: dict[Pose, _Found | None] = {}

    def rehearsed(pose: Pose) -> _Found | None:
        if pose not in tried:
            tried[pose] = dry_run(pose, reasons)
        return tried[pose]

    for pose in candidates[: 2 * limit] if stretched else ():
        found = rehearsed(pose)
        if found is not None and _find_way(context, pose, found.attempt.pre):
            context.memory.postures[pose] = found.attempt.pre
            return pose, found
    tight: list[tuple[Pose, _Found]] = []
    for pose in itertools.islice((c for c in candidates if has_room(context, c, reasons)), limit):
        context.token.check()
        found = rehearsed(pose)
        if found is None:
            continue
        if _find_way(context, pose) and (not stretched or _gets_there(context, pose, found.attempt.pre, reasons)):
            return pose, found
        tight.append((pose, found))
        if len(tight) == WAYS:
            break
    return tight[0] if tight else None


def _gets_there(context: SkillContext, base: Pose, joints: Joints, reasons: Reasons) -> bool:
    """Whether there is a way for the arm, as it is now, to joint values once the robot stands there."""
    held = held_as_obstacle(context, context.ports.graph.newest())
    if not show(context, surroundings(context, base), held, reasons):
        return False
    outcome = context.ports.arm.plan(joints).outcome
    if not outcome.ok:
        reasons.add("getting to it", outcome)
    return outcome.ok
