# SPDX-License-Identifier: Apache-2.0
"""The views for RViz and Foxglove show what the running stack publishes, by the right names and types."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from rcl_interfaces.srv import ListParameters
from system import HANGS_S

from makedo_ros.launch_check.known_parameters import known_parameters

pytestmark = [pytest.mark.system, pytest.mark.timeout(HANGS_S)]

CONFIG = Path(__file__).resolve().parents[2] / "config"
RVIZ_TYPES = {
    "MarkerArray": "visualization_msgs/msg/MarkerArray",
    "RobotModel": "std_msgs/msg/String",
    "Odometry": "nav_msgs/msg/Odometry",
    "Image": "sensor_msgs/msg/Image",
    "LaserScan": "sensor_msgs/msg/LaserScan",
}
WITHOUT_TOPIC = {"Grid", "TF"}
FOXGLOVE_TYPES = {
    "/markers": "visualization_msgs/msg/MarkerArray",
    "/robot_description": "std_msgs/msg/String",
    "/head_front_camera/rgb/image_raw": "sensor_msgs/msg/Image",
    "/task_status": "makedo/msg/TaskStatus",
    "/health": "makedo/msg/Health",
    "/instruction_queue": "makedo/msg/InstructionQueue",
    "/plan": "makedo/msg/Plan",
    "/diagnostics": "diagnostic_msgs/msg/DiagnosticArray",
}


def rviz_topics() -> dict[str, str]:
    """Topics of the RViz configuration with the types that its displays take."""
    config = yaml.safe_load((CONFIG / "rviz" / "makedo.rviz").read_text(encoding="utf-8"))
    topics: dict[str, str] = {}
    for display in config["Visualization Manager"]["Displays"]:
        kind = display["Class"].rpartition("/")[2]
        if kind not in WITHOUT_TOPIC:
            given = display.get("Topic") or display["Description Topic"]
            topics[given["Value"]] = RVIZ_TYPES[kind]
    return topics


def values(found: Any) -> list[str]:
    """All texts of a layout, keys of its topics among them."""
    if isinstance(found, dict):
        return [text for key, value in found.items() for text in (key, *values(value))]
    if isinstance(found, list):
        return [text for value in found for text in values(value)]
    return [found] if isinstance(found, str) else []


def panels(layout: Any) -> set[str]:
    """Names of the panels that a layout lays out."""
    return {layout} if isinstance(layout, str) else panels(layout["first"]) | panels(layout["second"])


def test_every_topic_of_the_views_is_published_with_the_type_that_they_show(real_time_system):
    system = real_time_system
    layout = json.loads((CONFIG / "foxglove" / "makedo.json").read_text(encoding="utf-8"))
    named = {text.partition(".")[0] for text in values(layout) if re.fullmatch(r"/[a-z_/]+(\.\w+)*", text)}
    services = {"/stop"}
    assert named == {*FOXGLOVE_TYPES, *services}
    wanted = {**FOXGLOVE_TYPES, **{f"/{name}": kind for name, kind in rviz_topics().items()}}

    def missing() -> dict[str, str]:
        there = dict(system.node.get_topic_names_and_types())
        published = {name for name in there if system.node.count_publishers(name)}
        return {n: kind for n, kind in wanted.items() if n not in published or there[n] != [kind]}

    system.wait_until(lambda: not missing(), 60, "all topics are published")
    assert ("/stop", ["makedo/srv/Stop"]) in system.node.get_service_names_and_types()
    assert panels(layout["layout"]) == set(layout["configById"])


NOT_OURS = ("qos_overrides.", "start_type_description_service", "use_sim_time")  # of rclpy, on every node


def test_every_node_has_the_parameters_that_files_of_parameters_are_checked_against(real_time_system):
    for name, known in known_parameters(CONFIG.parent).items():
        if name in ("operator", "moveit_py_arm", "sentry"):
            continue  # not part of this system; the sentry tells nobody (test/ros/test_sentry.py looks into it)
        listed = real_time_system.call(ListParameters, f"{name}/list_parameters", ListParameters.Request())
        has = {n for n in listed.result.names if not n.startswith(NOT_OURS)}
        assert has == set(known.names) - {"use_sim_time"}, name
