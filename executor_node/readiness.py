# SPDX-License-Identifier: Apache-2.0
"""Whether the robot offers what its description names: joints, frames, controllers, MoveIt, navigation.

Without one of them an instruction would fail half-way. The supervisor asks again until all are there.
"""

from __future__ import annotations

import time

from rclpy.node import Node

from executor_node.body import Body
from makedo_core.doctor.examine import unready
from makedo_core.doctor.finding import Finding
from makedo_core.failure import MakedoError
from makedo_core.robot_config import RobotConfig
from makedo_ros.doctor.graph import served_there
from makedo_ros.doctor.needs import needs_of
from makedo_ros.tf import TransformBuffer

READY_S = 2.5  # [s, wall]; shorter than the supervisor's patience with one answer
_POLL_S = 0.2
_TOLD = 4  # more would fill the screen


class NotReadyError(MakedoError):
    """The robot does not offer what its description names; the message says what is missing and what helps."""


def wait_ready(
    node: Node, robot: RobotConfig, body: Body, transforms: TransformBuffer, timeout_s: float = READY_S
) -> None:
    """Wait until nothing is missing [s, wall].

    Raises:
        NotReadyError: if something is missing until the end.
    """
    needs = needs_of(robot, node.get_namespace())
    deadline = time.monotonic() + timeout_s
    while True:
        served = served_there(node)
        missing = unready(robot, needs, body.reported(), transforms.edges(), served.actions, served.services)
        if not missing:
            return
        if time.monotonic() > deadline:
            raise NotReadyError(_sentence(missing))
        time.sleep(_POLL_S)


def _sentence(missing: tuple[Finding, ...]) -> str:
    more = f"; and {len(missing) - _TOLD} more" if len(missing) > _TOLD else ""
    told = "; ".join(map(str, missing[:_TOLD]))
    return f"the robot lacks what its description names: {told}{more} (`makedo doctor` tells all)"
