# SPDX-License-Identifier: Apache-2.0
"""A stated plan, completed by the path planner and verified by the scene graph simulator.

The simulator is that of the task's domain, or of the skill catalogue: it judges each step on the whole scene, whatever
was shown of it to the model.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from makedo_core.failure import FailureCause, Outcome
from makedo_eval.baselines.sayplan.routes import with_routes
from makedo_eval.baselines.stated_plan import NOTHING_DONE, Simulator, Stated, StepError, read_calls


@dataclass(frozen=True)
class Verifier:
    """Verifies the plans for one task."""

    simulator: Simulator

    def verify(self, steps: Sequence[str]) -> Stated:
        """The plan of some steps, carried out."""
        task = self.simulator.task
        try:
            calls = with_routes(read_calls(steps), task.graph, task.domain)
        except StepError as error:
            return Stated(Outcome(FailureCause.INVALID_PLAN, str(error)), ())
        if not calls:
            return NOTHING_DONE
        return self.simulator.run(calls)
