# SPDX-License-Identifier: Apache-2.0
"""Furniture that is cleared, and things of other furniture that go somewhere besides."""

from __future__ import annotations

import pytest

from makedo_core.ontology import load_ontology
from makedo_eval.sentences.corpus import scene
from planner_node.engine import Engine
from planner_node.task import PlanningTask, Settings

ENGINE = Engine(load_ontology(), Settings())


def ends(where: str, said: str) -> dict[str, str]:
    """Where each thing that is moved ends."""
    result = ENGINE.plan(PlanningTask(said, scene(where)))
    assert result.plan is not None, (said, result.outcome)
    return {c.arguments[0]: c.arguments[1] for c in result.plan.calls if c.skill in ("put_on", "put_inside")}


@pytest.mark.parametrize(
    ("where", "said", "of_the_first", "of_the_second", "goes_to"),
    [
        (
            "living",
            "clear the sofa and put everything from the coffee table on the bookshelf",
            "blanket_1",
            "cup_1",
            "bookshelf_1",
        ),
        (
            "dining",
            "Clear table 2 and bring everything from the fridge to the counter",
            "plate_3",
            "pear_1",
            "counter_1",
        ),
    ],
)
def test_what_is_said_of_other_furniture_is_no_way_to_clear_the_first(
    where, said, of_the_first, of_the_second, goes_to
):
    found = ends(where, said)
    assert found[of_the_second] == goes_to
    assert found[of_the_first] != goes_to


def test_everything_without_a_place_of_its_own_is_how_it_is_cleared():
    found = ends("dining", "Clear table 2 and put everything on the counter")
    assert set(found.values()) == {"counter_1"}
    assert "pear_1" not in found and "plate_3" in found
