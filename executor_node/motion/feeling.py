# SPDX-License-Identifier: Apache-2.0
"""What is minded while the robot moves, and what it feels: what pushes its arm, and what leaves its hand."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from executor_node.context import SkillContext, spoken
from executor_node.wording import joint, off_by
from makedo_core.cancel import CancelToken
from makedo_core.failure import SUCCESS, FailureCause, Outcome
from makedo_core.geometry import Pose, wrap_angle
from makedo_core.ports import Joints

PERIOD_S = 0.05  # wall time between two readings
PUSHED = 0.04  # [rad or m]; driving alone moves no joint by more than a tenth of it
BACK_M, BACK_RAD = 0.15, 0.3  # by so much the base goes back from what pushes the arm
KEPT = 200  # base poses
OPEN_M = 0.003  # by less than this from its widest, a gripper is open
PARTED_M = 0.015  # fingers that are farther apart by more than this than when they took something have let it go
SLIPPED_M = 0.012  # nearer by more than this, it slipped out: they press on it, and would be nearer by gripper.PRESS_M


@dataclass(slots=True)
class Feeling:
    """What is felt during a drive.

    Attributes:
        token: cancelled with the task's, and as soon as something feels wrong; its outcome says what.
        passed: base poses lately, map frame, oldest first.
    """

    token: CancelToken
    passed: deque[Pose] = field(default_factory=lambda: deque(maxlen=KEPT))

    def before(self, here: Pose) -> Pose | None:
        """Where the base was before it came to what pushes the arm; None if it had hardly moved."""
        return next((p for p in reversed(self.passed) if _apart(p, here)), None)


def _apart(pose: Pose, here: Pose) -> bool:
    return pose.distance(here) > BACK_M or abs(wrap_angle(pose.yaw - here.yaw)) > BACK_RAD


def holds_something(context: SkillContext) -> bool:
    """Whether the fingers are kept apart by something: no hand that is open, or opens, holds anything."""
    gripper, held, width = context.ports.config.gripper, context.memory.held, context.ports.gripper.width()
    if width > gripper.max_width_m - OPEN_M:
        return False
    if held is not None and not held.width - SLIPPED_M < width < held.width + PARTED_M:
        return False
    return width > gripper.min_held_m


@contextmanager
def feeling(context: SkillContext) -> Iterator[Feeling]:
    """Feel what happens to arm and hand during a drive."""
    felt = Feeling(context.token.child())
    posture = context.ports.arm.joints()

    def wrong() -> Outcome:
        felt.passed.append(context.ports.base.pose())
        return what_is_wrong(context, posture)

    with minding(felt.token, (wrong,)):
        yield felt


@contextmanager
def minding(
    token: CancelToken, checks: Sequence[Callable[[], Outcome]], over: threading.Event | None = None
) -> Iterator[None]:
    """Ask again and again what is wrong meanwhile; the token is cancelled with the first thing that is.

    Args:
        token: of what is minded.
        checks: SUCCESS or what is wrong.
        over: set at the end, for checks that take long.
    """
    over = over or threading.Event()

    def mind() -> None:
        while not token.cancelled and not over.wait(PERIOD_S):
            for check in checks:
                try:
                    outcome = check()
                except Exception as error:  # noqa: BLE001 - of whatever kind: nobody would mind anything any more
                    what = "the robot stopped, for a fault in the program kept it from watching itself"
                    raw = f"{type(error).__name__}: {error}"
                    outcome = Outcome(FailureCause.INTERNAL_ERROR, what, raw)
                if not outcome.ok:
                    token.cancel(outcome)
                    return

    if not checks:
        yield
        return
    thread = threading.Thread(target=mind, name="minding", daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def what_is_wrong(context: SkillContext, posture: Joints) -> Outcome:
    """Whether the arm is where it was (joint values) and what is held still is; SUCCESS if so."""
    off = {joint: abs(value - posture.get(joint, value)) for joint, value in context.ports.arm.joints().items()}
    worst = max(off, key=off.__getitem__, default=None)
    if worst is not None and off[worst] > PUSHED:
        raw = f"{worst} is {off[worst]:.4f} from where it was"
        moved = f"{joint(worst)} is {off_by(worst, off[worst])} from where it was"
        return Outcome(FailureCause.NAVIGATION_FAILED, f"something pushes the arm: {moved}; the robot stopped", raw)
    return what_was_lost(context)


def what_was_lost(context: SkillContext) -> Outcome:
    """Whether what is held has left the hand; SUCCESS if it has not, or nothing was held."""
    held = context.memory.held
    if held is not None and not holds_something(context):
        return Outcome(FailureCause.OBJECT_LOST, f"{spoken(held.object_id)} fell out of the hand on the way")
    return SUCCESS
