# SPDX-License-Identifier: Apache-2.0
"""What keeping up with the scene graph costs another process: `python -m benchmarks.following`.

A process publishes a graph of 100 to 3,000 nodes as the node `scene_graph` does, whole and as deltas: with each update
one thing is put elsewhere and twenty are seen again. A reader in a process of its own reads every whole graph, takes
whole graphs without converting them, follows the deltas and asks for the graph after each, or never asks. CPU time of
the reader's whole process for each graph.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import rclpy
from rclpy.executors import SingleThreadedExecutor
from rclpy.node import Node as RosNode
from rclpy.signals import SignalHandlerOptions
from rich.console import Console
from rich.table import Table

from benchmarks.scene_graph import SEEN_AGAIN, grown_home
from makedo.msg import SceneGraph as SceneGraphMessage
from makedo.msg import SceneGraphDelta
from makedo_core.geometry import Pose
from makedo_core.graph.delta import difference
from makedo_core.graph.scene_graph import NodeKind, SceneGraph
from makedo_ros.conversions.graph_deltas import delta_to_ros
from makedo_ros.conversions.nouns import graph_from_ros, graph_to_ros
from makedo_ros.graph_feed import GraphFeed, follow_graph
from makedo_ros.runtime.domain import free_domain
from makedo_ros.runtime.qos import DELTAS, LATCHED
from makedo_ros.runtime.streams import close_streams

SIZES = (100, 1000, 3000)
RATE_HZ = 5.0
READERS = ("nothing", "takes whole graphs", "reads whole graphs", "follows, never asks", "follows deltas")
_SETTLE_S = 2.0


def next_graph(graph: SceneGraph, turn: int) -> SceneGraph:
    """The graph after an update: one thing elsewhere, others seen again."""
    things = graph.of_kind(NodeKind.OBJECT)
    moved = replace(things[turn % len(things)], pose=Pose((float(turn % 7), 1.0, 0.7)))
    stamp = graph.stamp + 1.0 / RATE_HZ
    seen = [replace(n, last_seen=stamp, confidence=0.9 + turn % 2 * 0.05) for n in things[-SEEN_AGAIN:]]
    return graph.changed(put=[*seen, moved], stamp=stamp)


class Reader:
    """A node that keeps up with the graph in one of the ways, and counts what it has got."""

    def __init__(self, node: RosNode, way: str) -> None:
        self.graphs = 0
        self._feed: GraphFeed | None = None
        self._known: SceneGraph | None = None
        if way.startswith("follows"):
            feed = follow_graph(node, node.get_logger().warning)
            self._feed = feed if way == "follows deltas" else None
        elif way != "nothing":
            read: Callable[[Any], Any] = graph_from_ros if way == "reads whole graphs" else lambda message: message
            node.create_subscription(SceneGraphMessage, "scene_graph", lambda m: self._take(read(m)), LATCHED)

    def _take(self, _: Any) -> None:
        self.graphs += 1

    def look(self) -> None:
        """Notice what a feed has got."""
        newest = None if self._feed is None else self._feed.newest()
        if newest is not self._known:
            self._known = newest
            self.graphs += 1


def read(way: str, seconds: float) -> None:
    """Be a reader for so long; its CPU time [s] and graphs go to standard output."""
    rclpy.init()
    node = RosNode("reader", start_parameter_services=False)
    reader = Reader(node, way)
    executor = SingleThreadedExecutor()
    executor.add_node(node)
    begun, settled = time.monotonic(), False
    cpu_s, graphs = 0.0, 0
    while time.monotonic() - begun < seconds + _SETTLE_S:
        executor.spin_once(timeout_sec=0.1)
        reader.look()
        if not settled and time.monotonic() - begun > _SETTLE_S:
            settled, cpu_s, graphs = True, time.process_time(), reader.graphs
    json.dump({"cpu_s": time.process_time() - cpu_s, "graphs": reader.graphs - graphs}, sys.stdout)
    close_streams(node)
    rclpy.shutdown()


def publish(size: int, seconds: float, whole: bool, deltas: bool) -> float:
    """Publish for so long; CPU ms an update, without making the graphs."""
    rclpy.init(signal_handler_options=SignalHandlerOptions.NO)
    node = RosNode("writer", start_parameter_services=False)
    publishers = (
        node.create_publisher(SceneGraphMessage, "scene_graph", LATCHED),
        node.create_publisher(SceneGraphDelta, "scene_graph_delta", DELTAS),
    )
    graph, spent, turn, end = grown_home(size), 0.0, 0, time.monotonic() + seconds
    while time.monotonic() < end:
        before, graph = graph, next_graph(graph, turn)
        turn += 1
        cpu = time.process_time()
        if whole:
            publishers[0].publish(graph_to_ros(graph))
        if deltas:
            publishers[1].publish(delta_to_ros(difference(before, graph)))
        spent += time.process_time() - cpu
        time.sleep(1.0 / RATE_HZ)
    rclpy.shutdown()
    return 1e3 * spent / turn


def measured(way: str, size: int, seconds: float) -> float:
    """CPU ms of a reader's process for each update."""
    command = [sys.executable, "-m", "benchmarks.following", "--seconds", str(seconds)]
    with free_domain() as domain:
        environment = {**os.environ, "ROS_DOMAIN_ID": str(domain), "ROS_AUTOMATIC_DISCOVERY_RANGE": "LOCALHOST"}
        folder = Path(__file__).resolve().parents[1]
        writer = subprocess.Popen([*command, "--write", str(size)], cwd=folder, env=environment)
        try:
            done = subprocess.run(
                [*command, "--read", way], cwd=folder, env=environment, check=True, capture_output=True, text=True
            )
        finally:
            writer.terminate()
            writer.wait()
    found = json.loads(done.stdout)
    return 1e3 * float(found["cpu_s"]) / (int(found["graphs"]) or seconds * RATE_HZ)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=15.0)
    parser.add_argument("--read", choices=READERS, help=argparse.SUPPRESS)
    parser.add_argument("--write", type=int, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.read:
        read(args.read, args.seconds)
        return
    if args.write:
        publish(args.write, 10 * args.seconds, whole=True, deltas=True)
        return
    table = Table(title=f"CPU ms a graph, {RATE_HZ:g} graphs a second")
    table.add_column("reader")
    for size in SIZES:
        table.add_column(f"{size} nodes", justify="right")
    for way in READERS:
        table.add_row(way, *(f"{measured(way, size, args.seconds):.1f}" for size in SIZES))
    Console().print(table)


if __name__ == "__main__":
    main()
