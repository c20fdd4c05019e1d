# SPDX-License-Identifier: Apache-2.0
"""turn_over: a crate that stands upside down is taken by its handle and set upright."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from executor_node.context import SkillContext
from executor_node.geometry.furniture import furniture
from executor_node.instruction.hand import begin
from executor_node.motion.reach import Reasons
from executor_node.rehearsal.dry_run import DryRun
from executor_node.skills import SKILLS
from executor_node.skills.plans.turning import CLEAR_M, half_turned, lift_m, plan_turn
from makedo_core.cancel import Cancelled
from makedo_core.failure import FailureCause, Outcome
from makedo_core.files.scene_json import graph_from_json
from makedo_core.geometry import Pose
from makedo_core.graph.scene_graph import Relation, RelationType, State
from makedo_core.plan import Light
from makedo_core.ports import MotionResult
from makedo_core.skills import SkillCall

ROOT = Path(__file__).resolve().parents[3]
CALL = SkillCall("turn_over", ("crate_1",))


@pytest.fixture
def crate(world):
    """The crate of the table-top scene, upside down on table_1 of the home, with the robot before it."""
    text = (ROOT / "scenes/tabletop_crate/graph.json").read_text(encoding="utf-8")
    node = replace(graph_from_json(text)["crate_1"], pose=Pose((-0.65, 1.9, 0.87), (1.0, 0.0, 0.0, 0.0)))
    world.graph = world.graph.changed(put=[node], add=[Relation("crate_1", RelationType.IN, "living_room")])
    world.base = Pose.planar(-1.4, 1.9)
    return node


def context_of(task) -> SkillContext:
    return SkillContext(task.ports, task.memory, task.token, note=task.listener.note)


def test_the_crate_stands_upright_where_it_stood(make_task, world, crate):
    task = make_task()
    result = SKILLS["turn_over"](context_of(task), CALL)
    assert result.ok, result.outcome
    after = world.graph["crate_1"]
    assert after.states == {State.UPRIGHT}
    assert after.pose.matrix()[2, 2] == pytest.approx(1.0)
    assert math.dist(after.pose.position, (-0.65, 1.9, 0.75)) < 1e-9
    assert task.memory.stowed and world.width > 0.03


def test_the_hand_lifts_turns_by_half_a_turn_and_comes_down_again(make_task, world, crate):
    context = context_of(make_task())
    plan = plan_turn(context, furniture(crate), world.base, Reasons())
    assert plan is not None
    grasp, up, around, down, away = (world.tools[int(line.end["pose"])] for line in plan.attempt.lines)
    rise = lift_m(furniture(crate), crate.model.turning)
    assert up.position[2] - grasp.position[2] == pytest.approx(rise)
    assert np.allclose(around.matrix()[:3, 1:3], -up.matrix()[:3, 1:3], atol=1e-6)  # half a turn about the approach
    assert math.dist(around.position, up.position) < 1e-9
    assert down.position[2] == pytest.approx(grasp.position[2], abs=0.005)
    assert math.dist(away.position[:2], down.position[:2]) > 0.05


def test_what_turns_is_clear_of_what_it_stood_on(crate):
    handle = crate.model.turning
    _, dy, height = crate.size
    corner = math.hypot(dy / 2, height / 2)  # the handle points along x
    assert lift_m(furniture(crate), handle) == pytest.approx(corner - height / 2 + CLEAR_M)


def test_what_stands_upright_already_is_left_alone(make_task, world, crate):
    world.graph = world.graph.changed(put=[crate.with_state(State.UPRIGHT)])
    assert SKILLS["turn_over"](context_of(make_task()), CALL).ok
    assert not world.log


def test_what_has_no_handle_cannot_be_turned_over(make_task, world, crate):
    task = make_task()
    result = SKILLS["turn_over"](context_of(task), SkillCall("turn_over", ("table_1",)))
    assert result.outcome == Outcome(FailureCause.NOT_CAPABLE, "table 1 has no handle to turn it over by")
    assert plan_turn(context_of(task), furniture(world.graph["table_1"]), world.base, Reasons()) is None


def test_fingers_that_miss_the_handle_are_told_of_and_the_hand_is_brought_back(
    make_task, world, crate, monkeypatch, words
):
    task = make_task()
    move = task.ports.gripper.move

    def missed(width_m, token):
        outcome = move(width_m, token)
        world.width = width_m
        return outcome

    monkeypatch.setattr(task.ports.gripper, "move", missed)
    result = SKILLS["turn_over"](context_of(task), CALL)
    assert result.outcome.cause is FailureCause.GRASP_FAILED
    words(result.outcome.message)
    assert world.graph["crate_1"].states == {State.UPSIDE_DOWN}
    assert world.width > 0.03


def test_a_crate_that_slips_out_of_the_hand_is_told_of(make_task, world, crate):
    task = make_task()
    execute = world.execute

    def slipping(motion, token):
        outcome = execute(motion, token)
        if world.width == 0.03 and world.tool().position[2] > 0.9:  # above the table
            world.width = 0.0
        return outcome

    world.execute = slipping
    result = SKILLS["turn_over"](context_of(task), CALL)
    assert result.outcome.cause is FailureCause.OBJECT_LOST
    assert world.graph["crate_1"].states == {State.UPSIDE_DOWN}


def test_a_handle_out_of_reach_is_told_of(make_task, world, crate, words):
    world.unreachable = lambda target: True
    result = SKILLS["turn_over"](context_of(make_task()), CALL)
    assert result.outcome.cause is FailureCause.UNREACHABLE
    words(result.outcome.message)
    assert not any(line.startswith("grip") for line in world.log)


def test_the_dry_run_turns_the_crate_over_in_its_imagination(make_task, world, crate):
    dry = DryRun(context_of(make_task()), 60.0)
    lights = dry.run([SkillCall("go_to", CALL.arguments), CALL])
    assert [light.light for light in lights] == [Light.GREEN] * 2, lights
    assert dry.world.graph["crate_1"].states == {State.UPRIGHT}
    assert dry.world.graph["crate_1"].pose.matrix()[2, 2] == pytest.approx(1.0)
    assert world.graph["crate_1"] == crate


def cut_short(world, task, line: int):
    """A turn that is stopped as a line of it begins, 1 being the first after the hand closed; its memory."""
    execute, begun = world.execute, [0]

    def execute_until(motion, token):
        begun[0] += world.width == 0.03
        if begun[0] == line:
            task.token.cancel(Outcome(FailureCause.PAUSED, "a person is near"))
            return token.outcome
        return execute(motion, token)

    world.execute = execute_until
    with pytest.raises(Cancelled):
        SKILLS["turn_over"](context_of(task), CALL)
    world.execute = execute
    return task.memory


@pytest.mark.parametrize("line", [1, 2, 3])
def test_a_turn_that_was_cut_short_goes_on_from_where_it_was_without_letting_go(make_task, world, crate, line):
    memory = cut_short(world, make_task(), line)
    assert memory.turning.asset_id == "crate_1" and world.width == 0.03
    world.log.clear()
    task = make_task()
    task.memory = memory
    result = SKILLS["turn_over"](context_of(task), CALL)
    assert result.ok, result.outcome
    assert "going on with the turn" in task.listener.notes
    assert [line for line in world.log if line.startswith("grip")] == ["grip 0.080"] or world.width > 0.03
    after = world.graph["crate_1"]
    assert after.states == {State.UPRIGHT}
    assert math.dist(after.pose.position, (-0.65, 1.9, 0.75)) < 1e-9
    assert (memory.turning, memory.way_out, memory.askew) == (None, None, set())
    down = world.opened[-1] if world.opened else None
    assert down is None or down.position[2] < 0.95  # where it stands, not where it hung


@pytest.mark.parametrize("why", ["it fell", "the arm was moved", "no way"])
def test_what_was_let_go_of_half_turned_over_is_not_reached_for_again(make_task, world, crate, why, words):
    memory = cut_short(world, make_task(), 2)
    if why == "it fell":
        world.width = 0.0
    elif why == "the arm was moved":
        world.tools[world.at] = Pose((0.0, 0.0, 0.03)) @ world.tool()
    else:
        world.unreachable = lambda target: True
    task = make_task()
    task.memory = memory
    if why == "no way":
        task.ports.arm.plan_line = lambda *_, **__: MotionResult(
            Outcome(FailureCause.UNREACHABLE, "no line"), None, 0.0
        )
    for _ in range(2):  # nor at another try
        result = SKILLS["turn_over"](context_of(task), CALL)
        assert result.outcome.cause is FailureCause.GRASP_FAILED
        words(result.outcome.message)
    assert memory.askew == {"crate_1"} and memory.turning is None
    assert memory.copy().askew == {"crate_1"} and memory.copy().askew is not memory.askew


def test_what_came_out_of_the_hand_is_refused_until_it_was_seen_upright(make_task, world, crate):
    task = make_task()
    task.memory.askew.add("crate_1")
    assert begin(task).ok and task.memory.askew == {"crate_1"}
    assert not SKILLS["turn_over"](context_of(task), CALL).ok
    world.graph = world.graph.changed(put=[crate.with_state(State.UPRIGHT)])
    assert begin(task).ok and not task.memory.askew
    world.graph = world.graph.changed(put=[crate])
    assert SKILLS["turn_over"](context_of(task), CALL).ok


def test_what_an_image_shows_to_stand_upright_by_then_is_left_alone(make_task, world, crate):
    memory = cut_short(world, make_task(), 2)
    world.width = 0.0
    world.graph = world.graph.changed(put=[crate.with_state(State.UPRIGHT)])
    task = make_task()
    task.memory = memory
    assert SKILLS["turn_over"](context_of(task), CALL).ok


def test_what_is_left_of_a_turn_begins_at_the_first_pose_that_was_not_reached(make_task, world, crate):
    context = context_of(make_task())
    plan = plan_turn(context, furniture(crate), world.base, Reasons())
    turns = plan.lines[2]
    assert len(turns) == 4
    half = half_turned("crate_1", plan, 2, turns[1])
    assert half.lines == (turns[2:], *plan.lines[3:])
    assert half_turned("crate_1", plan, 2, turns[3]).lines == (turns[3:], *plan.lines[3:])
    assert half_turned("crate_1", plan, 1, plan.lines[0][-1]).lines == plan.lines[1:]
