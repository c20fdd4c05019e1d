# SPDX-License-Identifier: Apache-2.0
"""Drives to a good place to stand."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from executor_node.context import SkillContext
from executor_node.reach import Reasons
from executor_node.stowing import has_room, stow
from makedo_core.failure import Outcome
from makedo_core.geometry import Pose, wrap_angle

NEAR_M = 0.1  # who is nearer than this only turns
TURN_STEP_RAD = 0.4
_Found = TypeVar("_Found")


def drive(context: SkillContext, target: Pose) -> Outcome:
    """Stow the arm, drive, and tidy the arm up where there is more room."""
    outcome = stow(context)
    if not outcome.ok:
        return outcome
    context.token.check()
    if context.ports.config.base is not None:
        x, y, _ = target.position
        context.note("drive", x=round(x, 3), y=round(y, 3), yaw=round(target.yaw, 3))
    outcome = context.ports.base.drive_to(target, context.token)
    context.token.check()
    return stow(context) if outcome.ok else outcome


def best_stand(
    context: SkillContext,
    candidates: Sequence[Pose],
    dry_run: Callable[[Pose, Reasons], _Found | None],
    reasons: Reasons,
    limit: int = 6,
) -> tuple[Pose, _Found] | None:
    """The first base pose where the arm has room as it is and a dry run succeeds, among the first `limit` of those."""
    for pose in itertools.islice(_with_room(context, candidates, reasons), limit):
        found = dry_run(pose, reasons)
        if found is not None:
            return pose, found
    return None


def _with_room(context: SkillContext, candidates: Sequence[Pose], reasons: Reasons) -> Iterator[Pose]:
    """Base poses where the arm has room; those where it lacks some on the way there come last."""
    here = context.ports.base.pose()
    tight: list[Pose] = []
    for pose in candidates:
        context.token.check()
        if not has_room(context, pose, reasons):
            continue
        if all(has_room(context, turn, Reasons()) for turn in turns(here, pose)):
            yield pose
        else:
            tight.append(pose)
    yield from tight


def turns(here: Pose, stand: Pose) -> tuple[Pose, ...]:
    """Headings that the base passes when it has come to a place in a straight line and turns on the spot.

    An arm that has room in the end may still push an open door shut on the way.
    """
    (x0, y0, _), (x, y, z) = here.position, stand.position
    arrived = math.atan2(y - y0, x - x0) if math.hypot(x - x0, y - y0) > NEAR_M else here.yaw
    turn = wrap_angle(stand.yaw - arrived)
    count = int(abs(turn) / TURN_STEP_RAD)
    return tuple(Pose.planar(x, y, arrived + turn * i / (count + 1), z) for i in range(count + 1)) if count else ()
