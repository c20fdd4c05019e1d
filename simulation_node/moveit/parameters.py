# SPDX-License-Identifier: Apache-2.0
"""The program moveit_parameters: what MoveIt's own move_group has to know of a simulated robot.

A launch file runs it in a $(command ...) and gives the file that it names to move_group, beside common.yaml of
config/moveit, which holds what is the same for every robot, in the words of one ROS distribution's MoveIt.
"""

from __future__ import annotations

import os
import sys
import tempfile
import xml.etree.ElementTree as ET
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml

from makedo_core.failure import MakedoError
from simulation_node.moveit.srdf import moveit_srdf
from simulation_node.moveit.urdf import moveit_urdf
from simulation_node.robots.assets import cache_folder
from simulation_node.robots.by_name import robot_named
from simulation_node.robots.robot import RobotModel

_KINEMATICS = {
    "kinematics_solver": "kdl_kinematics_plugin/KDLKinematicsPlugin",
    "kinematics_solver_search_resolution": 0.005,  # rad or m
    "kinematics_solver_timeout": 0.05,  # s
}


def moveit_parameters(robot: RobotModel, stand_in: Mapping[str, Any], common: Mapping[str, Any]) -> dict[str, Any]:
    """Parameters of move_group.

    Args:
        robot: which.
        stand_in: parameters of the simulation's own move_group, for the accelerations: `arm_acceleration` [rad/s2] and
            `torso_acceleration` [m/s2].
        common: parameters for every robot; the names of its planners are each group's.

    Raises:
        RobotFilesError: the description is missing.
        MoveItDescriptionError: the robot has a part that cannot be written.
    """
    urdf = moveit_urdf(robot)
    root = ET.fromstring(urdf)
    sliding = {j.get("name") for j in root.iter("joint") if j.get("type") == "prismatic"}
    planners = {"planner_configs": sorted(common["ompl"]["planner_configs"])}
    return {
        "robot_description": urdf,
        "robot_description_semantic": moveit_srdf(robot, root.get("name", robot.name)),
        "robot_description_kinematics": {group: dict(_KINEMATICS) for group in robot.arm_groups},
        "robot_description_planning": {
            "joint_limits": {
                joint: {
                    "has_velocity_limits": True,
                    "max_velocity": robot.max_velocity[joint],
                    "has_acceleration_limits": True,
                    "max_acceleration": stand_in["torso_acceleration" if joint in sliding else "arm_acceleration"],
                }
                for joint in robot.joints
            }
        },
        "ompl": dict.fromkeys(robot.arm_groups, planners),
        "moveit_simple_controller_manager": {
            "controller_names": list(robot.controllers),
            **{
                name: {
                    "action_ns": "follow_joint_trajectory",
                    "type": "FollowJointTrajectory",
                    "default": True,
                    "joints": list(controller.joints),
                }
                for name, controller in robot.controllers.items()
            },
        },
    }


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the parameters of a robot, and say where: moveit_parameters SHARE ROBOT COMMON."""
    words = sys.argv[1:] if arguments is None else list(arguments)
    if len(words) != 3:
        needs = "the folder with config/, the name of a robot, and the file with what is the same for every robot"
        sys.stderr.write(f"moveit_parameters needs {needs}\n")
        return 2
    config = Path(words[0]) / "config"
    try:
        robot = robot_named(words[1])
        values = moveit_parameters(robot, _read(config / "move_group.yaml"), _read(Path(words[2])))
        path = _write(robot.name, values)
    except (MakedoError, OSError) as error:
        sys.stderr.write(f"Makedo cannot start MoveIt: {error}\n")
        return 1
    sys.stdout.write(str(path))
    return 0


def _read(file: Path) -> dict[str, Any]:
    values: dict[str, Any] = yaml.safe_load(file.read_text())["/**"]["ros__parameters"]
    return values


class _Dumper(yaml.SafeDumper):
    """Writes what is meant twice twice: rcl reads no aliases."""

    def ignore_aliases(self, data: object) -> bool:
        return True


def _write(name: str, values: Mapping[str, Any]) -> Path:
    """Whole or not at all: another launch may read it."""
    folder = cache_folder().parent / "moveit"
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile("w", dir=folder, suffix=".part", delete=False) as file:
        yaml.dump({"/**": {"ros__parameters": dict(values)}}, file, _Dumper, width=1000, sort_keys=False)
    path = folder / f"{name}.yaml"
    os.replace(file.name, path)
    return path
