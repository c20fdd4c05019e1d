# SPDX-License-Identifier: Apache-2.0
"""Drives to a good place to stand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar

from executor_node.context import SkillContext
from executor_node.motions import move_to
from executor_node.reach import Attempt, Reasons
from executor_node.stowing import has_room, stow
from executor_node.ways import Way, way_to
from makedo_core.failure import Outcome
from makedo_core.geometry import Pose


class Tried(Protocol):
    """What a dry run found."""

    @property
    def attempt(self) -> Attempt:
        """Motions, from the joint values that they begin at."""


_Found = TypeVar("_Found", bound=Tried)


def drive(context: SkillContext, target: Pose) -> Outcome:
    """Stow the arm, drive, and tidy the arm up where there is more room."""
    outcome = stow(context)
    if not outcome.ok:
        return outcome
    context.token.check()
    posture = context.memory.postures.get(target)
    way = way_to(context, target, posture) or Way((target,))
    for pose in way.poses:
        if pose == target and way.posture is not None:
            outcome = _stretch_out(context, way)
            if not outcome.ok:
                return outcome
        outcome = _drive_to(context, pose)
        if not outcome.ok:
            return outcome
    return stow(context)


def _stretch_out(context: SkillContext, way: Way) -> Outcome:
    """Bring the arm to the posture with which the base comes straight in; it counts as stowed until it has worked."""
    assert way.posture is not None
    memory = context.memory
    outcome = move_to(context, way.posture)
    memory.stowed = outcome.ok
    if memory.held is None:
        memory.makeshift = way.poses[-1]
    return outcome


def _drive_to(context: SkillContext, pose: Pose) -> Outcome:
    if context.ports.config.base is not None:
        x, y, _ = pose.position
        context.note("drive", x=round(x, 3), y=round(y, 3), yaw=round(pose.yaw, 3))
    outcome = context.ports.base.drive_to(pose, context.token)
    context.token.check()
    return outcome


def best_stand(
    context: SkillContext,
    candidates: Sequence[Pose],
    dry_run: Callable[[Pose, Reasons], _Found | None],
    reasons: Reasons,
    limit: int = 6,
) -> tuple[Pose, _Found] | None:
    """The first base pose that a dry run succeeds at, among the first `limit`; best are those where the arm has room.

    Next are those to which it can come with the arm stretched out as the work there begins, and the last are those
    where it has no room on the way, as far as is known.
    """
    tight: list[tuple[Pose, _Found]] = []
    narrow: list[Pose] = []
    tried = 0
    for pose in candidates:
        context.token.check()
        if tried == limit:
            break
        if way_to(context, pose) is None:
            narrow.append(pose)
            continue
        tried += 1
        found = dry_run(pose, reasons)
        if found is not None:
            context.memory.postures.pop(pose, None)
            return pose, found
    for pose in narrow[:limit]:
        context.token.check()
        found = dry_run(pose, reasons)
        if found is None:
            continue
        if way_to(context, pose, found.attempt.pre) is not None:
            context.memory.postures[pose] = found.attempt.pre
            return pose, found
        if has_room(context, pose, reasons):
            tight.append((pose, found))
    return tight[0] if tight else None
