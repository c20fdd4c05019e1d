# SPDX-License-Identifier: Apache-2.0
"""What somebody else will do is not done by the robot, whatever is left to it in the same sentence."""

from __future__ import annotations

import pytest

from makedo_core.ontology import load_ontology
from makedo_eval.sentences.corpus import scene
from planner_node.engine import Engine
from planner_node.task import PlanningTask, Settings

ENGINE = Engine(load_ontology(), Settings())


def planned(said: str):
    return ENGINE.plan(PlanningTask(said, scene("dining")))


@pytest.mark.parametrize(
    "said",
    [
        "I'll put the banana in the fridge",
        "I will wash the mugs and dry them",
        "I'm going to put the lemon on table 1",
        "I'm about to close the cupboard",
        "she will take the pear to table 2",
    ],
)
def test_what_somebody_will_do_is_asked_about_and_not_done(said):
    result = planned(said)
    assert result.plan is None
    assert result.outcome.message.startswith(f"You told me '{said.lower()}', which I take for what you do yourself.")


@pytest.mark.parametrize(
    "said",
    [
        "I'll take the pear, you bring the lemon to table 2",
        "I'll take the pear and you bring the lemon to table 2",
        "I'll take the pear while you bring the lemon to table 2",
        "I take care of the mugs, you bring the lemon to table 2",
        "he will do the mugs, and you bring the lemon to table 2",
        "I'm going to wash the mugs, so bring the lemon to table 2",
    ],
)
def test_what_is_left_to_the_robot_is_all_that_it_does(said):
    result = planned(said)
    assert result.plan is not None
    assert [str(c) for c in result.plan.calls if c.skill.startswith("put")] == ["put_on(lemon_1, table_2)"]


@pytest.mark.parametrize("said", ["I'll have the juice on table 3", "I will need the juice on table 3"])
def test_a_wish_is_no_deed(said):
    result = planned(said)
    assert result.plan is not None
    assert [str(c) for c in result.plan.calls if c.skill.startswith("put")] == ["put_on(juice_carton_1, table_3)"]
