# SPDX-License-Identifier: Apache-2.0
"""Tasks of BEHAVIOR-1K as GraSIF has them: a scene graph and a goal formula; the goal is given, there is no text."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from makedo_core.files.importers.foreign_file import read_json
from makedo_core.files.importers.grasif_like import ids_of, read_grasif
from makedo_core.goals.goal import Goal
from makedo_core.graph.scene_graph import GraphError
from makedo_core.ontology import Ontology
from makedo_eval.case import Dataset, DatasetError, OnePlan
from makedo_eval.datasets.end_state import judged
from makedo_eval.datasets.graph_homes.bddl import Reader
from makedo_eval.datasets.graph_homes.graph_home import given_task

FILE = Path("grasif_like") / "behavior_rebuilt.json"
PUBLISHED: Mapping[str, float] = {
    "llm_as_planner": 0.39,
    "llm_p": 0.33,
    "sayplan": 0.36,
    "sayplan_lite": 0.61,
    "react": 0.47,
    "memory_graph": 0.60,
}
SOURCE = "LookPlanGraph, table IV, BEHAVIOR-1K (Llama 3.3 70B, 177 tasks)"
COMPARABLE = (
    "rebuilt data (125 tasks); the goal is given as a formula, the paper's methods were given an instruction; "
    "strict, as in the paper"
)


def load(folder: Path, ontology: Ontology) -> Dataset:
    """All tasks that can be read.

    Raises:
        DatasetError: if the file is missing or no list of tasks.
    """
    path = folder / FILE
    try:
        rows = read_json(path)
    except GraphError as error:
        raise DatasetError(f"{error}; MAKEDO_DATA must name the folder that holds {FILE.parent}") from None
    if not isinstance(rows, list):
        raise DatasetError(f"{path}: not a list of tasks")
    cases: list[OnePlan] = []
    skipped: list[str] = []
    for number, row in enumerate(rows):
        try:
            cases.append(_case(row, ontology))
        except (DatasetError, GraphError, KeyError, TypeError) as error:
            name = row.get("id", number) if isinstance(row, Mapping) else number
            skipped.append(f"{path.name}: task {name}: {type(error).__name__}: {error}")
    return Dataset("behavior", tuple(cases), tuple(skipped), PUBLISHED, SOURCE, COMPARABLE)


def _case(row: Mapping[str, Any], ontology: Ontology) -> OnePlan:
    graph = read_grasif(row).graph
    ids = ids_of(row)
    members: dict[str, list[str]] = {}
    for thing in (*row["assets"], *row["objects"]):
        members.setdefault(thing["type"], []).append(ids[thing["name"]])
    goal: Goal = Reader(ids, members).goal(row["goal"])
    task = given_task(goal, graph)
    return OnePlan(row["id"], row["agent_room"], lambda: task, lambda result: judged(result, task, goal, ontology))
