# SPDX-License-Identifier: Apache-2.0
"""The example that follows the live scene graph: it prints what changes between two graphs that are published."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from makedo.msg import SceneGraph as SceneGraphMessage
from makedo_cli.session import Session
from makedo_core.files.scene_files import scene_file
from makedo_core.files.scene_json import graph_from_json
from makedo_core.graph.scene_graph import SceneGraph, State
from makedo_ros.conversions.nouns import graph_to_ros
from makedo_ros.runtime.qos import LATCHED

ROOT = Path(__file__).resolve().parents[2]
pytestmark = pytest.mark.ros


def opened(graph: SceneGraph) -> SceneGraph:
    """The next revision, with the fridge open."""
    nodes = {**graph.nodes, "fridge_1": graph["fridge_1"].with_state(State.OPEN)}
    return replace(graph, nodes=nodes, revision=graph.revision + 1)


def test_changes_of_the_live_graph_are_printed(ros_domain_id):
    home = replace(graph_from_json(scene_file("home").read_text()), revision=1)
    command = [sys.executable, ROOT / "examples" / "follow_the_graph.py", "1"]
    with (
        Session("publishes") as session,
        subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=os.environ.copy()) as follower,
    ):
        publisher = session.node.create_publisher(SceneGraphMessage, "scene_graph", LATCHED)
        publisher.publish(graph_to_ros(home))
        try:
            assert follower.stdout is not None
            assert follower.stdout.readline() == f"revision 1 of home: {len(home)} nodes\n"
            publisher.publish(graph_to_ros(opened(home)))
            line = follower.stdout.readline()
            assert line.startswith("revision 2: ") and "fridge_1" in line and "open" in line
            assert follower.wait(60) == 0
        finally:
            follower.kill()
