# SPDX-License-Identifier: Apache-2.0
"""What is chosen among those that are named first, told of before it is ordered, or left to be understood."""

from __future__ import annotations

import pytest

from makedo_core.ontology import load_ontology
from makedo_eval.sentences.corpus import scene
from planner_node.assembly import Choices, assemble
from planner_node.engine import Engine
from planner_node.task import PlanningTask, Result, Settings

ENGINE = Engine(load_ontology(), Settings())
WHOLE = assemble(Choices(), environ={})


def planned(where: str, said: str) -> Result:
    result = ENGINE.plan(PlanningTask(said, scene(where)))
    assert result.plan is not None, (said, result.outcome)
    return result


def moved(result: Result) -> set[str]:
    assert result.plan is not None
    calls = [call for call in result.plan.calls if call.skill in ("put_on", "put_inside", "hand_over")]
    return {f"{call.arguments[0]}->{call.arguments[1]}" for call in calls}


@pytest.mark.parametrize(
    ("where", "said", "goes"),
    [
        ("living", "Of the books, the largest should come to the kids table.", {"book_2->kids_table_1"}),
        (
            "lab",
            "of the beakers I need the largest two on bench 2",
            {"beaker_2->bench_2", "beaker_3->bench_2"},
        ),
        ("party", "Of the wine bottles, the one that isn't empty goes to the sofa", {"wine_bottle_1->sofa_1"}),
        ("garage", "Out of the screwdrivers, bring the longest to shelf 1", {"screwdriver_2->shelf_1"}),
        ("dining", "Of the mugs, put the dirty one in the dishwasher", {"mug_1->dishwasher_1"}),
        ("living", "Of the books on the coffee table, the red one goes on the sofa", {"book_1->sofa_1"}),
        ("flat", "Could you get me a mug, the nearest one?", {"tea_mug_1->person_1"}),
        ("garage", "bring a screwdriver to shelf 1, the longest one", {"screwdriver_2->shelf_1"}),
        ("party", "Bring a wine bottle to the buffet table, an empty one.", {"wine_bottle_2->buffet_table_1"}),
        ("living", "take a book to the sofa, a green one, please", {"book_4->sofa_1"}),
        # a place with each of two lists is no choice
        (
            "living",
            "Put a red book on the sofa, a blue one on the kids table",
            {"book_1->sofa_1", "book_2->kids_table_1"},
        ),
    ],
)
def test_what_is_chosen_may_be_said_behind_or_before_those_it_is_chosen_among(where, said, goes):
    result = planned(where, said)
    assert moved(result) == goes and result.account.exact


@pytest.mark.parametrize(
    ("where", "said", "goes"),
    [
        (
            "pantry",
            "Of the jam and the honey, the first goes on the table and the second on the counter",
            {"jam_jar_1->table_1", "honey_jar_1->counter_1"},
        ),
        ("lab", "Of the beakers, put two on bench 2", {"beaker_1->bench_2", "beaker_2->bench_2"}),
        ("living", "You know the toy car on the kids table? It belongs on the sofa.", {"toy_car_2->sofa_1"}),
        ("dining", "You see the mug on the sideboard? That one belongs on the counter.", {"mug_3->counter_1"}),
        ("laundry", "The soap isn't any good, throw it away", {"soap_1->trash_bin_1"}),
        ("flat", "The banana's rotten, throw it away", {"banana_1->trash_can_1"}),
        ("party", "Ben's hungry, give him a cupcake", {"cupcake_1->ben"}),
        ("party", "Anna's present goes on the sofa", {"present_1->sofa_1"}),  # it is hers
        ("party", "The beer in the cooler is meant for the terrace table.", {"beer_can_2->terrace_table_1"}),
        ("dining", "The vase would look nice on table 3.", {"vase_1->table_3"}),
        ("dining", "If it isn't too much bother, put the vase on table 3.", {"vase_1->table_3"}),
        ("dining", "Table 3 is where I want the vase", {"vase_1->table_3"}),
        ("dining", "It is my wish that the vase comes on table 3", {"vase_1->table_3"}),
        ("dining", "The lemon belongs beside the bread", {"lemon_1->counter_1"}),
        ("dining", "I'd like the lemon next to the bread", {"lemon_1->counter_1"}),
        ("dining", "The vase doesn't belong on table 2 but on table 3", {"vase_1->table_3"}),
        ("bedroom", "The hat goes not in the wardrobe but on the bed", {"hat_1->bed_1"}),
        ("dining", "Open the cupboard first, then the cereal goes inside.", {"cereal_box_1->cupboard_1"}),
        ("dining", "The vase goes on table 3, and so does the candle.", {"vase_1->table_3", "candle_1->table_3"}),
        ("office", "the stapler goes to desk 1 and the calculator to 3", {"stapler_1->desk_1", "calculator_1->desk_3"}),
        ("lab", "put sample number 2 on bench 1", {"sample_2->bench_1"}),
        (
            "lab",
            "flask 1 into the cabinet, and the marker lives on the shelf",
            {"flask_1->cabinet_1", "marker_1->shelf_1"},
        ),
        (
            "pantry",
            "Take the sugar off the table and put the honey there instead",
            {"sugar_bag_1->shelf_2", "honey_jar_1->table_1"},
        ),
        (
            "bedroom",
            "The books on the two nightstands should switch places",
            {"book_1->nightstand_2", "book_2->nightstand_1"},
        ),
        (
            "dining",
            "I want the forks on table 1 and knives on 3",
            {*(f"fork_{i}->table_1" for i in (1, 2, 3)), *(f"knife_{i}->table_3" for i in (1, 2))},
        ),
        # a number of things is no furniture, and what is said of a number holds for no more
        (
            "dining",
            "Put two forks on table 1 and spoons on table 3",
            {*(f"fork_{i}->table_1" for i in (1, 2)), *(f"spoon_{i}->table_3" for i in (1, 2, 3))},
        ),
        (
            "garage",
            "the hammer, saw and wrench should be on shelf 1",
            {"hammer_1->shelf_1", "saw_1->shelf_1", "wrench_1->shelf_1"},
        ),
    ],
)
def test_what_people_leave_to_be_understood_is_done(where, said, goes):
    assert moved(planned(where, said)) == goes


@pytest.mark.parametrize(
    ("where", "said", "skill"),
    [
        ("lab", "Centrifuge start", "turn_on(centrifuge_1)"),
        ("lab", "Incubator stop", "turn_off(incubator_1)"),
        ("living", "All lights off except for the night light.", "turn_off(table_lamp_1)"),
        ("dining", "The kitchen's much too dark.", "turn_on(lamp_1)"),
        ("lab", "Give the call button a push.", "press(call_button_1)"),
        ("pantry", "Fish a potato out of the crate", "pick_up(potato_1, crate_1)"),
        ("living", "Up with the teddy bear", "pick_up(teddy_bear_1, bunk_bed_1)"),
        ("garage", "Keep hold of the flashlight for a moment", "pick_up(flashlight_1, shelf_1)"),
        ("flat", "I want to read something.", "hand_over(newspaper_1, person_1)"),
        ("lab", "The incubator needs opening, and so do all the fridges", "open(fridge_1)"),
    ],
)
def test_short_ways_to_say_an_order_are_one(where, said, skill):
    assert skill in [str(call) for call in planned(where, said).plan.calls]


@pytest.mark.parametrize(
    ("where", "said", "told"),
    [
        ("living", "The blue book, where would that be?", "coffee table 1"),
        ("lab", "Bench 2, what's on it?", "flask 1"),
        ("garage", "The crate, what has it got in it?", "magazine 1"),
        ("dining", "The forks, how many are there?", "3"),
        ("bedroom", "My watch might be on nightstand 2. Go check", "watch 1 is on nightstand 2"),
        ("living", "Of all the books, which one's biggest?", "book 2"),
    ],
)
def test_a_question_may_name_first_what_it_is_about(where, said, told):
    assert told in planned(where, said).explanation


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ("dining", "The plates live in the cupboard."),  # said of always
        ("dining", "The plates belong in the cupboard."),
    ],
)
def test_where_things_live_is_kept_in_mind_and_moves_nothing(where, said):
    result = WHOLE.plan(PlanningTask(said, scene(where)))
    assert "I keep in mind" in result.explanation and not moved(result)


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ("garage", "saw the table"),
        ("garage", "saw and chop the table"),
        ("garage", "saw the workbench in half with the saw"),
    ],
)
def test_sawing_is_dangerous_and_a_saw_among_other_things_is_not(where, said):
    assert "dangerous" in WHOLE.plan(PlanningTask(said, scene(where))).outcome.message
    listed = WHOLE.plan(PlanningTask("put the hammer, saw and wrench on shelf 1", scene(where)))
    assert moved(listed) == {"hammer_1->shelf_1", "saw_1->shelf_1", "wrench_1->shelf_1"}


@pytest.mark.parametrize(
    ("where", "said", "goes"),
    [
        ("garage", "That tin can's empty, metal bin please", {"tin_can_1->metal_bin_1"}),
        ("living", "The magazine is old, coffee table", {"magazine_1->coffee_table_1"}),
        (
            "office",
            "Stapler and calculator: desk 1 and desk 3, in that order.",
            {"stapler_1->desk_1", "calculator_1->desk_3"},
        ),
        (
            "laundry",
            "Both toothbrushes, blue and red, belong inside the medicine cabinet",
            {"toothbrush_1->medicine_cabinet_1", "toothbrush_2->medicine_cabinet_1"},
        ),
        ("lab", "bench 1 needs all the samples, 1 to 3", {f"sample_{i}->bench_1" for i in (1, 2, 3)}),
        ("lab", "The pipette belongs on the other bench, not this one", {"pipette_1->bench_2"}),
        ("living", "Whichever book is the thickest, set it on the tv stand", {"book_2->tv_stand_1"}),
        ("office", "Headphones for me please, I'm working at desk 2", {"headphones_1->desk_2"}),
        ("dining", "Get me the lemon, we're sitting at table 3.", {"lemon_1->table_3"}),
        ("dining", "Put the vase on table 2, I'm at table 3", {"vase_1->table_2"}),  # it is for nobody
        (
            "party",
            "the beer can without anything in it should be on the kitchen counter",
            {"beer_can_1->kitchen_counter_1"},
        ),
        ("dining", "Open the dishwasher, dirty plate in, close it", {"plate_3->dishwasher_1"}),
        ("flat", "Looks like rain and I'm heading out. My umbrella, please!", {"umbrella_1->person_1"}),
    ],
)
def test_what_is_told_says_which_thing_and_where(where, said, goes):
    assert moved(WHOLE.plan(PlanningTask(said, scene(where)))) == goes


def test_one_thing_that_is_not_in_the_place_for_it_is_moved_there():
    result = WHOLE.plan(PlanningTask("Shelf 1 is the right place for the longest screwdriver", scene("garage")))
    assert moved(result) == {"screwdriver_2->shelf_1"} and "I keep in mind" in result.explanation


@pytest.mark.parametrize("said", ["Which room would I find the doll in?", "In which room can I find the doll?"])
def test_a_question_about_rooms_is_offered_no_order(said):
    result = WHOLE.plan(PlanningTask(said, scene("living")))
    assert "bunk bed 1" in result.explanation and not moved(result)


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ("dining", "Which of us needs the vase at table 3?"),
        ("dining", "How does the vase get to table 3?"),
        ("living", "Why is the doll on the sofa?"),
    ],
)
def test_no_order_is_offered_for_a_question(where, said):
    result = WHOLE.plan(PlanningTask(said, scene(where)))
    assert "Do you mean" not in result.outcome.message and "Do you mean" not in result.explanation


@pytest.mark.parametrize(
    ("where", "said", "goes"),
    [
        ("garage", "Which screwdriver is longest? That one goes on shelf 1.", {"screwdriver_2->shelf_1"}),
        ("living", "Which is the smallest book? It should be in the toy chest.", {"book_3->toy_chest_1"}),
        ("laundry", "The laundry room is where the blue towel should go", {"towel_2->shelf_1"}),
        ("dining", "If it's all the same to you, I'd like the bread on table 1.", {"bread_1->table_1"}),
        ("flat", "My coffee's too hot, bring me the milk", {"milk_carton_1->person_1"}),
    ],
)
def test_what_is_asked_or_told_first_is_what_the_order_is_about(where, said, goes):
    assert moved(WHOLE.plan(PlanningTask(said, scene(where)))) == goes


@pytest.mark.parametrize(
    ("where", "said", "skills"),
    [
        ("lab", "The incubator can go off now, and the centrifuge should go on.", {"incubator_1", "centrifuge_1"}),
        ("living", "The tv can go off", {"tv_1"}),
    ],
)
def test_what_may_go_off_is_switched_off(where, said, skills):
    calls = planned(where, said).plan.calls
    assert {call.arguments[0] for call in calls if call.skill in ("turn_on", "turn_off")} == skills
    assert str(next(c for c in calls if c.skill == "turn_off")) in ("turn_off(incubator_1)", "turn_off(tv_1)")


def test_what_may_have_been_left_somewhere_is_looked_for_there():
    result = WHOLE.plan(PlanningTask("I may have left my watch on nightstand 2, have a look", scene("bedroom")))
    assert "watch 1 is on nightstand 2" in result.explanation and not moved(result)
