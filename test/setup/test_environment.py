# SPDX-License-Identifier: Apache-2.0
"""The environment that the `makedo` command sets up for the nodes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from makedo_ros.without_ros.environment import makedo_prefix, ros_environment

_NAMES = st.sampled_from(
    [
        "AMENT_PREFIX_PATH",
        "DISPLAY",
        "FASTDDS_DEFAULT_PROFILES_FILE",
        "FASTRTPS_DEFAULT_PROFILES_FILE",
        "HOME",
        "MUJOCO_GL",
        "OMP_NUM_THREADS",
        "ROS_AUTOMATIC_DISCOVERY_RANGE",
        "ROS_DOMAIN_ID",
        "WAYLAND_DISPLAY",
    ]
)
_ENVIRONMENTS = st.dictionaries(_NAMES, st.sampled_from(["", ":0", "/opt/elsewhere", "egl", "7"]))


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    """An install prefix that holds Makedo, as colcon makes one."""
    marker = tmp_path / "share" / "ament_index" / "resource_index" / "packages" / "makedo"
    marker.parent.mkdir(parents=True)
    marker.touch()
    return tmp_path


def test_a_bare_environment_finds_the_packages_and_stays_on_this_machine():
    environment = ros_environment({"PATH": "/bin"})
    assert environment["AMENT_PREFIX_PATH"] == sys.prefix
    assert environment["ROS_AUTOMATIC_DISCOVERY_RANGE"] == "LOCALHOST"
    assert environment["PATH"] == "/bin"
    for name in ("FASTDDS_DEFAULT_PROFILES_FILE", "FASTRTPS_DEFAULT_PROFILES_FILE"):
        assert Path(environment[name]).is_file()


@given(_ENVIRONMENTS)
def test_applying_it_twice_changes_nothing_more(base):
    assert ros_environment(ros_environment(base)) == ros_environment(base)


@given(_ENVIRONMENTS)
def test_what_is_set_already_stays(base):
    result = ros_environment(base)
    for name, value in base.items():
        if name == "AMENT_PREFIX_PATH":
            assert result[name].endswith(value)
        else:
            assert result[name] == value


def test_other_prefixes_stay_behind_our_own():
    environment = ros_environment({"AMENT_PREFIX_PATH": "/opt/one:/opt/two"})
    assert environment["AMENT_PREFIX_PATH"].split(os.pathsep) == [sys.prefix, "/opt/one", "/opt/two"]


def test_a_sourced_workspace_with_makedo_keeps_its_settings_and_has_makedos_fast_dds(workspace):
    base = {"AMENT_PREFIX_PATH": f"/opt/ros:{workspace}", "DISPLAY": ":0"}
    assert makedo_prefix(base) == workspace
    profiles = str(workspace / "share" / "makedo" / "config" / "fastdds.xml")
    names = ("FASTRTPS_DEFAULT_PROFILES_FILE", "FASTDDS_DEFAULT_PROFILES_FILE")
    assert ros_environment(base) == {**base, **dict.fromkeys(names, profiles)}


@pytest.mark.parametrize("screen", ["DISPLAY", "WAYLAND_DISPLAY"])
def test_software_rendering_is_chosen_only_without_a_screen(screen):
    assert ros_environment({})["MUJOCO_GL"] == "osmesa"
    assert "MUJOCO_GL" not in ros_environment({screen: ":0"})


def test_the_profile_makes_a_late_subscriber_hear_a_latched_message_within_two_seconds(ros_domain_id):
    program = """
import time, rclpy
from rclpy.qos import QoSProfile, DurabilityPolicy
from std_msgs.msg import String
rclpy.init()
latched = QoSProfile(depth=1, durability=DurabilityPolicy.TRANSIENT_LOCAL)
node = rclpy.create_node("{name}")
{body}
"""
    talk = 'p = node.create_publisher(String, "word", latched); p.publish(String(data="hello"))\n'
    talk += 'print("ready", flush=True); input()'
    listen = 'heard = []; node.create_subscription(String, "word", heard.append, latched)\n'
    listen += "start = time.monotonic()\n"
    listen += "while not heard and time.monotonic() - start < 20: rclpy.spin_once(node, timeout_sec=0.05)\n"
    listen += "print(heard[0].data, time.monotonic() - start)"
    environment = ros_environment(os.environ)
    talker = subprocess.Popen(
        [sys.executable, "-c", program.format(name="talker", body=talk)],
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert talker.stdout is not None
        assert talker.stdout.readline() == "ready\n"
        command = [sys.executable, "-c", program.format(name="listener", body=listen)]
        heard = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=200, check=True)
    finally:
        talker.communicate("\n", timeout=200)
    word, seconds = heard.stdout.split()
    assert word == "hello"
    assert float(seconds) < 2.0
