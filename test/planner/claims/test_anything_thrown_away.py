# SPDX-License-Identifier: Apache-2.0
"""Nothing is thrown away of which only is said that it is something."""

from __future__ import annotations

import pytest

from makedo_core.failure import FailureCause
from makedo_core.graph.scene_graph import SceneGraph
from makedo_core.ontology import load_ontology
from makedo_eval.sentences.corpus import scene
from planner_node.engine import Engine
from planner_node.task import PlanningTask, Result, Settings
from test.support.small_worlds import make_world

ENGINE = Engine(load_ontology(), Settings())


def planned(said: str, graph: SceneGraph | None = None) -> Result:
    return ENGINE.plan(PlanningTask(said, scene("flat") if graph is None else graph))


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        ("Something is wrong in the kitchen. Dispose of it.", "Which of the 16 things in the kitchen"),
        ("Something is humming in the kitchen. Throw it away.", "Which of the 16 things in the kitchen"),
        ("There is something on the coffee table. Throw it away.", "Which of the 4 things at the coffee table"),
        ("throw something away", "Which of the 33 things is"),
    ],
)
def test_of_several_things_it_is_asked_which(said, asked):
    outcome = planned(said).outcome
    assert outcome.cause is FailureCause.AMBIGUOUS and outcome.message.startswith(asked)


@pytest.mark.parametrize("how", ["is smelling", "is smelly", "smells"])
def test_what_is_told_of_something_singles_it_out(how):
    result = planned(f"Something {how} in the kitchen. Dispose of it.")
    assert result.plan is None and "no smelly thing" in result.outcome.message


def test_what_is_described_is_thrown_away():
    result = planned("throw away something rotten")
    assert [str(c) for c in result.plan.calls if c.skill == "put_inside"] == ["put_inside(banana_1, trash_can_1)"]


def test_a_name_that_says_a_word_twice_is_a_name():
    world = make_world("food_food_1 on table_2")
    result = planned("put food food 1 on the counter", world)
    assert [str(c) for c in result.plan.calls if c.skill == "put_on"] == ["put_on(food_food_1, counter_1)"]
    assert planned("put the the food food 1 on on the counter", world).plan is not None
