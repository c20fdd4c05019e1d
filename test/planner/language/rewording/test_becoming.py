# SPDX-License-Identifier: Apache-2.0
"""What is to be so though nothing is: it is made so first. Lights, tools, parts of food, two orders at once."""

from __future__ import annotations

from dataclasses import replace

import pytest

from makedo_core.failure import FailureCause
from makedo_core.graph.scene_graph import SceneGraph
from makedo_core.ontology import load_ontology
from makedo_eval.alfred.homes import home
from makedo_eval.sentences.corpus import scene
from planner_node.engine import Engine
from planner_node.task import PlanningTask, Result, Settings

ENGINE = Engine(load_ontology(), Settings())
_WAYS = ("go_to", "pick_up", "open", "close")
KITCHEN = home(
    "kitchen",
    ("dining_table",),
    {
        "egg_1": "counter_top",
        "potato_1": "sink_basin",
        "mug_1": "dining_table",
        "pan_1": "stove_burner",
        "bread_1": "counter_top",
        "plate_1": "cabinet",
        "butter_knife_1": "counter_top",
        "apple_1": "dining_table",
    },
)
BEDROOM = home("bedroom", ("desk_lamp", "drawer"), {"watch_1": "desk", "bowl_1": "bed"})


def result_of(said: str, graph: SceneGraph = KITCHEN) -> Result:
    return ENGINE.plan(PlanningTask(said, graph))


def deeds(said: str, graph: SceneGraph = KITCHEN) -> list[str]:
    """What is done, in order, without how the robot gets there."""
    result = result_of(said, graph)
    assert result.plan is not None, (said, result.outcome)
    return [str(call) for call in result.plan.calls if call.skill not in _WAYS]


HEATED_EGG = ["put_inside(egg_1, microwave_1)", "turn_on(microwave_1)"]
RINSED = ["turn_on(sink_basin_1)", "turn_off(sink_basin_1)"]


@pytest.mark.parametrize(
    ("said", "done"),
    [
        ("Put a heated egg on the table", [*HEATED_EGG, "put_on(egg_1, dining_table_1)"]),
        ("please place a hot egg on the dining table", [*HEATED_EGG, "put_on(egg_1, dining_table_1)"]),
        ("Put a microwaved egg in the garbage", [*HEATED_EGG, "put_inside(egg_1, garbage_can_1)"]),
        ("throw away a warmed egg", [*HEATED_EGG, "put_inside(egg_1, garbage_can_1)"]),
        (
            "put the chilled pan on the table",
            ["put_inside(pan_1, fridge_1)", "put_on(pan_1, dining_table_1)"],
        ),
        (
            "Put a rinsed butter knife in the cabinet",
            ["put_inside(butter_knife_1, sink_basin_1)", *RINSED, "put_inside(butter_knife_1, cabinet_1)"],
        ),
        (
            "put a clean apple in the fridge",
            ["put_inside(apple_1, sink_basin_1)", *RINSED, "put_inside(apple_1, fridge_1)"],
        ),
    ],
)
def test_things_are_made_so_first_where_nothing_is(said, done):
    assert deeds(said) == done


HEATED_POTATO = ["put_inside(potato_1, microwave_1)", "turn_on(microwave_1)"]
WASHED_APPLE = ["put_inside(apple_1, sink_basin_1)", *RINSED]


@pytest.mark.parametrize(
    ("said", "done"),
    [
        (
            "put the bread and a heated potato on the table",
            ["put_on(bread_1, dining_table_1)", *HEATED_POTATO, "put_on(potato_1, dining_table_1)"],
        ),
        (
            "Bring the bread, a washed apple, and a heated potato to the table",
            [
                "put_on(bread_1, dining_table_1)",
                *WASHED_APPLE,
                "put_on(apple_1, dining_table_1)",
                *HEATED_POTATO,
                "put_on(potato_1, dining_table_1)",
            ],
        ),
        (
            "put a heated potato in the fridge and a washed apple on the table",
            [*HEATED_POTATO, "put_inside(potato_1, fridge_1)", *WASHED_APPLE, "put_on(apple_1, dining_table_1)"],
        ),
    ],
)
def test_each_thing_of_a_list_is_made_as_it_is_to_be(said, done):
    assert deeds(said) == done


def test_nothing_stands_in_for_one_of_several_that_is_not_made_so_as_well():
    graph = home("kitchen", ("dining_table",), {"potato_1": "counter_top", "lettuce_1": "counter_top"})
    for said in ("put two heated potatoes on the table", "heat two potatoes and put them on the table"):
        assert deeds(said, graph) == [*HEATED_POTATO, "put_on(potato_1, dining_table_1)"]
        explanation = result_of(said, graph).explanation
        assert "with only one instead of two potatoes, because" in explanation
        assert "with only one instead of two potatoes on the" in explanation  # what is fewer is told of each place


def test_nothing_else_goes_into_a_machine_that_is_not_started():
    graph = home("kitchen", ("cabinet",), {"tomato_1": "fridge", "lettuce_1": "counter_top", "bread_1": "counter_top"})
    result = result_of("heat three tomatoes and put them in the cabinet", graph)
    calls = () if result.plan is None else result.plan.calls
    assert "lettuce_1" not in str(calls) and "bread_1" not in str(calls)
    assert not calls or any(call.skill == "turn_on" for call in calls)


def test_what_is_left_out_of_what_is_done_with_a_thing_is_told_with_its_place():
    result = ENGINE.plan(PlanningTask("wash a shirt and put it on the drying rack", scene("laundry")))
    assert "I make do without a shirt on the drying rack, because I know of no drying rack here." in result.explanation


def test_what_is_so_already_is_meant_and_not_made_so():
    hot = replace(KITCHEN["egg_1"], attributes=frozenset({"hot"}))
    graph = KITCHEN.changed(put=[hot])
    assert deeds("Put a heated egg on the table", graph) == ["put_on(egg_1, dining_table_1)"]


def test_what_was_done_to_things_tells_them_apart_where_some_look_so():
    result = ENGINE.plan(PlanningTask("put the washed socks in the basket", scene("laundry")))
    assert result.plan is not None
    assert {c.arguments[0] for c in result.plan.calls if c.skill == "put_inside"} == {"sock_3", "sock_4"}
    asked = ENGINE.plan(PlanningTask("fold the dried shirts", scene("laundry")))
    assert asked.outcome.cause is FailureCause.AMBIGUOUS  # none is known to be dry: only the speaker knows


def test_crockery_counts_as_clean_until_it_is_known_to_be_dirty():
    said = "put a clean plate on the table"
    assert deeds(said) == ["put_on(plate_1, dining_table_1)"]
    assert "It is not known to be clean." in result_of(said).explanation
    dirty = KITCHEN.changed(put=[replace(KITCHEN["plate_1"], attributes=frozenset({"dirty"}))])
    assert deeds(said, dirty) == ["put_inside(plate_1, sink_basin_1)", *RINSED, "put_on(plate_1, dining_table_1)"]


def test_what_no_machine_makes_so_stays_described_and_is_told():
    result = result_of("put a heated pan on the table")
    assert result.plan is not None
    assert [c for c in result.plan.calls if c.skill == "turn_on"] == []
    assert "It is not known to be hot." in result.explanation


@pytest.mark.parametrize(
    ("said", "done"),
    [
        (
            "cool the bread with the fridge, put the bread on the table",
            ["put_inside(bread_1, fridge_1)", "put_on(bread_1, dining_table_1)"],
        ),
        ("Heat the egg. Put the egg in the cabinet", [*HEATED_EGG, "put_inside(egg_1, cabinet_1)"]),
        ("warm up an egg to put in the fridge", [*HEATED_EGG, "put_inside(egg_1, fridge_1)"]),
        ("cool the pan, place on table", ["put_inside(pan_1, fridge_1)", "put_on(pan_1, dining_table_1)"]),
        (
            "move pan to refrigerator then to table",
            ["put_inside(pan_1, fridge_1)", "put_on(pan_1, dining_table_1)"],
        ),
        ("take the plate from the cabinet, put on the table", ["put_on(plate_1, dining_table_1)"]),
        (
            "put the pan in the sink, then on the table",
            ["put_inside(pan_1, sink_basin_1)", "put_on(pan_1, dining_table_1)"],
        ),
    ],
)
def test_what_was_made_so_goes_on_from_there(said, done):
    assert deeds(said) == done


@pytest.mark.parametrize(
    "said",
    [
        "put a slice of bread in the cabinet",
        "place a piece of bread in the cabinet",
        "put a bread slice in the cabinet",
        "put sliced bread in the cabinet",
        "put the cut up bread in the cabinet",
    ],
)
def test_a_whole_one_stands_in_for_a_part_and_that_is_told(said):
    result = result_of(said)
    assert deeds(said) == ["put_inside(bread_1, cabinet_1)"]
    assert "It is not known to be sliced." in result.explanation
    assert "exactly" not in result.explanation


def test_a_whole_one_is_heated_in_place_of_a_part():
    said = "put a heated slice of bread in the cabinet"
    assert deeds(said) == [
        "put_inside(bread_1, microwave_1)",
        "turn_on(microwave_1)",
        "put_inside(bread_1, cabinet_1)",
    ]
    assert result_of(said).explanation.count("I make do") == 1  # not once for each thing that is done with it


@pytest.mark.parametrize("said", ["throw away a slice of bread", "put a heated slice of bread in the garbage can"])
def test_nothing_whole_is_thrown_away_for_a_part(said):
    result = result_of(said)
    assert result.plan is None
    assert "I know of no sliced bread here, and I have no skill to slice it." in result.outcome.message


def test_what_cannot_be_done_is_told_by_its_verb():
    assert result_of("preparing an egg").outcome.message.startswith("I cannot prepare. ")


def test_what_a_thing_holds_is_put_there_first_and_no_thing_is_a_place():
    told = result_of("put a mug with an egg in it on the cabinet").outcome.message
    assert told.startswith("I can use furniture as a place, not a thing like a mug.")


def test_a_machine_is_never_started_without_what_was_to_go_into_it():
    for said in ("heat a glass and put it in the cabinet", "put a heated carrot on the table"):
        result = result_of(said)
        calls = result.plan.calls if result.plan is not None else ()
        loaded = {c.arguments[1] for c in calls if c.skill == "put_inside"}
        assert {c.arguments[0] for c in calls if c.skill == "turn_on"} <= loaded, said


@pytest.mark.parametrize(
    "said",
    ["cut an apple in half", "cut the apple into three slices", "use the knife to cut the apple", "slice the apple"],
)
def test_cutting_is_refused_by_its_name(said):
    outcome = result_of(said).outcome
    assert (outcome.cause, "cut" in outcome.message) == (FailureCause.NOT_CAPABLE, True)


LIT = ["turn_on(desk_lamp_1)"]


@pytest.mark.parametrize(
    "said",
    [
        "examine the watch by the light of the lamp",
        "look at a watch under a lamp",
        "inspect the watch with the desk lamp",
        "investigate a watch using the light of a big lamp",
        "pick up the watch on the desk to look at under the lamp",
    ],
)
def test_what_is_looked_at_by_a_light_is_taken_there(said):
    result = result_of(said, BEDROOM)
    assert result.plan is not None, result.outcome
    calls = [str(c) for c in result.plan.calls]
    assert [c for c in calls if not c.startswith("go_to")] == [*LIT, "pick_up(watch_1, desk_1)"]
    assert calls[-1] == "go_to(desk_lamp_1)"


@pytest.mark.parametrize(
    "said",
    [
        "turn on the lamp while holding the bowl",
        "carry the bowl while turning on the lamp",
        "turn the lamp on with the bowl in your hand",
        "grab the bowl while turning the lamp on",
    ],
)
def test_what_is_held_meanwhile_comes_last(said):
    result = result_of(said, BEDROOM)
    assert result.plan is not None, result.outcome
    calls = [str(c) for c in result.plan.calls if c.skill != "go_to"]
    assert calls == [*LIT, "pick_up(bowl_1, bed_1)"]


def test_the_only_lamp_is_taken_for_one_that_is_described_and_that_is_told():
    said = "turn on the tall lamp on the desk"
    assert deeds(said, BEDROOM) == LIT
    told = result_of(said, BEDROOM).explanation
    assert "Nothing tells whether desk lamp 1 is the tall lamp on the desk, but I know of no other." in told
    red = BEDROOM.changed(put=[replace(BEDROOM["desk_lamp_1"], attributes=frozenset({"short"}))])
    assert result_of(said, red).outcome.cause is FailureCause.UNKNOWN_PLACE


def test_what_may_be_there_already_is_no_unknown_thing():
    told = result_of("put the red mug on the dining table").explanation
    assert "It is not known to be red." in told
    assert "There is nothing to do: mug 1 is on dining table 1 already." in told
    blue = KITCHEN.changed(put=[replace(KITCHEN["mug_1"], attributes=frozenset({"blue"}))])
    assert result_of("put the red mug on the dining table", blue).outcome.cause is FailureCause.OBJECT_NOT_FOUND


@pytest.mark.parametrize(
    ("said", "done", "unused"),
    [
        ("put the apple on the counter in the corner", "put_on(apple_1, counter_top_1)", "corner"),
        ("put the apple on the kitchen counter corner", "put_on(apple_1, counter_top_1)", "corner"),
        ("take the apple on the floor to the fridge", "put_inside(apple_1, fridge_1)", "floor"),
        ("put the apple on the end of the counter", "put_on(apple_1, counter_top_1)", "end"),
        ("put the apple in the corner cabinet", "put_inside(apple_1, cabinet_1)", "corner"),
    ],
)
def test_spots_that_no_graph_knows_are_told_as_unused(said, done, unused):
    assert deeds(said) == [done]
    assert f"I made no use of '{unused}'." in result_of(said).explanation


def test_a_spot_that_no_graph_knows_is_no_place_to_put_things():
    told = result_of("put the apple on the floor").outcome.message
    assert told.startswith("I know of no floor here.")


def test_everything_on_the_floor_is_not_everything():
    assert result_of("put everything on the floor in the cabinet").plan is None


def test_furniture_is_told_by_what_it_stands_at():
    assert deeds("put the watch in the desk drawer", BEDROOM) == ["put_inside(watch_1, drawer_1)"]
    assert deeds("open the fridge door") == []
