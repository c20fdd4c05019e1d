# SPDX-License-Identifier: Apache-2.0
"""A container that stands upside down is turned over before anything is put inside."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from makedo_core.files.scene_json import graph_from_json, graph_to_json
from makedo_core.goals.facts import facts, failing_preconditions, graph_after
from makedo_core.graph.scene_graph import SceneGraph, State
from makedo_core.known_failure import KnownFailure
from makedo_core.skills import Literal, Predicate, SkillCall

ROOT = Path(__file__).resolve().parents[2]
TURN = SkillCall("turn_over", ("crate_1",))


@pytest.fixture(scope="module")
def table() -> SceneGraph:
    return graph_from_json((ROOT / "scenes/tabletop_crate/graph.json").read_text(encoding="utf-8"))


def steps(result) -> list[str]:
    assert result.plan is not None, result
    return [str(call) for call in result.plan.calls]


def test_the_crate_is_turned_over_once_and_before_anything_is_put_inside(plan, table):
    done = steps(plan("put tomato_1 and tomato_2 into the crate", table))
    assert done.count(str(TURN)) == 1
    assert done.index(str(TURN)) < min(i for i, step in enumerate(done) if step.startswith("put_inside"))


def test_a_crate_that_stands_upright_is_left_as_it_is(plan, table):
    upright = table.changed(put=[table["crate_1"].with_state(State.UPRIGHT)])
    assert str(TURN) not in steps(plan("put tomato_1 and tomato_2 into the crate", upright))


@pytest.mark.parametrize("stuck", [True, False])
def test_what_cannot_be_turned_over_takes_nothing(plan, table, stuck):
    crate = table["crate_1"]
    graph = table if stuck else table.changed(put=[replace(crate, model=replace(crate.model, turning=None))])
    known = [KnownFailure.parse("stuck crate_1")] if stuck else []
    truth = facts(graph, known)
    assert Literal(Predicate.TURNABLE, ("crate_1",)) not in truth
    ready = (truth - {Literal(Predicate.HAND_EMPTY)}) | {
        Literal(Predicate.AT, ("crate_1",)),
        Literal(Predicate.HOLDING, ("tomato_1",)),
    }
    assert failing_preconditions(SkillCall("put_inside", ("tomato_1", "crate_1")), ready) == ("crate 1 is upside down",)
    assert "crate 1 cannot be turned over" in failing_preconditions(TURN, truth)


def test_a_crate_that_was_turned_over_stands_on_its_bottom(table):
    after = graph_after(TURN, table)["crate_1"]
    assert after.states == {State.UPRIGHT}
    assert after.pose.position == pytest.approx((0.40, 0.47, 0.75))
    unknown = replace(table["crate_1"], model=None)
    assert graph_after(TURN, table.changed(put=[unknown]))["crate_1"].pose == unknown.pose


def test_a_handle_to_turn_over_by_survives_a_file(table):
    assert graph_from_json(graph_to_json(table))["crate_1"] == table["crate_1"]
