# SPDX-License-Identifier: Apache-2.0
"""Another robot behind the same planner: the Panda's chain, groups and limits, without ROS."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from makedo_core.geometry import Pose
from simulation_node.motion_planning.ik import IkFailure, IkSolver, KinematicChain, TipTarget
from simulation_node.motion_planning.planning_scene import Primitive, PrimitiveKind, WorldObject
from simulation_node.motion_planning.requests import (
    Code,
    IkRequest,
    JointBound,
    LineRequest,
    MotionGoal,
    MotionRequest,
    MotionRequestError,
    TipGoal,
    arm_tip,
    group_joints,
)
from simulation_node.move_group.move_group import MoveGroup
from simulation_node.robots.by_name import UnknownRobotError, robot_named
from simulation_node.robots.panda import ARM_JOINTS, FINGER_JOINTS, HOME, PANDA, TCP_FRAME, looking
from simulation_node.robots.tiago import TIAGO

DOWN = np.diag([1.0, -1.0, -1.0])  # the hand points down, its fingers left and right


@pytest.fixture(scope="module")
def chain() -> KinematicChain:
    return KinematicChain(PANDA, TCP_FRAME)


@pytest.fixture
def planner() -> MoveGroup:
    planner = MoveGroup(robot=PANDA)
    planner.set_measured(HOME)
    return planner


def down_at(x: float, y: float, z: float) -> TipTarget:
    return TipTarget(np.array([x, y, z]), DOWN)


def test_a_description_s_name_tells_which_robot_is_simulated():
    assert robot_named("panda") is PANDA and robot_named("panda_mine") is PANDA
    assert robot_named("tiago_sim") is TIAGO and robot_named("tiago") is TIAGO
    with pytest.raises(UnknownRobotError, match=r"'pandabear' cannot be simulated.* tiago, panda"):
        robot_named("pandabear")


@given(st.lists(st.floats(0.05, 0.95), min_size=7, max_size=7))
def test_what_the_chain_reaches_inside_its_limits_the_solver_finds(shares):
    """With several joints at a limit at once it may not: its steps lead out of the limits, and are cut off there."""
    chain = KinematicChain(PANDA, TCP_FRAME)
    low, high = chain.limits.T
    q = low + np.array(shares) * (high - low)
    position, rotation, _, _ = chain.forward(q[None])
    near = np.clip(q + 0.02, low + 1e-3, high - 1e-3)
    found = IkSolver(chain, ARM_JOINTS).solve(TipTarget(position[0], rotation[0]), near, batches=40, timeout_s=10.0)
    assert found.q is not None
    again, turned, _, _ = chain.forward(found.q[None])
    assert np.allclose(again, position, atol=1e-3) and np.allclose(turned, rotation, atol=5e-3)


def test_a_target_beyond_the_stretched_arm_is_out_of_reach(chain):
    found = IkSolver(chain, ARM_JOINTS).solve(down_at(1.5, 0.0, 0.1), np.array([HOME[j] for j in ARM_JOINTS]))
    assert found.q is None and found.failure is IkFailure.OUT_OF_REACH
    assert chain.slides == 0 and chain.shoulder == pytest.approx([0.0, 0.0, 0.333])


def test_the_hand_is_planned_down_to_a_table_and_its_pose_is_reached(planner, chain):
    answer = planner.plan(MotionRequest("panda_arm", (MotionGoal(tip=TipGoal(TCP_FRAME, down_at(0.5, 0.1, 0.2))),)))
    assert answer.verdict.ok and answer.motion is not None and answer.motion.joints == ARM_JOINTS
    end, rotation, _, _ = chain.forward(answer.motion.timed.positions[-1:])
    assert end[0] == pytest.approx([0.5, 0.1, 0.2], abs=1e-3) and np.allclose(rotation[0], DOWN, atol=2e-3)


def test_motions_keep_the_panda_s_velocity_limits(planner):
    answer = planner.plan(MotionRequest("panda_arm", (MotionGoal(tip=TipGoal(TCP_FRAME, down_at(0.3, -0.5, 0.3))),)))
    assert answer.motion is not None
    limits = [PANDA.max_velocity[j] for j in ARM_JOINTS]
    assert (np.abs(answer.motion.timed.velocities).max(axis=0) <= np.array(limits) * 1.01).all()


def test_a_line_of_the_hand_stays_straight(planner, chain):
    start = planner.solve_ik(IkRequest("panda_arm", TCP_FRAME, down_at(0.5, 0.0, 0.3)))
    lower = Pose((0.5, 0.0, 0.1), planner.link_pose(TCP_FRAME, start.state).orientation)
    answer = planner.plan_line(LineRequest("panda_arm", TCP_FRAME, (lower,), 0.01, start=start.state))
    assert answer.verdict.ok and answer.fraction == pytest.approx(1.0) and answer.motion is not None
    points, _, _, _ = chain.forward(answer.motion.timed.positions)
    assert np.abs(points[:, :2] - [0.5, 0.0]).max() < 2e-3


def test_something_in_the_way_is_kept_clear_of(planner):
    wall = WorldObject("wall", (Primitive(PrimitiveKind.BOX, (0.3, 0.3, 0.3)),), Pose((0.5, 0.0, 0.2)))
    planner.apply(lambda scene: scene.add(wall))
    answer = planner.solve_ik(IkRequest("panda_arm", TCP_FRAME, down_at(0.5, 0.0, 0.25), timeout_s=0.05))
    assert answer.verdict.code is Code.NO_IK_SOLUTION and "wall" in answer.verdict.reason


def test_the_fingers_are_a_group_without_kinematics(planner):
    bounds = {joint: JointBound(0.01, 0.001, 0.001) for joint in FINGER_JOINTS}
    answer = planner.plan(MotionRequest("hand", (MotionGoal(joints=bounds),)))
    assert answer.motion is not None and answer.motion.timed.positions[-1] == pytest.approx([0.01, 0.01])
    with pytest.raises(MotionRequestError, match="use panda_arm"):
        arm_tip(PANDA, "hand", TCP_FRAME)


def test_a_group_or_link_of_another_robot_is_refused():
    with pytest.raises(MotionRequestError, match="there are panda_arm, hand"):
        group_joints(PANDA, "arm_torso")
    with pytest.raises(MotionRequestError, match="panda_hand_tcp"):
        arm_tip(PANDA, "panda_arm", "gripper_grasping_frame")


def test_a_state_without_the_panda_s_joints_is_no_state():
    planner = MoveGroup(robot=PANDA)
    planner.set_measured(TIAGO.home)
    answer = planner.plan(MotionRequest("panda_arm", (MotionGoal(tip=TipGoal(TCP_FRAME, down_at(0.5, 0.0, 0.2))),)))
    assert answer.verdict.code is Code.INVALID_ROBOT_STATE and "panda_joint1" in answer.verdict.reason


@given(st.floats(0.2, 2.0), st.floats(-1.0, 1.0), st.floats(0.2, 2.0))
def test_a_mounted_camera_has_its_target_on_its_axis(x, y, z):
    pose = looking((x, y, z), (0.0, 0.0, 0.0))
    right, down, ahead = pose.inverse().transform((0.0, 0.0, 0.0))
    assert (right, down) == pytest.approx((0.0, 0.0), abs=1e-9) and ahead > 0
    assert pose.matrix()[2, 0] == pytest.approx(0.0, abs=1e-9)  # the picture is level
