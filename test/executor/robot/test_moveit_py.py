# SPDX-License-Identifier: Apache-2.0
"""The arm backend on MoveItPy, with an imitation of MoveItPy: what is asked of it, and what is made of its answers.

MoveItPy itself is not on PyPI. The imitation has the names and signatures of MoveIt's Jazzy branch, and refuses others.
"""

from __future__ import annotations

import copy
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import SimpleNamespace

import numpy as np
import pytest
from geometry_msgs.msg import PoseStamped
from moveit_msgs.msg import (
    AttachedCollisionObject,
    CollisionObject,
    Constraints,
    JointConstraint,
    MotionPlanRequest,
    MoveItErrorCodes,
    PlanningScene,
    PositionIKRequest,
    RobotState,
    RobotTrajectory,
)
from moveit_msgs.srv import GetCartesianPath, GetStateValidity
from sensor_msgs.msg import JointState
from trajectory_msgs.msg import JointTrajectoryPoint

from executor_node.robot.arms.moveit_py import MoveItPyError, MoveItPyPlanner, start
from makedo_core.geometry import Pose
from makedo_ros.conversions.nouns import pose_to_ros

GROUP, TIP = "arm_torso", "gripper_grasping_frame"
JOINTS = ("x", "y")
OUT_OF_REACH = 2.0  # this imitation of an arm has two sliding joints: the tip is where they are


@dataclass
class State:
    """A robot state."""

    joint_positions: dict[str, float] = field(default_factory=lambda: {"x": 0.0, "y": 0.0, "head": 0.1})

    def __setattr__(self, name, value) -> None:
        if name == "joint_positions" and hasattr(self, name):
            value = {**self.joint_positions, **value}  # MoveIt sets those that are named
        object.__setattr__(self, name, value)

    def __copy__(self):
        return State(dict(self.joint_positions))

    def update(self, force=False, type="all") -> None:
        """Nothing."""

    def get_pose(self, link_name):
        assert link_name == TIP
        return pose_to_ros(Pose((self.joint_positions["x"], self.joint_positions["y"], 0.0)))

    def set_from_ik(self, joint_model_group_name, geometry_pose, tip_name, timeout=0.0) -> bool:
        assert (joint_model_group_name, tip_name) == (GROUP, TIP) and timeout > 0
        where = geometry_pose.position
        if max(abs(where.x), abs(where.y)) > OUT_OF_REACH:
            return False
        self.joint_positions = {"x": where.x, "y": where.y}
        return True

    def set_to_random_positions(self, joint_model_group) -> None:
        assert joint_model_group.active_joint_model_names == JOINTS


@dataclass
class Scene:
    """A planning scene; everything beyond `wall` collides."""

    current_state: State = field(default_factory=State)
    wall: float = 9.0
    applied: list = field(default_factory=list)
    refuses: bool = False

    def is_state_colliding(self, robot_state, joint_model_group_name, verbose=False) -> bool:
        assert joint_model_group_name == GROUP
        return robot_state.joint_positions["x"] > self.wall

    def get_frame_transform(self, frame_id):
        return Pose((0.5, 0.0, 0.0)).matrix() if frame_id == "torso" else np.eye(4)

    def apply_collision_object(self, collision_object_msg, color_msg=None):
        self.applied.append(collision_object_msg.id)

    def process_attached_collision_object(self, object) -> bool:
        self.applied.append(f"held {object.object.id}")
        return not self.refuses


class Trajectory:
    """A robot trajectory."""

    fails = False

    def __init__(self, robot_model) -> None:
        self.joint_model_group_name = ""
        self.message = RobotTrajectory()

    def set_robot_trajectory_msg(self, robot_state, msg) -> None:
        assert isinstance(robot_state, State)
        self.message = copy.deepcopy(msg)

    def apply_totg_time_parameterization(self, velocity_scaling_factor, acceleration_scaling_factor) -> bool:
        assert self.joint_model_group_name == GROUP
        for i, point in enumerate(self.message.joint_trajectory.points):
            point.time_from_start.sec = i
        return not Trajectory.fails

    def get_robot_trajectory_msg(self, joint_filter=()) -> RobotTrajectory:
        return self.message


class MoveIt:
    """A MoveItPy instance."""

    def __init__(self) -> None:
        self.scene, self.parameters, self.executed = Scene(), None, []
        self.carried_out_by: list[str] = []
        self.status = "SUCCEEDED"
        self.plans, self.accepts, self.stops = True, True, 0

    def get_planning_scene_monitor(self):
        return self

    @contextmanager
    def read_only(self):
        yield self.scene

    read_write = read_only

    def get_robot_model(self):
        group = SimpleNamespace(active_joint_model_names=JOINTS)
        return SimpleNamespace(
            has_joint_model_group=lambda joint_model_group_name: joint_model_group_name == GROUP,
            get_joint_model_group=lambda joint_model_group_name: group,
        )

    def get_planning_component(self, planning_component_name):
        assert planning_component_name == GROUP
        return self

    def set_start_state(self, configuration_name=None, robot_state=None) -> None:
        self.start = robot_state

    def set_goal_state(self, configuration_name=None, robot_state=None, motion_plan_constraints=None) -> bool:
        self.goal = motion_plan_constraints
        return self.accepts

    def plan(self, single_plan_parameters=None):
        self.parameters = single_plan_parameters
        trajectory = Trajectory(None)
        trajectory.message.joint_trajectory.joint_names = list(JOINTS)
        code = MoveItErrorCodes.SUCCESS if self.plans else MoveItErrorCodes.PLANNING_FAILED

        class Response:
            error_code = MoveItErrorCodes(val=code)

            def __bool__(self) -> bool:
                return code == MoveItErrorCodes.SUCCESS

        response = Response()
        response.trajectory = trajectory
        return response

    def execute(self, robot_trajectory, controllers):
        self.carried_out_by.append(robot_trajectory.joint_model_group_name)
        assert controllers == []
        self.executed.append(robot_trajectory.message)
        status = self.status

        class Status:
            def __bool__(self) -> bool:
                return status == "SUCCEEDED"

        result = Status()
        result.status = status
        return result

    def get_trajectory_execution_manager(self):
        return self

    def stop_execution(self) -> None:
        self.stops += 1


@pytest.fixture
def moveit():
    return MoveIt()


@pytest.fixture
def planner(moveit):
    Trajectory.fails = False
    return MoveItPyPlanner(moveit, lambda instance, ns: SimpleNamespace(), Trajectory)


def started(**joints: float) -> RobotState:
    return RobotState(joint_state=JointState(name=list(joints), position=list(joints.values())))


def plan_request(**options) -> MotionPlanRequest:
    goal = Constraints(joint_constraints=[JointConstraint(joint_name="x", position=1.0)])
    return MotionPlanRequest(group_name=GROUP, goal_constraints=[goal], allowed_planning_time=3.0, **options)


def ik_request(x: float, y: float = 0.0, frame: str = "", **options) -> PositionIKRequest:
    request = PositionIKRequest(group_name=GROUP, ik_link_name=TIP, avoid_collisions=True, **options)
    request.pose_stamped = PoseStamped(pose=pose_to_ros(Pose((x, y, 0.0))))
    request.pose_stamped.header.frame_id = frame
    request.timeout.nanosec = 80_000_000
    return request


def line_request(*xs: float, avoid_collisions: bool = True) -> GetCartesianPath.Request:
    request = GetCartesianPath.Request(group_name=GROUP, link_name=TIP, max_step=0.1, avoid_collisions=avoid_collisions)
    request.waypoints = [pose_to_ros(Pose((x, 0.0, 0.0))) for x in xs]
    return request


def test_a_motion_is_planned_from_the_given_joints_with_the_given_limits(planner, moveit):
    request = plan_request(start_state=started(x=0.3), max_velocity_scaling_factor=0.5, planner_id="RRT")
    response = planner.plan(request)
    assert response.error_code.val == MoveItErrorCodes.SUCCESS
    assert list(response.trajectory.joint_trajectory.joint_names) == list(JOINTS)
    assert moveit.start.joint_positions == {"x": 0.3, "y": 0.0, "head": 0.1}
    assert moveit.scene.current_state.joint_positions["x"] == 0.0
    assert moveit.goal == list(request.goal_constraints)
    asked = moveit.parameters
    assert (asked.planning_pipeline, asked.planner_id, asked.planning_attempts) == ("ompl", "RRT", 1)
    assert (asked.planning_time, asked.max_velocity_scaling_factor) == (3.0, 0.5)
    assert asked.max_acceleration_scaling_factor == 1.0


def test_what_cannot_be_planned_keeps_its_code(planner, moveit):
    moveit.plans = False
    assert planner.plan(plan_request()).error_code.val == MoveItErrorCodes.PLANNING_FAILED
    moveit.accepts = False
    assert planner.plan(plan_request()).error_code.val == MoveItErrorCodes.INVALID_GOAL_CONSTRAINTS


def test_an_unknown_group_is_refused_everywhere(planner):
    invalid = MoveItErrorCodes.INVALID_GROUP_NAME
    assert planner.plan(MotionPlanRequest(group_name="leg")).error_code.val == invalid
    assert planner.solve_ik(PositionIKRequest(group_name="leg")).error_code.val == invalid
    assert planner.follow_line(GetCartesianPath.Request(group_name="leg")).error_code.val == invalid


@pytest.mark.parametrize(("frame", "found"), [("", 0.5), ("torso", 1.0)])
def test_joint_values_are_found_for_a_pose_of_any_frame(planner, frame, found):
    answer = planner.solve_ik(ik_request(0.5, frame=frame))
    assert answer.error_code.val == MoveItErrorCodes.SUCCESS
    state = answer.solution.joint_state
    assert dict(zip(state.name, state.position, strict=True))["x"] == found


def test_out_of_reach_and_in_collision_are_told_apart(planner, moveit):
    assert planner.solve_ik(ik_request(5.0)).error_code.val == MoveItErrorCodes.NO_IK_SOLUTION
    moveit.scene.wall = 0.4
    assert planner.solve_ik(ik_request(0.5)).error_code.val == MoveItErrorCodes.GOAL_IN_COLLISION
    careless = ik_request(0.5)
    careless.avoid_collisions = False
    assert planner.solve_ik(careless).error_code.val == MoveItErrorCodes.SUCCESS


def test_a_line_goes_straight_through_all_its_waypoints_and_is_timed(planner):
    answer = planner.follow_line(line_request(0.5, 0.2))
    assert answer.error_code.val == MoveItErrorCodes.SUCCESS and answer.fraction == 1.0
    points = answer.solution.joint_trajectory.points
    xs = [p.positions[0] for p in points]
    assert xs == pytest.approx([0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.4, 0.3, 0.2])
    assert [p.time_from_start.sec for p in points] == list(range(9))


@pytest.mark.parametrize(("wall", "avoid", "fraction"), [(0.25, True, 0.4), (0.25, False, 1.0), (9.0, True, 1.0)])
def test_a_line_ends_before_a_collision_unless_it_may_touch(planner, moveit, wall, avoid, fraction):
    moveit.scene.wall = wall
    answer = planner.follow_line(line_request(0.5, avoid_collisions=avoid))
    assert answer.fraction == pytest.approx(fraction)


def test_a_line_ends_where_the_arm_does_not_reach(planner):
    assert planner.follow_line(line_request(4.0)).fraction == pytest.approx(0.5)


def test_a_line_ends_where_the_posture_flips(planner, monkeypatch):
    solve = State.set_from_ik

    def flips(self, *arguments, **options):
        found = solve(self, *arguments, **options)
        if self.joint_positions["x"] > 0.35:
            self.joint_positions = {"y": 3.0}
        return found

    monkeypatch.setattr(State, "set_from_ik", flips)
    assert planner.follow_line(line_request(0.5)).fraction == pytest.approx(0.6)


def test_a_turn_on_the_spot_is_cut_into_small_ones_the_short_way_round(planner, monkeypatch):
    poses = []
    monkeypatch.setattr(State, "set_from_ik", lambda self, group, pose, tip, timeout: poses.append(pose) or True)
    request = line_request(0.0)
    turned = Pose.planar(0.0, 0.0, 0.45)
    request.waypoints[0] = pose_to_ros(Pose(turned.position, tuple(-v for v in turned.orientation)))
    assert planner.follow_line(request).fraction == 1.0
    assert len(poses) == 5
    assert all(abs(p.orientation.w) > 0.95 for p in poses)


def test_a_line_without_times_is_a_failure(planner):
    Trajectory.fails = True
    answer = planner.follow_line(line_request(0.5))
    assert answer.error_code.val == MoveItErrorCodes.FAILURE and answer.fraction == 0.0


def test_things_around_and_in_the_hand_are_taken_into_the_scene(planner, moveit):
    scene = PlanningScene(is_diff=True)
    scene.world.collision_objects = [CollisionObject(id="table"), CollisionObject(id="cup")]
    scene.robot_state.attached_collision_objects = [AttachedCollisionObject(object=CollisionObject(id="apple"))]
    assert planner.apply(scene)
    assert moveit.scene.applied == ["table", "cup", "held apple"]
    moveit.scene.refuses = True
    assert not planner.apply(scene)


@pytest.mark.parametrize(
    ("status", "code"),
    [
        ("SUCCEEDED", MoveItErrorCodes.SUCCESS),
        ("PREEMPTED", MoveItErrorCodes.PREEMPTED),
        ("ABORTED", MoveItErrorCodes.CONTROL_FAILED),
        ("TIMED_OUT", MoveItErrorCodes.CONTROL_FAILED),
    ],
)
def test_a_motion_is_carried_out_and_its_end_is_told(planner, moveit, status, code):
    moveit.status = status
    message = RobotTrajectory()
    message.joint_trajectory.points = [JointTrajectoryPoint(positions=[0.1, 0.2])]
    assert planner.execute(message).val == code
    assert moveit.executed == [message]


def test_a_stop_ends_what_is_carried_out(planner, moveit):
    planner.stop()
    assert moveit.stops == 1


def test_without_moveit_py_it_says_what_to_install():
    with pytest.raises(MoveItPyError, match="ros-jazzy-moveit-py"):
        start("moveit_py", "/")


def test_a_state_is_free_or_not(planner, moveit):
    request = GetStateValidity.Request(group_name=GROUP, robot_state=started(x=0.0, y=0.0))
    assert planner.check(request).valid
    moveit.scene.wall = -1.0
    assert not planner.check(request).valid


def test_a_motion_is_carried_out_by_the_group_that_it_was_planned_for(planner, moveit):
    planner.plan(plan_request())
    planner.execute(RobotTrajectory())
    assert moveit.carried_out_by == [GROUP]
