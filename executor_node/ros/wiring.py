# SPDX-License-Identifier: Apache-2.0
"""Builds the ports of a robot from its description."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

from rclpy.node import Node

from executor_node.context import Ports
from executor_node.robot.arms.move_group import MoveGroupArm
from executor_node.robot.bases.fixed import FixedBase
from executor_node.robot.bases.nav2 import Nav2Base
from executor_node.robot.body import Body
from executor_node.robot.clients import DiscoveryClient, GraphClient, PlannerClient
from executor_node.robot.gripper import ControllerGripper
from executor_node.robot.gripper_command import CommandGripper
from executor_node.robot.head import ControllerHead, FixedHead
from executor_node.robot.pictures import Album, Camera
from makedo_core.failure import MakedoError
from makedo_core.robot_config import COMMAND, MOVE_GROUP, MOVEIT_PY, TRAJECTORY, RobotConfig
from makedo_ros.graph_feed import follow_graph
from makedo_ros.without_ros.tf import TransformBuffer

ARMS = {
    MOVE_GROUP: MoveGroupArm,
    MOVEIT_PY: MoveGroupArm,  # `arms.moveit_py_node` answers to the same names
}
GRIPPERS: Mapping[str, type[ControllerGripper] | type[CommandGripper]] = {
    TRAJECTORY: ControllerGripper,
    COMMAND: CommandGripper,
}


class RosTime:
    """The node's clock; implements the port `TimeSource`."""

    def __init__(self, node: Node) -> None:
        self._clock = node.get_clock()

    def now_s(self) -> float:
        """Simulated or real time [s]."""
        return float(self._clock.now().nanoseconds * 1e-9)


@dataclass(frozen=True, slots=True)
class Wiring:
    """The ports, and what the node itself needs of what is behind them."""

    ports: Ports
    body: Body
    arm: MoveGroupArm
    graph: GraphClient
    camera: Camera
    transforms: TransformBuffer


def wire(
    node: Node,
    robot: RobotConfig,
    planning_limit_s: float,
    album: Callable[[], Album | None],
    heard: Callable[[str], None],
) -> Wiring:
    """Make every client that a robot needs.

    Args:
        node: on whose behalf they call and subscribe.
        robot: description.
        planning_limit_s: limit of one plan_instruction [s, wall].
        album: where pictures go now; None: nowhere.
        heard: called with joint states and odometry, for the watchdog.

    Raises:
        MakedoError: if the arm's backend is unknown.
    """
    if robot.arm.backend not in ARMS:
        raise MakedoError(f"arm backend {robot.arm.backend!r} is unknown; there are {', '.join(ARMS)}")
    transforms = TransformBuffer(node)
    body = Body(node, robot, heard)
    arm = ARMS[robot.arm.backend](node, robot, body, transforms)
    graph = GraphClient(node, follow_graph(node, node.get_logger().warning))
    camera = Camera(node, robot.camera, album)
    ports = Ports(
        config=robot,
        arm=arm,
        gripper=GRIPPERS[robot.gripper.backend](node, robot.gripper, body),
        head=FixedHead()
        if robot.head is None
        else ControllerHead(node, robot.frames, robot.head, body, transforms, partial(arm.touches, itself=True)),
        base=FixedBase(robot, transforms)
        if robot.base is None
        else Nav2Base(node, robot.frames, robot.base, transforms),
        graph=graph,
        discoverer=DiscoveryClient(node),
        planner=PlannerClient(node, planning_limit_s),
        photographer=camera,
        clock=RosTime(node),
    )
    return Wiring(ports, body, arm, graph, camera, transforms)
