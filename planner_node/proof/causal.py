# SPDX-License-Identifier: Apache-2.0
"""What joins the steps of a plan: which fact each makes true for which later step or for the goal.

Read off a simulation of the plan, never off the search. A fact is made by the last step before which it did not hold.

Source: McAllester and Rosenblitt, Systematic nonlinear planning, AAAI 1991 (causal links).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from makedo_core.goals.goal import AllOf, Goal, InOrder, holds_in, satisfied, supports
from makedo_core.skills import Literal

GOAL = -1
"""Of a link: it leads to the goal."""
BEFORE = -1
"""Of a link: it comes from before the plan."""

RunState = Collection[Literal]


@dataclass(frozen=True, slots=True)
class SimulatedPlan:
    """The simulation of a valid plan.

    Attributes:
        states: the facts before the first step and after each; one more than steps.
        needs: of each step the literals by which its preconditions hold.
        needed: of each step whether the plan fails without it.
    """

    states: tuple[RunState, ...]
    needs: tuple[tuple[Literal, ...], ...]
    needed: tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class CausalLink:
    """A fact that one step makes for another.

    Attributes:
        maker: index of the step that makes it true, or BEFORE.
        literal: the fact.
        user: index of the step that rests on it, or GOAL.
    """

    maker: int
    literal: Literal
    user: int


def causal_links(run: SimulatedPlan, goal: Goal) -> tuple[CausalLink, ...]:
    """Every link of a plan, those of the goal last.

    Args:
        run: of the plan.
        goal: that it reaches.
    """
    links = [
        CausalLink(maker_of(literal, index, run.states), literal, index)
        for index, needs in enumerate(run.needs)
        for literal in needs
    ]
    links += [CausalLink(maker_of(x, at, run.states), x, GOAL) for x, at in _reached(goal, run.states)]
    return tuple(dict.fromkeys(links))


def maker_of(literal: Literal, at: int, states: Sequence[RunState]) -> int:
    """The step that made a literal true which holds in a state: its index, or BEFORE."""
    while at > 0 and holds_in(literal, states[at - 1]):
        at -= 1
    return at - 1 if at > 0 else BEFORE


def _reached(goal: Goal, states: Sequence[RunState]) -> Iterator[tuple[Literal, int]]:
    """Literals by which a run satisfies a goal, each with the state in which it counts."""

    def within(part: Goal, first: int) -> Iterator[tuple[Literal, int]]:
        match part:
            case AllOf(parts):
                for each in parts:
                    yield from within(each, first)
            case InOrder(parts) if parts:
                at = first
                for each in parts[:-1]:
                    while at < len(states) - 1 and not satisfied(each, states[at]):
                        at += 1
                    yield from counted(each, at)
                yield from within(parts[-1], at)
            case _:
                yield from counted(part, len(states) - 1)

    def counted(part: Goal, at: int) -> Iterator[tuple[Literal, int]]:
        for literal in supports(part, states[at], lambda x: not holds_in(x, states[0])):
            yield literal, at

    yield from within(goal, 0)
