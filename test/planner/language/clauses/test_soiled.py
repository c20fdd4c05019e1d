# SPDX-License-Identifier: Apache-2.0
"""What is cleared, tidied or put away and is not kept as it is: dirty, spoilt, or waste."""

from __future__ import annotations

import pytest

from makedo_core.failure import FailureCause
from makedo_core.ontology import load_ontology
from makedo_eval.sentences.corpus import scene
from planner_node.engine import Engine
from planner_node.task import PlanningTask, Result, Settings

ENGINE = Engine(load_ontology(), Settings())


def planned(where: str, said: str) -> Result:
    return ENGINE.plan(PlanningTask(said, scene(where)))


def ends(result: Result) -> set[str]:
    """Where each thing that is moved ends."""
    assert result.plan is not None, result.outcome
    return {" ".join(c.arguments) for c in result.plan.calls if c.skill in ("put_on", "put_inside")}


@pytest.mark.parametrize("said", ["Clear table 2", "Tidy up table 2"])
def test_dirty_dishes_are_washed_and_waste_is_thrown_away(said):
    result = planned("dining", said)
    assert ends(result) == {
        "mug_1 dishwasher_1", "plate_3 dishwasher_1", "plate_4 dishwasher_1", "napkin_1 cupboard_1",
        "crumpled_paper_1 trash_can_1",
    }  # fmt: skip
    assert result.account.exact


def test_what_is_rotten_is_thrown_away_and_dirty_clothes_wait_to_be_washed():
    assert {"tea_mug_1 sink_1", "banana_1 trash_can_1"} <= ends(planned("flat", "Tidy the coffee table"))
    assert ends(planned("bedroom", "Tidy the bed")) == {"t_shirt_1 hamper_1", "sweater_1 wardrobe_1", "phone_1 desk_1"}


def test_what_is_put_away_dirty_is_washed_and_the_clean_is_kept():
    assert ends(planned("dining", "Put away the dirty dishes")) == {
        "mug_1 dishwasher_1", "plate_3 dishwasher_1", "plate_4 dishwasher_1",
    }  # fmt: skip
    mugs = ends(planned("dining", "Put away the mugs"))
    assert mugs == {"mug_1 dishwasher_1", "mug_2 cupboard_1", "mug_3 cupboard_1"}


def test_where_nothing_is_washed_it_is_asked_and_no_other_table_taken():
    for said in ("Tidy the coffee table", "Clear the coffee table", "Put away the plate"):
        result = planned("living", said)
        assert result.plan is None and result.outcome.cause is FailureCause.AMBIGUOUS
        assert "dirty plate" in result.outcome.message and "no dishwasher or sink" in result.outcome.message


def test_waste_without_a_bin_is_asked_about():
    graph = scene("dining").changed(remove={"trash_can_1"})
    result = ENGINE.plan(PlanningTask("Clear table 2", graph))
    assert result.outcome.cause is FailureCause.AMBIGUOUS and "no bin here" in result.outcome.message


def test_furniture_that_is_not_there_is_named_as_it_was_said():
    refused = planned("dining", "clear the coffee table").outcome
    assert refused.cause is FailureCause.UNKNOWN_PLACE
    assert "nothing here that is meant by 'the coffee table' and can be cleared" in refused.message
