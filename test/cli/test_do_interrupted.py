# SPDX-License-Identifier: Apache-2.0
"""`makedo do` that ends early: interrupting it stops the robot, and it reports an executor that dies."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

pytest.importorskip("rclpy")

import rclpy
from rclpy.action import CancelResponse, GoalResponse
from rclpy.callback_groups import ReentrantCallbackGroup

from makedo.action import ExecuteInstruction
from makedo.msg import TaskStatus
from makedo_cli.exit_code import ExitCode
from makedo_cli.instruction.interruption import AGAIN_S, Interruption
from makedo_cli.instruction.waiting import CANCELLING
from makedo_core.failure import FailureCause, Outcome
from makedo_ros.conversions.nouns import outcome_to_ros
from makedo_ros.runtime.action_server import ActionServer
from support.spinning import Spinning
from support.tiers import slow
from support.waiting import LIMIT_S

pytestmark = pytest.mark.ros
ROOT = Path(__file__).parents[2]
CANCELED = Outcome(FailureCause.CANCELED, "cancelled; the robot stands")


class Executor:
    """Accepts an instruction when it may, reports what it does, and does it until it is cancelled."""

    def __init__(self) -> None:
        rclpy.init()
        self.node = rclpy.create_node("executor")
        self.asked, self.may_accept = threading.Event(), threading.Event()
        self.begun, self.cancelled = threading.Event(), threading.Event()
        self._closing = threading.Event()
        self.server = ActionServer(
            self.node,
            ExecuteInstruction,
            "execute_instruction",
            self._carry_out,
            goal_callback=self._judge,
            cancel_callback=lambda _: CancelResponse.ACCEPT,
            callback_group=ReentrantCallbackGroup(),
        )
        self._spinning = Spinning(self.node)

    def _judge(self, _: object) -> GoalResponse:
        self.asked.set()
        assert self.may_accept.wait(LIMIT_S)
        return GoalResponse.ACCEPT

    def _carry_out(self, handle):
        self.begun.set()
        step = 0
        while not handle.is_cancel_requested and not self._closing.wait(0.05):
            step += 1
            status = TaskStatus(state=TaskStatus.EXECUTING, message=f"moving {step}")
            handle.publish_feedback(ExecuteInstruction.Feedback(status=status))
        if handle.is_cancel_requested:
            handle.canceled()
            self.cancelled.set()
        else:
            handle.abort()
        return ExecuteInstruction.Result(outcome=outcome_to_ros(CANCELED))

    def close(self) -> None:
        self.may_accept.set()
        self._closing.set()
        self._spinning.close(self.server)


@pytest.fixture
def executor(ros_domain_id):
    running = Executor()
    yield running
    running.close()


def start_executor() -> subprocess.Popen[str]:
    """The same as a process of its own, to be killed; it says when it has begun."""
    script = (
        f"import sys; sys.path.insert(0, {str(Path(__file__).parent)!r}); import test_do_interrupted as own\n"
        "executor = own.Executor(); executor.may_accept.set(); executor.begun.wait(); print('begun', flush=True)\n"
        "import time; time.sleep(60)"
    )
    environment = {**os.environ, "PYTHONPATH": f"{ROOT}:{ROOT / 'test'}"}
    return subprocess.Popen([sys.executable, "-c", script], env=environment, stdout=subprocess.PIPE, text=True)


@pytest.fixture
def makedo_do(ros_domain_id):
    """Start `makedo do`."""
    started = []

    def begin() -> subprocess.Popen[str]:
        command = [sys.executable, "-m", "makedo_cli.main", "do", "Bring the apple to table_2"]
        environment = {**os.environ, "PYTHONUNBUFFERED": "1", "PYTHONPATH": str(ROOT)}
        pipe = subprocess.PIPE
        started.append(subprocess.Popen(command, cwd=ROOT, env=environment, stdout=pipe, stderr=pipe, text=True))
        return started[-1]

    yield begin
    for process in started:
        process.kill()
        process.wait(5)


@pytest.mark.parametrize("number", [signal.SIGINT, *slow(signal.SIGTERM, signal.SIGHUP)])
def test_an_instruction_that_is_accepted_after_the_interruption_is_cancelled(executor, makedo_do, number):
    process = makedo_do()
    assert executor.asked.wait(LIMIT_S)
    process.send_signal(number)
    time.sleep(1.0)
    assert process.poll() is None
    executor.may_accept.set()
    assert executor.cancelled.wait(LIMIT_S)
    output, errors = process.communicate(timeout=LIMIT_S)
    assert process.returncode == ExitCode.STOPPED, errors
    assert output.count(CANCELLING) == 1
    assert CANCELED.message in output


@pytest.mark.parametrize("number", [signal.SIGINT, *slow(signal.SIGTERM, signal.SIGHUP)])
def test_an_instruction_that_is_being_carried_out_is_cancelled(executor, makedo_do, number):
    executor.may_accept.set()
    process = makedo_do()
    assert executor.begun.wait(LIMIT_S)
    process.send_signal(number)
    assert executor.cancelled.wait(LIMIT_S)
    output, errors = process.communicate(timeout=LIMIT_S)
    assert process.returncode == ExitCode.STOPPED, errors
    assert output.count(CANCELLING) == 1


def test_a_terminal_that_is_closed_does_not_keep_the_cancel_from_the_robot(executor, makedo_do):
    executor.may_accept.set()
    process = makedo_do()
    assert executor.begun.wait(LIMIT_S)
    process.stdout.close()
    process.stderr.close()
    time.sleep(0.5)  # some feedback meets the closed pipe
    assert not executor.cancelled.is_set()
    process.send_signal(signal.SIGHUP)
    assert executor.cancelled.wait(LIMIT_S)
    assert process.wait(LIMIT_S) == ExitCode.STOPPED


def test_who_interrupts_before_anything_was_sent_waits_no_longer(makedo_do):
    process = makedo_do()
    assert "Bring the apple" in process.stdout.readline()
    time.sleep(2.0)  # it waits for an executor now
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=LIMIT_S)
    assert process.returncode in (ExitCode.STOPPED, 130, -signal.SIGINT)  # a shell calls the last one 130, too


@pytest.mark.parametrize("interrupted", [True, *slow(False)])
def test_an_executor_that_dies_is_not_waited_for_until_the_time_is_over(ros_domain_id, makedo_do, interrupted):
    executor = start_executor()
    try:
        process = makedo_do()
        assert executor.stdout.readline() == "begun\n"
        executor.kill()
        if interrupted:
            process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=200)
    finally:
        executor.kill()
        executor.wait(5)
    assert process.returncode == ExitCode.SYSTEM, errors
    assert FailureCause.COMPONENT_LOST.name.lower().replace("_", " ") in output


def test_ctrl_c_again_leaves_but_what_is_passed_on_twice_does_not():
    with Interruption() as interruption:
        for number in (signal.SIGTERM, signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            os.kill(os.getpid(), number)
        assert interruption.heard
        time.sleep(AGAIN_S + 0.1)
        os.kill(os.getpid(), signal.SIGHUP)
        with pytest.raises(KeyboardInterrupt):
            os.kill(os.getpid(), signal.SIGINT)


def test_a_signal_that_is_ignored_stays_so_and_all_are_as_before_afterwards():
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        ctrl_c = signal.getsignal(signal.SIGINT)
        with Interruption() as interruption:
            os.kill(os.getpid(), signal.SIGHUP)
            assert signal.getsignal(signal.SIGINT) is not ctrl_c
        assert not interruption.heard
        assert signal.getsignal(signal.SIGINT) is ctrl_c
        assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGHUP, before)
