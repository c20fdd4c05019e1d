# SPDX-License-Identifier: Apache-2.0
"""The domain of homes that are graphs (graph_home.pddl), read once."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from makedo_core.goals.goal import Goal
from makedo_core.goals.goal_json import goal_to_json
from makedo_core.goals.goal_text import describe
from makedo_core.graph.scene_graph import SceneGraph
from planner_node.pddl.model import Domain
from planner_node.pddl.reading.reader import read_domain
from planner_node.task import PlanningTask

FILE = Path(__file__).with_suffix(".pddl")


@cache
def graph_home() -> Domain:
    """What a robot with one hand can do in rooms, with furniture and things."""
    return read_domain(FILE.read_text(encoding="utf-8"), source=FILE.name).value


def given_task(goal: Goal, graph: SceneGraph) -> PlanningTask:
    """The task of reaching a goal that is given; its words are for methods that take no formula."""
    text = f"Make it so that {describe(goal)}."
    return PlanningTask(text, graph, goal=goal_to_json(goal), domain=graph_home(), asks=False)
