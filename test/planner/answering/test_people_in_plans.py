# SPDX-License-Identifier: Apache-2.0
"""What no skill does with people is refused by its kind, and nothing of the instruction is done by half."""

import pytest

from makedo_core.failure import FailureCause
from makedo_core.files.scene_json import graph_from_json, graph_to_json
from makedo_core.graph.scene_graph import SceneGraph
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
        ("show Anna the kitchen", {Deed.GUIDE}),
        ("show Ben the way to the desk", {Deed.GUIDE}),
        ("show Ben where the apple is", {Deed.SAY}),
        ("let Anna know that dinner is ready", {Deed.SAY}),
        ("remind Ben to take his pills", {Deed.SAY}),
        ("invite Anna to the kitchen", {Deed.SAY}),
        ("ask Ben where the apple is", {Deed.SAY}),
        ("come with Anna", {Deed.FOLLOW}),
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


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("remind Ben to take his pills", "to remind Ben to take his pills;"),
        ("ask Anna if she wants a drink", "to ask Anna if she wants a drink;"),
        ("escort Anna to the kitchen", "to escort Anna to the kitchen;"),
        ("say hello to Ben", "to say hello to Ben;"),
        ("introduce yourself to Anna", "to introduce yourself to Anna;"),
    ],
)
def test_what_is_refused_is_told_in_the_words_in_which_it_was_said(plan, text, says):
    assert says in plan(text, our_home().graph).outcome.message


def _ward() -> SceneGraph:
    """A home with a nurse and a patient by their names."""
    text = graph_to_json(our_home().graph).replace('"anna"', '"nurse_jane"').replace('"ben"', '"mr_smith"')
    return graph_from_json(text)


@pytest.mark.parametrize(
    ("text", "who"),
    [
        ("bring the nurse the apple", "nurse_jane"),
        ("give Jane the apple", "nurse_jane"),
        ("take the apple to Mr. Smith", "mr_smith"),
        ("bring Smith the apple", "mr_smith"),
    ],
)
def test_people_are_known_by_parts_of_their_names(plan, text, who):
    assert plan(text, _ward()).plan.calls[-1].arguments[-1] == who


@pytest.mark.parametrize("text", ["find Mr Smith's phone", "find Jane's apple"])
def test_whose_a_thing_is_is_no_recipient(plan, text):
    result = plan(text, _ward())
    assert result.plan is None or all(call.skill != "hand_over" for call in result.plan.calls)


def test_which_of_several_people_is_to_be_found_is_asked(plan):
    result = plan("find the person", our_home().graph)
    assert result.question is not None and {"anna", "ben"} <= {o.name for o in result.question.options}


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("come with me", "to follow you;"),
        ("tell Ben to call me", "to tell Ben to call you;"),
        ("remind Anna of my pills", "to remind Anna of your pills;"),
    ],
)
def test_who_speaks_is_you_in_what_is_refused(plan, text, says):
    assert says in plan(text, our_home().graph).outcome.message
