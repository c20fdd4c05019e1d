# SPDX-License-Identifier: Apache-2.0
"""Some of what is cleared, put away or moved as a whole that goes elsewhere in the same breath."""

from __future__ import annotations

import pytest

from makedo_core.ontology import load_ontology
from makedo_eval.sentences.corpus import scene
from planner_node.engine import Engine
from planner_node.task import PlanningTask, Settings

ENGINE = Engine(load_ontology(), Settings())
PLATES = ["mug_1 counter_1", "napkin_1 counter_1", "paper counter_1", "plate_3 dishwasher_1", "plate_4 dishwasher_1"]
MUG = ["mug_1 table_3", "napkin_1 cupboard_1", "paper trash_can_1", "plate_3 dishwasher_1", "plate_4 dishwasher_1"]
RED_BOOK = ["book_1 sofa_1", "book_2 bookshelf_1"]


def moves(where: str, said: str) -> list[str]:
    """What goes where, of a plan that is exactly what was asked for."""
    result = ENGINE.plan(PlanningTask(said, scene(where)))
    assert result.plan is not None, result.outcome
    assert result.account.exact, result.explanation
    puts = (c.arguments for c in result.plan.calls if c.skill in ("put_on", "put_inside"))
    return sorted(" ".join(put).replace("crumpled_paper_1", "paper") for put in puts)


@pytest.mark.parametrize(
    "said",
    [
        "clear table 2 onto the counter, plates into the dishwasher",
        "clear table 2 onto the counter, but put the plates in the dishwasher",
        "put everything from table 2 on the counter, the plates in the dishwasher",
        "put everything from table 2 on the counter but the plates in the dishwasher",
    ],
)
def test_several_of_all_that_is_somewhere_are_those_that_are_there(said):
    assert moves("dining", said) == PLATES


def test_all_there_are_of_a_kind_come_from_anywhere():
    assert "plate_1 dishwasher_1" in moves(
        "dining", "put everything from table 2 on the counter and all the plates in the dishwasher"
    )


@pytest.mark.parametrize(
    "said", ["clear table 2, but the mug goes to table 3", "please clear table 2 but put the mug on table 3"]
)
def test_what_is_cleared_goes_where_it_usually_is_but_for_what_goes_elsewhere(said):
    assert moves("dining", said) == MUG


@pytest.mark.parametrize(
    "said",
    [
        "put the books away, the red one goes on the sofa",
        "put the books away. The red one goes on the sofa",
        "put the books away but put the red one on the sofa",
        "tidy up the books, but the red one goes on the sofa",
    ],
)
def test_what_is_put_away_goes_where_it_usually_is_but_for_what_goes_elsewhere(said):
    assert moves("living", said) == RED_BOOK


def test_a_kind_of_what_is_put_away_goes_elsewhere():
    done = moves("living", "put the toys away; the cars go in the box and the doll on the sofa")
    assert {"toy_car_1 toy_box_1", "toy_car_2 toy_box_1", "doll_1 sofa_1"} <= set(done)
    assert "teddy_bear_1 toy_chest_1" in done


def test_the_toy_box_is_no_toy_chest_where_both_are_here():
    assert moves("living", "put the teddy in toy chest 1 and the doll in the box") == [
        "doll_1 toy_box_1",
        "teddy_bear_1 toy_chest_1",
    ]


@pytest.mark.parametrize(
    ("where", "said", "done"),
    [
        (
            "garage",
            "put the screwdrivers in the chest, the red one in the crate instead",
            ["screwdriver_1 crate_1", "screwdriver_2 tool_chest_1"],
        ),
        (
            "dining",
            "put the apples in the basket, the green one on table 3 instead",
            ["apple_1 fruit_basket_1", "apple_2 table_3"],
        ),
    ],
)
def test_one_of_several_that_goes_elsewhere_instead_takes_nothing_back(where, said, done):
    assert moves(where, said) == done


def test_another_thing_instead_takes_back_what_was_said_before():
    result = ENGINE.plan(PlanningTask("put the hammer in the chest, the saw in the crate instead", scene("garage")))
    assert result.plan is not None and not any("hammer_1" in call.arguments for call in result.plan.calls)
