# SPDX-License-Identifier: Apache-2.0
"""A robot's description that does not fit: the bring-up names cause and remedy, and nothing moves."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from lifecycle_msgs.msg import State, Transition
from lifecycle_msgs.srv import ChangeState, GetState

from makedo_cli.session import Session
from makedo_ros.runtime.clients import call
from support.tiers import slow
from support.waiting import LIMIT_S

from .conftest import ROBOT_FILE, ROOT

pytestmark = pytest.mark.ros
NOTICED_S = 4.0  # several heartbeats, and looks of the supervisor


def description(folder: Path, right: str = "", wrong: str = "") -> Path:
    path = folder / "robot.yaml"
    text = ROBOT_FILE.read_text()
    path.write_text(text.replace(right, wrong) if right else text)
    return path


def bring_up(start, robot_file: Path, nodes: str = "[executor]"):
    """Executor, sentry and supervisor as `makedo up` starts them."""
    executor = start(ROOT / "bin" / "executor", "--ros-args", "-p", f"robot_file:={robot_file}")
    start(ROOT / "bin" / "sentry", "--ros-args", "-p", f"robot_file:={robot_file}")
    supervisor = start(
        ROOT / "bin" / "supervisor", "--ros-args", "-p", f"robot_file:={robot_file}", "-p", f"nodes:={nodes}"
    )
    return executor, supervisor


@pytest.mark.parametrize(
    ("wrong_robot", "right", "wrong", "cause", "remedy"),
    [
        (("no_map",), "", "", "no transform has this frame", "start the localisation"),
        *slow(
            ((), "arm_4_joint", "arm_four_joint", "arm_four_joint: the robot does not report", "nearest: arm_4_joint"),
            (
                (),
                "gripper_controller",
                "hand_controller",
                "/hand_controller/follow_joint_trajectory",
                "gripper_controller",
            ),
            ((), "rgb_optical_frame", "optical_frame", "no transform has this frame", "correct frames.camera"),
            (("no_accelerations",), "", "", "no acceleration limit of torso_lift_joint", "max_acceleration for each"),
            (("soft_limits",), "", "", "beyond the soft limits -1.5 to 0.9 of the URDF", "put arm.postures.ready"),
            (("reversed_joint",), "", "", "arm_6_joint: turns the other way", "change the sign of arm_6_joint"),
            (("no_moveit",), "", "", "none of MoveIt's ROS actions and services is there", "start MoveIt"),
            (("tucks_its_arm",), "", "", "'home' cannot be played now: a motion is under way", "wait until it is over"),
        ),
    ],
    ids=[
        "no transform",
        "unknown joint",
        "missing controller",
        "wrong frame",
        "no accelerations",
        "soft limits",
        "reversed joint",
        "no MoveIt",
        "own motion",
    ],
)
def test_a_bad_description_is_named_with_its_remedy(
    start_robot, start, tmp_path, wrong_robot, right, wrong, cause, remedy
):
    robot = start_robot(*wrong_robot)
    _, supervisor = bring_up(start, description(tmp_path, right, wrong))
    supervisor.until("waiting for executor to activate", cause, remedy)
    assert not [line for line in robot.lines if "MOVED" in line]


def test_beside_a_second_robot_the_executor_is_not_activated_and_says_what_comes_twice(start_robot, start, tmp_path):
    robots = (start_robot(), start_robot())
    _, supervisor = bring_up(start, description(tmp_path))
    twice = ("two publishers report", "2 nodes /fake_robot publish /joint_states", "two publishers tell odom to")
    supervisor.until("waiting for executor to activate", *twice)
    assert not [line for robot in robots for line in robot.lines if "MOVED" in line]
    robots[1].end()
    supervisor.until("Makedo is ready")


@pytest.fixture(scope="module")
def fitting(start_shared, tmp_path_factory):
    """Planner and supervisor of a robot that fits, all of whose nodes are up."""
    start_shared.robot()
    planner = start_shared(ROOT / "bin" / "planner")
    _, supervisor = bring_up(start_shared, description(tmp_path_factory.mktemp("fitting")), "[planner, executor]")
    return planner, supervisor


def test_a_robot_that_fits_is_activated_with_the_other_nodes(fitting):
    _, supervisor = fitting
    supervisor.until("Makedo is ready")


def test_a_node_that_somebody_deactivated_stays_so(fitting, start_shared, monkeypatch):
    _, supervisor = fitting
    supervisor.until("Makedo is ready")
    monkeypatch.setenv("ROS_DOMAIN_ID", str(start_shared.domain))
    with Session("test_deactivating") as session:
        change = session.node.create_client(ChangeState, "planner/change_state")
        state = session.node.create_client(GetState, "planner/get_state")
        deactivate = Transition(id=Transition.TRANSITION_DEACTIVATE)
        assert call(change, ChangeState.Request(transition=deactivate), LIMIT_S).success
        time.sleep(NOTICED_S)
        assert call(state, GetState.Request(), LIMIT_S).current_state.id == State.PRIMARY_STATE_INACTIVE
        activate = Transition(id=Transition.TRANSITION_ACTIVATE)
        assert call(change, ChangeState.Request(transition=activate), LIMIT_S).success


def test_a_node_that_is_started_again_is_brought_up_again(fitting, start_shared):
    planner, supervisor = fitting
    supervisor.until("Makedo is ready")
    planner.process.kill()
    start_shared(ROOT / "bin" / "planner")
    supervisor.until("Makedo is ready: planner came back")


@pytest.mark.slow
def test_what_is_missing_is_said_while_another_node_is_waited_for(start_robot, start, tmp_path):
    robot = start_robot()
    executor, _ = bring_up(start, description(tmp_path, "arm_4_joint", "arm_four_joint"), "[planner, executor]")
    executor.until("arm_four_joint: the robot does not report", "nearest: arm_4_joint")
    assert not [line for line in executor.lines if "cannot activate" in line]
    assert not [line for line in robot.lines if "MOVED" in line]
