# SPDX-License-Identifier: Apache-2.0
"""The ROS action execute_instruction: one instruction at a time, and what the operator may do to it meanwhile."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from functools import partial

from rclpy.action import CancelResponse, GoalResponse
from rclpy.action.server import ServerGoalHandle
from rclpy.callback_groups import ReentrantCallbackGroup

from executor_node.context import Memory
from executor_node.control.control import Control
from executor_node.control.recipient import follow_recipient
from executor_node.control.stance import HandAfter, Stance, forget_surroundings, hand_after, stance_of
from executor_node.instruction.approval import Approval, Precautions
from executor_node.instruction.hand import let_go
from executor_node.instruction.hold import SENSES, SENTRY, WATCHDOG, TaskHold
from executor_node.instruction.recovery import RecoveryLadder, RecoveryLimits
from executor_node.instruction.safety import PRESSED, SafetyInputs
from executor_node.instruction.task import DeafListener, Progress, Task, TaskState, understood
from executor_node.motion.motions import PACE, pace_beside
from executor_node.record.recorder import RunRecorder
from executor_node.robot.body import NOT_KNOWN_TO_STAND, STANDSTILL_TIMEOUT_S
from executor_node.ros.lease import LeaseRenewal
from executor_node.ros.monitor import Monitor
from executor_node.ros.reporter import status_to_ros
from executor_node.ros.running.recorded_runs import RecordedRuns
from executor_node.ros.wiring import Wiring
from makedo import msg as makedo_msgs
from makedo.action import ExecuteInstruction
from makedo_core.cancel import CancelToken
from makedo_core.contract.choice import ChoiceError, OperatorChoice
from makedo_core.conversation.answers import Answered, Unclear, Withdrawn
from makedo_core.conversation.stop_words import means_stop, said_to_stop
from makedo_core.failure import SUCCESS, FailureCause, MakedoError, Outcome
from makedo_core.geometry import Vector
from makedo_core.replay.bounds import RunsFolder
from makedo_ros.conversions.nouns import outcome_to_ros, relaxation_to_ros
from makedo_ros.conversions.plans.contracts import choices_from_ros
from makedo_ros.halt import Halt
from makedo_ros.runtime.action_server import ActionServer
from makedo_ros.runtime.lifecycle import MakedoNode
from makedo_ros.runtime.qos import LATCHED

NAME = "execute_instruction"
IDLE_POLL_S = 0.02
_NOTHING_RUNS = Outcome(FailureCause.PRECONDITION_FAILED, "no instruction is being carried out")
_ASLEEP = "the executor is not active; nothing will move"
_STARTING = "Makedo is not ready yet, and nothing will move: `makedo status` tells what it waits for"
_SILENT = Outcome(FailureCause.EXECUTION_FAILED, "the robot does not tell how it stands; it stays handed over")
_UNKNOWN_HELD = Outcome(
    FailureCause.PRECONDITION_FAILED,
    "since the robot was handed over, its hand holds something that I do not know; take it out and say it again",
)


class InstructionServer:
    """Serves execute_instruction and publishes task_status.

    Args:
        node: the lifecycle node; nothing moves unless it is active.
        wiring: the robot.
        halt: stops the robot.
        limits: of recovery.
        precautions: before the first motion.
        runs: where run folders go, and within what bounds.
        monitor: watches what a task depends on.
        lease: what motion lives on; none without somebody who halts the robot when this process no longer can.
        inputs: makes, for this server, what a stop button and a person detector say.
    """

    def __init__(
        self,
        node: MakedoNode,
        wiring: Wiring,
        halt: Halt,
        limits: RecoveryLimits,
        precautions: Precautions,
        runs: RunsFolder,
        monitor: Monitor,
        lease: LeaseRenewal,
        inputs: Callable[[InstructionServer], SafetyInputs],
    ) -> None:
        self._node = node
        self._wiring = wiring
        self._halt = halt
        self.control = Control(halt.halt)
        self.on_stop: list[Callable[[str], None]] = []  # told at once that somebody stops the robot
        self._stance: Stance | None = None  # as a person got the robot
        self._limits = limits
        self._precautions = precautions
        self._lock = threading.Lock()
        self._task: Task | None = None
        self._memory = Memory()
        self._monitor, self._lease = monitor, lease
        self.inputs = inputs(self)
        self._status = node.create_publisher(makedo_msgs.TaskStatus, "task_status", LATCHED)
        self._runs = RecordedRuns(node, wiring, halt, self.control.halt, runs, monitor, lease, self._status.publish)
        self._server = ActionServer(
            node,
            ExecuteInstruction,
            NAME,
            self._on_goal,
            goal_callback=lambda _: GoalResponse.ACCEPT,  # a rejection could not say why
            cancel_callback=lambda _: CancelResponse.ACCEPT,
            callback_group=ReentrantCallbackGroup(),
        )

    @property
    def instruction(self) -> str:
        """What is being carried out; empty when idle."""
        task = self._task
        return task.instruction if task else ""

    @property
    def running(self) -> bool:
        """Whether an instruction is being carried out that nobody has ended."""
        task = self._task
        return task is not None and not task.token.cancelled

    def recipient(self) -> Vector | None:
        """Where the person stands whom the robot serves, map frame [m]; None: it serves nobody, or does not know."""
        task, ports = self._task, self._wiring.ports
        ahead = task.ahead if task is not None else ()
        if not ahead and not self._memory.recipient:
            return None
        try:
            graph, base = ports.graph.newest(), ports.base.pose()
        except MakedoError:
            return None
        return follow_recipient(self._memory, ahead, graph, base, ports.config.safety)

    def pace(self) -> float:
        """How many times as long as elsewhere a drive is to take where the robot is now."""
        try:
            return pace_beside(self._wiring.ports, self._memory)
        except MakedoError:  # nobody knows where it is, beside whom
            return PACE if self._memory.recipient else 1.0

    def album(self) -> RunRecorder | None:
        """Where pictures go; None when there is no run or no pictures are wanted."""
        return self._runs.album()

    @property
    def record_problem(self) -> str:
        """What is wrong with the record of the run in progress, or of the last one; empty: nothing."""
        return self._runs.problem

    def cancel(self, outcome: Outcome) -> bool:
        """End the running instruction; whether there was one."""
        task = self._task
        return task.token.cancel(outcome) if task is not None else False

    def stop(self, why: str) -> None:
        """Halt the robot, whoever moves it, and end the running instruction if there is one."""
        self.control.stop()
        for told in self.on_stop:
            told(why)
        self.cancel(Outcome(FailureCause.STOPPED, why))

    def hand_over(self, person: str, reason: str) -> Outcome:
        """Stop, and keep still from now on; an error when a person has the robot already."""
        if not self.control.give(person, reason):
            return self.control.outcome
        self._monitor.stop()
        task = self._task
        if task is not None:
            task.hold.hand_over(self.control.words)
        else:
            self.say(TaskState.STOPPING, f"stopping, to be {self.control.words}")
        self.control.stop()
        return SUCCESS

    def is_quiet(self) -> bool:
        """Whether nothing of an instruction is under way."""
        task = self._task
        return task is None or task.hold.is_quiet

    def handed_over(self) -> None:
        """A person has the robot now, and nothing of ours is on its way any more."""
        self._lease.give_back()
        self._stance = stance_of(self._wiring.ports)
        if self._task is None:
            self.say_idle()

    def take_back(self, tell: Callable[[], None]) -> Outcome:
        """Go on from how things are now, or end the instruction where that cannot be known; the robot stands.

        Args:
            tell: called once it is taken back, before anything moves.
        """
        ports, memory, task = self._wiring.ports, self._memory, self._task
        now = stance_of(ports)
        if now is None:
            return _SILENT
        if not (watched := self._lease.take(self)).ok:
            return watched
        if hand_after(self._stance, now, ports.config.gripper) is HandAfter.UNKNOWN:
            memory.held = None
            dropped = let_go(ports)
            if task is not None:
                task.token.cancel(_UNKNOWN_HELD if dropped.ok else dropped)
        self._wiring.arm.forget()
        forget_surroundings(memory, moved=self._stance is None or not self._stance.is_where(now))
        self.control.take()
        tell()
        if task is None:
            self._lease.give_back()
            self.say_idle()
            return SUCCESS
        for holder in (WATCHDOG, SENSES, SENTRY):
            task.hold.resume(holder)  # nobody watched; who does now says it again
        if self._task is not task:  # it has ended
            self._lease.give_back()
        found = SUCCESS if task.token.cancelled else self._monitor.start(self)
        if not found.ok:
            task.token.cancel(found)
        elif not task.hold.take_back() and not task.token.cancelled:
            return Outcome(FailureCause.PAUSED, f"it is taken back, and stays paused: {task.hold.outcome}")
        self._halt.release()
        return SUCCESS

    def pause(self, holder: str, reason: str) -> Outcome:
        """Hold the running instruction; an error when there is none."""
        task = self._task
        if task is None:
            return _NOTHING_RUNS
        task.hold.pause(holder, reason)
        return SUCCESS

    def resume(self, holder: str) -> Outcome:
        """Go on with the running instruction; an error when it ends, or when somebody else holds it too."""
        task = self._task
        if task is None:
            return _NOTHING_RUNS
        if task.token.cancelled:
            return Outcome(FailureCause.PRECONDITION_FAILED, f"the instruction is ending: {task.token.outcome}")
        if not task.hold.paused:
            return Outcome(FailureCause.PRECONDITION_FAILED, "the instruction is not paused")
        if task.hold.resume(holder):
            self._halt.release()
            return SUCCESS
        return Outcome(task.hold.outcome.cause, f"it stays held: {task.hold.outcome}")

    def answer(self, approved: bool, reason: str) -> Outcome:
        """The operator's answer for the running instruction; an error when nobody waits for it."""
        task = self._task
        if task is None:
            return _NOTHING_RUNS
        if task.approval.answer(approved, reason):
            return SUCCESS
        return Outcome(FailureCause.PRECONDITION_FAILED, "the instruction waits for no approval")

    def answer_question(self, said: str) -> tuple[Outcome, str]:
        """The operator's answer to what the instruction leaves open, and what the instruction becomes by it."""
        task = self._task
        if task is None:
            return _NOTHING_RUNS, ""
        match task.answers.answer(said, task.newest(), partial(understood, task)):
            case None:
                return Outcome(FailureCause.PRECONDITION_FAILED, "the instruction has no open question"), ""
            case Unclear(text, is_final):
                return Outcome(FailureCause.NOT_UNDERSTOOD if is_final else FailureCause.AMBIGUOUS, text), ""
            case Answered(instruction, note):
                return Outcome(message=note), instruction
            case Withdrawn():
                return SUCCESS, ""

    def wait_idle(self, timeout_s: float) -> None:
        """Wait until no instruction is being carried out, but no longer than this."""
        deadline = time.monotonic() + timeout_s
        while self._task is not None and time.monotonic() < deadline:
            time.sleep(IDLE_POLL_S)

    def say(self, state: TaskState, message: str, outcome: Outcome | None = None, instruction: str = "") -> None:
        """Publish a status."""
        progress = Progress(state, instruction, message=message, outcome=outcome or Outcome())
        self._status.publish(status_to_ros(progress, self._node.now_s()))

    def why_not(self) -> str:
        """Why no instruction could be begun now; empty: one could."""
        task, refused = self._task, self._refused()
        if refused is not None:
            return str(refused)
        return f"busy with {task.instruction!r}" if task is not None else ""

    def say_idle(self) -> None:
        """Publish that nothing is being done: that it is ready, or that a person has the robot."""
        if self.control.handed_over:
            self.say(TaskState.HANDED_OVER, self.control.words)
        else:
            self.say(TaskState.IDLE, "ready")

    def _on_goal(self, handle: ServerGoalHandle) -> ExecuteInstruction.Result:
        request = handle.request
        if means_stop(request.instruction):  # at once, whatever is being carried out
            return self._stopped_by(handle)
        try:
            choices = choices_from_ros(request.choices)
        except ChoiceError as error:
            return self._ended(handle, Outcome(error.cause, str(error)))
        task = self._claim(request.instruction, request.strategy, request.asks, choices)
        if isinstance(task, Outcome):
            return self._ended(handle, task)
        try:
            return self._ended(handle, self._runs.carry_out(handle, task, self), task)
        except Exception:  # noqa: BLE001 - outermost callback: a bug ends the instruction, not the node
            return self._ended(handle, self._runs.fault(), task)
        finally:
            self._runs.forget()
            self._task = None

    def _stopped_by(self, handle: ServerGoalHandle) -> ExecuteInstruction.Result:
        """Stop because the instruction says so; an error when the robot is not known to stand still."""
        since_s = self._node.now_s()
        self.stop(said_to_stop(handle.request.instruction))
        still = self._wiring.body.standstill(since_s, STANDSTILL_TIMEOUT_S)
        result = self._ended(handle, SUCCESS if still else NOT_KNOWN_TO_STAND)
        result.goal_text = "everything stands still" if still else ""
        return result

    def _claim(
        self, instruction: str, strategy: str, asks: bool = False, choices: tuple[OperatorChoice, ...] = ()
    ) -> Task | Outcome:
        """A task for an instruction, or why there is none now."""
        with self._lock:
            if refused := self._refused():
                return refused
            if self._task is not None:
                remedy = "wait until it is done, cancel or stop it, or queue this (`makedo queue add`)"
                return Outcome(FailureCause.BUSY, f"busy with {self._task.instruction!r}; {remedy}")
            token = CancelToken()
            token.on_cancel(self.control.halt)
            hold = TaskHold(token, self.control.halt)
            self._task = Task(
                instruction,
                self._wiring.ports,
                self._memory,
                token,
                hold,
                Approval(),
                self._precautions,
                RecoveryLadder(self._limits),
                DeafListener(),
                strategy=strategy,
                has_answers=asks,
                choices=choices,
            )
            if refused := self._refused():  # whoever said so just before this found no task to cancel
                self._task = None
                return refused
            self.inputs.tell()
            return self._task

    def _refused(self) -> Outcome | None:
        """Why nothing may move now, whatever is asked for; None when it may."""
        if not self._node.is_active:
            return Outcome(FailureCause.NOT_ACTIVE, _ASLEEP if self._node.was_active else _STARTING)
        if self.inputs.pressed:
            return Outcome(FailureCause.NOT_ACTIVE, f"{PRESSED}; release it first")
        return self.control.outcome if self.control.handed_over else None

    def _ended(self, handle: ServerGoalHandle, outcome: Outcome, task: Task | None = None) -> ExecuteInstruction.Result:
        """The result of a goal; also sets the goal's state and publishes the last status."""
        if outcome.ok:
            handle.succeed()
        elif handle.is_cancel_requested:
            handle.canceled()
        else:
            handle.abort()
        if task is not None:
            message = " ".join(filter(None, (task.goal_text, outcome.message))) if outcome.ok else str(outcome)
            self.say(TaskState.FINISHED, message, outcome, task.instruction)
            if self.control.handed_over:
                self.say_idle()
        return ExecuteInstruction.Result(
            outcome=outcome_to_ros(outcome),
            goal_text=task.goal_text if task else "",
            relaxations=[relaxation_to_ros(r) for r in task.relaxations] if task else [],
            run_folder=self._runs.path if task else "",
        )
