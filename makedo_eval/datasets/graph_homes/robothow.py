# SPDX-License-Identifier: Apache-2.0
"""Tasks of VirtualHome's RobotHow as GraSIF has them: an apartment, and the nodes that change.

A task is stated in three ways: as a goal, in words that name all that is to change (as GraSIF's instructions
do, which are not public), or as people described what they do at home, from which much of it cannot be known.
"""

from __future__ import annotations

import json
import tarfile
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from makedo_core.enums import StrEnum
from makedo_core.files.importers.foreign_file import as_id, read_json
from makedo_core.files.importers.virtualhome import read_virtualhome
from makedo_core.goals.goal import OBJECT_VARIABLE, AllOf, AtLeast, Goal, Holds, conjuncts
from makedo_core.goals.goal_text import enumerate_words, number_word, spoken
from makedo_core.graph.scene_graph import AGENT_ID, GraphError, SceneGraph
from makedo_core.ontology import Ontology
from makedo_core.skills import Literal
from makedo_eval.case import Dataset, DatasetError, OnePlan
from makedo_eval.datasets.end_state import judged
from makedo_eval.datasets.graph_homes.graph_home import given_task, graph_home
from planner_node.task import PlanningTask

FILE = Path("grasif_like") / "robothow_eai_rebuilt.json"
ARCHIVE = Path("eai_virtualhome") / "init_and_final_graphs_public.tar.xz"
PUBLISHED: Mapping[str, float] = {
    "llm_as_planner": 0.44,
    "llm_p": 0.30,
    "sayplan": 0.86,
    "sayplan_lite": 0.84,
    "react": 0.89,
    "memory_graph": 0.87,
}
SOURCE = "LookPlanGraph, table IV, RobotHow (Llama 3.3 70B, 308 tasks)"
_REBUILT = "rebuilt data (65 tasks)"
_STRICT = "strict, as in the paper: every step can be made and all that had to change is right"
_STATES: Mapping[str, tuple[str, bool]] = {
    "ON": ("switched-on", False),
    "OFF": ("switched-on", True),
    "OPEN": ("closed", True),
    "CLOSED": ("closed", False),
}
_VERBS: Mapping[tuple[str, bool], str] = {
    ("switched-on", False): "Switch on",
    ("switched-on", True): "Switch off",
    ("closed", True): "Open",
    ("closed", False): "Close",
}
_PLACES: Mapping[str, str] = {"inside": "inside", "ontop": "ontop", "room": "at"}


class Phrasing(StrEnum):
    """How a task is stated."""

    GOAL = "goal"
    STATED = "stated"
    DESCRIBED = "described"


_NAMES: Mapping[Phrasing, tuple[str, str]] = {
    Phrasing.GOAL: ("robothow_goal", "the goal is given, the paper's methods were given an instruction"),
    Phrasing.STATED: ("robothow", "instructions of our own that state each change; the paper's are not public"),
    Phrasing.DESCRIBED: ("robothow_described", "people's raw descriptions, not the paper's unambiguous instructions"),
}


def load(folder: Path, ontology: Ontology, asked: Phrasing) -> Dataset:
    """All tasks that can be read.

    Args:
        folder: of all data.
        ontology: classes of things.
        asked: how tasks are stated to planners.

    Raises:
        DatasetError: if a file is missing.
    """
    cases: list[OnePlan] = []
    skipped: list[str] = []
    for row, content in _rows(folder, skipped):
        try:
            cases.append(_case(row, content, ontology, asked))
        except (DatasetError, GraphError, KeyError, ValueError) as error:
            skipped.append(_told(row, error))
    name, told = _NAMES[asked]
    return Dataset(name, tuple(cases), tuple(skipped), PUBLISHED, SOURCE, f"{_REBUILT}; {told}; {_STRICT}")


def apartments(folder: Path, ontology: Ontology, skipped: list[str]) -> Iterator[SceneGraph]:
    """The apartment of each task, named by it; unreadable tasks are listed in `skipped`. Raises as `load`."""
    for row, content in _rows(folder, skipped):
        try:
            yield replace(_apartment(row, json.loads(content), ontology), scene=row["id"])
        except (DatasetError, GraphError, KeyError, ValueError) as error:
            skipped.append(_told(row, error))


def _rows(folder: Path, skipped: list[str]) -> Iterator[tuple[Mapping[str, Any], bytes]]:
    """Tasks with the content of their files."""
    try:
        rows = read_json(folder / FILE)
    except GraphError as error:
        raise DatasetError(f"{error}; MAKEDO_DATA must name the folder that holds {FILE.parent}") from None
    scenes = dict(_scenes(folder / ARCHIVE, {row.get("graph") for row in rows}))
    for row in rows:
        if row.get("graph") in scenes:
            yield row, scenes[row["graph"]]
        else:
            skipped.append(_told(row, DatasetError(f"{ARCHIVE.name} has no file {row.get('graph')}")))


def _told(row: Mapping[str, Any], error: Exception) -> str:
    return f"{FILE.name}: task {row.get('id')}: {type(error).__name__}: {error}"


def _scenes(archive: Path, wanted: set[str]) -> Iterator[tuple[str, bytes]]:
    """Content of the wanted files of an archive, by name."""
    try:
        with tarfile.open(archive) as files:
            for member in files:
                name = member.name.rpartition("/")[2]
                content = files.extractfile(member) if name in wanted else None
                if content is not None:
                    yield name, content.read()
    except (OSError, tarfile.TarError) as error:
        raise DatasetError(f"{archive}: cannot be read ({error}); it holds the apartments of robothow") from None


def _case(row: Mapping[str, Any], content: bytes, ontology: Ontology, asked: Phrasing) -> OnePlan:
    raw = json.loads(content)
    names, graph = _names(raw), _apartment(row, raw, ontology)
    goal = changed_goal(row["changed"], names, graph)
    text = row["description"] if asked is Phrasing.DESCRIBED else stated(goal)

    given = given_task(goal, graph)
    task = given if asked is Phrasing.GOAL else PlanningTask(text, graph, domain=graph_home(), asks=False)
    return OnePlan(
        row["id"], row["name"], lambda: task, lambda result: judged(result, task, goal, ontology), lambda: given
    )


def _apartment(row: Mapping[str, Any], raw: Mapping[str, Any], ontology: Ontology) -> SceneGraph:
    return read_virtualhome(raw, _names(raw)[row["agent_room"]], ontology=ontology).graph


def stated(goal: Goal) -> str:
    """An instruction that states each part of a goal as `changed_goal` makes it."""
    return ". ".join(_sentence(part) for part in conjuncts(goal)) + "."


def _sentence(part: Goal) -> str:
    match part:
        case AtLeast(count, objects, literal):
            which = [spoken(o) for o in objects[:count]] if count == len(objects) else []
            noun = objects[0].rpartition("_")[0].replace("_", " ") if objects else "thing"
            what = enumerate_words(which) if which else f"{number_word(count)} {noun}" if count > 1 else f"a {noun}"
            match literal.predicate:
                case "holding":
                    return f"Pick up {what}"
                case "at":
                    return f"Bring {what} to {literal.terms[-1]}"
                case predicate:
                    return f"Put {what} {'on' if predicate == 'ontop' else 'inside'} {literal.terms[-1]}"
        case Holds(literal):
            if literal.predicate in ("ontop", "inside"):
                return f"Take {literal.terms[0]} from {literal.terms[1]}"
            return f"{_VERBS[literal.predicate, literal.negated]} {literal.terms[0]}"
    raise DatasetError(f"{part}: no such part is made of changed nodes")


def _names(raw: Mapping[str, Any]) -> Mapping[str, str]:
    """Node of each name: the n-th of a class in the file's order is called "<class>-n"."""
    counts: dict[str, int] = {}
    names: dict[str, str] = {}
    for node in raw["init_graph"]["nodes"]:
        label = node["class_name"]
        counts[label] = counts.get(label, 0) + 1
        names[f"{label}-{counts[label]}"] = as_id(f"{label}_{node['id']}", label)
    return names


def changed_goal(changed: list[Mapping[str, Any]], names: Mapping[str, str], graph: SceneGraph) -> Goal:
    """That the nodes which change are in the end as they are said to be; of things of a class so many, not which.

    Raises:
        DatasetError: if a node is not in the scene.
    """
    counted: dict[tuple[str, Literal], int] = {}
    parts: list[Goal] = []
    for row in changed:
        node = _known(row["name"], names, graph)
        for state in row["states_goal"]:
            if state in _STATES and state not in row["states_init"]:
                predicate, negated = _STATES[state]
                parts.append(Holds(Literal(predicate, (node,), negated)))
        relation, place = row["parent_goal"]
        if row["parent_goal"] == row["parent_init"]:
            continue
        if relation == "inside_hand":
            wanted = Literal("holding", (OBJECT_VARIABLE,))
        else:
            wanted = Literal(_PLACES[relation], (OBJECT_VARIABLE, _known(place, names, graph)))
        key = (graph[node].label, wanted)
        counted[key] = counted.get(key, 0) + 1
        before, old = row["parent_init"]
        if relation == "room" and before in ("inside", "ontop"):
            parts.append(Holds(Literal(_PLACES[before], (node, _known(old, names, graph)), negated=True)))
    for (label, literal), count in counted.items():
        alike = tuple(n.id for n in graph if n.label == label and n.id != AGENT_ID)
        parts.append(AtLeast(count, alike, literal))
    return AllOf(tuple(parts))


def _known(name: str, names: Mapping[str, str], graph: SceneGraph) -> str:
    node = names.get(name, "")
    if node not in graph:
        raise DatasetError(f"{name!r} is no node of the scene")
    return node
