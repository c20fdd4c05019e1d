# SPDX-License-Identifier: Apache-2.0
"""The queue of instructions for ROS: two services, a latched topic, and what begins the next instruction.

It gives its instructions as everybody does, by the ROS action execute_instruction: what asks for approval or an answer
asks all the same.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import tzinfo
from pathlib import Path
from typing import Any, Protocol

from rclpy.callback_groups import MutuallyExclusiveCallbackGroup, ReentrantCallbackGroup
from rclpy.clock import Clock, ClockType

from executor_node.queue.entries import Entry
from executor_node.queue.queue import Clocks, InstructionQueue, QueueSettings
from executor_node.queue.store import QueueFileError, QueueStore
from executor_node.queue.times import words_of
from executor_node.queue.zone import zone_of
from executor_node.ros.server import NAME
from makedo.action import ExecuteInstruction
from makedo.msg import InstructionQueue as QueueMessage
from makedo.msg import QueueEntry
from makedo.srv import ChangeQueue, QueueInstruction
from makedo_core.conversation.stop_words import means_stop, said_to_stop
from makedo_core.failure import FailureCause, Outcome
from makedo_ros.conversions.nouns import outcome_from_ros, outcome_to_ros, time_to_ros
from makedo_ros.runtime.action_client import ActionClient
from makedo_ros.runtime.lifecycle import MakedoNode
from makedo_ros.runtime.parameters import ParameterError
from makedo_ros.runtime.qos import LATCHED

PERIOD_S = 0.5
NOT_KEPT = "none"
_STOPPED = Outcome(FailureCause.STOPPED, "the robot was told to stop; nothing was put into the queue")
_PAUSE, _GO_ON = "pause", "go_on"


@dataclass(frozen=True, slots=True)
class QueueSetup:
    """What an operator sets.

    Attributes:
        settings: of the queue.
        zone: in which times are said; with its name.
        file: where the queue is kept; "none": nowhere.
    """

    settings: QueueSettings
    zone: tzinfo
    zone_name: str
    file: str


class Instructions(Protocol):
    """Whoever carries out instructions."""

    on_stop: list[Callable[[str], None]]

    def stop(self, why: str) -> None:
        """Halt the robot and end the running instruction."""

    def why_not(self) -> str:
        """Why no instruction could be begun now; empty: one could."""


class QueueServices:
    """Serves queue_instruction and change_queue, publishes instruction_queue, and begins what is next.

    Args:
        node: the executor.
        server: carries out instructions.
        setup: an operator's.
    """

    def __init__(self, node: MakedoNode, server: Instructions, setup: QueueSetup) -> None:
        self._node, self._server = node, server
        self._zone, self._zone_name = setup.zone, setup.zone_name
        self._clocks = Clocks(time.time, time.monotonic, self._zone)
        self._store, problem = _store(setup.file)
        self._queue = InstructionQueue(setup.settings, self._clocks, self._store)
        self._queue.problem = problem or self._queue.problem
        if self._queue.problem:
            node.get_logger().error(f"the queue of instructions cannot be used: {self._queue.problem}")
        self._told: Any = None
        self._stopped, self._stops = "", 0
        server.on_stop.append(self._on_stop)
        group = ReentrantCallbackGroup()
        self._topic = node.create_publisher(QueueMessage, "instruction_queue", LATCHED)
        self._client = ActionClient(node, ExecuteInstruction, NAME, callback_group=group)
        node.create_service(QueueInstruction, "queue_instruction", self._on_add, callback_group=group)
        node.create_service(ChangeQueue, "change_queue", self._on_change, callback_group=group)
        steady, in_turn = Clock(clock_type=ClockType.STEADY_TIME), MutuallyExclusiveCallbackGroup()
        node.create_timer(PERIOD_S, self._tick, callback_group=in_turn, clock=steady)

    @property
    def problem(self) -> str:
        """Why it cannot be used; empty: it can."""
        return self._queue.problem

    def close(self) -> None:
        """Let another executor use the file."""
        if self._store is not None:
            self._store.close()

    def _on_stop(self, why: str) -> None:
        """Somebody stopped the robot: nothing more is begun. Must not take time."""
        self._stopped = why
        self._stops += 1

    def _on_add(
        self, request: QueueInstruction.Request, response: QueueInstruction.Response
    ) -> QueueInstruction.Response:
        if means_stop(request.instruction):  # nobody who says so means later
            self._server.stop(said_to_stop(request.instruction))
            response.outcome = outcome_to_ros(_STOPPED)
            return response
        outcome, entry = self._queue.add(request.instruction, request.when, request.strategy, request.position)
        response.outcome = outcome_to_ros(outcome)
        if outcome.ok:
            response.entry = self._entry(entry)
        self._tell()
        return response

    def _on_change(self, request: ChangeQueue.Request, response: ChangeQueue.Response) -> ChangeQueue.Response:
        queue, number = self._queue, request.id
        match request.change:
            case ChangeQueue.Request.MOVE:
                outcome = queue.move(number, request.position)
            case ChangeQueue.Request.REMOVE:
                outcome = queue.remove(number)
            case ChangeQueue.Request.PAUSE:
                outcome = queue.pause(request.reason)
            case ChangeQueue.Request.RESUME:
                self._stopped = ""
                outcome = queue.resume()
            case ChangeQueue.Request.RETIME:
                outcome = queue.retime(number, request.when)
            case other:
                what = f"change {other} is not known; expected 0 to 4, see srv/ChangeQueue.srv"
                outcome = Outcome(FailureCause.INVALID_INSTRUCTION, what)
        response.outcome = outcome_to_ros(outcome)
        self._tell()
        return response

    def _tick(self) -> None:
        """Begin the next instruction if one may begin; what missed its time is told."""
        stops = self._stops
        if self._stopped:
            self._queue.hold(self._stopped)
            self._stopped = ""
        if not self._why_not() and (entry := self._queue.next()) is not None:
            self._begin(entry, stops)
        self._queue.watch()
        self._tell()

    def _why_not(self) -> str:
        """Why nothing can be begun just now; empty: it can."""
        if not self._client.server_is_ready():
            return "the executor is not ready"
        return self._server.why_not()

    def _begin(self, entry: Entry, stops: int) -> None:
        goal = ExecuteInstruction.Goal(instruction=entry.instruction, strategy=entry.strategy, asks=True)
        self._client.send_goal_async(goal).add_done_callback(lambda future: self._on_answer(entry, future, stops))

    def _on_answer(self, entry: Entry, future: Any, stops: int) -> None:
        """Whether it was taken; one that a stop came before, and did not meet, is cancelled."""
        handle = _result(future)
        if handle is None or not handle.accepted:
            self._ended(entry, Outcome(FailureCause.COMPONENT_LOST, "the executor did not take it"))
            return
        handle.get_result_async().add_done_callback(lambda result: self._on_result(entry, result))
        if stops != self._stops:
            handle.cancel_goal_async()

    def _on_result(self, entry: Entry, future: Any) -> None:
        response = _result(future)
        lost = Outcome(FailureCause.COMPONENT_LOST, "the executor did not tell how it ended")
        self._ended(entry, lost if response is None else outcome_from_ros(response.result.outcome))

    def _ended(self, entry: Entry, outcome: Outcome) -> None:
        self._queue.ended(entry.number, outcome)
        self._tell()

    def _tell(self) -> None:
        """Publish the queue if it is not as it was told."""
        why = self._queue.paused or (self._why_not() if self._queue.entries else "")
        entries = [self._entry(e) for e in self._queue.entries]
        now = (bool(self._queue.paused), why, self._queue.problem, entries)
        if now == self._told or not self._node.context.ok():
            return
        self._told = now
        file = "" if self._store is None else str(self._store.path)
        message = QueueMessage(
            entries=entries, paused=now[0], reason=why, problem=now[2], file=file, time_zone=self._zone_name
        )
        message.header.stamp = time_to_ros(self._node.now_s())
        self._topic.publish(message)

    def _entry(self, entry: Entry) -> QueueEntry:
        message = QueueEntry(
            id=entry.number,
            state=int(entry.state),
            instruction=entry.instruction,
            strategy=entry.strategy,
            message=entry.message,
            outcome=outcome_to_ros(entry.outcome),
        )
        if entry.due_s is not None:
            message.due = time_to_ros(entry.due_s)
            message.when = words_of(entry.due_s, self._clocks.wall(), self._zone)
        return message


def queue_setup(node: MakedoNode) -> QueueSetup:
    """Read the parameters.

    Raises:
        MakedoError: if one cannot be meant.
    """
    zone, zone_name = zone_of(str(node.parameter("queue_time_zone", "", "of times; empty: the machine's")))
    file = str(node.parameter("queue_file", NOT_KEPT, "where the queue is kept; none: nowhere"))
    late_s = node.parameter("queue_late_s", 300.0, "an instruction is begun no later than this after its time [s]")
    if not 0.0 <= late_s < 86400.0:
        raise ParameterError(f"parameter queue_late_s is {late_s}, expected 0 to 86400 s, e.g. 300.0")
    settings = QueueSettings(
        late_s=late_s,
        goes_on=_goes_on(node, "queue_after_failure", "an instruction failed or was not answered"),
        begins=_goes_on(node, "queue_after_restart", "a restart"),
    )
    return QueueSetup(settings, zone, zone_name, file)


def _goes_on(node: MakedoNode, name: str, after: str) -> bool:
    """Whether the queue goes on after something.

    Raises:
        ParameterError: if the parameter says neither.
    """
    text = str(node.parameter(name, _PAUSE, f"what the queue does after {after}: {_PAUSE} or {_GO_ON}"))
    if text not in (_PAUSE, _GO_ON):
        raise ParameterError(f"parameter {name} is {text!r}, expected {_PAUSE} or {_GO_ON}")
    return text == _GO_ON


def _store(name: str) -> tuple[QueueStore | None, str]:
    """Where the queue is kept, and why it cannot be."""
    if name in ("", NOT_KEPT):
        return None, ""
    try:
        return QueueStore(Path(name).expanduser().absolute()), ""
    except QueueFileError as error:
        return None, str(error)


def _result(future: Any) -> Any:
    """What a future holds; None if nothing: its other end is gone."""
    try:
        return future.result()
    except Exception:  # noqa: BLE001 - whatever rclpy raises for an answer that cannot come
        return None
