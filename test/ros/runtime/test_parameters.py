# SPDX-License-Identifier: Apache-2.0
"""Parameters of real nodes: what a number may be, and the error of one that cannot be meant."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
import rclpy
from rclpy.parameter import Parameter

from executor_node.node import ExecutorNode
from makedo_ros.runtime.parameters import ParameterError, declare
from perception_node.node import PerceptionNode
from scene_graph_node.node import SceneGraphNode

ROOT = Path(__file__).parents[3]
TIMES = ("watchdog_timeout_s", "restart_patience_s", "approval_timeout_s", "planning_limit_s")
NUMBERS = (*TIMES, "dry_run_s", "approval_above_cost")


@pytest.fixture
def ros(ros_domain_id):
    rclpy.init(domain_id=ros_domain_id)
    nodes = []

    def add(node):
        nodes.append(node)
        return node

    yield add
    for node in nodes:
        node.destroy_node()
    rclpy.try_shutdown()


@pytest.fixture
def executor(ros):
    """Makes an executor with one parameter set."""

    def made(name: str, value: float) -> ExecutorNode:
        node = ros(ExecutorNode())
        node.declare_parameter(name, value)
        return node

    return made


@pytest.mark.parametrize(("given", "value"), [(3, 3.0), (2.5, 2.5), (math.inf, math.inf)])
def test_a_number_may_be_whole_or_infinite(ros, given, value):
    node = ros(rclpy.create_node("worker", parameter_overrides=[Parameter("limit", value=given)]))
    assert declare(node, "limit", 1.0, "a limit") == value


@pytest.mark.parametrize("given", [math.nan, True, "much"])
def test_what_is_no_number_is_refused_with_an_example_of_one(ros, given):
    node = ros(rclpy.create_node("worker", parameter_overrides=[Parameter("limit", value=given)]))
    with pytest.raises(ParameterError, match=rf"parameter limit is '?{given}'?, expected a number, e\.g\. 1\.0"):
        declare(node, "limit", 1.0, "a limit")


@pytest.mark.parametrize(
    ("given", "default", "expected"),
    [
        ("maybe", False, "'maybe', expected true or false, e.g. false"),
        (1.5, 3, "1.5, expected a whole number, e.g. 3"),
        (7, "auto", '7, expected text, e.g. "auto"'),
        ("planner", ["perception"], "'planner', expected a list, e.g. [\"perception\"]"),
    ],
)
def test_another_type_than_the_defaults_is_refused_with_an_example(ros, given, default, expected):
    node = ros(rclpy.create_node("worker", parameter_overrides=[Parameter("thing", value=given)]))
    with pytest.raises(ParameterError) as error:
        declare(node, "thing", default, "a thing")
    assert str(error.value) == f"parameter thing is {expected}"


@pytest.mark.parametrize("name", TIMES)
@pytest.mark.parametrize("value", [math.inf, 0.0, -1.0])
def test_a_time_that_the_executor_waits_ends(executor, name, value):
    with pytest.raises(ParameterError, match=rf"parameter {name} is {value}, expected a finite time above 0 s, e\.g\."):
        executor(name, value).configure()


@pytest.mark.parametrize("value", [math.inf, -1.0])
def test_the_dry_run_ends_or_there_is_none(executor, value):
    expected = rf"parameter dry_run_s is {value}, expected a finite time of 0 s or more, e\.g\. 20\.0"
    with pytest.raises(ParameterError, match=expected):
        executor("dry_run_s", value).configure()


@pytest.mark.parametrize("name", NUMBERS)
def test_no_limit_of_the_executor_is_not_a_number(executor, name):
    with pytest.raises(ParameterError, match=rf"parameter {name} is nan, expected"):
        executor(name, math.nan).configure()


RATES = {"publish_rate": SceneGraphNode, "marker_rate": SceneGraphNode, "max_rate": PerceptionNode}
REST = {"robot_file": str(ROOT / "config" / "robots" / "tiago_sim.yaml"), "detector": "simulation"}


@pytest.mark.parametrize("name", RATES)
@pytest.mark.parametrize("value", [math.inf, 0.0, -1.0])
def test_a_rate_is_above_0_and_finite(ros, name, value):
    node = ros(RATES[name]())
    for parameter, given in {**REST, name: value}.items():
        node.declare_parameter(parameter, given)
    expected = rf"parameter {name} is {value}, expected a finite rate above 0 Hz, e\.g\. "
    with pytest.raises(ParameterError, match=expected):
        node.configure()
