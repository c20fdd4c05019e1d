# SPDX-License-Identifier: Apache-2.0
"""What is right for a task, found without a model: the goal in facts of named things, and the steps that reach it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from makedo_core.goals.goal import AllOf, AnyOf, AtLeast, Goal, Holds, InOrder, Not, satisfied
from makedo_core.graph.scene_graph import SceneGraph
from makedo_core.plan import Relaxation
from makedo_core.skills import Literal, SkillCall
from planner_node.backends.domains.domain_backend import DomainBackend
from planner_node.engine import Engine
from planner_node.grounding.scene import Scene
from planner_node.pddl.model import PddlTask
from planner_node.task import PlanningTask


@dataclass(frozen=True, slots=True)
class Truth:
    """What an ideal model would know of a task.

    Attributes:
        task: instruction, scene and domain.
        asked: what was asked for, as facts of named things; as close to it as the scene allows to say it.
        wanted: what a plan can reach of it, with what stands in.
        goal_text: the reached goal in plain words.
        calls: a plan for that.
        relaxations: how it differs from what was asked.
        problem: in PDDL, where the task is one; else None.
        earlier: of what was asked for in order, the parts before the last one, which `asked` is.
    """

    task: PlanningTask
    asked: tuple[Literal, ...]
    wanted: tuple[Literal, ...]
    goal_text: str
    calls: tuple[SkillCall, ...]
    relaxations: tuple[Relaxation, ...] = ()
    problem: PddlTask | None = None
    earlier: tuple[tuple[Literal, ...], ...] = ()

    @property
    def graph(self) -> SceneGraph:
        """The scene."""
        return self.task.graph

    def of(self, task: PlanningTask) -> Truth:
        """The same about a task in the same scene that says less."""
        return replace(self, task=task)

    def in_graph(self, graph: SceneGraph) -> Truth:
        """The same with another scene before its eyes."""
        return replace(self, task=replace(self.task, graph=graph))


def truth_of(task: PlanningTask, engine: Engine) -> Truth | None:
    """The truth about a task by the model-free engine, which is given nobody to ask; None where it refuses."""
    result = engine.plan(replace(task, asks=False))
    if result.plan is None:
        return None
    backend = None if task.domain is None else DomainBackend(task.domain, task.graph, engine.ontology)
    scene = Scene(task.graph, engine.ontology, task.known_failures, backend=backend, asks=False)
    end = scene.backend.validate(result.plan.calls, result.plan.goal).end
    wanted = chosen(result.plan.goal, end)
    asked = chosen(result.asked, end) if result.asked is not None else wanted
    goal = result.asked if result.asked is not None else result.plan.goal
    before = tuple(chosen(part, end) for part in goal.parts[:-1]) if isinstance(goal, InOrder) else ()
    return Truth(task, asked, wanted, result.goal_text, result.plan.calls, result.plan.relaxations, earlier=before)


def chosen(goal: Goal, end: Collection[Literal]) -> tuple[Literal, ...]:
    """A goal as facts of named things: where it leaves a choice, what holds in the end comes first.

    Args:
        goal: any formula; of parts in order the last one is what has to hold in the end.
        end: what holds after a plan for it, or for something close to it.
    """
    return tuple(dict.fromkeys(_facts(goal, end, False)))


def _facts(goal: Goal, end: Collection[Literal], negated: bool) -> Sequence[Literal]:
    match goal:
        case Holds(literal):
            return (~literal if negated else literal,)
        case Not(part):
            return _facts(part, end, not negated)
        case AllOf(parts):
            return [fact for part in parts for fact in _facts(part, end, negated)]
        case InOrder(parts) if parts:
            return _facts(parts[-1], end, negated)
        case AtLeast(count) if not negated:
            instances = sorted(goal.instances(), key=lambda x: not satisfied(Holds(x), end))
            return instances[:count]
        case AnyOf(parts) if parts:
            return _facts(next((p for p in parts if satisfied(p, end)), parts[0]), end, negated)
    return ()
