# SPDX-License-Identifier: Apache-2.0
"""A person gets the robot in mid-errand, drives its base and arm by other means, and gives it back."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from action_msgs.msg import GoalStatusArray
from builtin_interfaces.msg import Duration
from control_msgs.action import FollowJointTrajectory
from geometry_msgs.msg import Twist
from rclpy.qos import DurabilityPolicy, QoSProfile
from sensor_msgs.msg import JointState
from std_msgs.msg import String
from system import HANGS_S, PATIENCE, System, outcome
from trajectory_msgs.msg import JointTrajectoryPoint

from makedo.action import DiscoverObjects
from makedo.msg import Control, TaskStatus
from makedo.srv import HandOverControl, TakeBackControl
from makedo_core.failure import FailureCause
from makedo_ros.conversions.nouns import outcome_from_ros
from makedo_ros.runtime.action_client import ActionClient
from makedo_ros.runtime.clients import send_goal, wait
from makedo_ros.runtime.qos import LATCHED, RELIABLE, SENSOR

pytestmark = [pytest.mark.system, pytest.mark.timeout(HANGS_S)]

VELOCITY = "mobile_base_controller/cmd_vel_unstamped"
ACTIONS = (
    *(f"{c}_controller/follow_joint_trajectory" for c in ("arm", "torso", "gripper", "head")),
    "navigate_to_pose",
    "execute_trajectory",
    "move_action",
    "discover_objects",
)
FORWARD = 0.1


class Listener:
    """What is said to the robot by anybody: velocities, stops of the arm, goals of ROS actions."""

    def __init__(self, system: System) -> None:
        self.velocities: list[float] = []
        self.events: list[str] = []
        self.goals: dict[str, set[bytes]] = {name: set() for name in ACTIONS}
        self.joints: dict[str, float] = {}
        self.states: list[int] = []
        node = system.node
        node.create_subscription(Twist, VELOCITY, lambda m: self.velocities.append(m.linear.x), RELIABLE)
        node.create_subscription(
            String, "trajectory_execution_event", lambda m: self.events.append(m.data), RELIABLE
        )
        latched = QoSProfile(depth=1, durability=DurabilityPolicy.TRANSIENT_LOCAL)
        for name in ACTIONS:
            node.create_subscription(
                GoalStatusArray, f"{name}/_action/status", lambda m, name=name: self._heard(name, m), latched
            )
        node.create_subscription(JointState, "joint_states", self._on_joints, SENSOR)
        node.create_subscription(TaskStatus, "task_status", lambda m: self.states.append(m.state), LATCHED)

    def said(self) -> tuple[int, int, int]:
        """How much was said so far: velocities that are not the person's, stops, goals."""
        ours = sum(speed != FORWARD for speed in self.velocities)
        return ours, len(self.events), sum(map(len, self.goals.values()))

    def _heard(self, name: str, message: GoalStatusArray) -> None:
        self.goals[name] |= {bytes(status.goal_info.goal_id.uuid) for status in message.status_list}

    def _on_joints(self, message: JointState) -> None:
        self.joints.update(zip(message.name, message.position, strict=True))


@pytest.fixture(scope="module")
def heard(shared_real_time_system) -> Listener:
    return Listener(shared_real_time_system)


def moved_by_a_person(system: System, heard: Listener) -> None:
    """Drive the base forward and turn the wrist, as a teleoperation does."""
    publisher = system.node.create_publisher(Twist, VELOCITY, RELIABLE)
    velocity = Twist()
    velocity.linear.x = FORWARD
    begun = system.motion.now_s

    def driven() -> bool:
        publisher.publish(velocity)
        time.sleep(0.05)
        return system.motion.now_s > begun + 1.5

    system.wait_until(driven, 60, "the person drives")
    assert any(t > begun and part == "base" for t, speed, part in system.motion.samples if speed > 0.05)
    client = ActionClient(system.node, FollowJointTrajectory, ACTIONS[0])
    names = [f"arm_{i}_joint" for i in range(1, 8)]
    values = [heard.joints[name] for name in names]
    goal = FollowJointTrajectory.Goal()
    goal.trajectory.joint_names = names
    values[5] += 0.3 if values[5] < 0.5 else -0.3
    goal.trajectory.points = [JointTrajectoryPoint(positions=values, time_from_start=Duration(sec=1))]
    handle = send_goal(client, goal, ACTIONS[0], timeout_s=PATIENCE * 10)
    result = wait(handle.get_result_async(), ACTIONS[0], PATIENCE * 30).result
    assert result.error_code == FollowJointTrajectory.Result.SUCCESSFUL
    system.wait_until(lambda: abs(heard.joints[names[5]] - values[5]) < 0.03, 30, "the wrist turned")


def hand_over(system: System, person: str = "Anna") -> Any:
    return system.call(HandOverControl, "hand_over_control", HandOverControl.Request(person=person))


def take_back(system: System) -> Any:
    return system.call(TakeBackControl, "take_back_control")


def standing(system: System) -> None:
    """Until everything has stood for a second."""
    system.wait_until(
        lambda: system.motion.last_motion(0.0)[0] < system.motion.now_s - 1.0, 60, "the robot comes to a stand"
    )


def test_a_robot_that_is_handed_over_in_mid_motion_is_left_alone_and_then_goes_on(real_time_system, heard):
    system = real_time_system
    handle, feedback = system.begin("go to table_2")
    system.wait_moving()
    given = hand_over(system)
    assert outcome(given).ok and 0.0 <= given.standstill_s <= 0.5
    assert {"base", "arm_7_joint", "head_1_joint"} <= set(given.part)
    before = heard.said()
    system.wait_until(lambda: feedback[-1].status.state == TaskStatus.HANDED_OVER, 30, "it says that it is handed over")
    moved_by_a_person(system, heard)
    assert heard.said() == (before[0], before[1], before[2] + 1)  # the person's own motion of the arm
    again = outcome(hand_over(system, "Ben"))
    assert again.cause is FailureCause.HANDED_OVER and "Anna" in again.message
    assert outcome(system.do("go to table_1")).cause is FailureCause.HANDED_OVER
    standing(system)
    back = take_back(system)
    assert outcome(back).ok and back.goes_on
    assert outcome(system.end(handle, 200)).ok
    states = [f.status.state for f in feedback]
    assert TaskStatus.PLANNING in states[states.index(TaskStatus.HANDED_OVER) :]


def test_nothing_begins_while_an_idle_robot_is_handed_over_and_nobody_looks_around(real_time_system, heard):
    system = real_time_system
    controls: list[Control] = []
    system.node.create_subscription(Control, "control", controls.append, LATCHED)
    assert outcome(take_back(system)).cause is FailureCause.PRECONDITION_FAILED
    assert outcome(hand_over(system)).ok
    system.wait_until(lambda: controls and controls[-1].handed_over, 30, "who has it is told")
    assert controls[-1].person == "Anna"
    system.wait_until(lambda: heard.states[-1] == TaskStatus.HANDED_OVER, 30, "the status says so")
    before = heard.said()
    refused = outcome(system.do("go to table_1"))
    assert refused.cause is FailureCause.HANDED_OVER and "Anna" in refused.message
    client = ActionClient(system.node, DiscoverObjects, "discover_objects")
    goal = send_goal(client, DiscoverObjects.Goal(asset_id="table_1"), "discover_objects", timeout_s=PATIENCE * 10)
    looked = wait(goal.get_result_async(), "discover_objects", PATIENCE * 30).result
    assert outcome_from_ros(looked.outcome).cause is FailureCause.HANDED_OVER
    assert heard.said() == (before[0], before[1], before[2] + 1)  # the test's own goal of discover_objects
    back = take_back(system)
    assert outcome(back).ok and not back.goes_on
    system.wait_until(lambda: heard.states[-1] == TaskStatus.IDLE, 30, "it is ready")
    assert outcome(system.do("go to table_1")).ok


def test_a_robot_that_a_person_still_moves_is_not_taken_back_and_a_stop_reaches_it(real_time_system, heard):
    system = real_time_system
    handle, _ = system.begin("go to table_3")
    system.wait_moving()
    assert outcome(hand_over(system)).ok
    publisher = system.node.create_publisher(Twist, VELOCITY, RELIABLE)
    velocity = Twist()
    velocity.angular.z, velocity.linear.x = 0.4, FORWARD
    timer = system.node.create_timer(0.05, lambda: publisher.publish(velocity))
    begun = system.motion.now_s
    system.wait_until(lambda: system.motion.last_motion(begun)[0] > begun + 0.5, 30, "the person turns it")
    still_moves = outcome(take_back(system))
    assert still_moves.cause is FailureCause.EXECUTION_FAILED and "still moves" in still_moves.message
    zeros = sum(speed == 0.0 for speed in heard.velocities)
    system.stop()
    timer.destroy()
    assert sum(speed == 0.0 for speed in heard.velocities) > zeros
    assert outcome(system.end(handle, 60)).cause is FailureCause.STOPPED
    standing(system)
    system.wait_until(lambda: heard.states[-1] == TaskStatus.HANDED_OVER, 30, "the person still has it")
    makedo = [str(Path(sys.executable).with_name("makedo")), "takeback"]
    done = subprocess.run(makedo, capture_output=True, text=True, timeout=PATIENCE * 60, check=False)
    assert done.returncode == 0 and "no instruction goes on" in done.stdout, done.stdout + done.stderr
    assert outcome(system.do("go to table_1")).ok
