# SPDX-License-Identifier: Apache-2.0
"""What is said behind an order or before it: only those, not that one, what is supposed, for how many."""

from __future__ import annotations

import pytest

from makedo_core.ontology import load_ontology
from makedo_eval.sentences.corpus import scene
from planner_node.engine import Engine
from planner_node.task import PlanningTask, Result, Settings

ENGINE = Engine(load_ontology(), Settings())
_MOVES = ("put_on", "put_inside")


def planned(where: str, said: str) -> Result:
    result = ENGINE.plan(PlanningTask(said, scene(where)))
    assert result.plan is not None, (said, result.outcome)
    return result


def moved(result: Result) -> dict[str, str]:
    """Where each thing goes."""
    assert result.plan is not None
    return {c.arguments[0]: c.arguments[1] for c in result.plan.calls if c.skill in _MOVES}


@pytest.mark.parametrize(
    ("where", "said", "goes"),
    [
        ("dining", "Bring the red apple to table 2 only", {"apple_1": "table_2"}),
        ("office", "Bring the notebook on desk 1 to the shelf, only that", {"notebook_1": "shelf_1"}),
        ("living", "Put the toys in the toy box, but only the ones on the sofa", {"toy_car_1": "toy_box_1"}),
        (
            "office",
            "Take the water bottles to desk 3, only the ones in the meeting room",
            {"water_bottle_2": "desk_3", "water_bottle_3": "desk_3"},
        ),
        ("garage", "Put the screwdrivers in the crate, only the yellow one though", {"screwdriver_2": "crate_1"}),
        (
            "living",
            "Put the crayons in the toy box. Not the red one, though.",
            {"crayon_2": "toy_box_1", "crayon_3": "toy_box_1"},
        ),
        ("garage", "Put the batteries in the crate. Not battery 1 though", {"battery_2": "crate_1"}),
        ("party", "Bring all drinks from the side table to the sofa, no alcohol", {"lemonade_bottle_1": "sofa_1"}),
    ],
)
def test_only_those_that_are_meant_go(where, said, goes):
    assert moved(planned(where, said)) == goes


@pytest.mark.parametrize(
    ("where", "said", "goes"),
    [
        ("flat", "I think the newspaper is still on the sofa. If so, throw it away", {"newspaper_1": "trash_can_1"}),
        ("living", "I guess the doll is still on the bunk bed - put it on the sofa if it is", {"doll_1": "sofa_1"}),
        ("dining", "I believe the lamp is still on - switch it off if so", {}),
        ("pantry", "The freezer might be open; if it is, close it", {}),
        ("dining", "I think the lemon is still out - put it in the fridge if so", {"lemon_1": "fridge_1"}),
    ],
)
def test_what_is_only_supposed_decides(where, said, goes):
    assert moved(planned(where, said)) == goes


@pytest.mark.parametrize(
    ("where", "said", "goes"),
    [
        ("lab", "The sample in the fridge marked 2 goes in the incubator", {"sample_2": "incubator_1"}),
        ("lab", "The beaker on bench 1 labelled 3 goes to bench 2", {"beaker_3": "bench_2"}),
        ("office", "Bring the binder on the shelf marked 2 to desk 1", {"binder_2": "desk_1"}),
        ("party", "Bring the ashtray inside", {"ashtray_1": "kitchen_counter_1"}),
        ("party", "Take the chips in from the terrace", {"chips_bag_1": "kitchen_counter_1"}),
        ("party", "Bring the ashtray in and put it on the side table", {"ashtray_1": "side_table_1"}),
        ("dining", "Put a plate on each table that has no plate", {"plate_1": "table_3"}),
    ],
)
def test_which_and_where_is_told(where, said, goes):
    assert moved(planned(where, said)) == goes


@pytest.mark.parametrize(
    ("where", "said", "kinds"),
    [
        ("dining", "Put forks and knives for two on table 3", ["fork", "fork", "knife", "knife"]),
        ("dining", "Bring the wine and glasses for three to table 3", ["glass", "glass", "glass", "wine_bottle"]),
        ("dining", "Bring a fork and a spoon each for Anna and Ben to table 3", ["fork", "fork", "spoon", "spoon"]),
    ],
)
def test_as_many_of_each_as_it_is_for(where, said, kinds):
    assert sorted(thing.rpartition("_")[0] for thing in moved(planned(where, said))) == kinds


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ("office", "Keep the pens on desk 1"),
        ("living", "Keep the books on the coffee table"),
        ("party", "take the beer off the side table"),
        ("flat", "Take the apple off the coffee table"),
        ("laundry", "move the wet laundry to the dryer and run it"),
        ("laundry", "Put the red dress in the washing machine and turn it on"),
        ("flat", "Put the soup in the microwave and switch it on"),
    ],
)
def test_nothing_else_is_done_instead(where, said):
    assert ENGINE.plan(PlanningTask(said, scene(where))).plan is None


@pytest.mark.parametrize(
    ("where", "said", "goes"),
    [
        ("living", "Keep the books on the coffee table and put the others in the toy box", {"book_3", "book_4"}),
        ("dining", "Keep the mugs on the counter; the others go in the dishwasher", {"mug_1", "mug_3"}),
    ],
)
def test_those_that_are_kept_where_they_are_stay(where, said, goes):
    assert set(moved(planned(where, said))) == goes


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ("bedroom", "don't turn off the lamps"),
        ("living", "Please don't switch the lights on"),
        ("living", "Don't close the windows"),
    ],
)
def test_what_several_are_not_to_become_asks_for_nothing(where, said):
    assert planned(where, said).plan.calls == ()


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ("pantry", "the beer goes to the table"),
        ("pantry", "the chocolate goes to the counter"),
        ("dining", "Put the red wine on table 3"),
        ("pantry", "Put the green tea on the counter"),
    ],
)
def test_what_may_be_another_is_not_exact(where, said):
    assert not planned(where, said).account.exact
