# SPDX-License-Identifier: Apache-2.0
"""A program that makes every node of the stack, configured, and prints what they have made of topics and servers."""

from __future__ import annotations

import importlib
import json
import os
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import rclpy
from rclpy.signals import SignalHandlerOptions

ROOT = Path(__file__).parents[2]
NODES = (
    ("makedo_ros.sentry", "Sentry"),
    ("makedo_ros.supervisor", "Supervisor"),
    ("scene_graph_node.node", "SceneGraphNode"),
    ("perception_node.node", "PerceptionNode"),
    ("planner_node.node", "PlannerNode"),
    ("executor_node.node", "ExecutorNode"),
    ("operator_node.node", "OperatorNode"),
)
ASKED = {
    "publish": "get_publisher_names_and_types_by_node",
    "subscribe": "get_subscriber_names_and_types_by_node",
    "serve": "get_service_names_and_types_by_node",
    "request": "get_client_names_and_types_by_node",
}


def made_by_all() -> dict[str, dict[str, list[str]]]:
    """By node of this program: what it publishes, hears, serves and requests."""
    looker = rclpy.create_node("looker")
    kept: list[Any] = []
    for module, name in NODES:
        node = getattr(importlib.import_module(module), name)()
        kept.append(node)
        if name != "Supervisor":
            node.trigger_configure()
            if name != "ExecutorNode":  # it would look for its robot
                node.trigger_activate()
    time.sleep(1.0)
    return {
        name: {kind: [n for n, _ in getattr(looker, ask)(name, above)] for kind, ask in ASKED.items()}
        for name, above in looker.get_node_names_and_namespaces()
        if name != looker.get_name()
    }


def main() -> None:
    """Print them as JSON."""
    with tempfile.TemporaryDirectory() as folder:
        values = {
            "robot_file": ROOT / "config" / "robots" / f"{sys.argv[1]}.yaml",
            "scene_file": ROOT / "scenes" / "home" / "graph.json",
            "scene_objects_file": ROOT / "scenes" / "home" / "objects.yaml",
            "store_folder": "none",
            "files_folder": "none",
            "queue_file": "none",
            "detector": "simulation",
            "runs_dir": folder,
            "folder": folder,
            "host": "127.0.0.1",
            "port": 0,
            "autostart": "false",
        }
        words = [word for name, value in values.items() for word in ("-p", f"{name}:={value}")]
        os.environ["ROS_AUTOMATIC_DISCOVERY_RANGE"] = "OFF"  # nodes that others left in this domain bear the same names
        rclpy.init(args=["--ros-args", *words], signal_handler_options=SignalHandlerOptions.NO)
        sys.stdout.write(f"{json.dumps(made_by_all())}\n")
        sys.stdout.flush()
        os._exit(0)  # nothing of it has to end in order


if __name__ == "__main__":
    main()
