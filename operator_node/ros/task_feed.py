# SPDX-License-Identifier: Apache-2.0
"""What the executor publishes -> the pane of the task. Who gave the instruction does not matter."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rcl_interfaces.srv import GetParameters
from rclpy.callback_groups import MutuallyExclusiveCallbackGroup, ReentrantCallbackGroup
from rclpy.clock import Clock, ClockType
from rclpy.node import Node

from makedo.action import ExecuteInstruction
from makedo.msg import BehaviourTree, Plan, SkillOutcome, TaskStatus
from makedo_core.failure import MakedoError
from makedo_core.record.tree_view import BehaviourProgress, TreeNode
from makedo_ros.conversions.nouns import (
    call_from_ros,
    outcome_from_ros,
    planned_call_from_ros,
    time_from_ros,
)
from makedo_ros.conversions.plans.plans import plan_from_ros
from makedo_ros.conversions.questions import question_from_ros
from makedo_ros.conversions.skill_outcomes import TOPIC, skill_outcome_from_ros
from makedo_ros.runtime.qos import HISTORY, LATCHED, RELIABLE
from operator_node.panes.task import TaskPane
from operator_node.state.doing import Doing, ExecutorSaid

FEEDBACK = "execute_instruction/_action/feedback"
PATIENCE = "approval_timeout_s"
ASK_AGAIN_S = 3.0
_DOING = {
    TaskStatus.IDLE: Doing.IDLE,
    TaskStatus.PLANNING: Doing.PLANNING,
    TaskStatus.EXECUTING: Doing.EXECUTING,
    TaskStatus.RECOVERING: Doing.RECOVERING,
    TaskStatus.STOPPING: Doing.STOPPING,
    TaskStatus.FINISHED: Doing.FINISHED,
    TaskStatus.PAUSED: Doing.PAUSED,
    TaskStatus.WAITING_FOR_APPROVAL: Doing.WAITING_FOR_APPROVAL,
    TaskStatus.WAITING_FOR_ANSWER: Doing.WAITING_FOR_ANSWER,
    TaskStatus.HANDED_OVER: Doing.HANDED_OVER,
}


class TaskFeed:
    """Listens to the executor.

    Args:
        node: subscribes on its behalf.
        pane: is told.
    """

    def __init__(self, node: Node, pane: TaskPane) -> None:
        self._node, self._pane = node, pane
        in_order = MutuallyExclusiveCallbackGroup()

        def listen(kind: Any, topic: str, take: Callable[[Any], None], qos: Any) -> None:
            node.create_subscription(kind, topic, self._taking(topic, take), qos, callback_group=in_order)

        listen(TaskStatus, "task_status", lambda m: pane.on_said(said_from_ros(m)), LATCHED)
        listen(Plan, "plan", self._on_plan, LATCHED)
        listen(BehaviourTree, "behaviour_tree", lambda m: pane.on_tree(tree_from_ros(m)), LATCHED)
        listen(SkillOutcome, TOPIC, lambda m: pane.on_tried(skill_outcome_from_ros(m)), HISTORY)
        listen(ExecuteInstruction.Impl.FeedbackMessage, FEEDBACK, self._on_feedback, RELIABLE)
        self._parameters = node.create_client(
            GetParameters, "executor/get_parameters", callback_group=ReentrantCallbackGroup()
        )
        self._asking = node.create_timer(ASK_AGAIN_S, self._ask_patience, clock=Clock(clock_type=ClockType.STEADY_TIME))

    def _taking(self, topic: str, take: Callable[[Any], None]) -> Callable[[Any], None]:
        """What takes a message; one that cannot be read is told of and left out."""

        def taking(message: Any) -> None:
            try:
                take(message)
            except (MakedoError, ValueError, KeyError) as error:
                self._node.get_logger().warning(f"a message of {topic} cannot be used: {error}")

        return taking

    def _on_plan(self, message: Plan) -> None:
        self._pane.on_plan(plan_from_ros(message), message.goal_text, time_from_ros(message.header.stamp))

    def _on_feedback(self, message: Any) -> None:
        self._pane.on_lights([planned_call_from_ros(c) for c in message.feedback.dry_run])

    def _ask_patience(self) -> None:
        """Ask the executor how long it waits for an operator, until it answers."""
        if self._parameters.service_is_ready():
            self._parameters.call_async(GetParameters.Request(names=[PATIENCE])).add_done_callback(self._on_patience)

    def _on_patience(self, future: Any) -> None:
        answer = future.result()
        if answer is not None and answer.values and answer.values[0].double_value > 0.0:
            self._pane.on_patience(float(answer.values[0].double_value))
            self._asking.cancel()


def said_from_ros(message: TaskStatus) -> ExecutorSaid:
    """makedo/TaskStatus -> what the executor said.

    Raises:
        KeyError: if there is no such state.
        ValueError: if its question is none.
    """
    return ExecutorSaid(
        _DOING[message.state],
        message.instruction,
        call_from_ros(message.current) if message.current.skill else None,
        int(message.step),
        int(message.steps),
        message.message,
        message.rung,
        outcome_from_ros(message.outcome),
        question_from_ros(message.question),
    )


def tree_from_ros(message: BehaviourTree) -> tuple[TreeNode, ...]:
    """makedo/BehaviourTree -> its behaviours.

    Raises:
        ValueError: if the arrays differ in length, or there is no such status.
    """
    return tuple(
        TreeNode(name, int(depth), BehaviourProgress(status))
        for name, depth, status in zip(message.name, message.depth, message.status, strict=True)
    )
