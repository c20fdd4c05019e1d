# SPDX-License-Identifier: Apache-2.0
"""Several questions at once, questions that go on from others, and questions in words of people's own."""

from __future__ import annotations

import pytest

from makedo_core.failure import FailureCause
from test.support.plain_instructions import moved, planned, result_of


def _numbers(where: str, said: str) -> list[int]:
    """How many things each of the answers is about."""
    return [answer.count for answer in planned(where, said).answers]


def _names(where: str, said: str) -> list[set[str]]:
    """What each of the answers is about."""
    return [{f.node_id for f in answer.sightings} for answer in planned(where, said).answers]


@pytest.mark.parametrize(
    ("where", "said", "numbers"),
    [
        ("dining", "How many mugs have we got, and where are they?", [3, 3]),
        ("dining", "How many plates are dirty and how many are clean?", [2, 2]),
        ("dining", "What is on table 2 and what is on table 1?", [5, 4]),
        ("lab", "How many samples are there, and is the fridge closed?", [3, 1]),
        ("laundry", "Where's the toilet paper, and how much of it is left?", [2, 2]),
        ("laundry", "Which towel is dirty and where is it?", [1, 1]),
        ("living", "Which books are on the bookshelf and which are on the coffee table?", [2, 2]),
        ("office", "Do we have scissors, and if so where?", [1, 1]),
        ("office", "Do we have scissors? Where?", [1, 1]),
        ("office", "Tell me how many pens there are and where.", [3, 3]),
        ("garage", "Is the cabinet locked, and what's in it?", [1, 1]),
    ],
)
def test_each_of_several_questions_is_answered(where, said, numbers):
    assert _numbers(where, said) == numbers


def test_what_was_said_once_is_not_said_again():
    assert planned("office", "Is there a stapler, and where is it?").answer.count("desk 2") == 1


@pytest.mark.parametrize(
    ("where", "said", "moves"),
    [
        ("dining", "Is there anything on table 3, and if not, could you put the vase there?", {"vase_1": "table_3"}),
        ("office", "Is there a stapler, and if so, put it on desk 1.", {"stapler_1": "desk_1"}),
        ("dining", "Do we have juice? If not, bring the milk to table 3.", {}),
    ],
)
def test_an_order_in_that_case_follows_a_question(where, said, moves):
    assert moved(planned(where, said)) == moves


@pytest.mark.parametrize(
    ("where", "said", "names"),
    [
        (
            "garage",
            "Which things on the workbench are tools?",
            {"hammer_1", "screwdriver_1", "screwdriver_2", "wrench_1", "pliers_1"},
        ),
        ("living", "What's the blue thing on the kids table?", {"crayon_2", "toy_car_2"}),
        ("laundry", "What's still in the dryer?", {"shirt_2", "sock_3", "sock_4", "jeans_1"}),
        ("lab", "What's in the storage room that isn't on the shelf?", {"lab_coat_1", "lab_coat_2"}),
        ("party", "What is Ben holding?", {"beer_can_4"}),
        ("flat", "Is anybody home?", {"person_1"}),
        ("office", "Which desks have laptops on them?", {"laptop_1", "laptop_2"}),
        ("garage", "Do we own a saw or a drill?", {"saw_1", "drill_1"}),
    ],
)
def test_a_question_in_other_words_is_about_the_same(where, said, names):
    assert _names(where, said) == [names]


def test_what_is_elsewhere_in_the_room_is_told():
    (names,) = _names("laundry", "What is in the bathroom but not on the shelf?")
    assert "cup_1" in names and "comb_1" not in names


def test_who_has_nothing_is_not_answered_by_who_has_something(words):
    words(planned("party", "Who has nothing to drink?").answer)


def test_what_is_left_out_of_an_answer_stands_behind_a_comma_too():
    (names,) = _names("garage", "What tools have we got, apart from the hammer?")
    assert "hammer_1" not in names and "saw_1" in names


@pytest.mark.parametrize(
    ("where", "said", "holds"),
    [
        ("dining", "Is there enough glassware for four?", False),
        ("dining", "Are there enough clean plates for two people?", True),
        ("lab", "Are there goggles for two people?", True),
        ("pantry", "Do we have enough potatoes for five?", False),
    ],
)
def test_enough_is_as_many_as_people_were_named(where, said, holds):
    (answer,) = planned(where, said).answers
    assert answer.holds is holds


def test_who_has_none_is_told_where_it_is_asked_whether_everybody_has_one(words):
    words(planned("party", "Does everybody have a drink?").answer)


def test_the_colour_of_each_of_several_is_told(words):
    words(planned("living", "What colours are the crayons?").answer)


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ("garage", "What time is it?"),
        ("garage", "Is it raining outside?"),
        ("dining", "How come there's paper on table 2?"),
        ("flat", "How old is the milk?"),
        ("lab", "Whose notebook is that on bench 1?"),
        ("living", "What's the title of the red book?"),
    ],
)
def test_what_no_scene_graph_tells_is_refused_by_its_kind(where, said):
    result = result_of(where, said)
    assert result.plan is None and result.question is None
    assert result.outcome.cause is FailureCause.NOT_CAPABLE


def test_a_thing_of_any_kind_that_is_rotten_is_no_furniture():
    (answer,) = planned("pantry", "Is anything in the kitchen rotten?").answers
    assert answer.so == {"cucumber_1"} and "counter_1" not in {f.node_id for f in answer.sightings}
