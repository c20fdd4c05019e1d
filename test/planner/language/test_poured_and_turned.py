# SPDX-License-Identifier: Apache-2.0
"""What a full cup holds is poured, and what stands upside down is turned over."""

from __future__ import annotations

import pytest

from makedo_core.failure import FailureCause
from makedo_core.files.scene_files import scene_file
from makedo_core.files.scene_json import graph_from_json
from makedo_core.graph.scene_graph import State
from planner_node.task import PlanningTask
from test.support.plain_instructions import ENGINE, done


def planned(where, said):
    path = scene_file(where)
    return ENGINE.plan(PlanningTask(said, graph_from_json(path.read_text(encoding="utf-8"), str(path))))


def skills(result):
    return [str(c) for c in result.plan.calls if c.skill in ("pour", "put_inside", "turn_over")]


@pytest.mark.parametrize(
    "said",
    [
        "Pour the nuts into the bowl",
        "Put the nuts in the bowl",
        "Fill the bowl with nuts",
        "Fill the bowl with the nuts",
    ],
)
def test_what_a_full_cup_holds_is_poured_into_a_bowl(said):
    result = planned("tabletop_pouring", said)
    assert skills(result) == ["pour(nuts_cup_1, bowl_1)"] and result.account.exact


def test_the_cup_itself_is_put_there():
    assert skills(planned("tabletop_pouring", "Put the nuts cup in the bowl")) == ["put_inside(nuts_cup_1, bowl_1)"]


def test_nothing_is_poured_into_a_fridge():
    assert done("flat", "Put the water in the fridge") == {"put_inside(water_bottle_1, fridge_1)"}


@pytest.mark.parametrize(
    "said", ["Turn the crate over", "Turn over the crate", "Flip the crate", "Turn the crate around"]
)
def test_what_stands_upside_down_is_turned_over(said):
    result = planned("tabletop_crate", said)
    assert skills(result) == ["turn_over(crate_1)"] and result.account.exact


def test_what_stands_upright_is_not_turned_over():
    graph = graph_from_json(scene_file("tabletop_crate").read_text(encoding="utf-8"), "tabletop_crate")
    graph = graph.changed(put=[graph["crate_1"].with_state(State.UPRIGHT)])
    told = ENGINE.plan(PlanningTask("Turn the crate over", graph)).outcome.message
    assert told == "I turn over only what stands upside down, and the crate does not, as far as I know."


def test_what_has_nothing_to_be_turned_by_is_not():
    outcome = planned("tabletop_crate", "Turn the bin over").outcome
    assert (outcome.cause, outcome.message) == (FailureCause.NOT_CAPABLE, "I have no skill to turn the bin over.")
