# SPDX-License-Identifier: Apache-2.0
"""Instructions in the office of SayPlan, with goals read off the plans that its paper prints."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from makedo_core.files.importers.foreign_file import read_json
from makedo_core.files.importers.grasif_like import ids_of, read_grasif
from makedo_core.goals.goal import OBJECT_VARIABLE, AllOf, AnyOf, AtLeast, Goal, Holds, InOrder
from makedo_core.graph.scene_graph import GraphError, SceneGraph
from makedo_core.ontology import Ontology
from makedo_core.skills import Literal
from makedo_eval.case import Dataset, DatasetError, OnePlan
from makedo_eval.datasets.end_state import judged
from makedo_eval.datasets.graph_homes.graph_home import given_task, graph_home
from planner_node.task import PlanningTask

FILE = Path("grasif_like") / "sayplan_office_partial.json"
PUBLISHED: Mapping[str, float] = {
    "llm_as_planner": 0.47,
    "llm_p": 0.07,
    "sayplan": 0.46,
    "sayplan_lite": 0.53,
    "react": 0.38,
    "memory_graph": 0.62,
}
SOURCE = "LookPlanGraph, table IV, SayPlan Office (Llama 3.3 70B, 29 tasks)"
_STATES: Mapping[str, tuple[str, bool]] = {
    "on": ("switched-on", False),
    "off": ("switched-on", True),
    "open": ("closed", True),
    "closed": ("closed", False),
}
_HELD = "inside_hand"


def load(folder: Path, ontology: Ontology, *, goal_given: bool) -> Dataset:
    """All tasks that have a goal.

    Args:
        folder: of all data.
        ontology: classes of things.
        goal_given: whether planners are given the goal, or the instruction alone.

    Raises:
        DatasetError: if the file is missing or its scene malformed.
    """
    try:
        raw = read_json(folder / FILE)
        ids, full = ids_of(raw), raw["objects"]
    except (GraphError, KeyError) as error:
        raise DatasetError(f"{FILE}: {error}; MAKEDO_DATA must name the folder that holds {FILE.parent}") from None
    free = [item for item in full if item["relation"] != _HELD]
    cases: list[OnePlan] = []
    skipped: list[str] = []
    for row in raw["tasks"]:
        try:
            # What the robot holds belongs to the one task that speaks of it.
            holds = "holding" in row["instruction"]
            graph = read_grasif({**raw, "objects": full if holds else free}).graph
            cases.append(_case(row, graph, goal_of(row["goal"], ids), ontology, goal_given))
        except (DatasetError, GraphError, KeyError, ValueError) as error:
            skipped.append(f"{FILE.name}: task {row.get('id')}: {error}")
    name = "sayplan_office_goal" if goal_given else "sayplan_office"
    told = "the goal is given" if goal_given else "parsed from the instruction"
    rebuilt = "rebuilt from the printed plans (20 of 29 instructions, fewer things in the scene)"
    comparable = f"{rebuilt}; {told}; strict, as in the paper"
    return Dataset(name, tuple(cases), tuple(skipped), PUBLISHED, SOURCE, comparable)


def _case(row: Mapping[str, Any], graph: SceneGraph, goal: Goal, ontology: Ontology, goal_given: bool) -> OnePlan:
    given = given_task(goal, graph)
    task = given if goal_given else PlanningTask(row["instruction"], graph, domain=graph_home(), asks=False)
    return OnePlan(
        row["id"], row["set"], lambda: task, lambda result: judged(result, task, goal, ontology), lambda: given
    )


def goal_of(parts: Sequence[Any] | None, ids: Mapping[str, str]) -> Goal:
    """The goal of a task.

    Args:
        parts: facts of the end; where a list stands for a name, any of it will do. "trace" asks for what has to have
            been so on the way: something inside a machine while that runs.
        ids: node of each name.

    Raises:
        DatasetError: if there is no goal, or one that cannot be read.
    """
    if not parts:
        raise DatasetError("the data has no goal for it")
    traces = tuple(_trace(part, ids) for part in parts if part[0] == "trace")
    end = AllOf(tuple(_part(part, ids) for part in parts if part[0] != "trace"))
    return InOrder((AllOf(traces), end)) if traces else end


def _trace(part: Sequence[Any], ids: Mapping[str, str]) -> Goal:
    match part:
        case ["trace", "turn_on", str(machine), str(thing)]:
            inside = Literal("inside", (_id(thing, ids), _id(machine, ids)))
            return AllOf((Holds(inside), Holds(Literal("switched-on", (_id(machine, ids),)))))
    raise DatasetError(f"{part}: of what happens on the way, only turn_on with something inside can be judged")


def _part(part: Sequence[Any], ids: Mapping[str, str]) -> Goal:
    match part:
        case ["count", ("ontop" | "inside") as relation, str(pattern), str(place), int(count)]:
            alike = tuple(i for name, i in ids.items() if fnmatchcase(name, pattern))
            return AtLeast(count, alike, Literal(relation, (OBJECT_VARIABLE, _id(place, ids))))
        case [("ontop" | "inside") as relation, things, places]:
            ways = [Holds(Literal(relation, (t, p))) for t in _any(things, ids) for p in _any(places, ids)]
            return ways[0] if len(ways) == 1 else AnyOf(tuple(ways))
        case ["state", str(name), str(state)] if state in _STATES:
            predicate, negated = _STATES[state]
            return Holds(Literal(predicate, (_id(name, ids),), negated))
    raise DatasetError(f"{part}: this is no fact of the end; known are ontop, inside, count, state and trace")


def _any(names: str | Sequence[str], ids: Mapping[str, str]) -> list[str]:
    return [_id(name, ids) for name in ([names] if isinstance(names, str) else names)]


def _id(name: str, ids: Mapping[str, str]) -> str:
    if name not in ids:
        raise DatasetError(f"{name!r} is not in the scene")
    return ids[name]
