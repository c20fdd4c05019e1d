# SPDX-License-Identifier: Apache-2.0
"""What the benchmark asks of a planner, and what it gets back."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from makedo_core.failure import Outcome
from makedo_core.graph.scene_graph import SceneGraph
from makedo_core.plan import Relaxation
from makedo_core.skills import SkillCall


@dataclass(frozen=True, slots=True)
class PlanRun:
    """One answer to one instruction.

    Attributes:
        outcome: success, or why there is no plan.
        steps: actions of the domain with their arguments, ids of the scene graph.
        relaxations: what was changed, as the operator reads it; none: the answer claims all that was asked.
        problem: PDDL text of objects, initial facts and the goal that the plan is for; empty without a plan.
        interpretation_s: CPU time from words to a goal.
        planning_s: CPU time of grounding the task and of search.
        relaxation_s: CPU time of looking for another goal.
    """

    outcome: Outcome
    steps: tuple[SkillCall, ...] = ()
    relaxations: tuple[Relaxation, ...] = ()
    problem: str = ""
    interpretation_s: float = 0.0
    planning_s: float = 0.0
    relaxation_s: float = 0.0


class PlanInstruction(Protocol):
    """A planner: from an instruction, a scene and a PDDL domain to an answer."""

    def __call__(self, instruction: str, graph: SceneGraph, domain_path: Path) -> PlanRun:
        """Plan once. Nothing that is expected to go wrong raises."""
        ...
