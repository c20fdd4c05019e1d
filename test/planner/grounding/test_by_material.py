# SPDX-License-Identifier: Apache-2.0
"""Things of no kind that are told by what they are made of: the ontology, a look or a label says of what."""

from __future__ import annotations

import pytest

from makedo_core.failure import FailureCause
from makedo_core.ontology import load_ontology
from makedo_eval.sentences.corpus import scene
from planner_node.engine import Engine
from planner_node.task import PlanningTask, Result, Settings

ENGINE = Engine(load_ontology(), Settings())


def result_of(where: str, said: str, asks: bool = True) -> Result:
    return ENGINE.plan(PlanningTask(said, scene(where), asks=asks))


def moved(result: Result) -> set[str]:
    assert result.plan is not None, result.outcome
    return {call.arguments[0] for call in result.plan.calls if call.skill in ("put_on", "put_inside")}


@pytest.mark.parametrize(
    ("where", "said", "things"),
    [
        (
            "garage",
            "Put all metal objects on the workbench in the metal bin",
            {"hammer_1", "screwdriver_1", "screwdriver_2", "wrench_1", "pliers_1", "tin_can_1"},
        ),
        ("dining", "Put all glass things on table 3", {"glass_1", "glass_2", "glass_3", "vase_1", "wine_bottle_1"}),
    ],
)
def test_what_they_are_made_of_decides_and_it_is_told(where, said, things):
    result = result_of(where, said)
    assert moved(result) == things
    assert "I judge by its kind" in result.explanation


@pytest.mark.parametrize(
    "said", ["Put all plastic in the plastic bin", "Put everything made of plastic in the plastic bin"]
)
def test_what_nobody_described_is_asked_about(said):
    result = result_of("garage", said)
    assert result.outcome.cause is FailureCause.AMBIGUOUS
    assert "pesticide bottle 1" in result.outcome.message and "plastic" in result.outcome.message
    assert "cardboard tube" not in result.outcome.message  # its name says what it is made of


def test_a_material_before_a_kind_stays_a_look():
    assert moved(result_of("garage", "Put the plastic bottle and the plastic cup in the plastic bin")) == {
        "plastic_bottle_1",
        "plastic_cup_1",
    }


def test_the_glass_is_one_to_drink_from():
    assert moved(result_of("dining", "Put the glass on table 3")) == {"glass_1"}
