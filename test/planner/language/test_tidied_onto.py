# SPDX-License-Identifier: Apache-2.0
"""Things are tidied to the place that is said, be some of them there already; a question offers no place they leave."""

from __future__ import annotations

from pathlib import Path

import pytest

from makedo_core.files.scene_json import graph_from_json
from planner_node.task import PlanningTask
from test.support.plain_instructions import ENGINE

SCENES = Path(__file__).parents[3] / "scenes"


def result_of(scene: str, said: str):
    file = SCENES / scene / "graph.json"
    return ENGINE.plan(PlanningTask(said, graph_from_json(file.read_text(encoding="utf-8"), str(file))))


@pytest.mark.parametrize(
    "said",
    [
        "Could you tidy the mugs away onto the counter?",
        "Tidy the mugs onto the counter",
        "Tidy the mugs away on the counter",  # one of them is there, and mugs are kept nowhere here
    ],
)
def test_things_are_tidied_to_where_it_is_said(said):
    result = result_of("home", said)
    assert result.plan is not None, result.outcome
    assert [str(c) for c in result.plan.calls if c.skill == "put_on"] == ["put_on(mug_2, counter_1)"]


def test_things_that_are_put_away_on_a_table_lie_there():
    result = result_of("home", "Tidy the books away on the table")
    assert result.plan is not None, result.outcome
    assert [str(c) for c in result.plan.calls if c.skill.startswith("put")] == ["put_on(book_3, shelf_1)"]


@pytest.mark.parametrize(
    ("scene", "said", "asked"),
    [
        ("workshop", "Take everything off the table", "Where shall I take everything to? Say the place."),
        (
            "home",
            "Take everything off counter_1",
            "Where shall I take everything to? Say the place, for example 'to table_1'.",
        ),
    ],
)
def test_no_place_is_offered_that_things_are_taken_from(scene, said, asked):
    assert result_of(scene, said).outcome.message == asked
