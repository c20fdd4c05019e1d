# SPDX-License-Identifier: Apache-2.0
"""The head turns no farther than to where it would touch the arm."""

from __future__ import annotations

from functools import partial
from types import SimpleNamespace

import pytest

pytest.importorskip("rclpy")

from moveit_msgs.msg import ContactInformation

from executor_node.robot import head
from executor_node.robot.arms.move_group import MoveGroupArm
from executor_node.robot.follow import Followed
from executor_node.robot.head import STEP, ControllerHead
from makedo_core.cancel import CancelToken
from makedo_core.failure import SUCCESS, FailureCause, Outcome
from makedo_core.geometry import Pose

DOWN = (1.0, 0.0, -2.0)
CARRYING = {
    "torso_lift_joint": 0.284,
    "arm_1_joint": 0.478,
    "arm_2_joint": 1.02,
    "arm_3_joint": -1.824,
    "arm_4_joint": 1.928,
    "arm_5_joint": 1.03,
    "arm_6_joint": -1.392,
    "arm_7_joint": -0.865,
}
"""Held so, the upper arm is where a head that looks down comes to."""


@pytest.fixture
def turned(monkeypatch, robot):
    """How a look at a point ends, and where the head is then, from straight ahead; its controller does as it says."""

    def look(point, touches):
        joints = {robot.head.pan: 0.0, robot.head.tilt: 0.0}

        def move(goal, duration_s, token):
            joints.update(goal)
            return Followed(SUCCESS)

        monkeypatch.setattr(head, "Controller", lambda *_: SimpleNamespace(move=move))
        body = SimpleNamespace(joints=lambda names: {name: joints[name] for name in names})
        transforms = SimpleNamespace(lookup=lambda *_: Pose())
        made = ControllerHead(None, robot.frames, robot.head, body, transforms, touches)
        return made.look_at(point, CancelToken()), joints[robot.head.tilt] * robot.head.tilt_sign

    return look


def touching_below(tilt, robot):
    """What is told where the head touches the arm as soon as it looks lower than a tilt [rad]."""
    touch = Outcome(FailureCause.IN_COLLISION, "the arm would touch the head", "arm_3_link touches head_2_link")
    return lambda posture: touch if posture[robot.head.tilt] * robot.head.tilt_sign < tilt else SUCCESS


@pytest.mark.parametrize("tilt", [-0.7, -0.5, -0.2])
def test_the_head_stops_before_it_touches_the_arm(turned, robot, tilt, words):
    outcome, ended = turned(DOWN, touching_below(tilt, robot))
    assert outcome.cause is FailureCause.IN_COLLISION and "arm_3_link" in outcome.raw
    words(outcome.message)
    assert tilt <= ended <= tilt + STEP


def test_a_head_with_the_arm_at_once_before_it_stays_where_it_is(turned, robot):
    outcome, ended = turned(DOWN, touching_below(-0.01, robot))
    assert outcome.cause is FailureCause.IN_COLLISION and ended == 0.0


def test_a_head_that_touches_the_arm_already_may_come_free(turned, robot):
    outcome, ended = turned(DOWN, touching_below(9.0, robot))
    assert outcome.ok and ended == pytest.approx(robot.head.tilt_limits[0])


def test_where_nobody_knows_the_head_turns(turned, robot):
    outcome, ended = turned(DOWN, lambda posture: Outcome(FailureCause.COMPONENT_LOST, "no answer"))
    assert outcome.ok and ended == pytest.approx(robot.head.tilt_limits[0])


def test_the_real_planner_tells_how_far_down_the_head_may_look_beside_what_is_carried(turned, planned_arm, robot):
    outcome, ended = turned(DOWN, lambda posture: planned_arm.touches({**CARRYING, **posture}, itself=True))
    assert outcome.cause is FailureCause.IN_COLLISION and robot.head.tilt_limits[0] < ended < -0.3
    assert "head_2_link" in outcome.raw
    looking = {**CARRYING, robot.head.pan: 0.0, robot.head.tilt: ended * robot.head.tilt_sign}
    assert planned_arm.touches(looking, itself=True).ok


def contact(first, second, kind):
    return ContactInformation(contact_body_1=first, contact_body_2=second, body_type_2=kind)


AT_TABLE = contact("arm_7_link", "table_2/top", ContactInformation.WORLD_OBJECT)
AT_HEAD = contact("arm_3_link", "head_2_link", ContactInformation.ROBOT_LINK)
HELD_AT_HEAD = contact("head_2_link", "can_1", ContactInformation.ROBOT_ATTACHED)


@pytest.mark.parametrize(
    ("contacts", "itself", "whole"),
    [
        ([AT_TABLE], FailureCause.SUCCESS, FailureCause.IN_COLLISION),
        ([AT_TABLE, AT_HEAD], FailureCause.IN_COLLISION, FailureCause.IN_COLLISION),
        ([HELD_AT_HEAD], FailureCause.IN_COLLISION, FailureCause.IN_COLLISION),
        ([], FailureCause.NOT_CAPABLE, FailureCause.IN_COLLISION),  # not told which: nobody knows
    ],
)
def test_what_the_robot_touches_of_itself_is_told_apart_from_the_world(robot, monkeypatch, contacts, itself, whole):
    arm = MoveGroupArm.__new__(MoveGroupArm)
    arm._config, arm._validity = robot.arm, None
    monkeypatch.setattr(
        MoveGroupArm, "_ask", lambda *_, **__: (SimpleNamespace(valid=False, contacts=contacts), SUCCESS)
    )
    assert partial(arm.touches, itself=True)({}).cause is itself
    assert arm.touches({}).cause is whole
