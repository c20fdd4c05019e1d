# SPDX-License-Identifier: Apache-2.0
"""From a goal to a sentence and back: what the grammar reads is the goal that was said."""

from __future__ import annotations

from random import Random

import pytest

from makedo_core.goals.entailment import entails
from makedo_core.ontology import load_ontology
from planner_node.engine import Engine
from planner_node.relaxation.explored import asked_goal
from planner_node.task import PlanningTask, Settings
from support.many import MANY
from support.meant import draw_scene
from support.rendering import draw_goal, said

ENGINE = Engine(load_ontology(), Settings())


def read_otherwise(seed: int) -> str:
    """How the goal of a seed is read otherwise; empty if it is read as it was said."""
    random = Random(seed)
    graph = draw_scene(random)
    goal = draw_goal(random, graph)
    instruction = said(goal, random)
    found = ENGINE.understand(PlanningTask(instruction, graph, asks=False))
    if not isinstance(found, tuple):
        return f"{seed}: {instruction!r}: {found.message}"
    asked = asked_goal(found[1])
    return "" if entails(goal, asked) and entails(asked, goal) else f"{seed}: {instruction!r}: {asked}"


def test_the_goal_that_is_read_is_the_goal_that_was_said():
    assert [wrong for seed in range(300) if (wrong := read_otherwise(seed))] == []


@pytest.mark.slow
@pytest.mark.timeout(7200)  # an hour for a hundred thousand, on a busy machine
def test_of_thousands_of_goals_each_is_read_as_it_was_said():
    assert [wrong for seed in range(1_000, 1_000 + MANY) if (wrong := read_otherwise(seed))] == []
