# SPDX-License-Identifier: Apache-2.0
"""A small home, the planner without a model, the truth about a task in it, and data of a few tasks."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from makedo_core.graph.scene_graph import Node, NodeKind, Relation, RelationType, SceneGraph, State
from makedo_core.ontology import load_ontology
from makedo_eval.datasets import kitchen
from makedo_eval.kitchen.tasks import kitchen_tasks
from makedo_eval.simulated_model.truth import Truth, truth_of
from planner_node.engine import Engine
from planner_node.task import PlanningTask


def make_home() -> SceneGraph:
    """A kitchen with two tables and a fridge; two apples on a table, a cup on the other."""
    nodes = [
        Node("kitchen", "kitchen", NodeKind.ROOM),
        Node("robot", "robot", NodeKind.AGENT),
        Node("table_1", "table", NodeKind.ASSET),
        Node("table_2", "table", NodeKind.ASSET),
        Node("fridge_1", "fridge", NodeKind.ASSET, states=frozenset({State.CLOSED})),
        *(Node(i, i[:-2], NodeKind.OBJECT, size=(0.06, 0.06, 0.1), confidence=0.9) for i in ("apple_1", "apple_2")),
        Node("cup_1", "cup", NodeKind.OBJECT, size=(0.06, 0.06, 0.1), confidence=0.9),
    ]
    places = {"apple_1": "table_1", "apple_2": "table_1", "cup_1": "table_2"}
    relations = [Relation(i, RelationType.ON, where) for i, where in places.items()]
    relations += [Relation(i, RelationType.IN, "kitchen") for i in ("robot", "table_1", "table_2", "fridge_1")]
    return SceneGraph({n.id: n for n in nodes}, frozenset(relations))


@pytest.fixture(scope="session")
def home() -> SceneGraph:
    return make_home()


@pytest.fixture(scope="session")
def engine() -> Engine:
    return Engine(load_ontology())


@pytest.fixture(scope="session")
def truth(engine, home):
    """The truth about an instruction in the home."""
    return lambda instruction: truth_of(PlanningTask(instruction, home), engine)


@pytest.fixture(scope="session")
def kitchen_truth() -> Callable[[str], Truth]:
    """The truth about a task of the kitchen by its name, solved once: T8 to T12 take seconds each."""
    tasks = {task.id: task for task in kitchen_tasks()}
    return cache(lambda name: kitchen.truth_of(tasks[name]))


def task(number: int) -> dict:
    return {
        "id": f"task_{number}",
        "file": "",
        "rooms": ["kitchen"],
        "agent_room": "kitchen",
        "assets": [{"name": f"table_{i}", "room": "kitchen"} for i in (1, 2)],
        "objects": [{"name": f"cup_{number}", "relation": "ontop", "related_to": "table_1"}],
        "goal": [["ontop", f"?cup_{number}", "?table_2"]],
    }


@pytest.fixture
def folder(tmp_path) -> Path:
    """Data of four tasks and one that cannot be read."""
    (tmp_path / "grasif_like").mkdir()
    tasks = [{**t, "assets": [{**a, "type": "table"} for a in t["assets"]]} for t in map(task, range(1, 5))]
    for t in tasks:
        t["objects"] = [{**o, "type": "cup"} for o in t["objects"]]
    (tmp_path / "grasif_like" / "behavior_rebuilt.json").write_text(json.dumps([*tasks, {"id": "broken"}]))
    return tmp_path
