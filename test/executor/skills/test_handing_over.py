# SPDX-License-Identifier: Apache-2.0
"""Handing something to a person: let go when it is pulled at, kept when it is not, and said why."""

from __future__ import annotations

import math
import sys
from dataclasses import replace

import numpy as np
import pytest

from executor_node.context import SkillContext
from executor_node.instruction.run import run_instruction
from executor_node.motion.motions import PACE, run_motion
from executor_node.rehearsal.dry_run import DryRun
from executor_node.skills import SKILLS
from executor_node.skills.hand_over import PATIENCE_S, pull_nm
from makedo_core.failure import FailureCause, Outcome
from makedo_core.geometry import Pose
from makedo_core.graph.scene_graph import AGENT_ID, Relation, RelationType
from makedo_core.known_failure import FailureKind, KnownFailure
from makedo_core.plan import Light
from makedo_core.ports import Motion
from makedo_core.skills import SkillCall

GIVE = ("go_to person_1", "hand_over can_1 person_1")
CALL = SkillCall("hand_over", ("can_1", "person_1"))


@pytest.fixture
def offering(make_task, world, person, holding, monkeypatch):
    """A task with the can in the robot's hand, whose planner finds nothing else when it is asked again."""
    listening = sys.modules["executor_node.skills.hand_over"]
    monkeypatch.setattr(listening, "LISTEN_S", 0.0)  # the world's clock goes on by listening
    nothing = Outcome(FailureCause.UNSOLVABLE_PROVEN, "there is nobody else")
    task = make_task(GIVE, nothing)
    holding(task, "can_1")
    return task


def calls_of(texts):
    return tuple(SkillCall(words[0], tuple(words[1:])) for words in map(str.split, texts))


def in_hands(world) -> bool:
    return world.graph.placement("can_1") == Relation("can_1", RelationType.INSIDE, "person_1")


def done(task, call=CALL):
    return SKILLS[call.skill](SkillContext(task.ports, task.memory, task.token, note=task.listener.note), call)


def test_what_is_pulled_at_is_let_go_and_the_person_has_it(offering, world):
    world.pulls_at = 10.0
    assert run_instruction(offering).ok, offering.failure
    assert in_hands(world)
    assert offering.memory.held is None and offering.memory.stowed
    assert world.log[-1].startswith("picture") or "picture handed_over_can_1" in world.log
    assert ["offered", "pulled"] == [n for n in offering.listener.notes if n in ("offered", "pulled")]


def test_an_arm_whose_efforts_waver_more_takes_no_small_pull_for_one(offering, world):
    world.pulls_at = 10.0
    config = offering.ports.config
    offering.ports = replace(offering.ports, config=replace(config, arm=replace(config.arm, tug_nm=1000.0)))
    assert done(offering).outcome.cause is FailureCause.NOT_TAKEN


def test_it_is_held_out_where_the_person_takes_things_and_upright(offering, world, person):
    world.pulls_at = 10.0
    assert run_instruction(offering).ok
    x, y, z = world.graph[person].pose.inverse().transform(world.graph["can_1"].centre)
    assert (x, y) == pytest.approx((0.48, 0.0), abs=1e-6)
    assert 0.85 < z < 1.25
    assert abs(world.graph["can_1"].pose.matrix()[2, 2]) == pytest.approx(1.0)


def test_the_robot_faces_the_person_and_keeps_its_distance(offering, world, person):
    world.pulls_at = 10.0
    assert run_instruction(offering).ok
    there = world.graph[person].pose
    x, y, _ = there.inverse().transform(world.base.position)
    assert 0.6 < x < 1.4 and abs(y) < 0.5
    towards = math.atan2(there.position[1] - world.base.position[1], there.position[0] - world.base.position[0])
    assert abs(math.remainder(towards - world.base.yaw, 2 * math.pi)) < 0.5


def test_what_nobody_takes_stays_in_the_hand_and_the_planner_learns_of_it(offering, world, words):
    before = world.time
    outcome = run_instruction(offering)
    assert outcome.cause is FailureCause.UNSOLVABLE_PROVEN
    words(outcome.message)
    assert world.time - before > PATIENCE_S
    assert world.graph.held() == "can_1" and offering.memory.held.object_id == "can_1"
    assert not any(line.startswith("grip 0.0") and line != "grip 0.000" for line in world.log)
    assert offering.ports.planner.requests[1].known_failures == (KnownFailure(FailureKind.FULL, "person_1"),)
    assert offering.memory.stowed


def test_a_touch_in_passing_is_no_pull(offering, world):
    told = []

    def efforts():
        world.time += 0.05
        told.append(world.time)
        return {"wrist": 3.0 if len(told) % 3 else 0.0}  # two in a row, again and again

    world.efforts = efforts
    assert done(offering).outcome.cause is FailureCause.NOT_TAKEN


def test_what_falls_out_of_the_hand_meanwhile_is_lost_and_not_handed_over(offering, world, words):
    plain = world.efforts

    def efforts():
        if world.time > 9.0:
            world.width = 0.0
        return plain()

    world.efforts = efforts
    outcome = done(offering).outcome
    assert outcome.cause is FailureCause.OBJECT_LOST
    words(outcome.message)
    assert offering.memory.held is None


def test_a_robot_that_feels_nothing_in_its_joints_hands_nothing_over(offering, world, words):
    world.effort = None
    outcome = done(offering).outcome
    assert outcome.cause is FailureCause.NOT_CAPABLE
    words(outcome.message)
    assert world.graph.held() == "can_1"


def test_an_empty_hand_hands_nothing_over(make_task, world, person):
    assert done(make_task()).outcome.cause is FailureCause.PRECONDITION_FAILED


def test_what_fell_out_of_the_hand_before_is_told(offering, world):
    world.width = 0.0
    assert done(offering).outcome == Outcome(FailureCause.OBJECT_LOST, "can 1 fell out of the hand")


def test_furniture_takes_nothing(offering, world):
    result = done(offering, SkillCall("hand_over", ("can_1", "table_1")))
    assert result.outcome == Outcome(FailureCause.NOT_CAPABLE, "table 1 is nobody who takes things")


def test_a_person_out_of_the_arms_reach_is_said_to_be(offering, world, words):
    world.unreachable = lambda target: True
    outcome = done(offering).outcome
    assert outcome.cause is FailureCause.UNREACHABLE
    words(outcome.message)
    assert world.graph.held() == "can_1"


def test_a_stop_while_it_is_held_out_ends_it_at_once_with_the_thing_in_the_hand(offering, world):
    plain = world.efforts

    def efforts():
        if world.time > 9.0:
            offering.token.cancel(Outcome(FailureCause.STOPPED, "stopped"))
        return plain()

    world.efforts = efforts
    outcome = run_instruction(offering)
    assert outcome.cause is FailureCause.STOPPED
    assert offering.memory.held is not None and world.graph.held() == "can_1"


def test_a_hand_over_is_tried_out_before_anything_moves(offering, world):
    context = SkillContext(offering.ports, offering.memory, offering.token)
    planned = DryRun(context, 30.0).run(calls_of(GIVE))
    assert [p.light for p in planned] == [Light.GREEN] * 2
    assert world.graph.held(AGENT_ID) == "can_1"


def test_the_pull_is_the_largest_change_of_any_joint():
    assert pull_nm({"a": 1.0, "b": -2.0}, {"a": 1.5, "b": -4.0}) == pytest.approx(2.0)
    assert pull_nm({}, {}) == 0.0


def watched(task, **safety):
    """The same task of a robot whose camera watches for persons."""
    config = task.ports.config
    task.ports = replace(task.ports, config=replace(config, safety=replace(config.safety, camera=True, **safety)))
    return task


def durations(task, monkeypatch):
    """How long each motion of the arm takes that is carried out."""
    took, plain = [], task.ports.arm.execute
    monkeypatch.setattr(
        task.ports.arm, "execute", lambda motion, token: took.append(motion.duration_s) or plain(motion, token)
    )
    return took


def test_beside_somebody_who_is_handed_something_the_arm_is_slow_and_nowhere_else(offering, world, person, monkeypatch):
    watched(offering)
    x, y, _ = world.graph[person].centre
    context = SkillContext(offering.ports, offering.memory, offering.token)
    motion = Motion(("pose",), np.zeros((2, 1)), np.zeros((2, 1)), np.array([0.0, 1.0]), np.zeros((2, 1)))
    took = durations(offering, monkeypatch)
    for recipient, away_m in ((person, 0.8), (person, 4.0), ("", 0.8), ("person_9", 0.8)):
        offering.memory.recipient, world.base = recipient, Pose.planar(x + away_m, y, 0.0)
        assert run_motion(context, motion).ok
    assert took == [PACE, 1.0, 1.0, 1.0]


def test_nobody_is_handed_anything_whom_the_camera_would_hold_the_robot_for(offering, world, words):
    world.pulls_at = 10.0
    context = SkillContext(watched(offering, recipient_m=1.9).ports, offering.memory, offering.token)
    planned = DryRun(context, 30.0).run(calls_of(GIVE))
    assert Light.RED in [p.light for p in planned]
    outcome = done(offering).outcome
    assert outcome.cause is FailureCause.UNREACHABLE and "safety.recipient_m" in outcome.in_detail
    words(outcome.message)
    assert world.graph.held() == "can_1"


def test_the_robot_stands_farther_away_than_the_camera_holds_it(offering, world, person):
    world.pulls_at = 10.0
    assert run_instruction(watched(offering)).ok
    x, y, _ = world.graph[person].pose.inverse().transform(world.base.position)
    off = math.hypot(max(0.0, abs(x) - 0.12), max(0.0, abs(y) - 0.22))
    assert off > offering.ports.config.safety.recipient_m
