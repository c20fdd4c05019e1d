# SPDX-License-Identifier: Apache-2.0
"""What comes before the first motion: a dry run, and the operator's word where a plan needs it. No word is a no."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from makedo_core.cancel import CancelToken
from makedo_core.failure import SUCCESS, FailureCause, Outcome
from makedo_core.graph.scene_graph import SceneGraph
from makedo_core.plan import Light, Plan, PlannedCall

POLL_S = 0.05


@dataclass(frozen=True, slots=True)
class Precautions:
    """What comes before the first motion.

    Attributes:
        dry_run_s: limit of the dry run [s, wall]; 0: there is none.
        ask_above_cost: relaxation cost above which the operator is asked; infinite: never.
        ask_from_light: light of the dry run from which on the operator is asked; None: never.
        patience_s: no answer for so long is a no [s, wall].
        danger_of: told what a plan does in the newest scene graph, says what is dangerous about it; empty: nothing.
    """

    dry_run_s: float = 0.0
    ask_above_cost: float = math.inf
    ask_from_light: Light | None = None
    patience_s: float = 60.0
    danger_of: Callable[[Plan, SceneGraph], str] = lambda plan, graph: ""

    def why_ask(self, plan: Plan, lights: Sequence[PlannedCall]) -> str:
        """Why a plan must be approved; empty: it need not."""
        reasons = []
        if plan.relaxation_cost > self.ask_above_cost:
            changes = "; ".join(str(r) for r in plan.relaxations)
            cost = f"cost {plan.relaxation_cost:.2f}, the limit is {self.ask_above_cost:.2f}"
            reasons.append(f"it would make do: {changes} ({cost})")
        if self.ask_from_light is not None:
            risky = [c for c in lights if c.light >= self.ask_from_light]
            reasons += [f"{c.call.describe()}: {c.light.name.lower()}, {c.reason}" for c in risky]
        return "; ".join(reasons)


class Approval:
    """One question to the operator at a time."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._waiting = False
        self._answer: Outcome | None = None

    def answer(self, approved: bool, reason: str) -> bool:
        """The operator's answer. Returns whether somebody waits for it."""
        no = f"the operator did not approve it{f': {reason}' if reason else ''}"
        with self._lock:
            if not self._waiting or self._answer is not None:
                return False
            self._answer = SUCCESS if approved else Outcome(FailureCause.NOT_APPROVED, no)
            return True

    def wait(self, timeout_s: float, token: CancelToken) -> Outcome:
        """Wait for the answer [s, wall].

        Raises:
            Cancelled: if the task ends meanwhile.
        """
        with self._lock:
            self._waiting, self._answer = True, None
        deadline = time.monotonic() + timeout_s
        try:
            while self._answer is None and time.monotonic() < deadline:
                token.wait(POLL_S)
                token.check()
        finally:
            with self._lock:
                self._waiting, answer = False, self._answer
        late = f"nobody approved it within {timeout_s:g} s"
        return answer or Outcome(FailureCause.NOT_APPROVED, late)
