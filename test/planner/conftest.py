# SPDX-License-Identifier: Apache-2.0
"""Small worlds for the planner's tests, and the home of the demo."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from makedo_core.files.scene_json import graph_from_json
from makedo_core.graph.scene_graph import SceneGraph
from makedo_core.ontology import load_ontology
from planner_node.engine import Engine
from planner_node.task import PlanningTask, Settings
from support.small_worlds import make_world

sys.path.insert(0, str(Path(__file__).parent))  # for planner_process.py

HOME = Path(__file__).parents[2] / "scenes" / "home" / "graph.json"


@pytest.fixture(scope="session")
def world():
    """Make a small world."""
    return make_world


@pytest.fixture(scope="session")
def ontology():
    return load_ontology()


@pytest.fixture(scope="session")
def home() -> SceneGraph:
    return graph_from_json(HOME.read_text(encoding="utf-8"), str(HOME))


@pytest.fixture(scope="session")
def engine(ontology) -> Engine:
    return Engine(ontology, Settings())


@pytest.fixture
def plan(engine):
    """Plan an instruction on a graph."""
    return lambda instruction, graph, **more: engine.plan(PlanningTask(instruction, graph, **more))
