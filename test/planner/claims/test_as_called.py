# SPDX-License-Identifier: Apache-2.0
"""What is taken is what was called so, looks as was said and is where was said; what is not sure of that is told."""

from __future__ import annotations

import pytest

from makedo_core.failure import FailureCause
from makedo_core.ontology import load_ontology
from makedo_eval.sentences.corpus import scene
from planner_node.engine import Engine
from planner_node.task import PlanningTask, Result, Settings

ENGINE = Engine(load_ontology(), Settings())


def planned(where: str, said: str) -> Result:
    return ENGINE.plan(PlanningTask(said, scene(where)))


def moved(result: Result) -> set[str]:
    """The things that are put somewhere."""
    assert result.plan is not None, result.outcome
    return {c.arguments[0] for c in result.plan.calls if c.skill in ("put_on", "put_inside")}


@pytest.mark.parametrize(
    "said",
    [
        "put two sodas on the sofa and two on the buffet table",
        "put two sodas on the sofa and two sodas on the buffet table",
        "put four sodas on the sofa",
        "bring a soda to the sofa and three more to the grill",
    ],
)
def test_a_lemonade_stands_in_for_a_soda_only_if_that_is_told(said):
    result = planned("party", said)
    assert result.plan is not None
    assert not result.account.exact or result.plan.relaxations


def test_a_lemonade_that_is_there_is_none_of_two_sodas():
    assert moved(planned("party", "put two sodas on the side table")) == {"soda_can_1", "soda_can_2"}


def test_whether_a_lemonade_is_one_of_all_sodas_is_asked():
    result = planned("party", "move all sodas to the sofa")
    assert result.plan is None and "lemonade_bottle_1" in result.candidates


def test_where_nothing_is_labelled_so_the_word_means_the_class():
    assert moved(planned("dining", "put the sodas on table 3")) == {"cola_can_1", "cola_can_2"}


@pytest.mark.parametrize(
    ("where", "said", "things"),
    [
        ("dining", "put two dishes in the dishwasher but leave the clean ones", {"mug_1", "plate_3"}),
        ("dining", "put three dishes in the dishwasher but not the clean ones", {"mug_1", "plate_3", "plate_4"}),
        ("living", "put the book that isn't red or blue on the sofa", {"book_4"}),
        ("living", "put a book that isn't red on the sofa", {"book_2"}),
    ],
)
def test_what_is_surely_not_ruled_out_is_taken_first(where, said, things):
    result = planned(where, said)
    assert result.account.exact
    assert moved(result) <= things | {"book_4"} and len(moved(result)) == len(things)


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ("living", "put two books that aren't red or blue on the sofa"),
        ("bedroom", "put two socks in the hamper, but don't touch the dirty one"),
        ("dining", "put five dishes in the dishwasher, don't touch the clean ones"),
    ],
)
def test_what_may_be_ruled_out_is_told(where, said):
    result = planned(where, said)
    assert result.plan is None or not result.account.exact


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ("dining", "put all things except the lemon on table 3"),
        ("garage", "put everything in the crate"),
        ("living", "put everything except the books on the sofa"),
        ("pantry", "move everything except the things on shelf 1 and the things on shelf 2 to the table"),
    ],
)
def test_all_there_is_in_several_rooms_is_asked_about(where, said):
    assert planned(where, said).outcome.cause is FailureCause.AMBIGUOUS


def test_all_there_is_in_the_home_is_all_if_that_is_said():
    result = planned("dining", "put everything in the house on table 3")
    assert result.plan is not None and len(moved(result)) > 40


@pytest.mark.parametrize(
    ("where", "said", "things"),
    [
        ("living", "put all red or blue books on the sofa", {"book_1", "book_2"}),
        ("living", "put the books that are red or blue on the sofa", {"book_1", "book_2"}),
        ("laundry", "put the dirty or clean socks in the washing machine", {"sock_1", "sock_2", "sock_3", "sock_4"}),
        (
            "living",
            "put everything that is red or blue on the kids table on the sofa",
            {"crayon_1", "crayon_2", "toy_car_2"},
        ),
        ("garage", "put every red or yellow screwdriver in the tool chest", {"screwdriver_1", "screwdriver_2"}),
    ],
)
def test_all_of_one_look_or_another_is_all_of_both(where, said, things):
    assert moved(planned(where, said)) == things


def test_a_look_that_nobody_knows_of_is_told():
    result = planned("laundry", "put the dirty or torn socks in the washing machine")
    assert moved(result) == {"sock_1", "sock_2"} and result.plan is not None and result.plan.relaxations


def test_one_thing_of_two_looks_is_a_choice():
    assert moved(planned("living", "put a red or blue book on the sofa")) <= {"book_1", "book_2"}


@pytest.mark.parametrize(
    ("where", "said", "things"),
    [
        ("bedroom", "put the phone on the desk, not on the bed", {"phone_1"}),
        ("office", "the stapler goes on the shelf, not on desk 2", {"stapler_1"}),
        ("office", "the stapler belongs on the shelf, not on desk 2", {"stapler_1"}),
    ],
)
def test_where_a_thing_is_not_to_be_says_no_more_than_where_it_goes(where, said, things):
    result = planned(where, said)
    assert result.account.exact and moved(result) == things
