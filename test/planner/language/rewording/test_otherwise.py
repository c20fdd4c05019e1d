# SPDX-License-Identifier: Apache-2.0
"""Wordings that are tried where the whole is not understood are planned as the plain ones, and a note tells it."""

from __future__ import annotations

import pytest

from makedo_core.failure import FailureCause
from makedo_eval.sentences.corpus import scene
from makedo_eval.sentences.judge import claims_exactness
from planner_node.assembly import Choices, assemble
from planner_node.language.phrasebook.turn_words import Turn
from planner_node.task import PlanningTask
from test.support.small_worlds import make_kitchen, make_world


@pytest.fixture(scope="module")
def plan():
    return assemble(Choices(), environ={}).plan


def _moves(result) -> set[str]:
    assert result.plan is not None, result.outcome
    moved = ("put_on", "put_inside", "hand_over")
    return {" ".join(call.arguments[:2]) for call in result.plan.calls if call.skill in moved}


@pytest.mark.parametrize(
    ("where", "said", "plainly"),
    [
        ("flat", "put whatever slippers you can find in the closet", "put all slippers in the closet"),
        ("office", "whatever binders you come across go on desk 2", "put all binders on desk 2"),
        ("pantry", "bring min. 2 potatoes to the counter", "bring at least 2 potatoes to the counter"),
        ("pantry", "bring min 2 potatoes to the counter", "bring at least 2 potatoes to the counter"),
        ("garage", "put max. 1 battery on shelf 1", "put at most 1 battery on shelf 1"),
        ("party", "take everything you can drink to the terrace table",
         "take everything drinkable to the terrace table"),
        ("office", "What's with the banana peel on desk 3? Get it out of here.", "put away the banana peel"),
        ("bedroom", "The coffee cup goes with the laptop", "put the coffee cup with the laptop"),
        ("office", "The envelope in the supply cabinet doesn't belong there, put it on desk 1",
         "put the envelope on desk 1"),
        ("office", "we keep finding pens everywhere, put them on desk 1", "put all pens on desk 1"),
    ],
)  # fmt: skip
def test_it_is_planned_as_the_plain_wording(plan, where, said, plainly):
    result = plan(PlanningTask(said, scene(where)))
    assert _moves(result) == _moves(plan(PlanningTask(plainly, scene(where))))
    assert not claims_exactness(result)
    assert "I read '" in result.explanation


@pytest.mark.parametrize(
    ("said", "cause"),
    [
        ("bring everything you can carry to table 2", FailureCause.NOT_UNDERSTOOD),
        ("the cookies go with nothing", FailureCause.NOT_UNDERSTOOD),
        ("whatever apples you cannot find go on table 2", FailureCause.UNKNOWN_OBJECT),
    ],
)
def test_what_only_looks_like_it_is_refused(plan, said, cause):
    result = plan(PlanningTask(said, make_kitchen()))
    assert result.plan is None
    assert result.outcome.cause in (cause, FailureCause.NOT_UNDERSTOOD)


def test_a_turn_has_no_gap_that_is_not_said():
    with pytest.raises(ValueError, match="NUMBER"):
        Turn(("at least THING",), "at most NUMBER")


@pytest.mark.parametrize(
    ("said", "those"),
    [
        ("give everyone a soda except Ben", {"anna", "carla"}),
        ("Everyone gets a soda except Ben", {"anna", "carla"}),
        ("Everybody but Carla should get a cupcake", {"anna", "ben"}),
        ("hand everyone a cupcake but not Anna and Ben", {"carla"}),
        ("Everyone gets a soda", {"anna", "ben", "carla"}),
        ("bring a soda except Ben to everyone", {"anna", "carla"}),
    ],
)
def test_whoever_is_excepted_gets_nothing(plan, said, those):
    result = plan(PlanningTask(said, scene("party")))
    assert {move.split()[1] for move in _moves(result)} == those


def test_a_thing_that_is_excepted_is_no_person(plan):
    result = plan(PlanningTask("give everyone a beer can except the empty one", scene("party")))
    assert result.plan is None or not any("beer_can_1" in move for move in _moves(result))


@pytest.mark.parametrize(
    ("said", "place"),
    [
        ("put the apple from table 2 with the other apples", "shelf_1"),
        ("take the mug from table 2, put it with the others", "shelf_1"),
        ("put the mug from table 2 with the other one", "shelf_1"),
    ],
)
def test_with_the_others_is_where_those_are(plan, said, place):
    world = make_world("apple_1 on table_2", "apple_2 on shelf_1", "mug_1 on table_2", "mug_2 on shelf_1")
    result = plan(PlanningTask(said, world))
    assert {move.split()[1] for move in _moves(result)} == {place}


def test_with_the_others_at_several_places_is_asked(plan):
    world = make_world("mug_1 on table_2", "mug_2 on shelf_1", "mug_3 on counter_1")
    result = plan(PlanningTask("put the mug from table 2 with the other mugs", world))
    assert result.outcome.cause is FailureCause.AMBIGUOUS


def test_a_place_that_is_not_there_is_refused_with_those_that_are(plan):
    result = plan(PlanningTask("put the apple on the balcony", make_kitchen()))
    assert result.outcome.cause is FailureCause.UNKNOWN_PLACE
    assert "I know kitchen, living room, table 1" in result.outcome.message


@pytest.mark.parametrize(
    ("where", "said", "plainly"),
    [
        ("garage", "Don't leave the hammer lying around, it belongs in the tool chest",
         "put the hammer in the tool chest"),
        ("pantry", "fetch something to drink from shelf 2 and put it on table 1",
         "put a drink from shelf 2 on table 1"),
        ("office", "put the stapler on desk 3, next to the headphones", "put the stapler on desk 3"),
        ("bedroom", "the watch is on nightstand 2, I want it on the desk, next to the laptop",
         "put the watch on the desk"),
        ("bedroom", "once the hat's been moved to the bed, close the wardrobe", "put the hat on the bed"),
        ("pantry", "move the onion in the crate over to where the other one is", "put onion 1 on the counter"),
        ("pantry", "the onion from the crate goes where the other onion is", "put onion 1 on the counter"),
        ("bedroom", "nobody needs the ashtray so put it on the desk", "put the ashtray on the desk"),
    ],
)  # fmt: skip
def test_more_of_how_people_say_it(plan, where, said, plainly):
    result = plan(PlanningTask(said, scene(where)))
    assert _moves(result) == _moves(plan(PlanningTask(plainly, scene(where))))


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ("party", "make the stereo stop"),
        ("party", "The stereo is driving me mad, make it stop"),
        ("party", "get the stereo to stop"),
    ],
)
def test_what_is_to_stop_is_switched_off(plan, where, said):
    result = plan(PlanningTask(said, scene(where)))
    assert result.plan is None or [str(c) for c in result.plan.calls if c.skill.startswith("turn")] == [
        "turn_off(stereo_1)"
    ]


@pytest.mark.parametrize(
    "said", ["bring the milk from the fridge to the kitchen", "bring all the drinks from the fridge to the kitchen"]
)
def test_nothing_goes_on_top_of_a_fridge_that_nobody_named(plan, home, said):
    result = plan(PlanningTask(said, home))
    assert result.plan is not None
    assert {c.arguments[1] for c in result.plan.calls if c.skill == "put_on"} == {"counter_1"}


@pytest.mark.parametrize(
    ("where", "said", "moved"),
    [
        ("home", "take everything that belongs in the kitchen to the kitchen", {"cola_can_2", "water_bottle_1"}),
        ("office", "everything belonging to the copy room goes to the copy room", None),
    ],
)
def test_what_belongs_in_a_room_is_what_has_no_place_elsewhere(plan, home, where, said, moved):
    result = plan(PlanningTask(said, home if where == "home" else scene(where)))
    if moved is not None:
        assert {move.split()[0] for move in _moves(result)} == moved
    assert not claims_exactness(result)


def test_what_must_not_be_there_may_be_of_two_kinds(plan):
    world = make_world("mug_1 on table_2", "plate_1 on table_2", "book_1 on table_2")
    result = plan(PlanningTask("there shouldn't be any mugs or plates on table 2", world))
    assert result.plan is None or all("book_1" not in move for move in _moves(result))
