# SPDX-License-Identifier: Apache-2.0
"""Furniture that a condition is about, and "it" or "there" in what depends on it: "if table 3 is empty, ... on it"."""

from __future__ import annotations

import pytest

from makedo_core.ontology import load_ontology
from makedo_eval.sentences.corpus import scene
from planner_node.engine import Engine
from planner_node.task import PlanningTask, Settings

ENGINE = Engine(load_ontology(), Settings())


def done(where: str, said: str) -> list[str]:
    """What is done, besides driving and picking up."""
    result = ENGINE.plan(PlanningTask(said, scene(where)))
    assert result.plan is not None, (said, result.outcome)
    return [str(call) for call in result.plan.calls if call.skill not in ("go_to", "pick_up")]


@pytest.mark.parametrize(
    ("where", "said", "calls"),
    [
        ("dining", "If table 3 is empty, set a plate on it", ["put_on(plate_1, table_3)"]),
        ("dining", "If table 3 is empty put a plate there", ["put_on(plate_1, table_3)"]),
        ("dining", "If table 2 is empty, put a plate on it", []),
        ("dining", "If there is nothing on table 3, put a plate on it", ["put_on(plate_1, table_3)"]),
        ("dining", "If there is nothing on table 3, put a plate there", ["put_on(plate_1, table_3)"]),
        ("dining", "If there isn't anything on table 3, put a plate on it", ["put_on(plate_1, table_3)"]),
        ("dining", "If there is nothing on table 2, put a plate on it", []),
        ("dining", "If the dishwasher is open, put the dirty plates in it", []),
        (
            "living",
            "If the toy box is closed, open it and put the doll in it",
            ["open(toy_box_1)", "put_inside(doll_1, toy_box_1)"],
        ),
        ("dining", "If the red apple is on the counter, move it to table 3", ["put_on(apple_1, table_3)"]),
        ("dining", "If there is no glass on table 2, put one there", ["put_on(glass_1, table_2)"]),
    ],
)
def test_it_is_the_furniture_where_something_is_put_on_it(where, said, calls):
    assert [c for c in done(where, said) if "cupboard_1" not in c] == calls


@pytest.mark.parametrize("end", ["leave it", "leave it as it is", "leave it there"])
def test_what_is_left_otherwise_is_no_order(end):
    assert done("office", f"If desk 3 is empty, move the stapler there, otherwise {end}") == []
    assert done("living", f"If the window is open, close it, otherwise {end}") == ["close(window_1)"]
