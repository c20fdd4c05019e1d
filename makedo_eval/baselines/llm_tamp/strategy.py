# SPDX-License-Identifier: Apache-2.0
"""LLM-TAMP: a model states a plan with parameters, the feasibility of its motions is checked, and it states it anew.

    until a plan is feasible, or a limit:
        the model is shown scene and geometry, and every plan of its own so far with what was wrong with it
        the plan is carried out in a simulation; each thing that is put down needs room there

If the executor has tried motions in vain, the first question says so. The parameters show that there is a
feasible plan; the skill that puts something down looks for its spot itself, as it sees more by then.

Source: Wang et al., "LLM3" (2024); Ud Din et al., "Ontology-driven Prompt Tuning", section IV-E.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from makedo_core.failure import FailureCause
from makedo_core.goals.goal import GoalError
from makedo_core.graph.asset_model import RegionKind
from makedo_core.graph.scene_graph import Node, NodeKind, SceneGraph
from makedo_eval.baselines.llm_tamp.feasible import Feasibility, StepPlan, TampAttempt
from makedo_eval.baselines.llm_tamp.standing import surfaces_of
from makedo_eval.baselines.one_question import BaselineOptions, blocks_of, failed, prompt_of, unanswered
from makedo_eval.baselines.stated_plan import Simulator, skills_text, told
from makedo_llm.ladder import Ladder, NoModel
from planner_node.engine import Engine
from planner_node.pddl.names import pddl_name
from planner_node.strategies.options import read_options
from planner_node.strategies.parts import Parts
from planner_node.task import PlanningTask, Result, Stage, report

WRITTEN = (
    "A language model wrote the plan and mended what cannot be moved like that; that each step can be made, and that "
    "there is room for what is put down as far as sizes are known, was checked, not that it does what was asked."
)


@dataclass(frozen=True, slots=True)
class TampOptions(BaselineOptions):
    """Options of "llm_tamp".

    Attributes:
        plans: that the model states; after the last that is not feasible there is none.
    """

    plans: int = 10


@dataclass(frozen=True)
class LlmTamp:
    """Asks for plans and reports what is infeasible. Safe for threads."""

    engine: Engine
    ladder: Ladder
    options: TampOptions = field(default_factory=TampOptions)

    def plan(self, task: PlanningTask) -> Result:
        """The first plan of a model that is feasible, else why there is none.

        Raises:
            ReplayError: if a recording of models lacks the exchange.
        """
        try:
            blocks = blocks_of(task, self.engine.ontology, self.options.scene_characters)
        except GoalError as error:
            return failed(FailureCause.INVALID_GOAL, str(error))
        report(task, Stage.SEARCHING)
        blocks |= {"geometry": "\n".join(_geometry(task.graph)) or "unknown", "skills": skills_text(task)}
        trace = [f"While moving it was found: {failure}." for failure in task.learnt]
        adviser = self.ladder.begin(task.cancelled)
        feasibility = Feasibility(Simulator(task, self.engine.ontology))
        for _ in range(self.options.plans):
            answer = adviser.ask(prompt_of("llm_tamp", blocks | {"trace": "\n".join(trace) or "nothing yet"}), StepPlan)
            if isinstance(answer, NoModel):
                return unanswered(answer)
            tried = feasibility.check(answer.value.plan)
            if tried.stated.outcome.ok:
                break
            trace += _traced(answer.value, tried)
        return told(tried.stated, task, WRITTEN)


def _traced(answer: StepPlan, tried: TampAttempt) -> Iterator[str]:
    """A plan that failed, as the model is shown it: what is feasible of it, and what is not."""
    yield f"A plan of {len(answer.plan)} steps:"
    yield from (f"- {step}: feasible" for step in answer.plan[: tried.feasible])
    yield f"- failed: {tried.stated.outcome.message}"


def _geometry(graph: SceneGraph) -> Iterator[str]:
    """Where there is room at furniture, and where things are and how large, as far as it is known; map frame [m]."""
    for node in graph.of_kind(NodeKind.ASSET):
        for kind in (RegionKind.ON, RegionKind.INSIDE):
            for box in surfaces_of(node, kind):
                x, y, _ = box.pose.position
                length, width, height = box.size
                room = f"{length:.3f} x {width:.3f}, turned by {box.pose.yaw:.3f}, {height:.3f} high"
                yield f"{kind} {pddl_name(node.id)}: middle x={x:.3f}, y={y:.3f}; {room}"
    yield from (_thing(node) for node in graph.of_kind(NodeKind.OBJECT) if all(node.size))


def _thing(node: Node) -> str:
    length, width, height = node.size
    size = f"{length:.3f} x {width:.3f}, {height:.3f} high"
    if not node.pose.is_known:
        return f"{pddl_name(node.id)}: {size}"
    x, y, _ = node.pose.position
    return f"{pddl_name(node.id)}: x={x:.3f}, y={y:.3f}, turned by {node.pose.yaw:.3f}; {size}"


def make_llm_tamp(parts: Parts) -> LlmTamp:
    """The baseline of some parts.

    Raises:
        StrategyError: without a model, or on an option that there is not.
    """
    options = read_options(parts, TampOptions())
    return LlmTamp(parts.engine, parts.model_ladder("the strategy 'llm_tamp'"), options)
