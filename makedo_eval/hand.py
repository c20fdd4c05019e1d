# SPDX-License-Identifier: Apache-2.0
"""The hand that every task is planned for: that of the robot that the installation describes."""

from __future__ import annotations

from functools import cache

from makedo_core.files.robot_files import robot_file
from makedo_core.files.robot_yaml import robot_config_from_yaml
from makedo_core.goals.hand import Hand, too_wide
from makedo_core.graph.scene_graph import SceneGraph
from makedo_core.known_failure import KnownFailure


@cache
def hand() -> Hand:
    """The hand of the robot."""
    gripper = robot_config_from_yaml(robot_file()).gripper
    return Hand(gripper.widest_m, frozenset(gripper.by_rim))


def misfits(graph: SceneGraph) -> tuple[KnownFailure, ...]:
    """The objects of a graph that are too wide for the hand: no goal that is drawn asks for them."""
    return too_wide(graph, hand())
