# SPDX-License-Identifier: Apache-2.0
"""An imitation of MoveItPy, which is not on PyPI: the names and signatures of MoveIt's Jazzy branch, and no others.

What is thrown, and what a frame or a contact that is not there looks like, is as the real one 2.12.4 was seen to do it.
"""

from __future__ import annotations

import copy
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import SimpleNamespace

import numpy as np
from moveit_msgs.msg import (
    AllowedCollisionEntry,
    AttachedCollisionObject,
    CollisionObject,
    LinkPadding,
    MoveItErrorCodes,
    PlanningScene,
    RobotTrajectory,
)

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
            for joint in set(value) - set(self.joint_positions):
                raise RuntimeError(f"Variable '{joint}' is not known to model 'imitation'")
            value = {**self.joint_positions, **value}  # MoveIt sets those that are named
        object.__setattr__(self, name, value)

    def __copy__(self):
        return State(dict(self.joint_positions))

    def update(self, force=False, type="all") -> None:
        """Nothing."""

    def get_pose(self, link_name):
        if link_name != TIP:
            raise RuntimeError("Invalid link")
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


class AllowedCollisionMatrix:
    """Which pairs of bodies may touch."""

    def __init__(self, names, default_entry=False) -> None:
        self._entries = {frozenset((a, b)): default_entry for a in names for b in names}

    def set_entry(self, name1, name2, allowed) -> None:
        self._entries[frozenset((name1, name2))] = allowed

    def get_entry(self, name1, name2):
        pair = frozenset((name1, name2))
        return (pair in self._entries, "ALWAYS" if self._entries.get(pair) else "NEVER")


class CollisionRequest:
    """What is asked of a collision check."""

    joint_model_group_name = ""


class CollisionResult:
    """What a collision check found; MoveItPy cannot give contacts to Python."""

    collision = False

    @property
    def contacts(self) -> dict:
        if self.collision:
            raise TypeError("Unable to convert function return value to a Python type!")
        return {}


@dataclass
class Scene:
    """A planning scene; everything beyond `wall` collides.

    Its objects are those of planning_scene.cpp: a thing that is attached leaves the world, one that is detached comes
    back into it, and one that is not there cannot be removed, which is no success and hinders nothing else.
    """

    current_state: State = field(default_factory=State)
    wall: float = 9.0
    world: set = field(default_factory=set)
    held: set = field(default_factory=set)
    touching: set = field(default_factory=set)  # pairs of bodies that do, wherever the robot is
    links: tuple = ("arm", "head", "base")
    apart: set = field(default_factory=set)  # pairs of the robot's own that are not looked at
    octomap: bytes = b""
    asked: int = 0

    def is_state_colliding(self, robot_state, joint_model_group_name, verbose=False) -> bool:
        assert joint_model_group_name == GROUP
        return bool(self.touching - self.apart) or robot_state.joint_positions["x"] > self.wall

    def check_collision(self, collision_request, collision_result, state, acm) -> None:
        """Of pairs that a matrix does not name, every touch counts."""
        assert isinstance(state, State) and collision_request.joint_model_group_name == GROUP
        self.asked += 1
        collision_result.collision = any(acm.get_entry(*pair) != (True, "ALWAYS") for pair in self.touching)

    @property
    def planning_scene_message(self) -> PlanningScene:
        message = PlanningScene(link_padding=[LinkPadding(link_name=name) for name in self.links])
        message.world.collision_objects = [CollisionObject(id=name) for name in sorted(self.world)]
        message.world.octomap.octomap.data = self.octomap
        message.robot_state.attached_collision_objects = [
            AttachedCollisionObject(object=CollisionObject(id=name)) for name in sorted(self.held)
        ]
        matrix = message.allowed_collision_matrix
        matrix.entry_names = list(self.links)
        matrix.entry_values = [
            AllowedCollisionEntry(enabled=[frozenset((a, b)) in self.apart for b in self.links]) for a in self.links
        ]
        return message

    def knows_frame_transform(self, frame_id) -> bool:
        return frame_id in ("torso", "base")

    def get_frame_transform(self, frame_id):
        return Pose((0.5, 0.0, 0.0)).matrix() if frame_id == "torso" else np.eye(4)

    def use(self, scene) -> bool:
        """Take in a difference: usePlanningSceneMsg, setPlanningSceneDiffMsg."""
        done = [self._attach(item) for item in scene.robot_state.attached_collision_objects]
        done += [self._place(item) for item in scene.world.collision_objects]
        return all(done)

    def _attach(self, item) -> bool:
        name = item.object.id
        if item.object.operation == CollisionObject.ADD:
            self.world.discard(name)
            self.held.add(name)
            return True
        gone = {name} & self.held if name else set(self.held)
        self.held -= gone
        self.world |= gone
        return bool(gone) or not name

    def _place(self, item) -> bool:
        if item.operation == CollisionObject.ADD:
            self.world.add(item.id)
            return True
        gone = {item.id} & self.world if item.id else set(self.world)
        self.world -= gone
        return bool(gone) or not item.id


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
        self.frames_updated = 0

    def get_planning_scene_monitor(self):
        return self

    def clear_octomap(self) -> None:
        self.scene.octomap = b""

    def update_frame_transforms(self) -> None:
        self.frames_updated += 1

    def new_planning_scene_message(self, scene) -> bool:
        return self.scene.use(scene)

    @contextmanager
    def read_only(self):
        yield self.scene

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
