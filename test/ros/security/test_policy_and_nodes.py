# SPDX-License-Identifier: Apache-2.0
"""The policy grants what the nodes of a stack really make, hidden helpers and rclpy's own services included."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from makedo_core.files.robot_yaml import robot_config_from_yaml
from makedo_ros.security.environment import PAGE, STACK
from makedo_ros.security.policy import Enclave, read_enclaves

ROOT = Path(__file__).parents[3]
PROGRAM = ROOT / "test" / "support" / "constructed_nodes.py"
SWITCHED = {"publish": "execute", "serve": "execute", "subscribe": "call", "request": "call"}
ROBOT = "tiago_sim"


@pytest.fixture(scope="module")
def made(shared_ros_domain_id: int) -> dict[str, dict[str, list[str]]]:
    environment = {**os.environ, "ROS_DOMAIN_ID": str(shared_ros_domain_id)}
    command = [sys.executable, str(PROGRAM), ROBOT]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    return dict(json.loads(done.stdout.splitlines()[-1]))


@pytest.fixture(scope="module")
def enclaves() -> dict[str, Enclave]:
    robot = robot_config_from_yaml(ROOT / "config" / "robots" / f"{ROBOT}.yaml")
    return {e.path: e for e in read_enclaves(ROOT / "config" / "security" / "policy.yaml", robot)}


def may(enclave: Enclave, kind: str, name: str) -> bool:
    action, part, _ = name.partition("/_action/")
    return enclave.may(kind, name) or (bool(part) and enclave.may(SWITCHED[kind], action))


def test_all_nodes_are_looked_at(made):
    expected = {"sentry", "supervisor", "scene_graph", "perception", "planner", "executor", "operator"}
    assert expected <= set(made)
    assert "/motion_lease" in made["executor"]["publish"]
    assert "/correct_scene_graph" in made["scene_graph"]["serve"]


def test_each_node_may_do_what_it_does(made, enclaves):
    refused = []
    for node, kinds in made.items():
        enclave = enclaves[PAGE if "operator" in node else STACK]
        refused += [f"{enclave.path} may not {k} {n} ({node})" for k, ns in kinds.items() for n in ns
                    if not may(enclave, k, n)]  # fmt: skip
    assert not refused


def test_the_page_may_end_what_moves_and_start_nothing_but_an_instruction(enclaves):
    assert enclaves[PAGE].allowed.call == ("/execute_instruction",)
    assert enclaves[PAGE].may("request", "/navigate_to_pose/_action/cancel_goal")
    assert not may(enclaves[PAGE], "request", "/navigate_to_pose/_action/send_goal")


@pytest.mark.parametrize(("robot", "granted"), [("tiago_sim_watching", True), ("tiago_sim", False)])
def test_the_stack_alone_limits_the_navigations_speed_and_only_where_a_camera_watches_for_persons(robot, granted):
    description = robot_config_from_yaml(ROOT / "config" / "robots" / f"{robot}.yaml")
    there = {e.path: e for e in read_enclaves(ROOT / "config" / "security" / "policy.yaml", description)}
    assert there[STACK].may("publish", "/speed_limit") is granted
    assert not there[PAGE].may("publish", "/speed_limit")
    assert there[PAGE].may("publish", "/mobile_base_controller/cmd_vel_unstamped")
