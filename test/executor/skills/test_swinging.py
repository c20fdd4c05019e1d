# SPDX-License-Identifier: Apache-2.0
"""How far a door or drawer is to be moved, and from where."""

from __future__ import annotations

import math
from dataclasses import replace
from types import SimpleNamespace

import pytest

from executor_node.context import FoundSwing, SkillContext
from executor_node.geometry.furniture import Furniture, furniture
from executor_node.motion.reach import Reasons
from executor_node.skills import swing
from executor_node.skills.plans import standing, swinging
from executor_node.skills.plans.standing import stand_and_work, stands_for
from executor_node.skills.plans.swinging import (
    LEAST_RAD,
    PARTLY_CLOSED,
    SAFE_SHARE,
    WIDE_RAD,
    WIDEST_RAD,
    plan_swing,
    swing_range,
)
from makedo_core.cancel import Cancelled
from makedo_core.failure import SUCCESS, FailureCause, Outcome
from makedo_core.geometry import Pose
from makedo_core.graph.openings import opened_to
from makedo_core.graph.scene_graph import State
from makedo_core.skills import SkillCall


@pytest.fixture
def context(make_task):
    task = make_task()
    return SkillContext(task.ports, task.memory, task.token)


def _moving(node, widest: float) -> Furniture:
    articulation = replace(node.model.articulation, range=(0.0, widest))
    return Furniture(replace(node, model=replace(node.model, articulation=articulation)), 0.2)


def test_a_door_is_opened_wide_if_it_can_be_else_surely(world):
    door = _moving(world.graph["fridge_1"], 1.9)
    assert door.model.articulation.open_at * SAFE_SHARE < LEAST_RAD
    assert swing_range(door, True) == (0.2, WIDEST_RAD, (WIDE_RAD, LEAST_RAD))


def test_a_door_that_goes_no_farther_is_opened_as_far_as_it_goes(world):
    assert swing_range(_moving(world.graph["fridge_1"], 1.5), True) == (0.2, 1.5, (WIDE_RAD, LEAST_RAD))
    assert swing_range(_moving(world.graph["fridge_1"], 1.2), True) == (0.2, 1.2, (1.2,))
    assert swing_range(_moving(world.graph["fridge_1"], 0.95), True) == (0.2, 0.95, (0.95,))


def test_a_drawer_is_pulled_out_all_the_way_or_surely(world):
    drawer = Furniture(world.graph["drawer_1"], 0.0)
    articulation = drawer.model.articulation
    assert swing_range(drawer, True) == (0.0, articulation.range[1], (SAFE_SHARE * articulation.open_at,))


def test_what_is_closed_is_closed_all_the_way_a_door_at_two_tries_if_need_be(world):
    assert swing_range(Furniture(world.graph["drawer_1"], 0.3), False) == (0.3, 0.0, (0.0,))
    start, end, enough = swing_range(Furniture(world.graph["fridge_1"], 1.5), False)
    assert (start, end) == (1.5, 0.0)
    assert enough == (0.0, PARTLY_CLOSED * 1.5)  # all the way from wherever that goes, first


def test_what_does_not_open_has_no_range(world):
    with pytest.raises(ValueError, match="table_1 cannot be opened"):
        swing_range(Furniture(world.graph["table_1"], 0.0), True)


@pytest.fixture
def swings(context, world, monkeypatch):
    """Say from which of the places to stand a door can be opened wide; from the others it can be opened surely."""

    def say(wide_from) -> None:
        def plan(context, furniture, base, start, end, enough, reasons):
            return "wide" if wide_from(base) else "surely" if enough < WIDE_RAD else None

        def first(context, candidates, dry_run, reasons, limit, *, stretched):
            return next(((c, work) for c in candidates if (work := dry_run(c, reasons))), None)

        monkeypatch.setattr(standing, "plan_swing", plan)
        monkeypatch.setattr(standing, "best_stand", first)
        world.graph = world.graph.changed(put=[world.graph["fridge_1"].with_state(State.CLOSED)])

    return say


OPEN = SkillCall("open", ("fridge_1",))


def test_a_door_is_taken_from_where_it_can_be_opened_wide(context, swings):
    swings(lambda base: False)
    third = stands_for(context, OPEN, Reasons())[2]
    swings(lambda base: base == third)
    assert stands_for(context, OPEN, Reasons())[0] == third
    assert stand_and_work(context, OPEN, Reasons()) == (third, "wide")


def test_where_it_cannot_be_opened_wide_it_is_opened_from_the_nearest_place(context, swings, world):
    swings(lambda base: False)
    assert len(stands_for(context, OPEN, Reasons())) > 2
    assert stand_and_work(context, OPEN, Reasons()) == (world.base, "surely")


def test_a_door_that_can_be_opened_wide_from_here_is(context, swings, world):
    swings(lambda base: base == world.base)
    assert stand_and_work(context, OPEN, Reasons()) == (Pose(world.base.position, world.base.orientation), "wide")


def test_to_close_a_wide_open_door_the_robot_stands_around_its_handle_first(context, world):
    door = opened_to(world.graph["fridge_1"].with_state(State.OPEN), 1.7)
    world.graph = world.graph.changed(put=[door])
    known = furniture(door)
    docks = standing._options(context, SkillCall("close", ("fridge_1",)), known).docks
    handle = known.handle()[0]
    for pose in docks[: standing.AROUND]:
        x, y, _ = pose.inverse().transform(handle)
        assert 0.6 <= x <= 0.9 and y == pytest.approx(0.0, abs=1e-6)  # it faces the handle
    assert len(docks) > standing.AROUND


@pytest.fixture
def lines(context, monkeypatch):
    """Which lines to a handle and along its way can be planned, by their first tool pose; and what was asked for."""
    asked = []

    def say(can):
        def plan(context, base, pre, lines, reasons, *, complete):
            asked.append(lines[0][0])
            if not can(lines[0][0]):
                return None
            end = {"pose": 0.0}
            line = SimpleNamespace(end=end)
            return SimpleNamespace(pre=end, lines=(line, line), shares=(1.0, 1.0))

        monkeypatch.setattr(swinging, "plan_lines", plan)
        monkeypatch.setattr(swinging, "_can_retreat", lambda *_: True)
        asked.clear()
        return asked

    return say


def test_how_a_door_was_found_to_go_is_tried_first_from_there_and_checked_again(context, world, lines):
    fridge, base = Furniture(world.graph["fridge_1"], 0.0), Pose.planar(-3.2, 1.8, math.pi / 2)

    def planned(at=base, attempt=0):
        return plan_swing(replace(context, attempt=attempt), fridge, at, 0.0, 1.5, 1.2, Reasons())

    asked = lines(lambda tool: len(asked) == 5)
    found = planned()
    assert found is not None and len(asked) == 5
    asked = lines(lambda tool: True)
    again = planned(base @ Pose.planar(0.02, 0.0, 0.0))
    assert len(asked) == 1 and again.grasp == found.grasp
    context.memory.swings["fridge_1"] = replace(context.memory.swings["fridge_1"], in_asset=found.grasp.tool)
    first = lines(lambda tool: False)
    assert planned() is None and len(first) > 5  # what no longer goes is not believed
    assert planned(base @ Pose.planar(0.5, 0.0, 0.0), attempt=1) is None


def test_the_place_from_which_a_door_was_found_to_go_comes_first(context, swings):
    swings(lambda base: False)
    fifth = stands_for(context, OPEN, Reasons())[4]
    _, end, _ = swing_range(Furniture(context.ports.graph.newest()["fridge_1"], 0.0), True)
    context.memory.swings["fridge_1"] = FoundSwing(fifth, end, Pose(), 1.0)
    assert stands_for(context, OPEN, Reasons())[0] == fifth
    assert stands_for(replace(context, attempt=1), OPEN, Reasons())[0] != fifth
    context.memory.swings["fridge_1"] = FoundSwing(fifth, 0.0, Pose(), 1.0)  # found for closing it
    assert stands_for(context, OPEN, Reasons())[0] != fifth


@pytest.mark.parametrize(
    ("value", "state", "holds"),
    [(0.0, State.CLOSED, True), (0.4, State.AJAR, True), (1.5, State.OPEN, True), (0.4, None, False)],
    ids=["closed", "ajar", "open", "the hand slipped off"],
)
def test_a_door_that_is_let_go_of_half_way_is_known_to_stand_so(context, world, monkeypatch, value, state, holds):
    door = furniture(world.graph["fridge_1"].with_state(State.CLOSED))
    told = []

    def run(context, motion, *wrong):
        if motion is along:
            raise Cancelled(Outcome(FailureCause.STOPPED, "it was stopped"))
        return SUCCESS

    along = SimpleNamespace(slowed=lambda times: along)
    plan = SimpleNamespace(attempt=SimpleNamespace(lines=(SimpleNamespace(), along)), start=0.0)
    monkeypatch.setattr(swing, "run_motion", run)
    monkeypatch.setattr(swing, "grip", lambda *_: SUCCESS)
    held = iter([True, holds])  # the handle when it was taken, and when the robot was stopped
    monkeypatch.setattr(swing, "holds_something", lambda _: next(held))
    monkeypatch.setattr(swing, "StallWatch", lambda *_: SimpleNamespace(wrong=None))
    monkeypatch.setattr(swing, "value_at", lambda *_: value)
    monkeypatch.setattr(context.ports.graph, "update", lambda change: told.append(change) or SUCCESS)
    with pytest.raises(Cancelled):
        swing._pull_handle(context, door, plan)
    known = [((("fridge_1", state),), (("fridge_1", value),))] if holds else []
    assert [(c.states, c.openings) for c in told] == known
