# SPDX-License-Identifier: Apache-2.0
"""Headings that say what orders are for, what lacks somewhere, and looks on which an order hangs."""

from __future__ import annotations

import pytest

from makedo_core.ontology import load_ontology
from makedo_eval.sentences.corpus import scene
from planner_node.engine import Engine
from planner_node.task import PlanningTask, Result, Settings

ENGINE = Engine(load_ontology(), Settings())


def result_of(where: str, said: str) -> Result:
    return ENGINE.plan(PlanningTask(said, scene(where)))


def done(where: str, said: str) -> set[str]:
    result = result_of(where, said)
    assert result.plan is not None, (said, result.outcome)
    kept = [call for call in result.plan.calls if call.skill not in ("go_to", "pick_up")]
    return {str(call) for call in kept}


@pytest.mark.parametrize(
    ("where", "said", "calls"),
    [
        ("office", "Prepare desk 3: put the stapler there", {"put_on(stapler_1, desk_3)"}),
        ("office", "Please prepare the meeting room: turn the projector on.", {"turn_on(projector_1)"}),
        (
            "dining",
            "Get ready for dinner: put the vase on table 3 and turn on the lamp",
            {"put_on(vase_1, table_3)", "turn_on(lamp_1)"},
        ),
        ("dining", "There's no bread on table 3, bring some", {"put_on(bread_1, table_3)"}),
        ("laundry", "There's no toilet paper at the sink. Get some, please.", {"put_on(toilet_paper_1, sink_1)"}),
        ("laundry", "We're out of soap in the laundry room, bring some.", {"put_on(soap_1, shelf_1)"}),
        ("living", "Check that the window is closed and close it if it is not", {"close(window_1)"}),
        ("living", "Make sure the window is closed. If not, close it.", {"close(window_1)"}),
        ("living", "See if the tv is on and if it's on turn it off", {"turn_off(tv_1)"}),
        ("flat", "See if the tv is on and if it's on turn it off", set()),
        ("dining", "Check whether the fridge is closed and close it if it's not", set()),
        ("office", "Put the black notebook with the blue one.", {"put_on(notebook_2, desk_1)"}),
        ("dining", "Put the red mug next to the blue one", {"put_on(mug_1, counter_1)"}),
        (
            "pantry",
            "Water bottle to the counter, sugar to shelf 1",
            {"put_on(water_bottle_1, counter_1)", "put_on(sugar_bag_1, shelf_1)"},
        ),
        ("bedroom", "Water glass on nightstand 2", {"put_on(water_glass_1, nightstand_2)"}),
        (
            "dining",
            "Take the lemon. Put it, the vase and the candle on table 3",
            {"put_on(lemon_1, table_3)", "put_on(vase_1, table_3)", "put_on(candle_1, table_3)"},
        ),
        (
            "dining",
            "Take the lemon. Put it and the vase on table 3",
            {"put_on(lemon_1, table_3)", "put_on(vase_1, table_3)"},
        ),
        ("flat", "Take it to the sofa, the remote", {"put_on(remote_1, sofa_1)"}),
        (
            "dining",
            "Look for forks and put them on table 3",
            {f"put_on(fork_{i}, table_3)" for i in (1, 2, 3)} | {"open(drawer_1)", "close(drawer_1)"},
        ),
        (
            "dining",
            "Fetch the plates from wherever they are and put them on table 1",
            {f"put_on(plate_{i}, table_1)" for i in (3, 4)},
        ),
        (
            "living",
            "Get the books and line them up on the bookshelf",
            {f"put_on(book_{i}, bookshelf_1)" for i in (1, 2)},
        ),
        (
            "garage",
            "Use the crate to store the tennis balls",
            {f"put_inside(tennis_ball_{i}, crate_1)" for i in (1, 2)},
        ),
    ],
)
def test_what_is_meant_is_done(where, said, calls):
    assert done(where, said) == calls


def test_furniture_that_is_to_be_made_empty_is_cleared():
    assert done("dining", "Make the sideboard empty, please") == done("dining", "Clear the sideboard")


def test_things_that_are_grouped_with_another_go_where_that_is():
    result = result_of("pantry", "Group the candles with the light bulb.")
    assert result.plan is not None and not result.plan.calls and "on shelf 3 already" in result.explanation


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ("dining", "There's no bread on table 3, bring some to table 2"),  # two places are said
        ("office", "Prepare the letter: nobody may read it"),
        ("flat", "Water the plant"),
        ("living", "Make sure the window is closed. If it is, turn on the floor lamp"),  # two orders, in words of one
        ("dining", "Put it, the vase and the candle on table 3"),  # what is "it"?
        ("dining", "Please use the tray to bring the cups"),
    ],
)
def test_what_may_mean_something_else_is_not_done(where, said):
    assert result_of(where, said).plan is None


def test_the_number_of_an_exchange_is_made_use_of():
    assert "made no use" not in result_of("living", "Swap the two toy cars.").explanation


def test_what_is_used_for_a_change_makes_it():
    used = result_of("laundry", "Use the washing machine to wash the dirty shirt")
    plain = result_of("laundry", "Wash the dirty shirt using the washing machine")
    assert used.plan is not None and plain.plan is not None and used.plan.calls == plain.plan.calls
    assert used.explanation == plain.explanation
