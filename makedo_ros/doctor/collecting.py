# SPDX-License-Identifier: Apache-2.0
"""Takes a snapshot of a running system within seconds."""

from __future__ import annotations

import time

from rclpy.node import Node

from makedo_core.doctor.needs import Needs
from makedo_core.doctor.snapshot import NodeSeen, Snapshot
from makedo_core.robot_config import RobotConfig
from makedo_ros.doctor.asking import Questions
from makedo_ros.doctor.graph import Served, nodes_there, served_there, topics_there
from makedo_ros.doctor.listening import TopicListener

LEAST_S, MOST_S = 2.5, 5.5  # [s] less may miss nodes that are discovered late or publish rarely
ALONE_S = 8.0  # without any node discovered by then, the doctor is alone; a busy machine discovers late [s]
_PERIOD_S = 0.4


def snapshot_of(node: Node, robot: RobotConfig, needs: Needs, most_s: float = MOST_S) -> Snapshot:
    """Listen and ask until everything was heard and answered, or the time is over.

    Args:
        node: on whose behalf; another thread spins it.
        robot: description.
        needs: of it.
        most_s: limit [s, wall]; of ALONE_S, while no other node is heard of.
    """
    listener, questions = TopicListener(node, needs), Questions(node, robot, needs)
    begun = time.monotonic()
    while True:
        time.sleep(_PERIOD_S)
        served = served_there(node)
        questions.ask(served.services)
        past_s = time.monotonic() - begun
        done = past_s > LEAST_S and listener.has_heard_enough() and questions.are_answered()
        if done or past_s > (most_s if _others(node) else max(most_s, ALONE_S)):
            return _snapshot(node, needs, listener, questions, served)


def _others(node: Node) -> dict[str, int]:
    """Names of all nodes but the one that looks, and how many there are of each."""
    own = node.get_fully_qualified_name()
    return {name: copies for name, copies in nodes_there(node).items() if name != own}


def _snapshot(node: Node, needs: Needs, listener: TopicListener, questions: Questions, served: Served) -> Snapshot:
    health = listener.health()
    nodes = {
        name: NodeSeen(
            copies, questions.state(name), health.get(name), questions.simulated(name), questions.texts(name)
        )
        for name, copies in _others(node).items()
    }
    parts = listener.parts()
    return Snapshot(
        nodes=nodes,
        topics=topics_there(node),
        heard=listener.heard(),
        ticks=listener.ticks(),
        info=listener.info(),
        colour=listener.picture(needs.colour),
        depth=listener.picture(needs.depth),
        joints=listener.joints(),
        ranges=parts.ranges or {},
        axes=parts.axes,
        edges=listener.edges(),
        doubled_joints=listener.doubled_joints(),
        doubled_frames=listener.doubled_frames(),
        services=served.services,
        actions=served.actions,
        controllers=questions.controllers(),
        manager=questions.manager in served.services,
        moveit=questions.moveit(),
        goal_checkers=questions.goal_checkers(),
    )
