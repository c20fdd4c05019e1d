# SPDX-License-Identifier: Apache-2.0
"""What the robot feels while it drives: somebody or something that pushes its arm, and what leaves its hand."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from executor_node.context import SkillContext, spoken
from executor_node.motions import holds_something
from makedo_core.cancel import CancelToken
from makedo_core.failure import SUCCESS, FailureCause, Outcome
from makedo_core.ports import Joints

PERIOD_S = 0.05  # wall time between two readings
PUSHED = 0.04  # [rad or m]; driving alone moves no joint by more than a tenth of it


@contextmanager
def feeling(context: SkillContext) -> Iterator[CancelToken]:
    """A token for a drive: cancelled with the task's, and as soon as something feels wrong; its outcome says what."""
    token, over = context.token.child(), threading.Event()
    posture = context.ports.arm.joints()

    def feel() -> None:
        while not token.cancelled and not over.wait(PERIOD_S):
            felt = what_is_wrong(context, posture)
            if not felt.ok:
                token.cancel(felt)

    thread = threading.Thread(target=feel, name="feeling", daemon=True)
    thread.start()
    try:
        yield token
    finally:
        over.set()
        thread.join()


def what_is_wrong(context: SkillContext, posture: Joints) -> Outcome:
    """Whether the arm is where it was (joint values) and what is held still is; SUCCESS if so."""
    off = {joint: abs(value - posture.get(joint, value)) for joint, value in context.ports.arm.joints().items()}
    worst = max(off, key=off.__getitem__, default=None)
    if worst is not None and off[worst] > PUSHED:
        reason = f"something pushes the arm: {worst} is {off[worst]:.2f} from where it was; the robot stopped"
        return Outcome(FailureCause.NAVIGATION_FAILED, reason)
    held = context.memory.held
    if held is not None and not holds_something(context):
        return Outcome(FailureCause.OBJECT_LOST, f"{spoken(held.object_id)} fell out of the hand on the way")
    return SUCCESS
