# SPDX-License-Identifier: Apache-2.0
"""One strategy and its model at work on one case: measured, and with a simulated model that knows what is right."""

from __future__ import annotations

import math
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

from makedo_core.failure import FailureCause, MakedoError, Outcome
from makedo_core.goals.hand import Hand
from makedo_eval.simulated_model.model import SimulatedAnswer, SimulatedModel
from makedo_eval.simulated_model.truth import Truth, truth_of
from planner_node.engine import Engine
from planner_node.strategies.parts import Strategy
from planner_node.task import PlanningTask, Result, for_hand

_T = TypeVar("_T")


@dataclass
class CasePlanner:
    """Plans for a case, as often as that asks for a plan.

    Attributes:
        name: of the case with its strategy: a simulated model answers the same to the same name.
        strategy: that plans.
        oracle: finds out what is right, for the simulated model.
        simulated: the model, if it is that.
        time_limit_s: of one planning [s, wall].
        hand: of the robot that is planned for.
        wall_s, cpu_s: of planning alone [s], so far.
        said: answers of the simulated model, so far.
    """

    name: str
    strategy: Strategy
    oracle: Engine
    simulated: SimulatedModel | None = None
    time_limit_s: float = 30.0
    hand: Hand = field(default_factory=lambda: Hand(math.inf))
    wall_s: float = 0.0
    cpu_s: float = 0.0
    said: list[SimulatedAnswer] = field(default_factory=list)
    _turns: int = 0

    def plan(self, task: PlanningTask, meant: PlanningTask | None = None) -> Result:
        """A plan by the strategy; a bug in it is a failure to plan.

        Args:
            task: what the strategy gets.
            meant: the same as somebody would put it who knows what is meant; None: the task says it.
        """
        given = for_hand(task, self.hand)
        known = given if meant is None else for_hand(meant, self.hand)
        return self.measured(lambda: self.strategy.plan(given), lambda: _true(given, known, self.oracle), _as_result)

    def measured(
        self, work: Callable[[], _T], truth: Callable[[], Truth | None], failed: Callable[[Outcome], _T]
    ) -> _T:
        """Do a strategy's work, of whatever kind.

        Args:
            work: of the strategy.
            truth: about it; asked for if there is a simulated model, and not counted.
            failed: what is returned where the work ends with an error or a bug.
        """
        if self.simulated is not None:
            turn = f" {self._turns}" if self._turns else ""
            self.simulated.begin(self.name + turn, truth())
        self._turns += 1
        wall, cpu = time.monotonic(), time.process_time()
        try:
            return work()
        except MakedoError as error:
            return failed(Outcome(FailureCause.INVALID_GOAL, str(error)))
        except Exception:  # noqa: BLE001 - outermost: a bug fails the task, not the evaluation
            last = traceback.format_exc().strip().splitlines()[-1]
            return failed(Outcome(FailureCause.INTERNAL_ERROR, f"a bug in the strategy: {last}"))
        finally:
            self.wall_s += time.monotonic() - wall
            self.cpu_s += time.process_time() - cpu
            if self.simulated is not None:
                self.said += self.simulated.said


def _as_result(outcome: Outcome) -> Result:
    return Result(outcome)


def _true(task: PlanningTask, meant: PlanningTask, oracle: Engine) -> Truth | None:
    """The truth about what is meant, for a model that gets the task."""
    truth = truth_of(meant, oracle)
    return truth if truth is None or meant is task else truth.of(task)
