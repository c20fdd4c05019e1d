# SPDX-License-Identifier: Apache-2.0
"""Through the day: who has the robot, and the instructions that wait for their turn or their time."""

from __future__ import annotations

from enum import Enum
from typing import Annotated, Protocol

from pydantic import Field

from makedo_core.failure import Outcome
from operator_node.panes.instructing import Sentence
from operator_node.panes.ports import Standstill
from operator_node.panes.stopping import reply_of, stood
from operator_node.state.board import Board, TopicSpec
from operator_node.web.commands import AccessNeed, Caller, Fields, PageCommand, PageReply

CONTROL, QUEUE = "robot-control", "queue"
Number = Annotated[int, Field(ge=0, le=2**32 - 1)]
Words = Annotated[str, Field(max_length=200)]


class QueueChange(Enum):
    """What can be done to the queue; the values are those of srv/ChangeQueue.srv."""

    MOVE = 0
    REMOVE = 1
    PAUSE = 2
    RESUME = 3
    RETIME = 4


class DayPort(Protocol):
    """The executor. Nothing raises: what cannot be asked is an outcome."""

    async def hand_over(self, person: str, reason: str) -> Standstill:
        """Stop the robot, and leave it to a person."""

    async def take_back(self) -> tuple[Outcome, bool]:
        """Take it back; also whether an instruction goes on."""

    async def queue(self, instruction: str, when: str) -> tuple[Outcome, str]:
        """Put an instruction into the queue; also its time in words."""

    async def change(self, change: QueueChange, number: int, place: int, when: str, reason: str) -> Outcome:
        """Change the queue."""


class HandoverFields(Fields):
    """Who gets the robot."""

    person: Words = ""
    reason: Words = ""


class QueueFields(Fields):
    """An instruction and its time."""

    instruction: Sentence
    when: Words = ""


class ChangeFields(Fields):
    """A change of the queue; `change` is the name of a QueueChange."""

    change: Annotated[str, Field(pattern=f"^({'|'.join(c.name.lower() for c in QueueChange)})$")]
    number: Number = 0
    place: Number = 0
    when: Words = ""
    reason: Words = ""


class Day:
    """What an operator says of the robot and the queue. Used by the server's loop alone.

    Args:
        port: the executor.
    """

    def __init__(self, port: DayPort) -> None:
        self._port = port

    async def hand_over(self, caller: Caller, fields: HandoverFields) -> PageReply:
        """Leave the robot to a person."""
        still = await self._port.hand_over(fields.person or caller.name, fields.reason)
        return PageReply(still.outcome.ok, stood(still) if still.outcome.ok else str(still.outcome))

    async def take_back(self, caller: Caller, fields: Fields) -> PageReply:
        """Take it back."""
        outcome, goes_on = await self._port.take_back()
        then = "It looks anew and goes on with its instruction." if goes_on else "No instruction goes on."
        return PageReply(outcome.ok, then if outcome.ok else str(outcome))

    async def queue(self, caller: Caller, fields: QueueFields) -> PageReply:
        """Put an instruction into the queue."""
        outcome, when = await self._port.queue(fields.instruction, fields.when)
        return PageReply(outcome.ok, f"Queued, {when or 'as soon as it is its turn'}." if outcome.ok else str(outcome))

    async def change(self, caller: Caller, fields: ChangeFields) -> PageReply:
        """Change the queue."""
        change = QueueChange[fields.change.upper()]
        reason = fields.reason or f"by {caller.name} on the page"
        return reply_of(await self._port.change(change, fields.number, fields.place, fields.when, reason))


def declare_day(board: Board) -> None:
    """Add the topics of this pane."""
    board.declare(TopicSpec(CONTROL))
    board.declare(TopicSpec(QUEUE, most_hz=5.0))


def day_commands(port: DayPort) -> tuple[PageCommand, ...]:
    """What a page may ask for."""
    day = Day(port)
    return (
        PageCommand("hand_over", HandoverFields, AccessNeed.LEASE, day.hand_over),
        PageCommand("take_back", Fields, AccessNeed.LEASE, day.take_back),
        PageCommand("queue_add", QueueFields, AccessNeed.LEASE, day.queue),
        PageCommand("queue_change", ChangeFields, AccessNeed.LEASE, day.change),
    )
