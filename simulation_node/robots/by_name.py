# SPDX-License-Identifier: Apache-2.0
"""The robots that can be simulated, by what the names of their descriptions in config/robots/ begin with."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from makedo_core.failure import MakedoError
from simulation_node.robots.panda import PANDA
from simulation_node.robots.robot import RobotModel
from simulation_node.robots.tiago import TIAGO

ROBOTS: Mapping[str, RobotModel] = MappingProxyType({"tiago": TIAGO, "panda": PANDA})


class UnknownRobotError(MakedoError):
    """There is no such robot to simulate; the message names those that there are."""


def robot_named(name: str) -> RobotModel:
    """Return the robot that a description is of: "tiago", "tiago_sim" and "tiago_mine" are TIAGo's.

    Raises:
        UnknownRobotError: nothing simulates it.
    """
    kind, _, _ = name.partition("_")
    if kind not in ROBOTS:
        known = ", ".join(ROBOTS)
        raise UnknownRobotError(f"robot {name!r} cannot be simulated: its name must begin with one of {known}")
    return ROBOTS[kind]
