# SPDX-License-Identifier: Apache-2.0
"""What is not to be done with a thing and what is: "don't wash the cup, put it on table 2"."""

from __future__ import annotations

import pytest

from makedo_core.failure import FailureCause
from makedo_core.ontology import load_ontology
from makedo_eval.sentences.corpus import scene
from planner_node.engine import Engine
from planner_node.task import PlanningTask, Settings

ENGINE = Engine(load_ontology(), Settings())


@pytest.mark.parametrize(
    ("said", "done"),
    [
        ("Don't eat the lemon, put it in the fridge", {"put_inside(lemon_1, fridge_1)"}),
        ("Don't throw the lemon away. It goes into the fridge.", {"put_inside(lemon_1, fridge_1)"}),
        (
            "No need to wash the plates on table 1, just put them on table 3",
            {"put_on(plate_1, table_3)", "put_on(plate_2, table_3)"},
        ),
        ("Don't clean table 3, just put the vase on it", {"put_on(vase_1, table_3)"}),
        ("Do not close the fridge, leave it open", {"open(fridge_1)"}),
    ],
)
def test_the_other_order_alone_is_done(said, done):
    result = ENGINE.plan(PlanningTask(said, scene("dining")))
    assert result.plan is not None, result.outcome
    calls = {str(c) for c in result.plan.calls if c.skill in ("put_on", "put_inside", "turn_on")}
    opened = {str(c) for c in result.plan.calls if c.skill == "open"} if "open" in said else set()
    assert calls | opened == done


@pytest.mark.parametrize(
    "said",
    [
        "Don't move the lemon, put it in the fridge",
        "Don't wash the lemon and put it in the fridge",
        "Don't open the fridge, just close it",
    ],
)
def test_what_contradicts_itself_or_denies_both_is_refused(said):
    result = ENGINE.plan(PlanningTask(said, scene("dining")))
    assert result.plan is None
    assert result.outcome.cause is FailureCause.NOT_UNDERSTOOD
