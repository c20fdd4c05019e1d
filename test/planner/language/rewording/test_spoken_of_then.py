# SPDX-License-Identifier: Apache-2.0
"""What was asked or told first, and what is done with it then: "which is the biggest? Put that one away"."""

from __future__ import annotations

import pytest

from makedo_core.failure import FailureCause
from makedo_core.ontology import load_ontology
from makedo_eval.sentences.corpus import scene
from planner_node.engine import Engine
from planner_node.task import PlanningTask, Settings

ENGINE = Engine(load_ontology(), Settings())


def moved(said: str, where: str) -> set[str]:
    result = ENGINE.plan(PlanningTask(said, scene(where)))
    assert result.plan is not None, result.outcome
    return {"->".join(c.arguments) for c in result.plan.calls if c.skill in ("put_on", "put_inside", "hand_over")}


def done(said: str, where: str) -> list[str]:
    """What is done besides going and looking."""
    result = ENGINE.plan(PlanningTask(said, scene(where)))
    assert result.plan is not None, result.outcome
    return [
        str(c) for c in result.plan.calls if c.skill not in ("go_to", "pick_up", "discover_objects", "open", "close")
    ]


@pytest.mark.parametrize(
    ("where", "said", "goes"),
    [
        ("garage", "Which is the longest screwdriver? Put it on shelf 1.", {"screwdriver_2->shelf_1"}),
        (
            "garage",
            "Look at the screwdrivers, find out which is the longest and put that one on shelf 1.",
            {"screwdriver_2->shelf_1"},
        ),
        ("living", "Tell me which book is the smallest and bring it to the sofa", {"book_3->sofa_1"}),
        (
            "living",
            "Which book is the biggest? Put the others in the toy chest.",
            {f"book_{i}->toy_chest_1" for i in (1, 3, 4)},
        ),
        (
            "office",
            "Are there any pens on the desks? Put them in the supply cabinet.",
            {"pen_1->supply_cabinet_1", "pen_2->supply_cabinet_1"},
        ),
        (
            "office",
            "Any pens on the desks, put them in the supply cabinet.",
            {"pen_1->supply_cabinet_1", "pen_2->supply_cabinet_1"},
        ),
        (
            "office",
            "Are there any pens? Put them in the supply cabinet.",
            {f"pen_{i}->supply_cabinet_1" for i in (1, 2, 3)},
        ),
        ("office", "The pen on desk 1 to desk 2, the pen on desk 2 to desk 1.", {"pen_1->desk_2", "pen_2->desk_1"}),
        ("office", "Desk 2's pen to desk 1, desk 1's pen to desk 2.", {"pen_1->desk_2", "pen_2->desk_1"}),
        (
            "bedroom",
            "Take two things from the desk, namely the laptop and the keys, and put them on nightstand 1.",
            {"laptop_1->nightstand_1", "keys_1->nightstand_1"},
        ),
        ("bedroom", "Bring two things to the desk: the hat and the watch.", {"hat_1->desk_1", "watch_1->desk_1"}),
    ],
)
def test_those_that_were_spoken_of_are_meant(where, said, goes):
    assert moved(said, where) == goes


def test_a_thing_that_was_put_down_is_the_same_one_there():
    said = "Put the lemon on table 2, then put the lemon on table 2 into the fridge"
    assert moved(said, "dining") == {"lemon_1->table_2", "lemon_1->fridge_1"}


def test_the_one_here_and_the_one_there_change_places():
    said = "The book on nightstand 1 belongs on nightstand 2, and the one on nightstand 2 belongs on nightstand 1"
    assert moved(said, "bedroom") == {"book_1->nightstand_2", "book_2->nightstand_1"}


def test_a_colon_before_a_state_is_an_order():
    said = "Centrifuge: on. Incubator: off."
    assert done(said, "lab") == ["turn_on(centrifuge_1)", "turn_off(incubator_1)"]


def test_what_needs_washing_and_therefore_goes_somewhere_is_not_washed_first():
    assert done("The blue towel needs washing, so put it in the hamper", "laundry") == ["put_inside(towel_2, hamper_1)"]
    said = "The blue towel needs washing, so put it in the hamper, but don't touch the white one"
    assert done(said, "laundry") == ["put_inside(towel_2, hamper_1)"]
    assert "turn_on(washing_machine_1)" in done("The blue towel needs washing, so wash it", "laundry")


@pytest.mark.parametrize(
    "said", ["Get the lemon over here", "Grab the lemon and bring it here", "Send the lemon this way"]
)
def test_here_is_where_the_speaker_is_and_is_asked_for(said):
    result = ENGINE.plan(PlanningTask(said, scene("dining")))
    assert result.outcome.cause is FailureCause.AMBIGUOUS
    assert result.outcome.message.startswith("Where are you, so that I can bring you")


@pytest.mark.parametrize(
    ("where", "said", "on"),
    [
        ("garage", "can't see a thing, way too dark here", "garage_light_1"),
        ("garage", "pitch black in here!", "garage_light_1"),
        ("garage", "This garage is so dark that I can't make out my own hands", "garage_light_1"),
        ("dining", "some more light would be nice", "lamp_1"),
        ("flat", "I'd like a little light, please", "floor_lamp_1"),
    ],
)
def test_light_is_made_and_not_brought(where, said, on):
    assert done(said, where) == [f"turn_on({on})"]


def test_who_asks_for_anything_to_eat_gets_something():
    assert done("Got anything to eat? I'm peckish", "flat") == ["hand_over(apple_1, person_1)"]
    assert not done("Got any apples?", "flat")


@pytest.mark.parametrize(
    ("where", "said", "goes"),
    [
        ("dining", "Some plates on table 2 are dirty. Put them in the dishwasher", {"plate_3", "plate_4"}),
        ("dining", "Some of the plates are dirty. Put them in the dishwasher", {"plate_3", "plate_4"}),
        ("dining", "A few plates are dirty. Put them in the dishwasher", {"plate_3", "plate_4"}),
        ("dining", "There are some forks in the drawer. Put them all on table 1", {"fork_1", "fork_2", "fork_3"}),
        ("dining", "Several forks are in the drawer. Put them on table 1", {"fork_1", "fork_2", "fork_3"}),
        ("dining", "There are two forks in the drawer. Put them on table 1", {"fork_1", "fork_2"}),
        (
            "dining",
            "There's some dirty crockery about. Load all of it into the dishwasher",
            {"mug_1", "plate_3", "plate_4"},
        ),
        ("living", "Some books are on the coffee table, put them on the kids table", {"book_1", "book_2"}),
    ],
)
def test_of_some_that_are_told_of_all_that_are_so_are_meant(where, said, goes):
    assert {line.partition("->")[0] for line in moved(said, where)} == goes


def test_of_an_amount_that_nobody_knows_not_all_of_that_kind_are_meant():
    result = ENGINE.plan(PlanningTask("Most plates are clean, put them into the cupboard", scene("dining")))
    assert result.plan is None


@pytest.mark.parametrize(
    ("said", "goes"),
    [
        ("There are apples and a banana on the counter. Put them in the fridge", {"apple_1", "apple_2", "banana_1"}),
        ("The mug on table 2 is red, the one on the counter is blue. Bring the blue one to table 3", {"mug_2"}),
        ("The mug on table 2 is red, the one on the counter is blue. Bring them to table 3", {"mug_1", "mug_2"}),
        ("The bread is old, so take it off the counter and put the lemon there in its place", {"bread_1", "lemon_1"}),
        ("I like the green apple better than the red one. Put it on table 3", {"apple_2"}),
    ],
)
def test_what_is_told_of_several_is_kept_apart(said, goes):
    assert {line.partition("->")[0] for line in moved(said, "dining")} == goes
