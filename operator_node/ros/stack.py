# SPDX-License-Identifier: Apache-2.0
"""The rest of Makedo over ROS: its services, and the ROS action that carries out instructions."""

from __future__ import annotations

import itertools
import time
from collections.abc import Sequence
from typing import Any

from action_msgs.srv import CancelGoal
from rclpy.callback_groups import ReentrantCallbackGroup

from makedo.action import ExecuteInstruction
from makedo.srv import AnswerQuestion, Pause, RelaxGoal, RespondApproval, Resume, Stop
from makedo_core.contract.choice import OperatorChoice
from makedo_core.failure import SUCCESS, FailureCause, MakedoError, Outcome
from makedo_core.robot_config import RobotConfig
from makedo_ros.conversions.nouns import outcome_from_ros
from makedo_ros.conversions.plans.contracts import choice_to_ros
from makedo_ros.conversions.plans.plans import plan_from_ros
from makedo_ros.conversions.questions import question_from_ros
from makedo_ros.halt import Halt
from makedo_ros.runtime.action_client import ActionClient
from makedo_ros.runtime.lifecycle import MakedoNode
from operator_node.panes.ports import Preview, Standstill
from operator_node.ros.asking import AskError, asked, awaited

STILL_S = 8.0
"""Longer than the executor takes to say whether the robot stands [s, wall]."""
ANSWER_S = 5.0
PREVIEW_S = 15.0
REFUSED_S = 0.6
"""What has not ended by then is carried out [s, wall]."""
EXECUTE = "execute_instruction"
_NO_EXECUTOR = "the executor is not there: the stack does not run, or is starting"
_HALTED = "the executor did not answer; everything that moves was told to stop, and whether it stands is not known"


class RosStack:
    """Implements the port `Stack`.

    Where the executor does not answer a stop, this sends the stops itself: an operator's stop needs nobody else.

    Args:
        node: calls on its behalf.
        robot: whose names a stop needs; None: they are not known, and only the executor can stop it.
    """

    def __init__(self, node: MakedoNode, robot: RobotConfig | None) -> None:
        group = ReentrantCallbackGroup()
        self._node = node
        self._halt = None if robot is None else Halt(node, robot)
        self._stop = node.create_client(Stop, "stop", callback_group=group)
        self._pause = node.create_client(Pause, "pause", callback_group=group)
        self._resume = node.create_client(Resume, "resume", callback_group=group)
        self._approve = node.create_client(RespondApproval, "respond_approval", callback_group=group)
        self._answer = node.create_client(AnswerQuestion, "answer_question", callback_group=group)
        self._preview = node.create_client(RelaxGoal, "relax_goal", callback_group=group)
        self._numbers = itertools.count(time.time_ns())  # above those of the page before this one
        self._execute = ActionClient(node, ExecuteInstruction, EXECUTE, callback_group=group)
        self._cancel = node.create_client(CancelGoal, f"{EXECUTE}/_action/cancel_goal", callback_group=group)

    async def stop(self, reason: str) -> Standstill:
        """See `Stack`."""
        try:
            return _standstill(await asked(self._stop, Stop.Request(reason=reason), STILL_S))
        except AskError as error:
            if self._halt is None:
                return Standstill(Outcome(error.cause, str(error)))
            self._halt.halt()
            return Standstill(Outcome(error.cause, _HALTED))

    async def pause(self, reason: str) -> Standstill:
        """See `Stack`."""
        try:
            return _standstill(await asked(self._pause, Pause.Request(reason=reason), STILL_S))
        except AskError as error:
            return Standstill(Outcome(error.cause, str(error)))

    async def resume(self) -> Outcome:
        """See `Stack`."""
        return await self._outcome(self._resume, Resume.Request())

    async def approve(self, approved: bool, reason: str) -> Outcome:
        """See `Stack`."""
        return await self._outcome(self._approve, RespondApproval.Request(approved=approved, reason=reason))

    async def answer(self, words: str) -> tuple[Outcome, str]:
        """See `Stack`."""
        try:
            answer = await asked(self._answer, AnswerQuestion.Request(answer=words), ANSWER_S)
        except AskError as error:
            return Outcome(error.cause, str(error)), ""
        return outcome_from_ros(answer.outcome), str(answer.instruction)

    async def execute(self, instruction: str, choices: Sequence[OperatorChoice] = ()) -> Outcome:
        """See `Stack`; a refusal that comes at once is told, too."""
        if not self._execute.server_is_ready():
            return Outcome(FailureCause.COMPONENT_LOST, _NO_EXECUTOR)
        taken = [choice_to_ros(choice) for choice in choices]
        goal = ExecuteInstruction.Goal(instruction=instruction, asks=True, choices=taken)
        try:
            handle = await awaited(self._execute.send_goal_async(goal), EXECUTE, ANSWER_S)
        except AskError as error:
            return Outcome(error.cause, f"{error}; it may still begin: stop the robot if it must not")
        if not handle.accepted:
            return Outcome(FailureCause.EXECUTION_FAILED, "the executor refused the instruction")
        result = handle.get_result_async()
        try:
            ended = await awaited(result, EXECUTE, REFUSED_S)
        except AskError:
            return SUCCESS  # it is at work
        return outcome_from_ros(ended.result.outcome)

    async def cancel(self) -> Outcome:
        """See `Stack`."""
        try:
            answer = await asked(self._cancel, CancelGoal.Request(), ANSWER_S)  # zero id and stamp: every goal
        except AskError as error:
            return Outcome(error.cause, str(error))
        if answer.return_code != CancelGoal.Response.ERROR_NONE:
            return Outcome(FailureCause.PRECONDITION_FAILED, "no instruction is being carried out")
        return SUCCESS

    async def preview(self, instruction: str, choices: Sequence[OperatorChoice] = (), caller: str = "") -> Preview:
        """See `Stack`."""
        taken = [choice_to_ros(choice) for choice in choices]
        try:
            number = next(self._numbers)
            request = RelaxGoal.Request(instruction=instruction, choices=taken, caller=caller, number=number)
            answer = await asked(self._preview, request, PREVIEW_S)
            outcome, question = outcome_from_ros(answer.outcome), question_from_ros(answer.question)
            plan = plan_from_ros(answer.plan) if answer.plan.goal else None
        except AskError as error:
            return Preview(Outcome(error.cause, str(error)))
        except (MakedoError, ValueError) as error:
            return Preview(Outcome(FailureCause.INVALID_PLAN, str(error)))
        return Preview(outcome, plan, str(answer.plan.goal_text), str(answer.explanation), question)

    async def _outcome(self, client: Any, request: Any) -> Outcome:
        try:
            return outcome_from_ros((await asked(client, request, ANSWER_S)).outcome)
        except AskError as error:
            return Outcome(error.cause, str(error))


def _standstill(answer: Any) -> Standstill:
    """The answer of stop or pause."""
    took = dict(zip(answer.part, answer.part_standstill_s, strict=False))
    last = max(took, key=lambda part: took[part], default="")
    return Standstill(outcome_from_ros(answer.outcome), float(answer.standstill_s), last)
