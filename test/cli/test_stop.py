# SPDX-License-Identifier: Apache-2.0
"""`makedo stop` where more than one robot, or another one, can be reached."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest

pytest.importorskip("rclpy")

import rclpy
import rclpy.client
from rclpy.executors import SingleThreadedExecutor

from makedo.srv import Stop
from makedo_cli.commands.operating import stop
from makedo_cli.exit_code import ExitCode
from makedo_cli.main import main
from makedo_core.failure import SUCCESS, FailureCause, Outcome
from makedo_ros.conversions.nouns import outcome_to_ros
from makedo_ros.runtime import clients
from support.spinning import spin
from support.waiting import LIMIT_S

pytestmark = pytest.mark.ros


class Robots:
    """Executors that do nothing but stop, each with a context of its own, as a process has."""

    def __init__(self) -> None:
        self.executors: list[SingleThreadedExecutor] = []
        self.nodes: list[rclpy.node.Node] = []
        self.told: list[str] = []

    def add(self, namespace: str, outcome: Outcome = SUCCESS) -> None:
        context = rclpy.Context()
        context.init()
        node = rclpy.create_node("executor", namespace=namespace, context=context, enable_rosout=False)

        def stopped(request: Stop.Request, response: Stop.Response) -> Stop.Response:
            self.told.append(namespace)
            response.outcome, response.part, response.part_standstill_s = outcome_to_ros(outcome), ["base"], [0.2]
            response.standstill_s = 0.2
            return response

        node.create_service(Stop, "stop", stopped)
        executor = SingleThreadedExecutor(context=context)
        executor.add_node(node)
        threading.Thread(target=spin, args=(executor,), daemon=True).start()
        self.nodes.append(node)
        self.executors.append(executor)

    def close(self) -> None:
        for executor, node in zip(self.executors, self.nodes, strict=True):
            executor.shutdown(timeout_sec=LIMIT_S)
            node.destroy_node()
            node.context.try_shutdown()


@pytest.fixture
def robots(ros_domain_id, monkeypatch):
    monkeypatch.setattr(stop, "LOOK_S", 4.0)  # a busy machine is no other answer
    made = Robots()
    yield made
    made.close()


@pytest.fixture
def said(capsys) -> Callable[..., tuple[int, str]]:
    def ask(*words: str) -> tuple[int, str]:
        code = main(["stop", *words])
        return code, " ".join(capsys.readouterr().out.split())

    return ask


def test_one_robot_is_stopped_and_needs_no_name(robots, said):
    robots.add("")
    assert said() == (ExitCode.OK, "the robot stands still (after 0.20 s; the last to rest: base)")


def test_without_a_namespace_every_robot_is_stopped_and_named(robots, said):
    robots.add("left")
    robots.add("")
    code, told = said()
    assert code == ExitCode.OK and sorted(robots.told) == ["", "left"]
    assert "/left: the robot stands still" in told and "no namespace: the robot stands still" in told


def test_one_that_is_not_known_to_stand_is_told_with_its_name_and_the_other_is_stopped(robots, said):
    robots.add("left", Outcome(FailureCause.EXECUTION_FAILED, "not known to stand still"))
    robots.add("right")
    code, told = said()
    assert code == ExitCode.NOT_IN_ORDER
    assert "/left: not known to stand still" in told and "/right: the robot stands still" in told


def test_with_a_namespace_that_one_alone_is_stopped_and_the_others_are_named(robots, said):
    robots.add("left")
    robots.add("right")
    code, told = said("--namespace", "left")
    assert code == ExitCode.OK and robots.told == ["left"]
    assert told.startswith("/left: the robot stands still") and "not told to stop: /right" in told


def test_of_two_of_one_name_it_is_not_said_that_both_stand(robots, said):
    robots.add("left")
    robots.add("left")
    code, told = said()
    assert code == ExitCode.NOT_IN_ORDER and "2 stacks of this name were told, and one has answered" in told


def test_where_nobody_is_it_says_who_is_elsewhere(robots, said, monkeypatch):
    monkeypatch.setattr(stop, "nobody_s", lambda environment: 4.0)
    robots.add("left")
    code, told = said("--namespace", "right")
    assert code == ExitCode.SYSTEM and robots.told == []
    assert "nobody serves /right/stop: nothing was told to stop" in told
    assert "a stack runs in /left: add --namespace /left" in told


def test_that_nobody_is_found_yet_is_said_while_it_goes_on_looking(robots, said, monkeypatch):
    monkeypatch.setattr(stop, "LOOK_S", 0.0)
    monkeypatch.setattr(stop, "nobody_s", lambda environment: LIMIT_S)
    monkeypatch.setattr(stop, "stacks", late := Late(robots))
    code, told = said()
    assert code == ExitCode.OK and late.asked > 1 and robots.told == [""]
    assert told.startswith("nobody serves /stop yet; still looking")
    assert "Use the robot's own emergency stop. the robot stands still" in told


@pytest.mark.parametrize(
    ("environment", "is_here"),
    [
        ({"ROS_AUTOMATIC_DISCOVERY_RANGE": "LOCALHOST"}, True),
        ({"ROS_LOCALHOST_ONLY": "1"}, True),
        ({"ROS_AUTOMATIC_DISCOVERY_RANGE": "SUBNET"}, False),
        ({}, False),
    ],
)
def test_on_a_network_a_stack_is_looked_for_longer(environment, is_here):
    assert stop.nobody_s(environment) == (stop.HERE_S if is_here else stop.NETWORK_S)


def test_one_that_does_not_answer_is_no_system_and_outweighs_one_that_is_not_known_to_stand(robots, said, monkeypatch):
    robots.add("left", Outcome(FailureCause.EXECUTION_FAILED, "not known to stand still"))
    robots.add("right")
    monkeypatch.setattr("makedo_ros.runtime.clients.call", silent("/right/stop", clients.call))
    code, told = said()
    assert code == ExitCode.SYSTEM and "/right: no answer Use the robot's own emergency stop." in told


class Late:
    """Finds nobody when it is asked first."""

    def __init__(self, robots: Robots) -> None:
        self.robots, self.asked = robots, 0

    def __call__(self, node: rclpy.node.Node) -> tuple[str, ...]:
        self.asked += 1
        if self.asked == 2:
            self.robots.add("")
        return () if self.asked < 3 else ("",)


def silent(name: str, call: Callable[..., object]) -> Callable[..., object]:
    """A call that one service does not answer."""

    def called(client: rclpy.client.Client, *rest: object, **named: object) -> object:
        if client.srv_name == name:
            raise clients.CallError(FailureCause.TIMEOUT, "no answer")
        return call(client, *rest, **named)

    return called
