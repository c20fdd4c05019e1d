# SPDX-License-Identifier: Apache-2.0
"""A subcommand's ROS client leaves nothing behind that Python would have to take down as it ends."""

from __future__ import annotations

import threading

import pytest

pytest.importorskip("rclpy")

import rclpy
from rclpy.executors import SingleThreadedExecutor
from rclpy.impl.implementation_singleton import rclpy_implementation
from std_srvs.srv import Trigger

from makedo.action import ExecuteInstruction
from makedo.srv import Stop
from makedo_cli.elsewhere import elsewhere
from makedo_cli.exit_code import ExitCode
from makedo_cli.main import main
from makedo_cli.session import Session
from makedo_core.failure import FailureCause
from makedo_ros.runtime.action_client import ActionClient
from makedo_ros.runtime.clients import CallError
from support.spinning import spin
from support.waiting import LIMIT_S, until
from support.words import Words

pytestmark = pytest.mark.ros


def test_what_was_made_in_a_session_ends_with_it():
    with Session("test_session") as session:
        action = ActionClient(session.node, ExecuteInstruction, "execute_instruction")
        service = session.node.create_client(Trigger, "trigger")
    for handle in (action._client_handle, service.handle):
        with pytest.raises(rclpy_implementation.InvalidHandle), handle:
            pass


@pytest.mark.parametrize("namespace", ["two words", "/a//b", "1st", "a/"])
def test_a_namespace_that_cannot_be_is_told_and_leaves_rclpy_shut_down(namespace, words: Words):
    with pytest.raises(ValueError) as raised:
        Session("test_session", namespace)
    words(str(raised.value))
    assert not rclpy.ok()


def test_rclpy_is_shut_down_only_after_the_session_spins_no_more(monkeypatch):
    session = Session("test_session")
    shutdown, seen = session._executor.shutdown, []
    monkeypatch.setattr(
        session._executor, "shutdown", lambda **options: seen.append(session._thread.is_alive()) or shutdown(**options)
    )
    with session:
        session.node.create_timer(0.001, lambda: None)
    assert seen == [False]


def test_a_session_spins_on_when_something_was_destroyed_as_it_was_about_to_wait_for_it(monkeypatch):
    session, called = Session("test_session"), threading.Event()
    spin, failures = session._executor.spin_once_until_future_complete, [rclpy_implementation.InvalidHandle("gone")]

    def spun(future, timeout_sec):
        if failures:
            raise failures.pop()
        spin(future, timeout_sec)

    monkeypatch.setattr(session._executor, "spin_once_until_future_complete", spun)
    with session:
        session.node.create_timer(0.001, called.set)
        assert called.wait(5.0)
    assert not failures


def test_who_finds_nobody_is_told_in_which_namespaces_a_stack_runs(ros_domain_id):
    rclpy.init()
    robot = rclpy.create_node("executor", namespace="robot1")
    robot.create_service(Stop, "stop", lambda request, response: response)
    context = robot.context
    executor = SingleThreadedExecutor(context=context)
    executor.add_node(robot)
    spinning = threading.Thread(target=spin, args=(executor,), daemon=True)
    spinning.start()
    try:
        asking = rclpy.create_node("asking")
        until(lambda: elsewhere(asking))
        assert elsewhere(asking) == "; a stack runs in /robot1: add --namespace /robot1"
        beside = rclpy.create_node("asking", namespace="robot1")
        assert elsewhere(beside) == ""
        asking.create_service(Stop, "stop", lambda request, response: response)
        until(lambda: elsewhere(beside))
        assert elsewhere(beside) == "; a stack runs in no namespace: leave --namespace out"
    finally:
        executor.shutdown(timeout_sec=LIMIT_S)
        for node in (robot, asking, beside):
            node.destroy_node()
        rclpy.try_shutdown()


def test_the_error_of_a_session_that_finds_nobody_says_so(ros_domain_id, monkeypatch):
    monkeypatch.setattr("makedo_cli.session.elsewhere", lambda node: "; a stack runs in /robot1")
    lost = CallError(FailureCause.COMPONENT_LOST, "nobody serves it")
    with pytest.raises(CallError, match=r"^nobody serves it; a stack runs in /robot1$"), Session("test_session"):
        raise lost
    late = CallError(FailureCause.TIMEOUT, "it did not answer")
    with pytest.raises(CallError, match=r"^it did not answer$"), Session("test_session"):
        raise late


@pytest.mark.parametrize("words", [["pause"], ["queue", "pause"], ["graph", "--save", "home"]])
def test_a_command_that_finds_nobody_says_where_a_stack_runs(ros_domain_id, monkeypatch, capsys, words):
    monkeypatch.setattr("makedo_cli.session.elsewhere", lambda node: "; a stack runs in /robot1")
    monkeypatch.setattr("makedo_ros.runtime.clients.wait_ready", nobody)
    assert main(words) == ExitCode.SYSTEM
    said = capsys.readouterr()
    assert "; a stack runs in /robot1" in " ".join((said.out + said.err).split())


def nobody(ready, what, timeout_s, cancelled=None):
    raise CallError(FailureCause.COMPONENT_LOST, f"nobody serves {what}")


def test_whoever_waits_is_told_that_no_stack_is_heard_of(ros_domain_id, monkeypatch, capsys):
    monkeypatch.setattr("makedo_cli.session.TELL_S", 0.0)
    monkeypatch.setattr("makedo_cli.session.stacks", lambda node: ())
    with Session("test_session") as session:
        until(lambda: not session._told.is_alive(), "it is said")
    assert capsys.readouterr().err == f"no stack of Makedo is heard of in ROS domain {ros_domain_id} yet ...\n"
    monkeypatch.setattr("makedo_cli.session.stacks", lambda node: ("",))
    with Session("test_session") as session:
        until(lambda: not session._told.is_alive(), "the time is over")
    monkeypatch.setattr("makedo_cli.session.stacks", lambda node: ())
    with Session("test_session", patient=True):
        pass
    assert capsys.readouterr().err == ""
