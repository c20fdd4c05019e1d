# SPDX-License-Identifier: Apache-2.0
"""The queue over ROS: it gives its instructions as everybody does, and none after a stop."""

from __future__ import annotations

import threading
import time
from datetime import datetime, timedelta

import pytest

pytest.importorskip("rclpy")

import rclpy
from rclpy.action import CancelResponse
from rclpy.callback_groups import ReentrantCallbackGroup

from executor_node.ros.queueing import QueueServices, queue_setup
from makedo.action import ExecuteInstruction
from makedo.msg import InstructionQueue, QueueEntry
from makedo.srv import ChangeQueue, QueueInstruction
from makedo_core.failure import FailureCause, MakedoError, Outcome
from makedo_ros.conversions.nouns import outcome_from_ros, outcome_to_ros
from makedo_ros.runtime.action_server import ActionServer
from makedo_ros.runtime.clients import call
from makedo_ros.runtime.lifecycle import MakedoNode
from makedo_ros.runtime.qos import LATCHED
from support.spinning import Spinning
from support.waiting import until

pytestmark = pytest.mark.ros


class Executor:
    """Carries out instructions in a test's way, one at a time; a queue beside it, and a client."""

    def __init__(self, *parameters: str) -> None:
        words = [word for text in parameters for word in ("-p", f"executor:{text}")]
        rclpy.init(args=["--ros-args", *words] if words else None)
        self.node = MakedoNode("executor")
        self.done: list[ExecuteInstruction.Goal] = []
        self.refusal, self.outcome = "", Outcome()
        self.on_stop: list = []
        self.stops: list[str] = []
        self.go_on = threading.Event()
        self.go_on.set()
        self.client = rclpy.create_node("client")
        self.heard: list[InstructionQueue] = []
        self.client.create_subscription(InstructionQueue, "instruction_queue", self.heard.append, LATCHED)
        group = ReentrantCallbackGroup()
        self._server = ActionServer(
            self.node,
            ExecuteInstruction,
            "execute_instruction",
            self._execute,
            cancel_callback=lambda _: CancelResponse.ACCEPT,
            callback_group=group,
        )
        self._spinning = Spinning(self.node, self.client)

    def queue(self) -> None:
        self.services = QueueServices(self.node, self, queue_setup(self.node))

    def why_not(self) -> str:
        return self.refusal

    def stop(self, why: str) -> None:
        self.stops.append(why)

    def _execute(self, handle) -> ExecuteInstruction.Result:
        self.done.append(handle.request)
        while not self.go_on.wait(0.02):
            if handle.is_cancel_requested:
                handle.canceled()
                cancelled = Outcome(FailureCause.CANCELED, "it was cancelled")
                return ExecuteInstruction.Result(outcome=outcome_to_ros(cancelled))
        if self.outcome.ok:
            handle.succeed()
        else:
            handle.abort()
        return ExecuteInstruction.Result(outcome=outcome_to_ros(self.outcome))

    def add(self, instruction: str, **given) -> QueueInstruction.Response:
        request = QueueInstruction.Request(instruction=instruction, **given)
        return call(self.client.create_client(QueueInstruction, "queue_instruction"), request, 20.0)

    def change(self, change: int, **given) -> Outcome:
        request = ChangeQueue.Request(change=change, **given)
        response = call(self.client.create_client(ChangeQueue, "change_queue"), request, 20.0)
        return outcome_from_ros(response.outcome)

    def states(self) -> list[tuple[int, int]]:
        return [(e.id, e.state) for e in self.heard[-1].entries] if self.heard else []

    def until_states(self, *states: tuple[int, int]) -> None:
        until(lambda: self.states() == list(states), lambda: f"{self.states()} is not {states}")

    def close(self) -> None:
        self.go_on.set()
        if hasattr(self, "services"):
            self.services.close()
        self._spinning.close()


@pytest.fixture
def make_executor(ros_domain_id):
    made: list[Executor] = []

    def make(*parameters: str) -> Executor:
        made.append(Executor(*parameters))
        return made[-1]

    yield make
    for executor in made:
        executor.close()


@pytest.fixture
def executor(make_executor) -> Executor:
    made = make_executor()
    made.queue()
    return made


def test_instructions_are_carried_out_one_after_another_and_may_ask(executor):
    executor.go_on.clear()
    first = executor.add("bring the apple", strategy="prune")
    assert outcome_from_ros(first.outcome).ok and first.entry.id == 1
    assert outcome_from_ros(executor.add("bring the mug").outcome).ok
    executor.until_states((1, QueueEntry.RUNNING), (2, QueueEntry.WAITING))
    executor.go_on.set()
    executor.until_states((2, QueueEntry.DONE), (1, QueueEntry.DONE))
    assert [(g.instruction, g.strategy, g.asks) for g in executor.done] == [
        ("bring the apple", "prune", True),
        ("bring the mug", "", True),
    ]


def test_stop_is_nothing_for_later(executor):
    added = outcome_from_ros(executor.add("Stop!", when="at 18:00").outcome)
    assert added.cause is FailureCause.STOPPED and "nothing was put into the queue" in added.message
    assert executor.stops == ["somebody said 'Stop!'"] and executor.states() == []


def test_an_instruction_that_says_its_time_is_begun_then(executor):
    begun = time.monotonic()
    entry = executor.add("in 2 seconds bring the apple").entry
    assert entry.instruction == "bring the apple" and entry.due.sec > 0 and entry.when.startswith("to")
    executor.until_states((1, QueueEntry.DONE))
    assert time.monotonic() - begun >= 1.5


def test_a_time_of_the_clock_is_told_in_the_zone_that_is_set(make_executor):
    executor = make_executor("queue_time_zone:=Asia/Tokyo")
    executor.queue()
    entry = executor.add("set the table", when="at 18:00").entry
    assert entry.when.endswith("at 18:00")
    until(lambda: executor.heard and executor.heard[-1].entries, "the queue is told")
    assert executor.heard[-1].time_zone == "Asia/Tokyo"
    due = datetime.fromtimestamp(entry.due.sec, tz=None).astimezone().utctimetuple()
    assert (due.tm_hour, due.tm_min) == (9, 0)  # Tokyo has no summer time


def test_nothing_is_begun_while_it_may_not_be_and_the_reason_is_told(executor):
    executor.refusal = "the robot is handed over to Anna; take it back first"
    executor.add("bring the apple")
    until(lambda: executor.heard and executor.heard[-1].reason == executor.refusal, "the reason is told")
    assert not executor.heard[-1].paused and not executor.done
    executor.refusal = ""
    executor.until_states((1, QueueEntry.DONE))


def test_a_stop_holds_what_waits_until_somebody_resumes_it(executor):
    executor.refusal = "busy"
    executor.add("bring the apple")
    for told in executor.on_stop:
        told("it was stopped: coffee")
    executor.refusal = ""
    until(lambda: executor.heard[-1].paused, "the queue is paused")
    assert executor.heard[-1].reason == "it was stopped: coffee" and not executor.done
    assert executor.change(ChangeQueue.Request.RESUME).ok
    executor.until_states((1, QueueEntry.DONE))


def test_a_stop_that_comes_just_as_an_instruction_is_begun_ends_it(executor):
    executor.go_on.clear()

    def why_not() -> str:
        if executor.heard and executor.heard[-1].entries and not executor.done:
            executor.services._on_stop("it was stopped")  # after the queue looked whether somebody had
        return ""

    executor.why_not = why_not
    executor.add("bring the apple")
    executor.until_states((1, QueueEntry.FAILED))
    assert executor.heard[-1].entries[0].outcome.code == FailureCause.CANCELED


def test_a_failure_pauses_the_queue_and_another_time_brings_it_back(executor):
    executor.outcome = Outcome(FailureCause.GRASP_FAILED, "the apple slipped")
    executor.add("bring the apple")
    executor.until_states((1, QueueEntry.FAILED))
    assert executor.heard[-1].paused and "slipped" in executor.heard[-1].reason
    executor.add("bring the mug")
    executor.add("bring the can")
    assert executor.change(ChangeQueue.Request.MOVE, id=3, position=1).ok
    assert executor.change(ChangeQueue.Request.REMOVE, id=2).ok
    assert executor.change(ChangeQueue.Request.RETIME, id=3, when="in an hour").ok
    assert executor.change(ChangeQueue.Request.RETIME, id=3, when="now").ok
    assert executor.change(9).cause is FailureCause.INVALID_INSTRUCTION
    executor.outcome = Outcome()
    assert executor.change(ChangeQueue.Request.RESUME).ok
    executor.until_states((3, QueueEntry.DONE), (1, QueueEntry.FAILED))
    assert executor.change(ChangeQueue.Request.PAUSE, reason="lunch").ok
    until(lambda: executor.heard[-1].reason == "lunch", "why it is paused is told")


def test_what_is_refused_is_answered(executor):
    refused = outcome_from_ros(executor.add("at six set the table").outcome)
    assert refused.cause is FailureCause.INVALID_INSTRUCTION and "18:00" in refused.message
    assert executor.states() == []


def test_a_file_that_cannot_be_read_is_told_and_kept(make_executor, tmp_path):
    file = tmp_path / "queue.json"
    file.write_text("{broken")
    executor = make_executor(f"queue_file:={file}")
    executor.queue()
    until(lambda: executor.heard, "the queue is told")
    assert str(file) in executor.heard[-1].problem
    assert outcome_from_ros(executor.add("bring it").outcome).cause is FailureCause.PRECONDITION_FAILED
    assert file.read_text() == "{broken"


@pytest.mark.parametrize(
    "parameter",
    ["queue_after_failure:=perhaps", "queue_after_restart:=''", "queue_late_s:=-1.0", "queue_time_zone:=Mars/Base"],
)
def test_a_parameter_that_cannot_be_meant_is_refused(make_executor, parameter):
    executor = make_executor(parameter)
    with pytest.raises(MakedoError, match=parameter.split(":")[0]):
        queue_setup(executor.node)


def test_a_queue_is_there_again_after_a_restart_and_waits_for_a_word(make_executor, tmp_path):
    file = tmp_path / "state" / "queue.json"
    executor = make_executor(f"queue_file:={file}")
    executor.queue()
    later = (datetime.now() + timedelta(hours=2)).strftime("%H:%M")
    assert executor.add("set the table", when=f"at {later}").entry.id == 1
    executor.services.close()
    executor.services = QueueServices(executor.node, executor, queue_setup(executor.node))
    until(lambda: executor.heard[-1].paused, "it is paused")
    assert executor.heard[-1].reason == "the stack was started again" and executor.heard[-1].file == str(file)
    executor.until_states((1, QueueEntry.WAITING))
