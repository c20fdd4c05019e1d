# SPDX-License-Identifier: Apache-2.0
"""Drives to a good place to stand."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from executor_node.context import SkillContext
from executor_node.reach import Reasons
from executor_node.stowing import has_room, stow
from executor_node.ways import way_to
from makedo_core.failure import Outcome
from makedo_core.geometry import Pose

_Found = TypeVar("_Found")


def drive(context: SkillContext, target: Pose) -> Outcome:
    """Stow the arm, drive on a way where it has room, and tidy the arm up where there is more room."""
    outcome = stow(context)
    if not outcome.ok:
        return outcome
    context.token.check()
    way = way_to(context, target)
    if way is None:
        context.note("no way with room for the arm is known")
    for pose in way or (target,):
        outcome = _drive_to(context, pose)
        if not outcome.ok:
            return outcome
    return stow(context)


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
    """The first base pose where the arm has room as it is and a dry run succeeds, among the first `limit` of those."""
    for pose in itertools.islice(_with_room(context, candidates, reasons), limit):
        found = dry_run(pose, reasons)
        if found is not None:
            return pose, found
    return None


def _with_room(context: SkillContext, candidates: Sequence[Pose], reasons: Reasons) -> Iterator[Pose]:
    """Base poses where the arm has room; those where it lacks some on the way there come last."""
    tight: list[Pose] = []
    for pose in candidates:
        context.token.check()
        if not has_room(context, pose, reasons):
            continue
        if way_to(context, pose) is not None:
            yield pose
        else:
            tight.append(pose)
    yield from tight
