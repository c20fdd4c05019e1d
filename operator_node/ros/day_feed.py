# SPDX-License-Identifier: Apache-2.0
"""Who has the robot, and the queue: from the executor's topics to the board, and the services that change them."""

from __future__ import annotations

from typing import Any

from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.node import Node

from makedo.msg import Control, InstructionQueue, QueueEntry
from makedo.srv import ChangeQueue, HandOverControl, QueueInstruction, TakeBackControl
from makedo_core.failure import Outcome
from makedo_ros.control_feed import CONTROL_TOPIC
from makedo_ros.conversions.nouns import outcome_from_ros
from makedo_ros.runtime.qos import LATCHED
from operator_node.panes.day import CONTROL, QUEUE, QueueChange, declare_day
from operator_node.panes.ports import Standstill
from operator_node.ros.asking import AskError, asked
from operator_node.ros.stack import ANSWER_S
from operator_node.state.board import Board

HANDOVER_S = 25.0  # what is being done has to come to its end first [s, wall]
_STATES = {
    QueueEntry.WAITING: "waits",
    QueueEntry.RUNNING: "is carried out",
    QueueEntry.DONE: "done",
    QueueEntry.FAILED: "failed",
    QueueEntry.MISSED: "missed",
}


class DayFeed:
    """Implements the port `DayPort`, and fills the board's topics of that pane.

    Args:
        node: calls and subscribes on its behalf.
        board: is told.
    """

    def __init__(self, node: Node, board: Board) -> None:
        declare_day(board)
        self._board = board
        group = ReentrantCallbackGroup()
        self._give = node.create_client(HandOverControl, "hand_over_control", callback_group=group)
        self._take = node.create_client(TakeBackControl, "take_back_control", callback_group=group)
        self._add = node.create_client(QueueInstruction, "queue_instruction", callback_group=group)
        self._change = node.create_client(ChangeQueue, "change_queue", callback_group=group)
        node.create_subscription(Control, CONTROL_TOPIC, self._on_control, LATCHED)
        node.create_subscription(InstructionQueue, "instruction_queue", self._on_queue, LATCHED)

    async def hand_over(self, person: str, reason: str) -> Standstill:
        """See `DayPort`."""
        try:
            answer = await asked(self._give, HandOverControl.Request(person=person, reason=reason), HANDOVER_S)
        except AskError as error:
            return Standstill(Outcome(error.cause, str(error)))
        took = dict(zip(answer.part, answer.part_standstill_s, strict=False))
        last = max(took, key=lambda part: took[part], default="")
        return Standstill(outcome_from_ros(answer.outcome), float(answer.standstill_s), last)

    async def take_back(self) -> tuple[Outcome, bool]:
        """See `DayPort`."""
        try:
            answer = await asked(self._take, TakeBackControl.Request(), HANDOVER_S)
        except AskError as error:
            return Outcome(error.cause, str(error)), False
        return outcome_from_ros(answer.outcome), bool(answer.goes_on)

    async def queue(self, instruction: str, when: str) -> tuple[Outcome, str]:
        """See `DayPort`."""
        request = QueueInstruction.Request(instruction=instruction, when=when)
        try:
            answer = await asked(self._add, request, ANSWER_S)
        except AskError as error:
            return Outcome(error.cause, str(error)), ""
        return outcome_from_ros(answer.outcome), str(answer.entry.when)

    async def change(self, change: QueueChange, number: int, place: int, when: str, reason: str) -> Outcome:
        """See `DayPort`."""
        request = ChangeQueue.Request(change=change.value, id=number, position=place, when=when, reason=reason)
        try:
            return outcome_from_ros((await asked(self._change, request, ANSWER_S)).outcome)
        except AskError as error:
            return Outcome(error.cause, str(error))

    def _on_control(self, message: Control) -> None:
        shown = {"handed_over": message.handed_over, "person": message.person, "reason": message.reason}
        self._board.put(CONTROL, shown)

    def _on_queue(self, message: InstructionQueue) -> None:
        self._board.put(QUEUE, queue_shown(message))


def queue_shown(message: InstructionQueue) -> dict[str, Any]:
    """makedo/InstructionQueue as the page has it."""
    return {
        "paused": message.paused,
        "reason": message.reason,
        "problem": message.problem,
        "zone": message.time_zone,
        "entries": [
            {
                "number": entry.id,
                "instruction": entry.instruction,
                "when": entry.when,
                "state": _STATES.get(entry.state, "unknown"),
                "said": entry.message or entry.outcome.message,
            }
            for entry in message.entries
        ],
    }
