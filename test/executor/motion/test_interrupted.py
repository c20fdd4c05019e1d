# SPDX-License-Identifier: Apache-2.0
"""Who was stopped in the middle of something, and what people did since: the next instruction begins with the truth."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from executor_node.context import SkillContext
from executor_node.instruction.hand import begin
from executor_node.instruction.run import run_instruction
from executor_node.motion.feeling import OPEN_M, PARTED_M, SLIPPED_M, holds_something
from executor_node.motion.motions import plan_short
from executor_node.motion.stowing import stow
from executor_node.motion.surroundings import see_surroundings
from executor_node.robot.gripper import PRESS_M
from executor_node.skills import SKILLS
from makedo_core.cancel import Cancelled, CancelToken
from makedo_core.failure import FailureCause, Outcome
from makedo_core.files.scene_json import graph_from_json
from makedo_core.geometry import Pose
from makedo_core.graph.scene_graph import Relation, RelationType, State
from makedo_core.skills import SkillCall

ROOT = Path(__file__).resolve().parents[3]
STOPPED = Outcome(FailureCause.STOPPED, "it was stopped")
FAILED = Outcome(FailureCause.EXECUTION_FAILED, "arm_4_joint is off by 0.0202")


def context_of(task) -> SkillContext:
    return SkillContext(task.ports, task.memory, task.token, note=task.listener.note)


@pytest.fixture
def crate(world):
    """A crate upside down on table_1, with the robot before it."""
    text = (ROOT / "scenes/tabletop_crate/graph.json").read_text(encoding="utf-8")
    node = replace(graph_from_json(text)["crate_1"], pose=Pose((-0.65, 1.9, 0.87), (1.0, 0.0, 0.0, 0.0)))
    world.graph = world.graph.changed(put=[node], add=[Relation("crate_1", RelationType.IN, "living_room")])
    world.base = Pose.planar(-1.4, 1.9)


def _as_soon_as_closed(world, monkeypatch, happens) -> None:
    """Let something happen in the first motion with closed fingers; it may report another outcome."""
    carry_out = world.execute

    def execute(motion, token):
        told = carry_out(motion, token)
        if world.width < 0.08:
            monkeypatch.setattr(world, "execute", carry_out)
            return happens() or told
        return told

    monkeypatch.setattr(world, "execute", execute)


@pytest.mark.parametrize(
    "call", [SkillCall("open", ("fridge_1",)), SkillCall("turn_over", ("crate_1",))], ids=lambda call: call.skill
)
def test_a_hand_that_was_stopped_around_a_handle_lets_go_before_it_goes_anywhere(
    make_task, world, crate, monkeypatch, call
):
    task = make_task()
    _as_soon_as_closed(world, monkeypatch, lambda: task.token.cancel(STOPPED))
    with pytest.raises(Cancelled):
        SKILLS[call.skill](context_of(task), call)
    assert world.width < 0.08 and not task.memory.supposed
    around, world.opened[:] = world.tool(), []
    assert stow(replace(context_of(task), token=CancelToken())).ok
    assert world.opened[0] == around


def test_a_hand_whose_turning_failed_lets_go_before_it_goes_anywhere(make_task, world, crate, monkeypatch):
    task = make_task()
    context = context_of(task)
    _as_soon_as_closed(world, monkeypatch, lambda: FAILED)
    assert SKILLS["turn_over"](context, SkillCall("turn_over", ("crate_1",))).outcome == FAILED
    around, world.opened[:] = world.tool(), []
    assert stow(context).ok
    assert world.opened[0] == around


@pytest.mark.parametrize("known", [False, True])
def test_a_hand_that_somebody_opened_holds_nothing(make_task, world, holding, known):
    nothing = Outcome(FailureCause.UNSOLVABLE_PROVEN, "the can is gone")
    task = make_task(("go_to table_2", "put_on can_1 table_2"), nothing)
    holding(task, "can_1")
    world.width = task.ports.config.gripper.max_width_m
    if not known:
        task.memory.held = None
    assert not run_instruction(task).ok
    assert world.graph.held() is None and task.memory.held is None
    assert world.graph.placement("can_1") is None or world.graph.placement("can_1").target != "table_2"


@pytest.mark.parametrize(
    ("parted", "holds"),
    [
        (0.0, True),
        (0.9 * PARTED_M, True),
        (1.1 * PARTED_M, False),
        (-0.9 * SLIPPED_M, True),
        (-1.1 * SLIPPED_M, False),
        (-0.058, False),
    ],
)
def test_fingers_that_part_have_let_go_and_from_between_those_that_come_nearer_it_slipped_out(
    make_task, world, holding, parted, holds
):
    task = make_task()
    holding(task, "can_1")
    world.width = task.memory.held.width + parted
    assert holds_something(context_of(task)) is holds


def test_fingers_that_have_nothing_more_to_press_on_come_nearer_by_more_than_what_still_is_held():
    assert SLIPPED_M < PRESS_M


def test_an_open_hand_holds_nothing_whatever_is_remembered(make_task, world):
    context = context_of(make_task())
    world.width = context.ports.config.gripper.max_width_m - OPEN_M / 2
    assert not holds_something(context)
    world.width = context.ports.config.gripper.max_width_m - 2 * OPEN_M
    assert holds_something(context)


@pytest.mark.parametrize("moved", [False, True])
def test_an_arm_that_people_moved_since_is_brought_close_before_the_base_drives(make_task, world, moved):
    task = make_task()
    if moved:
        world.at = int(world._index(Pose((0.9, 0.0, 1.0)))["pose"])
    assert begin(task).ok
    assert task.memory.stowed is not moved


def test_what_was_supposed_and_what_was_refused_hold_for_one_instruction(make_task):
    task = make_task()
    task.memory.supposed["fridge_1"] = 0.3
    task.memory.refused["can_1"] = (1.0, 2.0, 0.8)
    assert begin(task).ok
    assert not task.memory.supposed and not task.memory.refused


def test_a_door_that_was_only_supposed_to_stand_elsewhere_is_so_no_more_after_the_try(make_task, world):
    task = make_task()
    world.graph = world.graph.changed(put=[world.graph["fridge_1"].with_state(State.AJAR)])
    world.unreachable = lambda target: True
    context = replace(context_of(task), attempt=1)
    assert not SKILLS["close"](context, SkillCall("close", ("fridge_1",))).ok
    assert not task.memory.supposed


def test_who_was_stopped_plans_no_more_and_tells_the_planner_nothing(make_task, world):
    task = make_task()
    context = context_of(task)
    task.token.cancel(STOPPED)
    shown = len(world.shown)
    for late in (lambda: see_surroundings(context), lambda: plan_short(context, {"pose": 0.0})):
        with pytest.raises(Cancelled):
            late()
    assert len(world.shown) == shown
