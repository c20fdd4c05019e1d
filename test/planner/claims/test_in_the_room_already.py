# SPDX-License-Identifier: Apache-2.0
"""What is in a room already, what is asked about some of a place, and who or what a remark tells of."""

from __future__ import annotations

import pytest

from makedo_core.ontology import load_ontology
from makedo_eval.sentences.corpus import scene
from planner_node.engine import Engine
from planner_node.task import PlanningTask, Result, Settings

ENGINE = Engine(load_ontology(), Settings())


def planned(where: str, said: str) -> Result:
    return ENGINE.plan(PlanningTask(said, scene(where)))


def steps(result: Result) -> set[str]:
    """What is done, but for ways and what is picked up."""
    assert result.plan is not None, result.outcome
    return {str(call) for call in result.plan.calls if call.skill not in ("go_to", "pick_up")}


def moved(result: Result) -> set[str]:
    """The things that are put somewhere."""
    assert result.plan is not None, result.outcome
    return {call.arguments[0] for call in result.plan.calls if call.skill in ("put_on", "put_inside")}


@pytest.mark.parametrize(
    ("where", "said", "things"),
    [
        ("living", "All the toys belong in the kids' room", {"board_game_1", "toy_car_1"}),
        ("living", "bring the toys to the kids room", {"board_game_1", "toy_car_1"}),
        ("dining", "put the mugs in the dining room", {"mug_2"}),
        ("office", "bring the pens to the open office", {"pen_3"}),
        ("office", "put all the pens in the meeting room", {"pen_1", "pen_2"}),
    ],
)
def test_what_is_in_the_room_already_stays_where_it_is(where, said, things):
    assert moved(planned(where, said)) == things


def test_where_all_is_in_the_room_nothing_is_done():
    result = planned("living", "put the books in the living room")
    assert steps(result) == set()
    assert result.account.exact


@pytest.mark.parametrize(
    ("where", "said", "told"),
    [
        ("dining", "What is on the counter that is red?", {"apple_1"}),
        ("dining", "what is on table 2 that is dirty", {"mug_1", "plate_3", "plate_4"}),
        ("pantry", "What else is in the crate besides potatoes?", {"onion_1"}),
        ("pantry", "What is in the crate except for the potatoes?", {"onion_1"}),
        ("party", "On which table is the present?", {"present_1"}),
        ("office", "Got any glue?", {"glue_stick_1"}),
        ("bedroom", "what did I do with my sunglasses?", {"sunglasses_1"}),
        ("lab", "Number of samples in the fridge?", {"sample_1", "sample_2", "sample_3"}),
        ("garage", "Have we still got batteries?", {"battery_1", "battery_2"}),
        ("laundry", "What's hanging on the towel rack?", {"towel_1", "towel_2"}),
    ],
)
def test_questions_are_about_what_they_say(where, said, told):
    assert {s.node_id for answer in planned(where, said).answers for s in answer.sightings} == told


@pytest.mark.parametrize(
    ("where", "said", "done"),
    [
        (
            "laundry",
            "Grandma sent me this towel, the blue one. It belongs in the hamper.",
            "put_inside(towel_2, hamper_1)",
        ),
        ("laundry", "Mum bought the soap yesterday. Put it on the bathroom shelf.", "put_on(soap_1, bathroom_shelf_1)"),
        (
            "flat",
            "The doctor said I must drink more. Bring me the water bottle.",
            "hand_over(water_bottle_1, person_1)",
        ),
        ("flat", "Can you me bring the orange?", "hand_over(orange_1, person_1)"),
        ("bedroom", "step one open the wardrobe step two get the hat and lay it on the bed", "put_on(hat_1, bed_1)"),
        ("dining", "We are two for dinner at table 3, please set it", "put_on(fork_2, table_3)"),
        ("living", "turn the tv off please close the window", "close(window_1)"),
    ],
)
def test_remarks_and_orders_in_other_words_are_read(where, said, done):
    assert done in steps(planned(where, said))


@pytest.mark.parametrize(("said", "person"), [("Anna is really thirsty", "anna"), ("Ben is hungry", "ben")])
def test_what_somebody_needs_goes_to_them(said, person):
    assert any(
        step.startswith("hand_over(") and step.endswith(f", {person})") for step in steps(planned("party", said))
    )


@pytest.mark.parametrize(
    ("where", "said"),
    [("bedroom", "Don't turn lamp 1 on"), ("bedroom", "Don't switch off lamp 2"), ("flat", "do not close the window")],
)
def test_what_must_not_be_done_is_no_order_for_the_contrary(where, said):
    assert not steps(planned(where, said))


def test_one_of_those_who_speak_is_not_told_what_to_do():
    assert planned("dining", "my wife said you must never move the vase").plan is None
