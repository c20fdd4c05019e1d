# SPDX-License-Identifier: Apache-2.0
"""A question that is given to the planner is answered, and the plan looks first where that helps."""

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
