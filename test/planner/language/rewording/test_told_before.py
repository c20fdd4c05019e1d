# SPDX-License-Identifier: Apache-2.0
"""What is told before an order: why, where the speaker is, which is the largest, and what belongs where."""

from __future__ import annotations

import pytest

from makedo_core.ontology import load_ontology
from makedo_eval.sentences.corpus import scene
from makedo_eval.sentences.judge import claims_exactness
from planner_node.engine import Engine
from planner_node.task import PlanningTask, Result, Settings

ENGINE = Engine(load_ontology(), Settings())
WAYS = ("go_to", "pick_up", "open", "close")


def asked(where: str, said: str) -> Result:
    return ENGINE.plan(PlanningTask(said, scene(where)))


def done(where: str, said: str, ways: tuple[str, ...] = WAYS) -> set[str]:
    """What is done, but for what only leads there."""
    result = asked(where, said)
    assert result.plan is not None, (said, result.outcome)
    return {str(call) for call in result.plan.calls if call.skill not in ways}


@pytest.mark.parametrize(
    ("where", "said", "calls"),
    [
        (
            "dining",
            "I don't like having the vase in the way, so please put it on table 3",
            {"put_on(vase_1, table_3)"},
        ),
        (
            "dining",
            "I can't stand looking at the sponge, could you store it in the cupboard?",
            {"put_inside(sponge_1, cupboard_1)"},
        ),
        (
            "lab",
            "There's a beaker in the storage room that I need on bench 1, so bring it over",
            {"put_on(beaker_4, bench_1)"},
        ),
        ("living", "On the kids table there's a toy car. I'd like it over on the sofa.", {"put_on(toy_car_2, sofa_1)"}),
        (
            "living",
            "You can see the magazine over there, can't you? Put it on the shelf.",
            {"put_on(magazine_1, bookshelf_1)"},
        ),
        (
            "dining",
            "Leave the wine alone, that isn't to be moved. The vase goes on table 3.",
            {"put_on(vase_1, table_3)"},
        ),
    ],
)
def test_why_something_is_asked_for(where: str, said: str, calls: set[str]) -> None:
    assert done(where, said) == calls


def test_its_door_is_that_of_the_furniture_told_of() -> None:
    assert done("dining", "I want to fill the dishwasher, so open its door", ("go_to",)) == {"open(dishwasher_1)"}


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ("flat", "I don't want you to touch the book, so bring me the newspaper"),
        ("flat", "You must not open the window, so bring me the newspaper"),
    ],
)
def test_what_forbids_something_is_no_reason(where: str, said: str) -> None:
    """It is refused, or it is said that it is kept to."""
    result = asked(where, said)
    assert result.plan is None or "kept shut" in result.explanation


@pytest.mark.parametrize(
    ("where", "said", "calls"),
    [
        ("office", "I've just sat down at desk 3, so bring me the stapler", {"put_on(stapler_1, desk_3)"}),
        ("office", "Could you fetch me the headphones? You'll find me at desk 2.", {"put_on(headphones_1, desk_2)"}),
        ("office", "I'll be working at desk 1 this morning. Get me the stapler.", {"put_on(stapler_1, desk_1)"}),
        (
            "dining",
            "We're going to have our tea at table 3. Could you carry over the lemon?",
            {"put_on(lemon_1, table_3)"},
        ),
        ("dining", "I've settled down at table 2, so bring the lemon to me there", {"put_on(lemon_1, table_2)"}),
    ],
)
def test_where_the_speaker_is(where: str, said: str, calls: set[str]) -> None:
    assert done(where, said) == calls


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ("office", "I'll be working at desk 1 tomorrow. Get me the stapler."),
        ("office", "I have to write something at desk 1. Get me the stapler."),
        ("office", "I left my book at desk 1. Get me the stapler."),
    ],
)
def test_where_the_speaker_is_not_yet(where: str, said: str) -> None:
    """It is asked."""
    result = asked(where, said)
    assert result.plan is None and result.question is not None


@pytest.mark.parametrize(
    ("where", "said", "calls"),
    [
        ("living", "Of all our books, take the largest to the kids table", {"put_on(book_2, kids_table_1)"}),
        (
            "living",
            "Find out which book is smaller than the others and put that one in the toy chest",
            {"put_inside(book_3, toy_chest_1)"},
        ),
        (
            "living",
            "Move the book that is bigger than all the rest to the kids table",
            {"put_on(book_2, kids_table_1)"},
        ),
        (
            "lab",
            "Pick out the two beakers that are larger than the others and carry them to bench 2",
            {"put_on(beaker_2, bench_2)", "put_on(beaker_3, bench_2)"},
        ),
        (
            "garage",
            "Compare the screwdrivers and see which is the longest, and then lay that one on shelf 1",
            {"put_on(screwdriver_2, shelf_1)"},
        ),
        (
            "dining",
            "I don't mind which apple it is, so take the one that's closest to you to table 1",
            {"put_on(apple_2, table_1)"},
        ),
        ("flat", "Bring me a mug. Just take the one that's nearest.", {"hand_over(tea_mug_1, person_1)"}),
    ],
)
def test_the_largest_told_by_a_clause(where: str, said: str, calls: set[str]) -> None:
    assert done(where, said) == calls


def test_what_nothing_tells_is_asked() -> None:
    result = asked("dining", "Take the plate that weighs the most to table 3")
    assert result.plan is None and "heaviest" in result.outcome.message


@pytest.mark.parametrize(
    "said",
    [
        "The pen on desk 1 belongs on desk 2 and the pen on desk 2 belongs on desk 1",
        "Put the pen on desk 1 on desk 2 and the pen on desk 2 on desk 1",
        "The pens are mixed up: the one on desk 1 belongs on desk 2, and the one on desk 2 belongs on desk 1",
        "The pen that is on desk 1 should go to desk 2, and the one on desk 2 should be moved to desk 1",
    ],
)
def test_two_that_cross_are_swapped(said: str) -> None:
    assert done("office", said) == {"put_on(pen_1, desk_2)", "put_on(pen_2, desk_1)"}


def test_two_of_different_kinds_go_each_their_way() -> None:
    said = "The pen on desk 1 belongs on desk 2 and the stapler on desk 2 belongs on desk 1"
    assert done("office", said) == {"put_on(pen_1, desk_2)", "put_on(stapler_1, desk_1)"}


def test_in_the_spot_of_another() -> None:
    said = "Put the lemon in the banana's spot and the banana where the lemon was"
    assert done("dining", said) == {"put_on(lemon_1, counter_1)", "put_on(banana_1, sideboard_1)"}


def test_orders_of_one_instruction_that_do_not_cross_stay() -> None:
    result = asked("dining", "Put the vase on table 1 and the lemon on table 2")
    assert claims_exactness(result)
