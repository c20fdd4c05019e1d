# SPDX-License-Identifier: Apache-2.0
"""No more is done, claimed or offered than was said: what is in the room already, what may be food, the other one."""

from __future__ import annotations

import pytest

from makedo_core.failure import FailureCause
from makedo_core.ontology import load_ontology, memberships_of
from makedo_eval.sentences.corpus import scene
from planner_node.claims.groups import Groups
from planner_node.claims.wording.lists import word_lists
from planner_node.claims.wording.mirrors import mirrors
from planner_node.claims.wording.words import WordUse, accounted
from planner_node.engine import Engine
from planner_node.grounding.scene import Scene
from planner_node.language.interpret import interpret
from planner_node.language.phrasebook import load_phrasebook
from planner_node.language.request import Request
from planner_node.task import PlanningTask, Result, Settings

ENGINE = Engine(load_ontology(), Settings())


def planned(where: str, said: str) -> Result:
    return ENGINE.plan(PlanningTask(said, scene(where)))


def goals(result: Result) -> dict[str, str]:
    """The things that are put somewhere, each with where it goes."""
    assert result.plan is not None, result.outcome
    return {c.arguments[0]: c.arguments[1] for c in result.plan.calls if c.skill in ("put_on", "put_inside")}


def claims_exactness(result: Result) -> bool:
    plan = result.plan
    return plan is not None and result.account.exact and not plan.relaxations


@pytest.mark.parametrize(
    ("where", "said", "moved"),
    [
        ("flat", "bring the milk to the kitchen", {}),
        ("dining", "bring all the glasses to the kitchen", {}),
        ("bedroom", "take the jacket to the bedroom", {}),
        ("office", "take the folders to the open office", {}),
        ("dining", "bring all the bowls and the vase to the kitchen", {"vase_1": "table_1"}),
        ("dining", "bring the milk from the fridge to the kitchen", {"milk_carton_1": "counter_1"}),
        ("dining", "bring a cola to the dining room", {"cola_can_1": "table_2"}),
    ],
)
def test_what_is_in_furniture_of_a_room_is_in_that_room(where, said, moved):
    result = planned(where, said)
    assert goals(result) == moved
    assert claims_exactness(result)


@pytest.mark.parametrize(
    ("where", "said", "asked_of"),
    [
        ("dining", "take anything that isn't food from the fridge to table 3", "milk_carton_1"),
        ("pantry", "put everything on shelf 2 that is not food in the crate", "orange_juice_1"),
        ("flat", "bring everything from the kitchen table except the food to the sofa", "water_bottle_1"),
        ("living", "put everything on the kids table that isn't food in the toy chest", "juice_box_1"),
    ],
)
def test_whether_a_drink_is_food_is_asked_where_food_is_excepted(where, said, asked_of):
    result = planned(where, said)
    assert result.outcome.cause is FailureCause.AMBIGUOUS and asked_of in result.candidates


@pytest.mark.parametrize(
    "said",
    [
        "put two things that aren't food from the fridge on table 3",
        "put something that isn't food from the fridge on table 3",
    ],
)
def test_a_drink_is_not_surely_something_that_is_no_food(said):
    result = planned("dining", said)
    assert "milk_carton_1" in goals(result)
    assert not claims_exactness(result)


@pytest.mark.parametrize(
    ("where", "said", "is_exact"),
    [
        ("lab", "put both blue test tubes in the rack and the other one in the incubator", False),
        ("living", "put both books on the coffee table on the sofa and the other one in the toy chest", False),
        ("dining", "put mug 1 on table 1 and the other mug on table 3", False),
        ("living", "put one crayon in the toy chest, the other one on the sofa", True),
        ("office", "put the binder from the shelf on desk 1 and the other one on desk 2", False),
        ("garage", "put one screwdriver in the crate, the other in the tool chest", True),
        ("dining", "put the red apple on table 1 and the other one on table 3", True),
        ("bedroom", "put one pillow on the desk and the other one in the hamper", True),
    ],
)
def test_the_other_one_is_exact_where_there_is_one_other(where, said, is_exact):
    result = planned(where, said)
    assert goals(result)
    assert claims_exactness(result) is is_exact


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ("dining", "put every glass and every fork that is in the drawer on table 1"),
        ("garage", "put every screwdriver and every saw that is in the tool chest on shelf 1"),
    ],
)
def test_a_place_that_has_none_of_the_first_is_asked_about(where, said):
    assert planned(where, said).outcome.cause is FailureCause.AMBIGUOUS


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ("dining", "fridge: apples out, milk in"),
        ("dining", "cupboard: glasses out, mugs in"),
        ("office", "each desk should have one pen and no more"),
        ("dining", "each table should have one glass and no more"),
    ],
)
def test_no_order_is_offered_without_no_more_or_the_wrong_way_round(where, said):
    result = planned(where, said)
    assert result.plan is None or not goals(result)
    assert result.question is None or not result.question.options


def test_the_words_of_a_way_to_say_an_order_are_mirrored_where_it_was_read():
    said = "see if you can find the lemon"
    assert WordUse.UNUSED not in uses(said, said).values()


@pytest.mark.parametrize(
    ("said", "word"),
    [
        ("put the lemon on table 3 and the others stay on the counter", "others"),
        ("put the lemon on table 3 with all the other things", "other"),
    ],
)
def test_the_words_of_a_way_to_say_an_order_are_mirrored_nowhere_else(said, word):
    assert uses("put the lemon on table 3", said)[word] is WordUse.UNUSED


def uses(read: str, said: str) -> dict[str, WordUse]:
    """What becomes of the words that were said, where some orders are what was read of them."""
    graph, ontology, book = scene("dining"), load_ontology(), load_phrasebook()
    request = interpret(read, ontology, graph)
    assert isinstance(request, Request)
    known = Scene(graph, ontology, request=request)
    groups = Groups(known, memberships_of(ontology), word_lists())
    mirrored = mirrors(request, graph, ontology, book, groups.count)
    return {word.text: word.use for word in accounted(said, mirrored)}
