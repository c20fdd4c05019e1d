# SPDX-License-Identifier: Apache-2.0
"""Certain things and certain places: which are meant is asked or told where it matters, and nothing else is exact."""

from __future__ import annotations

from collections import Counter

import pytest

from makedo_core.conversation.question import QuestionKind
from makedo_core.failure import FailureCause
from makedo_core.ontology import load_ontology
from makedo_eval.sentences.corpus import scene
from planner_node.engine import Engine
from planner_node.task import PlanningTask, Result, Settings

ENGINE = Engine(load_ontology(), Settings())


def planned(where: str, said: str, asks: bool = True) -> Result:
    return ENGINE.plan(PlanningTask(said, scene(where), asks=asks))


def moves(result: Result) -> list[str]:
    """The things that are put somewhere, each with its place."""
    assert result.plan is not None, result.outcome
    return [" ".join(call.arguments) for call in result.plan.calls if call.skill in ("put_on", "put_inside")]


@pytest.mark.parametrize(
    ("where", "said", "may_be"),
    [
        ("office", "put the two water bottles on desk 1", {"water_bottle_1", "water_bottle_2", "water_bottle_3"}),
        ("dining", "bring both cans to table 1", {"cola_can_1", "cola_can_2", "tuna_can_1", "soup_can_1"}),
        ("pantry", "put the jar on the counter", {"jam_jar_1", "honey_jar_1"}),
        ("pantry", "bring the box to the counter", {"pasta_box_1", "pasta_box_2", "tea_box_1", "cookie_box_1"}),
        ("dining", "put the mug on the counter", {"mug_1", "mug_2", "mug_3"}),  # one is there already
        ("pantry", "put the oldest bottle on table 1", {"beer_bottle_1", "beer_bottle_2", "water_bottle_1"}),
        ("living", "put the cup on the table", {"coffee_table_1", "kids_table_1"}),
    ],
)
def test_which_one_is_asked_where_the_scene_has_others_that_differ(where, said, may_be):
    result = planned(where, said)
    assert result.outcome.cause is FailureCause.AMBIGUOUS
    assert result.question is not None and result.question.kind is QuestionKind.WHICH
    assert set(result.candidates) == may_be


def test_with_nobody_to_ask_one_is_taken_and_told():
    result = planned("pantry", "put the jar on the counter", asks=False)
    assert len(moves(result)) == 1
    assert not result.account.exact


@pytest.mark.parametrize(
    ("where", "said", "is_exact"),
    [
        ("pantry", "put the two potatoes on table 1", False),  # nobody can tell the three apart, but there are three
        ("pantry", "put two potatoes on table 1", True),
        ("pantry", "put two of the potatoes on table 1", True),
        ("office", "put the marker in the supply cabinet", False),  # one is green, one is red
        ("party", "bring the cupcake to the side table", True),  # nobody can tell them apart
        ("office", "bring the two coffee mugs to shelf 1", True),
    ],
)
def test_a_number_of_certain_things_is_exact_where_there_are_no_more(where, said, is_exact):
    result = planned(where, said)
    assert result.plan is not None
    assert result.account.exact is is_exact


def test_all_of_several_places_get_their_share_and_that_is_told():
    result = planned("office", "put the water bottles on the desks")
    assert Counter(move.split()[1] for move in moves(result)) == {"desk_2": 1, "desk_3": 1}
    assert not result.account.exact
    assert len(moves(planned("dining", "put a glass on the tables"))) == 3


def test_fewer_things_than_places_go_to_any_of_them():
    result = planned("dining", "put both apples on the tables")
    assert {move.split()[0] for move in moves(result)} == {"apple_1", "apple_2"}
    assert not result.account.exact


def test_what_is_emptied_goes_somewhere():
    result = planned("pantry", "empty the crate")
    assert result.question is not None and result.question.kind is QuestionKind.WHERE
    assert len(moves(planned("pantry", "empty the crate onto the counter"))) == 4
    assert planned("pantry", "put the carrots in the crate and empty the crate").plan is None


def test_what_is_kept_in_the_hand_is_told():
    result = planned("bedroom", "empty the hamper", asks=False)
    assert not result.account.exact
    assert planned("bedroom", "take the hat").account.exact


def test_what_is_held_and_put_down_again_is_told():
    result = planned("garage", "pick up the hammer, then pick up the saw")
    assert result.plan is not None and not result.account.exact
    kept = planned("garage", "return the hammer to the tool chest and get out the saw")  # put down for the door only
    assert kept.account.exact


@pytest.mark.parametrize("said", ["throw away everything", "throw everything in the waste basket"])
def test_all_there_is_is_never_thrown_away(said):
    for asks in (True, False):
        assert planned("bedroom", said, asks).outcome.cause is FailureCause.AMBIGUOUS


def test_everything_in_the_bin_is_what_is_in_it():
    assert planned("bedroom", "throw away everything in the waste basket").plan is None
    assert len(moves(planned("bedroom", "throw away everything on the desk"))) == 6


@pytest.mark.parametrize(
    ("where", "said", "what"),
    [
        ("dining", "bring both the bowl and the vase to table 1", {"bowl_1", "vase_1"}),
        ("dining", "bring both the red mug and the blue one to table 1", {"mug_1", "mug_2"}),
        ("pantry", "put the bag of sugar in the cabinet", {"sugar_bag_1"}),
        ("pantry", "put the box of tea and the jar of honey on the counter", {"tea_box_1", "honey_jar_1"}),
        ("dining", "fill the fruit basket with apples", {"apple_1", "apple_2"}),
        ("office", "bring some paper to desk 1", {"paper_stack_1"}),
    ],
)
def test_what_is_called_so_is_taken(where, said, what):
    result = planned(where, said)
    assert {move.split()[0] for move in moves(result)} == what
    assert result.account.exact


def test_some_of_them_go_elsewhere_behind_a_place_where_things_go():
    result = planned("dining", "put the plates from table 2 into the dishwasher, but the clean ones into the cupboard")
    assert set(moves(result)) == {
        "plate_3 dishwasher_1",
        "plate_4 dishwasher_1",
        "plate_1 cupboard_1",
        "plate_2 cupboard_1",
    }


def test_what_is_put_away_is_not_put_where_other_things_are_kept():
    result = planned("laundry", "put the iron away")  # neither in the medicine cabinet nor in the washing machine
    assert result.question is not None and result.question.kind is QuestionKind.WHERE


def test_what_looks_otherwise_than_was_said_is_not_replaced_by_another_kind():
    assert planned("laundry", "hang the wet towel on the rack").plan is None


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ("bedroom", "turn off the hamper"),
        ("living", "make sure the sofa is switched off"),
        ("living", "switch off the sofa"),
    ],
)
def test_what_has_no_known_switch_is_not_said_to_be_off(where, said):
    result = planned(where, said)
    assert result.outcome.cause is FailureCause.NOT_CAPABLE
    assert "no switch" in result.outcome.message
