# SPDX-License-Identifier: Apache-2.0
"""A ROS node beside another, for a thread that subscribes and unsubscribes by itself.

rclpy does not bear that an entity is destroyed while another thread is about to wait for it.
"""

from __future__ import annotations

import rclpy
from rclpy.executors import SingleThreadedExecutor
from rclpy.node import Node


def side_node(node: Node, name: str) -> tuple[Node, SingleThreadedExecutor]:
    """A node without services of its own, and what spins it.

    Args:
        node: whose namespace and context it shares; topics are resolved by it, so that its remappings count.
        name: of the new one, behind that of the other.
    """
    beside = rclpy.create_node(
        f"{node.get_name()}_{name}",
        namespace=node.get_namespace(),
        context=node.context,
        use_global_arguments=False,
        enable_rosout=False,
        start_parameter_services=False,
    )
    executor = SingleThreadedExecutor(context=node.context)
    executor.add_node(beside)
    return beside, executor
