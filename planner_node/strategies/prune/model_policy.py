# SPDX-License-Identifier: Apache-2.0
"""A language model as policy: in each state it chooses one of the skill calls that can be applied.

Source: Perez-Dattari et al., Scalable Task Planning via Large Language Models and Structured World Representations,
Advanced Robotics Research 2025, section 5.4.2.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from makedo_core.goals.facts import words
from makedo_core.skills import Literal
from makedo_llm.ladder import NoModel
from planner_node.proof.problem import OperatorInstance, Problem
from planner_node.proof.search import SearchLimits, SearchResult, Status, after
from planner_node.strategies.prune.questions import PruneQuestions
from planner_node.strategies.prune.state_space import applicable


@dataclass(frozen=True)
class ModelPolicy:
    """Calls of a model's choice, until the goal holds.

    Attributes:
        questions: about the instruction.
        steps: most calls.
    """

    questions: PruneQuestions
    steps: int

    def __call__(self, problem: Problem, goal: frozenset[int], limits: SearchLimits) -> SearchResult:
        """Instances to the goal; MEMORY where the model does not get there: that proves nothing.

        Raises:
            Cancelled: if the end was asked for.
        """
        state, taken, seen = problem.initial, list[OperatorInstance](), {problem.initial}
        while not goal <= state:
            limit = limits.reached(len(taken))
            if limit is not None or len(taken) >= self.steps:
                return SearchResult(limit or Status.MEMORY, states=len(taken))
            offered = {_said(instance): instance for instance in applicable(problem, state)}
            if not offered:
                return SearchResult(Status.MEMORY, states=len(taken))
            chosen = self.questions.next_call(
                _told(problem.literals[g] for g in sorted(goal)),
                _told(sorted((problem.literals[n] for n in state if not problem.literals[n].negated), key=str)),
                [_said(instance) for instance in taken],
                {call: after(state, instance) in seen for call, instance in offered.items()},
            )
            if isinstance(chosen, NoModel):
                return SearchResult(Status.MEMORY, states=len(taken))
            taken.append(offered[chosen])
            state = after(state, taken[-1])
            seen.add(state)
        return SearchResult(Status.SOLVED, tuple(taken), len(taken))


def _said(instance: OperatorInstance) -> str:
    return str(instance.call)


def _told(literals: Iterable[Literal]) -> list[str]:
    """Facts in plain words, with ids as they stand in calls."""
    return [f"{words(literal)} [{literal}]" for literal in literals]
