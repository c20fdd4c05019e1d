# SPDX-License-Identifier: Apache-2.0
"""Parameters of real nodes: what a number may be, and the error of one that cannot be meant."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
import rclpy
from rclpy.parameter import Parameter

from executor_node.node import ExecutorNode
from makedo_ros.runtime.parameters import ParameterError, declare, hold_parameters
from perception_node.node import PerceptionNode
from planner_node.node import PlannerNode
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


HELD = {
    PlannerNode: ("strategy", "nonsense"),
    ExecutorNode: ("dry_run_s", "a text"),
    SceneGraphNode: ("publish_rate", -1.0),
    PerceptionNode: ("max_rate", 2.0),
}


@pytest.mark.parametrize("kind", HELD, ids=lambda kind: kind.__name__)
def test_what_a_node_has_read_cannot_be_set_any_more_and_it_says_so(ros, kind):
    name, value = HELD[kind]
    node = ros(kind())
    before = declare(node, name, type(value)() if name == "strategy" else 1.0, "a parameter")
    (result,) = node.set_parameters([Parameter(name, value=value)])
    assert not result.successful
    assert result.reason == f"{name} is read once, when {node.get_name()} starts: set it there and start again"
    assert node.get_parameter(name).value == before


def test_what_can_be_set_at_any_time_is_checked_and_the_rest_of_a_change_is_held(ros):
    node = ros(rclpy.create_node("worker"))
    taken = []

    def take(value):
        if value < 0:
            return f"speed is {value}, expected 0 or more"
        taken.append(value)
        return ""

    hold_parameters(node, {"speed": take})
    declare(node, "speed", 1.0, "a speed")
    declare(node, "seed", 1, "a seed")
    (result,) = node.set_parameters([Parameter("speed", value=2.0)])
    assert result.successful
    (result,) = node.set_parameters([Parameter("speed", value=-2.0)])
    assert (result.successful, result.reason) == (False, "speed is -2.0, expected 0 or more")
    both = [Parameter("speed", value=3.0), Parameter("seed", value=2)]
    result = node.set_parameters_atomically(both)
    assert not result.successful
    assert result.reason.endswith("start again; what can be set at any time: speed")
    assert taken == [2.0]


def test_time_stays_as_it_was_when_a_node_began(ros):
    node = ros(PlannerNode())
    (result,) = node.set_parameters([Parameter("use_sim_time", value=True)])
    assert not result.successful
    assert node.get_parameter("use_sim_time").value is False


def test_a_wrong_type_is_told_where_rclpy_no_longer_lets_the_value_be_seen(ros):
    node = ros(rclpy.create_node("worker", parameter_overrides=[Parameter("limit", value="much")]))
    overrides, node._parameter_overrides = node._parameter_overrides, None
    del node._parameter_overrides

    class Hidden(type(node)):
        def declare_parameter(self, *args, **options):
            self._parameter_overrides = overrides
            try:
                return super().declare_parameter(*args, **options)
            finally:
                del self._parameter_overrides

    node.__class__ = Hidden
    with pytest.raises(ParameterError, match=r"parameter limit is of another type, expected a whole number, e\.g\. 3"):
        declare(node, "limit", 3, "a limit")
    node._parameter_overrides = overrides
