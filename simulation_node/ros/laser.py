# SPDX-License-Identifier: Apache-2.0
"""Publishes the scans of a laser, while somebody listens. Used by node.py only."""

from __future__ import annotations

from array import array

from rclpy.node import Node
from sensor_msgs.msg import LaserScan

from makedo_ros.conversions.nouns import time_to_ros
from makedo_ros.runtime.qos import RELIABLE
from simulation_node.physics.laser import LaserScanner
from simulation_node.ros.publishers import WALL_S, Every
from simulation_node.world.world import World


class ScanPublisher:
    """Publishes after a control step whatever is due; nothing for a robot without a laser."""

    def __init__(self, node: Node, world: World) -> None:
        self._laser = laser = world.robot.laser
        if laser is None:
            return
        self._scans = node.create_publisher(LaserScan, laser.topic, RELIABLE)
        self._scanner = LaserScanner(world.model, world.robot, laser)
        self._due = Every(laser.rate, WALL_S)

    def publish(self, world: World) -> None:
        """Called by the physics thread."""
        laser = self._laser
        if laser is None or not self._due.is_due(world.time) or not self._scans.get_subscription_count():
            return
        message = LaserScan(
            angle_min=-laser.half_angle,
            angle_max=laser.half_angle,
            angle_increment=2 * laser.half_angle / (laser.rays - 1),
            scan_time=1.0 / laser.rate,
            range_min=laser.range_m[0],
            range_max=laser.range_m[1],
            ranges=array("f", self._scanner.ranges(world.data)),
        )
        message.header.stamp, message.header.frame_id = time_to_ros(world.time), laser.frame
        self._scans.publish(message)
