# SPDX-License-Identifier: Apache-2.0
"""A strategy that plans as Makedo does, but refuses a change of the goal that costs more than an operator allows.

Run it: PYTHONPATH=examples/add_a_strategy .venv/bin/makedo plan "Bring 4 kid snacks to table_2" \
            --strategies keep_it_cheap --strategy cheap:most=0.5
A running stack takes the module's name in `strategies` of config/planner.yaml.
"""

from __future__ import annotations

from dataclasses import dataclass

from makedo_core.failure import FailureCause, Outcome
from planner_node.strategies.options import read_options
from planner_node.strategies.parts import Parts, Strategy
from planner_node.task import PlanningTask, Result


@dataclass(frozen=True, slots=True)
class Options:
    """What can be written behind the name, e.g. "cheap:most=0.5".

    Attributes:
        most: the highest relaxation cost that is accepted.
    """

    most: float = 1.0


@dataclass(frozen=True, slots=True)
class Cheap:
    """Plans as another strategy does, and looks at what the plan costs."""

    inner: Strategy
    options: Options

    def plan(self, task: PlanningTask) -> Result:
        """A validated plan for a task, or why there is none."""
        result = self.inner.plan(task)
        if result.plan is None or result.plan.relaxation_cost <= self.options.most:
            return result
        cost = f"{result.plan.relaxation_cost:.2f}, more than {self.options.most:.2f}"
        reason = f"It could be done only by changing what was asked, at a cost of {cost}."
        return Result(Outcome(FailureCause.NOTHING_ACCEPTABLE, reason), asked=result.asked, explored=result.explored)


def make_cheap(parts: Parts) -> Strategy:
    """Make the strategy of the parts that Makedo hands in: engine, language models, options."""
    return Cheap(parts.engine, read_options(parts, Options()))


STRATEGIES = {"cheap": make_cheap}
