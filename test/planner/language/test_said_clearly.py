# SPDX-License-Identifier: Apache-2.0
"""Sentences that people find clear are understood as they are meant, or asked about with what is missing."""

from __future__ import annotations

import pytest

from makedo_core.failure import FailureCause
from makedo_core.ontology import load_ontology
from makedo_eval.sentences.corpus import scene
from planner_node.engine import Engine
from planner_node.task import PlanningTask, Result, Settings

ENGINE = Engine(load_ontology(), Settings())
_PUTTING = ("put_on", "put_inside", "hand_over", "open", "close", "turn_on", "turn_off")


def planned(where: str, said: str) -> Result:
    return ENGINE.plan(PlanningTask(said, scene(where)))


def done(result: Result) -> set[str]:
    """What is put somewhere, with the place behind it, and what is switched or shut."""
    assert result.plan is not None, result.outcome
    return {" ".join(call.arguments) for call in result.plan.calls if call.skill in _PUTTING}


ALL_ELSE = {
    "put the plates on table 3 and everything else on the counter": "dining",
    "put the lemon in the fridge, everything else goes on table 3": "dining",
    "take everything else to table 3": "dining",
    "put the blue test tubes in the rack and everything else in the waste bin": "lab",
    "all pens on desk 1, all markers on desk 2, and all else on desk 3": "office",
}


@pytest.mark.parametrize("said", ALL_ELSE)
def test_of_all_else_it_is_asked_where_it_is(said):
    outcome = planned(ALL_ELSE[said], said).outcome
    assert outcome.cause is FailureCause.AMBIGUOUS
    assert outcome.message.startswith("Everything else of which place")


def test_all_else_of_a_place_that_was_told_is_known():
    said = "put the plates from table 2 on table 3 and put the rest of the things on the counter"
    assert done(planned("dining", said)) == {
        "plate_3 table_3",
        "plate_4 table_3",
        "mug_1 counter_1",
        "napkin_1 counter_1",
        "crumpled_paper_1 counter_1",
    }


READ = {
    "give Anna a soda and Ben one": ("party", {"soda_can_1 anna", "soda_can_2 ben", "cooler_1"}),
    "every shelf but the second gets a hammer": ("garage", {"hammer_1 shelf_1"}),
    "all shelves but the second one need a candle": ("pantry", {"candle_2 shelf_1"}),
    "every shelf except shelf 2 gets a candle": ("pantry", {"candle_2 shelf_1"}),
    "don't throw the newspaper away but get rid of the banana": ("flat", {"banana_1 trash_can_1"}),
    "make sure nobody left the window open": ("living", {"window_1"}),
    "check that no one left the stereo on": ("party", {"stereo_1"}),
    "could you grab my stapler off desk 2 and drop it on desk 1 when you get a sec": ("office", {"stapler_1 desk_1"}),
    "if you have a free minute, put the lemon on table 3": ("dining", {"lemon_1 table_3"}),
    "turn off the tv, and shut the window afterward": ("living", {"tv_1", "window_1"}),
    "clean plates go in the cupboard": ("dining", {"plate_1 cupboard_1", "plate_2 cupboard_1", "cupboard_1"}),
}


@pytest.mark.parametrize("said", READ)
def test_what_is_clear_is_read(said):
    where, meant = READ[said]
    assert done(planned(where, said)) == meant


OWN_PLACES = {
    "return home": "home",
    "head home": "home",
    "head back to your base": "base",
    "roll back to your dock": "dock",
}


@pytest.mark.parametrize("said", OWN_PLACES)
def test_where_its_own_place_is_is_asked(said):
    outcome = planned("flat", said).outcome
    assert outcome.cause is FailureCause.AMBIGUOUS
    assert outcome.message.startswith(f"Where is my {OWN_PLACES[said]}?")


def test_a_machine_that_is_not_here_is_named_when_it_is_to_stop():
    outcome = planned("flat", "stop the dishwasher").outcome
    assert outcome.cause is FailureCause.UNKNOWN_PLACE
    assert "no dishwasher" in outcome.message


@pytest.mark.parametrize("said", ["did I leave my wallet on the desk", "have we left the charger on the desk?"])
def test_what_somebody_left_is_asked_for(said):
    assert planned("bedroom", said).answer.startswith("Yes")
