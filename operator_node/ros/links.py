# SPDX-License-Identifier: Apache-2.0
"""Links to the page for whoever is on the robot's ROS network, and may command the robot anyway."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from rclpy.node import Node
from std_srvs.srv import Trigger

from operator_node.web.commands import PageRole

SERVICES = {PageRole.OPERATE: "operator/link_to_operate", PageRole.WATCH: "operator/link_to_watch"}


def serve_links(node: Node, link: Callable[[PageRole], str], problem: Callable[[], str]) -> None:
    """Serve one service for each role; its message is the link, or why there is none.

    Args:
        node: serves.
        link: makes a link, good once.
        problem: why there is no page; empty: there is.
    """

    def give(role: PageRole, request: Trigger.Request, response: Trigger.Response) -> Trigger.Response:
        why = problem()
        response.success, response.message = not why, why or link(role)
        return response

    for role, name in SERVICES.items():
        node.create_service(Trigger, name, partial(give, role))
