# SPDX-License-Identifier: Apache-2.0
"""A question that is given to the planner is answered, and the plan looks first where that helps."""

import pytest

from makedo_core.failure import FailureCause


def skills(result):
    return [(c.skill, c.arguments[-1]) for c in result.plan.calls if c.skill != "go_to"]


def test_the_plan_looks_where_the_answer_is(plan, home):
    result = plan("how many apples are on table 1", home)
    assert result.outcome.cause is FailureCause.SUCCESS
    assert skills(result) == [("discover_objects", "table_1")]
    assert result.answers[0].count == 1
    assert result.plan.provisional  # the answer comes after the look


def test_shut_furniture_is_opened_to_look_and_shut_again(plan, home):
    result = plan("what is in the fridge", home)
    done = [skill for skill, _ in skills(result)]
    assert done == ["open", "discover_objects", "close"]


def test_furniture_that_is_to_be_opened_anyway_stays_open(plan, home):
    result = plan("open the fridge and tell me what is in it", home)
    assert [skill for skill, _ in skills(result)] == ["open", "discover_objects"]


def test_what_looking_cannot_tell_is_answered_without_moving(plan, home):
    result = plan("how many people are in the kitchen", home)
    assert result.plan.calls == () and result.answers[0].count == 0
    assert result.goal_text == result.explanation  # the answer is what comes of it


def test_an_unknown_thing_is_refused_by_its_name(plan, home):
    assert plan("is there any florb", home).outcome.cause is FailureCause.UNKNOWN_OBJECT


def test_where_the_robot_stands_is_not_kept_for_the_end(plan, home):
    result = plan("go to the kitchen and open the fridge", home)
    assert result.plan.calls[-1].skill == "open"


@pytest.mark.parametrize(
    ("asked", "named"),
    [
        ("what is on the coffee table?", "coffee table"),
        ("is there anything on the piano", "piano"),
        ("how many books are in the wardrobe?", "wardrobe"),
        ("is the milk in the oven?", "oven"),
        ("what is the biggest thing in the attic", "attic"),
    ],
)
def test_of_a_place_that_is_not_here_nothing_is_said_but_that(plan, home, asked, named):
    result = plan(asked, home)
    assert result.outcome.cause is FailureCause.UNKNOWN_PLACE
    assert result.outcome.message.startswith(f"I know of no {named} here.")


def test_places_like_the_one_that_is_not_here_are_offered(plan, home):
    result = plan("what is on the coffee table?", home)
    assert {"table_1", "table_2", "table_3"} <= set(result.candidates)


def test_where_several_places_are_meant_each_thing_is_told_with_its_own(plan, home):
    told = plan("how many apples are on the table?", home).explanation
    assert told.startswith("I know of 2: apple 1 on table 1; apple 2 on table 3.")


def test_where_it_was_just_said_that_nobody_looked_the_places_are_not_named_again(plan, home):
    told = plan("what is on table 2?", home).explanation
    assert told.endswith("I have no record of looking at table 2. I look there before I answer.")
