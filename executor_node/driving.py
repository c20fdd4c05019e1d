# SPDX-License-Identifier: Apache-2.0
"""Drives to a good place to stand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from executor_node.context import SkillContext
from executor_node.reach import Reasons
from executor_node.stowing import has_room, stow
from makedo_core.failure import Outcome
from makedo_core.geometry import Pose

_Found = TypeVar("_Found")


def drive(context: SkillContext, target: Pose) -> Outcome:
    """Stow the arm, drive, and tidy the arm up where there is more room."""
    outcome = stow(context)
    if not outcome.ok:
        return outcome
    context.token.check()
    context.note("drive", x=round(target.position[0], 3), y=round(target.position[1], 3), yaw=round(target.yaw, 3))
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
