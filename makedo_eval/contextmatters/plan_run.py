# SPDX-License-Identifier: Apache-2.0
"""What a planner of ours answers, as the judge of the ContextMatters tasks wants it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from makedo_core.goals.goal import AllOf, AnyOf, AtLeast, Goal, Holds, InOrder, conjuncts, satisfied
from makedo_core.graph.scene_graph import SceneGraph
from makedo_core.ontology import Ontology
from makedo_core.plan import Plan
from makedo_core.skills import Literal
from makedo_eval.contextmatters.interface import PlanRun
from planner_node.backends.domains.domain_backend import DomainBackend
from planner_node.pddl.model import Domain
from planner_node.pddl.simulate import simulate
from planner_node.pddl.writer import task_to_pddl
from planner_node.task import Result


def plan_run(result: Result, domain: Domain, graph: SceneGraph, ontology: Ontology) -> PlanRun:
    """The answer with the whole scene as a PDDL problem, whose goal is the one that the plan reaches."""
    plan = result.plan
    if plan is None:
        return PlanRun(result.outcome)
    return PlanRun(result.outcome, plan.calls, plan.relaxations, _problem(domain, graph, plan, ontology))


def _problem(domain: Domain, graph: SceneGraph, plan: Plan, ontology: Ontology) -> str:
    """The whole scene as PDDL, with the goal that the plan reaches."""
    task = DomainBackend(domain, graph, ontology).whole_task(plan.goal)
    end = simulate(task, plan.calls).states[-1]
    return task_to_pddl(replace(task, goal=_reached(plan.goal, end)))


def _reached(goal: Goal, end: Collection[Literal]) -> Goal:
    """Of what could be chosen, what was: other planners are to do the same work."""
    if isinstance(goal, InOrder):
        goal = goal.parts[-1]
    parts: list[Goal] = []
    for part in conjuncts(goal):
        if isinstance(part, AnyOf):
            part = next((p for p in part.parts if satisfied(p, end)), part)
        match part:
            case AtLeast():
                parts.extend(Holds(i) for i in part.instances() if i in end)
            case AllOf():
                parts.extend(conjuncts(_reached(part, end)))
            case _:
                parts.append(part)
    return AllOf(tuple(dict.fromkeys(parts)))
