# SPDX-License-Identifier: Apache-2.0
"""What the kind of a thing tells: fragile, sharp, toxic, dangerous, electronic. What nobody described is in doubt."""

from __future__ import annotations

import pytest

from makedo_core.failure import FailureCause
from makedo_core.ontology import load_ontology
from makedo_eval.sentences.corpus import scene
from planner_node.engine import Engine
from planner_node.task import PlanningTask, Result, Settings

ENGINE = Engine(load_ontology(), Settings())


def planned(where: str, said: str, asks: bool = True) -> Result:
    return ENGINE.plan(PlanningTask(said, scene(where), asks=asks))


def carried(result: Result) -> set[str]:
    """The things that are put somewhere."""
    assert result.plan is not None, result.outcome
    return {call.arguments[0] for call in result.plan.calls if call.skill.startswith("put_")}


@pytest.mark.parametrize(
    ("where", "said", "things"),
    [
        ("dining", "Put all sharp things on table 3", {"knife_1", "knife_2"}),
        ("office", "Put everything electronic from desk 3 on desk 1", {"laptop_2", "headphones_1", "phone_charger_1"}),
        ("dining", "Put everything delicate from the sideboard on table 3", {"vase_1", "wine_bottle_1", "mug_3"}),
    ],
)
def test_the_class_decides_and_it_is_told(where, said, things):
    result = planned(where, said)
    assert carried(result) == things
    assert "I judge by its kind" in result.explanation and not result.account.exact


@pytest.mark.parametrize(
    ("where", "said", "in_doubt"),
    [
        ("garage", "Put anything dangerous in the cabinet", "pesticide bottle 1"),
        ("flat", "Move everything breakable to the closet", "medicine bottle 1"),
        ("lab", "Put everything corrosive in the fume hood", "beaker 1"),
    ],
)
def test_what_nobody_described_is_asked_about(where, said, in_doubt):
    result = planned(where, said)
    assert (result.plan, result.outcome.cause) == (None, FailureCause.AMBIGUOUS)
    assert in_doubt in result.outcome.message


def test_alcohol_and_coffee_are_no_danger_of_that_kind():
    result = planned("party", "Put everything dangerous on the sofa")
    assert result.plan is None or not carried(result) & {"wine_bottle_1", "beer_can_1"}


def test_a_word_that_nobody_knows_behind_everything_is_never_left_out():
    result = planned("pantry", "Put everything perishable in the freezer")
    assert (result.plan, result.question) == (None, None)


@pytest.mark.parametrize(
    ("where", "said", "things"),
    [
        ("dining", "Put anything red on table 3", {"apple_1", "mug_1"}),
        ("garage", "Take anything off the garden table that is empty and put it in the crate", {"wine_bottle_1"}),
        ("dining", "Put any dirty plate in the dishwasher", {"plate_3", "plate_4"}),
        ("laundry", "Move anything dirty to the bathtub", {"shirt_1", "towel_2", "sock_1", "sock_2"}),
        (
            "dining",
            "Put anything you find on the sideboard on table 3",
            {"wine_bottle_1", "vase_1", "mug_3", "lemon_1", "candle_1"},
        ),
    ],
)
def test_anything_that_is_described_and_put_away_is_all_of_it(where, said, things):
    assert carried(planned(where, said)) == things


@pytest.mark.parametrize("said", ["Bring anything red to table 3", "Serve something red on table 3"])
def test_anything_that_is_brought_is_one_thing(said):
    assert len(carried(planned("dining", said))) == 1
