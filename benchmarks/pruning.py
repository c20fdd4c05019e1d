# SPDX-License-Identifier: Apache-2.0
"""Pruning and planning in VirtualHome's apartments, after the pruning paper's tables: `python -m benchmarks.pruning`.

Goals are given as facts and drawn from a seed (makedo_eval/datasets/virtualhome_goals.py); MAKEDO_DATA names the folder
with the apartments. A selection fails if a planner that shares nothing with it finds no plan among its nodes that holds
in the whole apartment. Things, furniture and the robot are counted, rooms are not. Necessary is what remains when one
node after the other is left out of the selection as long as there is such a plan.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import sys
import time
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from rich.console import Console
from rich.table import Table

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from makedo_core.goals.goal import AllOf, AtLeast, Goal, constants
from makedo_core.goals.goal_json import goal_to_json
from makedo_core.graph.scene_graph import NodeKind, SceneGraph
from makedo_core.ontology import load_ontology
from makedo_core.skills import SkillCall
from makedo_eval.datasets.virtualhome_goals import FOLDER, Drawn, apartments, draw
from planner_node.engine import Engine
from planner_node.engines.builtin import Builtin
from planner_node.grounding.scene import Scene
from planner_node.language.refusal import Refusal
from planner_node.pddl.skill_domain import catalogue_task, skill_call
from planner_node.proof.backend import Manner
from planner_node.proof.problem import Problem
from planner_node.proof.proof import Proof, Stages
from planner_node.proof.search import SearchLimits, search
from planner_node.proof.validate import validate
from planner_node.strategies.prune.mcts import tree_search
from planner_node.strategies.prune.policies import Acting, Policy
from planner_node.strategies.prune.reduced import reduced_graph
from planner_node.strategies.prune.reduction import Reduction
from planner_node.strategies.prune.state_space import state_space
from planner_node.task import PlanningTask

SEARCH, MCTS = "search", "MCTS"
WHOLE = ", unreduced"
_CHECK_S = 20.0


@dataclass(frozen=True, slots=True)
class Planned:
    """How one planner did on one goal: steps (-1: no plan) and CPU time [s]."""

    steps: int
    cpu_s: float


@dataclass(frozen=True, slots=True)
class Row:
    """One goal.

    Attributes:
        environment, selected, necessary: how many things, pieces of furniture and robots.
        covered: whether the selection has a plan.
        widened: how often the selection grew.
        read: whether the words alone led to a plan that reaches the goal.
        planners: by name.
    """

    name: str
    subtasks: int
    environment: int
    selected: int
    necessary: int
    covered: bool
    widened: int
    read: bool
    planners: dict[str, Planned]


def measure(drawn: Drawn, engine: Engine, whole: Problem | None, limit_s: float) -> Row:
    """Everything about one goal; `whole`: all that can be done in the apartment, to plan on that too."""
    reduction = Reduction(engine.prove)
    planners = {SEARCH: _planned(drawn, engine, reduction, limit_s)}
    planners[MCTS] = _planned(drawn, engine, Reduction(Acting(tree_search).prove), limit_s)
    if whole is not None:
        planners[SEARCH + WHOLE] = _unreduced(drawn, engine, whole, search, limit_s)
        planners[MCTS + WHOLE] = _unreduced(drawn, engine, whole, tree_search, limit_s)
    kept = frozenset(reduction.nodes)
    return Row(
        drawn.name,
        drawn.subtasks,
        _counted(drawn.graph, drawn.graph.nodes),
        _counted(drawn.graph, kept),
        _counted(drawn.graph, _necessary(drawn, kept)),
        _has_plan(drawn, kept),
        reduction.widened,
        _reaches(drawn, engine.plan(PlanningTask(drawn.words, drawn.graph, asks=False)).plan),
        planners,
    )


def _planned(drawn: Drawn, engine: Engine, reduction: Reduction, limit_s: float) -> Planned:
    """The strategy with the goal given; a plan counts if it is not relaxed and holds."""
    begun = time.process_time()
    task = PlanningTask("the goal", drawn.graph, goal=goal_to_json(drawn.goal), time_limit_s=limit_s)
    found = engine.understand(task)
    if isinstance(found, Refusal):
        raise ValueError(f"{drawn.name}: {found.message}")
    plan = engine.plan_for(task, *found, engine.limits(task), reduction.prove).plan
    cpu_s = time.process_time() - begun
    return Planned(len(plan.calls) if plan is not None and _reaches(drawn, plan) else -1, cpu_s)


def _unreduced(drawn: Drawn, engine: Engine, whole: Problem, policy: Policy, limit_s: float) -> Planned:
    """A policy on everything that can be done in the apartment; the making of that is not counted."""

    def prove(scene: Scene, stages: Stages, limits: SearchLimits, manner: Manner) -> Proof:
        wanted = whole.goal(x for stage in stages for x in stage)
        found = policy(whole, wanted, replace(limits, states=10_000_000))
        return Proof(found.status, tuple(instance.call for instance in found.instances), found.states)

    begun = time.process_time()
    task = PlanningTask("the goal", drawn.graph, goal=goal_to_json(drawn.goal), time_limit_s=limit_s)
    found = engine.understand(task)
    assert not isinstance(found, Refusal)
    plan = engine.plan_for(task, *found, engine.limits(task), prove).plan
    cpu_s = time.process_time() - begun
    return Planned(len(plan.calls) if plan is not None and _reaches(drawn, plan) else -1, cpu_s)


def _reaches(drawn: Drawn, plan: object) -> bool:
    calls: Sequence[SkillCall] | None = getattr(plan, "calls", None)
    return calls is not None and validate(calls, drawn.goal, drawn.graph).outcome.ok


def _has_plan(drawn: Drawn, nodes: Iterable[str]) -> bool:
    """Whether the PDDL planner finds a plan among some nodes that holds in the whole apartment."""
    graph = reduced_graph(drawn.graph, frozenset(nodes))
    goal = _within(drawn.goal, graph)
    if any(term not in graph for term in constants(goal)):
        return False
    task = catalogue_task(graph, goal)
    found = Builtin().solve(task, SearchLimits(time.monotonic() + _CHECK_S))
    calls = [skill_call(c.skill, c.arguments) for c in found.calls]
    return validate(calls, drawn.goal, drawn.graph).outcome.ok


def _within(goal: Goal, graph: SceneGraph) -> Goal:
    """The goal over the nodes that a graph has."""
    if isinstance(goal, AllOf):
        return AllOf(tuple(_within(part, graph) for part in goal.parts))
    if isinstance(goal, AtLeast):
        return replace(goal, objects=tuple(o for o in goal.objects if o in graph))
    return goal


def _necessary(drawn: Drawn, nodes: frozenset[str]) -> frozenset[str]:
    kept = nodes
    for node_id in sorted(n for n in nodes if drawn.graph[n].kind in (NodeKind.OBJECT, NodeKind.ASSET)):
        if _has_plan(drawn, kept - {node_id}):
            kept -= {node_id}
    return kept


def _counted(graph: SceneGraph, nodes: Iterable[str]) -> int:
    return sum(graph[n].kind is not NodeKind.ROOM for n in nodes)


def table(rows: Sequence[Row]) -> Table:
    """Means and medians for each number of subtasks."""
    shown = Table(title="pruning without a model")
    planners = list(dict.fromkeys(name for row in rows for name in row.planners))
    for column in ("N", "goals", "nodes", "necessary", "selected", "ratio", "failed", "widened", "read"):
        shown.add_column(column, justify="right")
    for name in planners:
        shown.add_column(f"{name}: success, steps, CPU s", justify="right")
    for number in sorted({row.subtasks for row in rows}):
        some = [row for row in rows if row.subtasks == number]
        cells = [_told(row.planners[name] for row in some if name in row.planners) for name in planners]
        shown.add_row(
            str(number),
            str(len(some)),
            f"{statistics.mean(r.environment for r in some):.0f}",
            f"{statistics.mean(r.necessary for r in some):.2f}",
            f"{statistics.mean(r.selected for r in some):.2f}",
            f"{statistics.mean(r.selected / r.necessary for r in some):.2f}",
            str(sum(not r.covered for r in some)),
            str(sum(r.widened > 0 for r in some)),
            f"{statistics.mean(r.read for r in some):.2f}",
            *cells,
        )
    return shown


def _told(results: Iterable[Planned]) -> str:
    """Share of successes, mean steps of those, median CPU time of all."""
    every = list(results)
    if not every:
        return ""
    steps = [p.steps for p in every if p.steps >= 0]
    mean = f"{statistics.mean(steps):.1f}" if steps else "-"
    return f"{len(steps) / len(every):.2f} of {len(every)}, {mean}, {statistics.median(p.cpu_s for p in every):.3f}"


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--goals", type=int, default=30, help="of each number of subtasks")
    parser.add_argument("--most", type=int, default=5, help="most subtasks")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--unreduced", type=int, default=0, help="how many of the goals also on the whole state")
    parser.add_argument("--limit", type=float, default=30.0, help="wall time of one planning [s]")
    parser.add_argument("--json", type=Path, help="write every row there")
    args = parser.parse_args()
    folder = Path(os.environ.get("MAKEDO_DATA", "../shared/data"))
    if not (folder / FOLDER).is_dir():
        sys.stdout.write(f"passed over: there are no apartments in {folder / FOLDER}; set MAKEDO_DATA\n")
        return 0
    ontology = load_ontology()
    graphs, engine = apartments(folder, ontology), Engine(ontology)
    wholes: dict[str, Problem] = {}
    rows: list[Row] = []
    for subtasks in range(1, args.most + 1):
        for number, drawn in enumerate(draw(graphs, ontology, subtasks, args.goals, args.seed)):
            whole = None
            if number < args.unreduced:
                scene = drawn.graph.scene
                whole = wholes[scene] = wholes.get(scene) or state_space(Scene(drawn.graph, ontology), ())
            rows.append(measure(drawn, engine, whole, args.limit))
    Console(width=160).print(table(rows))
    if args.json:
        args.json.write_text(json.dumps([asdict(row) for row in rows], indent=1), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
