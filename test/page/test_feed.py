# SPDX-License-Identifier: Apache-2.0
"""The page's half that speaks ROS: what an executor publishes is shown, and what is asked for reaches it."""

from __future__ import annotations

import asyncio

import pytest
import rclpy
from rclpy.callback_groups import ReentrantCallbackGroup

from makedo.msg import Plan as PlanMessage
from makedo.msg import TaskStatus
from makedo.srv import AnswerQuestion, Resume, Stop
from makedo_core.conversation.question import OpenQuestion, Option, QuestionKind
from makedo_core.failure import SUCCESS, FailureCause, Outcome
from makedo_core.skills import SkillCall
from makedo_ros.conversions.nouns import call_to_ros, outcome_to_ros
from makedo_ros.conversions.questions import question_to_ros
from makedo_ros.runtime.lifecycle import MakedoNode
from makedo_ros.runtime.qos import LATCHED
from operator_node.panes.task import TaskPane
from operator_node.ros.stack import RosStack
from operator_node.ros.task_feed import TaskFeed
from operator_node.state.board import Board
from operator_node.state.doing import Doing
from support.spinning import Spinning
from support.waiting import until

pytestmark = pytest.mark.ros


class Executor(MakedoNode):
    """Answers as an executor does; notes what it was asked."""

    def __init__(self) -> None:
        super().__init__("executor")
        group = ReentrantCallbackGroup()
        self.asked: list[str] = []
        self.status = self.create_publisher(TaskStatus, "task_status", LATCHED)
        self.plan = self.create_publisher(PlanMessage, "plan", LATCHED)
        self.create_service(Stop, "stop", self._stop, callback_group=group)
        self.create_service(Resume, "resume", self._resume, callback_group=group)
        self.create_service(AnswerQuestion, "answer_question", self._answer, callback_group=group)

    def _stop(self, request, response):
        self.asked.append(request.reason)
        response.outcome = outcome_to_ros(SUCCESS)
        response.standstill_s, response.part, response.part_standstill_s = 0.25, ["base", "arm_1_joint"], [0.25, 0.125]
        return response

    def _resume(self, request, response):
        response.outcome = outcome_to_ros(Outcome(FailureCause.PRECONDITION_FAILED, "the instruction is not paused"))
        return response

    def _answer(self, request, response):
        response.outcome, response.instruction = outcome_to_ros(SUCCESS), f"Bring it to {request.answer}"
        return response


@pytest.fixture
def nodes(ros_domain_id):
    rclpy.init()
    page = MakedoNode("operator")
    board = Board()
    pane = TaskPane(board)
    feed, stack = TaskFeed(page, pane), RosStack(page, None)
    executor = Executor()
    spinning = Spinning(page, executor)
    yield board, pane, stack, executor, feed
    spinning.close()


def test_what_the_executor_says_is_shown(nodes):
    board, pane, _, executor, _ = nodes
    question = OpenQuestion(QuestionKind.WHICH, "Which apple?", "", (Option("apple_1", "Bring apple_1"),))
    executor.status.publish(
        TaskStatus(
            state=TaskStatus.WAITING_FOR_ANSWER, instruction="Bring an apple", question=question_to_ros(question)
        )
    )
    until(lambda: pane.said.doing is Doing.WAITING_FOR_ANSWER)
    shown = board.value("now")
    assert shown["instruction"] == "Bring an apple"
    assert shown["question"]["options"] == [{"name": "apple_1", "instruction": "Bring apple_1"}]
    call = call_to_ros(SkillCall("go_to", ("table_1",)))
    executor.status.publish(TaskStatus(state=TaskStatus.EXECUTING, current=call, step=1, steps=1))
    until(lambda: pane.said.doing is Doing.EXECUTING)
    assert board.value("now")["current"]["text"] == "go to table 1"


def test_what_cannot_be_read_is_left_out(nodes):
    board, pane, _, executor, _ = nodes
    executor.plan.publish(PlanMessage(goal="no goal"))
    executor.status.publish(TaskStatus(state=200))
    executor.status.publish(TaskStatus(state=TaskStatus.PAUSED, instruction="go"))
    until(lambda: pane.said.doing is Doing.PAUSED)
    assert board.value("plan") is None


def test_what_is_asked_for_reaches_the_executor(nodes):
    _, _, stack, executor, _ = nodes
    until(stack._stop.service_is_ready)
    until(stack._resume.service_is_ready)
    until(stack._answer.service_is_ready)
    still = asyncio.run(stack.stop("Anna on the page"))
    assert (still.outcome, still.seconds, still.last) == (SUCCESS, 0.25, "base")
    assert executor.asked == ["Anna on the page"]
    refused = asyncio.run(stack.resume())
    assert (refused.cause, str(refused)) == (FailureCause.PRECONDITION_FAILED, "the instruction is not paused")
    assert asyncio.run(stack.answer("table 2")) == (SUCCESS, "Bring it to table 2")


def test_where_nobody_serves_the_reason_is_told_at_once(nodes):
    _, _, stack, _, _ = nodes
    for outcome in (
        asyncio.run(stack.pause("")).outcome,
        asyncio.run(stack.execute("go to table_1")),
        asyncio.run(stack.cancel()),
        asyncio.run(stack.approve(True, "")),
        asyncio.run(stack.preview("go to table_1")).outcome,
    ):
        assert outcome.cause is FailureCause.COMPONENT_LOST
