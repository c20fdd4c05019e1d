# SPDX-License-Identifier: Apache-2.0
"""What is running: nodes, topics with both ends, services and ROS actions with their servers."""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from rclpy.node import Node, NodeNameNonExistentError
from rclpy.topic_endpoint_info import TopicEndpointInfo

from makedo_core.doctor.snapshot import Endpoint, Server, Topic
from makedo_ros.doctor.needs import quality

_GOAL, _GOAL_TYPE = "/_action/send_goal", "_SendGoal"


@dataclass(frozen=True, slots=True)
class Served:
    """Services and ROS actions by their complete names."""

    services: Mapping[str, Server]
    actions: Mapping[str, Server]


def nodes_there(node: Node) -> Counter[str]:
    """Complete names of all nodes, and how many there are of each."""
    return Counter(_complete(*named) for named in node.get_node_names_and_namespaces())


def topics_there(node: Node, names: Iterable[str] | None = None) -> dict[str, Topic]:
    """Topics with the nodes at either end; `names`: complete ones; None: all of them."""
    if names is None:
        names = (name for name, _ in node.get_topic_names_and_types())
    return {
        name: Topic(
            _endpoints(node.get_publishers_info_by_topic(name)),
            _endpoints(node.get_subscriptions_info_by_topic(name)),
        )
        for name in names
    }


def served_there(node: Node) -> Served:
    """All services and ROS actions with their servers; one that has clients only is not among them."""
    services: dict[str, Server] = {}
    for name, namespace in sorted(set(node.get_node_names_and_namespaces())):
        with contextlib.suppress(NodeNameNonExistentError):  # it has gone meanwhile
            for service, kinds in node.get_service_names_and_types_by_node(name, namespace):
                nodes = services[service].nodes if service in services else ()
                services[service] = Server(kinds[0], (*nodes, _complete(name, namespace)))
    actions = {
        name.removesuffix(_GOAL): Server(server.type.removesuffix(_GOAL_TYPE), server.nodes)
        for name, server in services.items()
        if name.endswith(_GOAL)
    }
    return Served(services, actions)


def _endpoints(found: Iterable[TopicEndpointInfo]) -> tuple[Endpoint, ...]:
    return tuple(
        Endpoint(_complete(e.node_name, e.node_namespace), e.topic_type, quality(e.qos_profile)) for e in found
    )


def _complete(name: str, namespace: str) -> str:
    return f"{namespace.rstrip('/')}/{name}"
