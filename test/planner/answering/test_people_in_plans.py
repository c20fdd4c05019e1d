# SPDX-License-Identifier: Apache-2.0
"""What no skill does with people is refused by its kind, and nothing of the instruction is done by half."""

import pytest

from makedo_core.failure import FailureCause
from makedo_eval.gpsr.home import our_home
from planner_node.language.kinds import Deed


@pytest.mark.parametrize(
    ("text", "lacking"),
    [
        ("follow Anna to the kitchen", {Deed.FOLLOW}),
        ("go to the kitchen, find Ben, and follow him", {Deed.FOLLOW}),
        ("take the apple and bring it to the sink and guide Anna to the desk", {Deed.GUIDE}),
        ("greet Anna and tell her a joke", {Deed.GREET, Deed.SAY}),
        ("answer the question of the waving person in the kitchen", {Deed.ANSWER}),
        ("introduce yourself to Anna", {Deed.INTRODUCE}),
        ("offer something to drink to everybody in the kitchen", {Deed.OFFER}),
        ("tell Ben how many apples there are on the dining table", {Deed.SAY}),
        ("find the lying person in the kitchen", {Deed.FIND}),
        ("bring the apple to the man in the red coat", {Deed.FIND}),
        ("bring the apple to the child", {Deed.FIND}),
    ],
)
def test_what_no_skill_does_is_refused_by_kind(plan, text, lacking):
    result = plan(text, our_home().graph)
    assert result.outcome.cause is FailureCause.NOT_CAPABLE
    assert set(result.lacking) == lacking
    assert result.plan is None


def test_the_way_to_somebody_who_is_known_is_planned(plan):
    result = plan("meet the woman at the sofa", our_home().graph)
    assert [(c.skill, c.arguments[-1]) for c in result.plan.calls] == [("go_to", "anna")]


def test_something_is_handed_to_the_one_who_looks_so_and_to_nobody_else(plan):
    result = plan("bring the apple to the waving man in the kitchen", our_home().graph)
    assert result.plan.calls[-1].arguments == ("apple_1", "ben")


def test_me_is_the_operator_among_many(plan):
    result = plan("bring me the banana", our_home().graph)
    assert result.plan.calls[-1].arguments == ("banana_1", "robot_operator")


def test_questions_about_people_are_answered_from_what_the_graph_was_told(plan):
    result = plan("how many people in the kitchen are wearing yellow coats", our_home().graph)
    assert [s.node_id for s in result.answers[0].sightings] == ["emma"]
