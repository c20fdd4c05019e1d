# SPDX-License-Identifier: Apache-2.0
"""Answers that are lost, late or never given."""

from __future__ import annotations

import threading
from types import SimpleNamespace

import pytest
from lifecycle_msgs.srv import GetState
from rcl_interfaces.msg import ParameterType, ParameterValue
from rcl_interfaces.srv import GetParameters
from rclpy.task import Future

from makedo_cli.session import Session
from makedo_core.doctor.snapshot import GoalChecker
from makedo_core.failure import FailureCause
from makedo_ros.doctor import asking
from makedo_ros.doctor.asking import Questions, robot_file_of
from makedo_ros.runtime.clients import CallError

STATE = "/planner/get_state"


class Lossy:
    """A node whose clients lose the first `lost` answers of each service."""

    def __init__(self, lost: int) -> None:
        self.lost = lost
        self.asked: list[str] = []

    def create_client(self, kind, service):
        def call_async(request):
            self.asked.append(service)
            future = Future()
            if self.asked.count(service) > self.lost:
                response = kind.Response()
                if kind is GetState:
                    response.current_state.label = "active"
                future.set_result(response)
            return future

        return SimpleNamespace(call_async=call_async)


@pytest.fixture
def impatient(monkeypatch):
    monkeypatch.setattr(asking, "LOST_S", 0.0)


def asked_thrice(node, robot, needs) -> Questions:
    questions = Questions(node, robot, needs)
    for _ in range(3):
        questions.ask([STATE])
    return questions


def test_a_question_that_is_answered_is_not_put_again(impatient, robot, needs):
    node = Lossy(0)
    questions = asked_thrice(node, robot, needs)
    assert questions.are_answered() and questions.state("/planner") == "active"
    assert node.asked == [STATE]


def test_a_question_whose_answer_was_lost_is_put_once_more(impatient, robot, needs):
    node = Lossy(1)
    questions = asked_thrice(node, robot, needs)
    assert questions.are_answered() and questions.state("/planner") == "active"
    assert node.asked == [STATE, STATE]


def test_who_is_silent_twice_is_left_out(impatient, robot, needs):
    node = Lossy(9)
    questions = asked_thrice(node, robot, needs)
    assert not questions.are_answered() and questions.state("/planner") is None
    assert node.asked == [STATE, STATE]


def test_a_question_is_not_put_again_while_its_answer_may_still_come(robot, needs):
    node = Lossy(1)
    questions = asked_thrice(node, robot, needs)
    assert not questions.are_answered()
    assert node.asked == [STATE]


class OfNav2:
    """Answers for a controller server whose goal checker has a name of its own."""

    def create_client(self, kind, service):
        def call_async(request):
            (name,) = request.names
            response, future = kind.Response(), Future()
            if name == "goal_checker_plugins":
                names = ["mine"]
                value = ParameterValue(type=ParameterType.PARAMETER_STRING_ARRAY, string_array_value=names)
                response.values = [value]
            elif name == "mine.xy_goal_tolerance":
                response.values = [ParameterValue(type=ParameterType.PARAMETER_DOUBLE, double_value=0.2)]
            future.set_result(response)
            return future

        return SimpleNamespace(call_async=call_async)


def test_a_goal_checker_is_asked_for_its_tolerances_once_its_name_is_known(robot, needs):
    questions = Questions(OfNav2(), robot, needs)
    questions.ask(["/controller_server/get_parameters"])
    assert not questions.are_answered()
    questions.ask(["/controller_server/get_parameters"])
    assert questions.are_answered()
    assert questions.goal_checkers() == {"mine": GoalChecker(0.2, None)}


def test_without_a_controller_server_no_goal_checker_is_waited_for(robot, needs):
    questions = Questions(OfNav2(), robot, needs)
    questions.ask([])
    assert questions.are_answered() and questions.goal_checkers() == {}


def test_without_an_executor_there_is_no_description(ros_domain_id):
    with Session("doctor") as session:
        assert robot_file_of(session.node, "", 0.2) is None


def test_a_silent_executor_is_not_taken_for_none(ros_domain_id):
    ended = threading.Event()

    def silent(_, response):
        ended.wait(30.0)
        return response

    with Session("executor") as session:
        served = session.node.create_service(GetParameters, "slow/executor/get_parameters", silent)

        try:
            with pytest.raises(CallError, match=r"does not say which robot's .* --robot NAME") as raised:
                robot_file_of(session.node, "/slow", 1.0)
            assert raised.value.cause is FailureCause.TIMEOUT
        finally:
            ended.set()
            session.node.destroy_service(served)
