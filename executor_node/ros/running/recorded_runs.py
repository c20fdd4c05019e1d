# SPDX-License-Identifier: Apache-2.0
"""Instructions carried out, one at a time: watched, reported to everybody, and each with its run folder."""

from __future__ import annotations

import threading
import traceback
from collections.abc import Callable
from functools import partial

from rclpy.action.server import ServerGoalHandle

from executor_node.instruction.run import run_instruction, what_is_left, with_clauses
from executor_node.instruction.task import Progress, Task, TaskState
from executor_node.record.recorder import RunRecorder
from executor_node.robot.body import STANDSTILL_TIMEOUT_S
from executor_node.ros.lease import HeldTask, LeaseRenewal
from executor_node.ros.monitor import Monitor
from executor_node.ros.reporter import Reporter, status_to_ros
from executor_node.ros.wiring import Wiring
from makedo import msg as makedo_msgs
from makedo.action import ExecuteInstruction
from makedo_core.failure import FailureCause, MakedoError, Outcome
from makedo_core.replay.bounds import RunsFolder
from makedo_core.replay.sampling import Sampler
from makedo_ros.conversions.skill_outcomes import TOPIC
from makedo_ros.halt import Halt
from makedo_ros.runtime.lifecycle import MakedoNode
from makedo_ros.runtime.qos import HISTORY, LATCHED

CANCEL_POLL_S = 0.02


class RecordedRuns:
    """Carries out instructions and publishes plan, behaviour_tree and skill_outcomes.

    Args:
        node: that publishes.
        wiring: the robot.
        halt: is let go of when an instruction begins.
        stop: stops the robot when a bug ends one.
        folder: where run folders go, and within what bounds.
        monitor: watches what a task depends on.
        lease: what motion lives on.
        publish_status: publishes task_status.

    Attributes:
        problem: what is wrong with the record of the run in progress, or of the last one; empty: nothing.
    """

    def __init__(
        self,
        node: MakedoNode,
        wiring: Wiring,
        halt: Halt,
        stop: Callable[[], None],
        folder: RunsFolder,
        monitor: Monitor,
        lease: LeaseRenewal,
        publish_status: Callable[[makedo_msgs.TaskStatus], None],
    ) -> None:
        self._node = node
        self._wiring = wiring
        self._halt = halt
        self._stop = stop
        self._folder = folder
        self._monitor, self._lease = monitor, lease
        self._publish_status = publish_status
        self._plan = node.create_publisher(makedo_msgs.Plan, "plan", LATCHED)
        self._tree = node.create_publisher(makedo_msgs.BehaviourTree, "behaviour_tree", LATCHED)
        self._outcomes = node.create_publisher(makedo_msgs.SkillOutcome, TOPIC, HISTORY)
        self._task: Task | None = None
        self._recorder: RunRecorder | None = None
        self.problem = ""

    @property
    def path(self) -> str:
        """Of the run folder of the instruction in progress; empty: it has none."""
        return str(self._recorder.folder) if self._recorder else ""

    def album(self) -> RunRecorder | None:
        """Where pictures go; None when there is no run or no pictures are wanted."""
        return self._recorder if self._folder.pictures else None

    def forget(self) -> None:
        """The instruction has ended and was told: nothing belongs to its run any more."""
        self._recorder = self._task = None

    def fault(self) -> Outcome:
        """Stop the robot for the exception that is being handled: of a bug, whose traceback is logged."""
        self._node.get_logger().error(traceback.format_exc())
        self._stop()
        what = "a fault in the executor ended the instruction; its log tells which"
        return Outcome(FailureCause.INTERNAL_ERROR, what)

    def carry_out(self, handle: ServerGoalHandle, task: Task, holder: HeldTask) -> Outcome:
        """How an instruction ended, once its record is closed.

        Args:
            handle: of the client that asked for it; it may cancel.
            task: of the instruction.
            holder: holds the task while what it depends on is silent.
        """
        self._task, self.problem = task, ""
        self._folder.prune(self._node.get_logger().warning)
        try:
            recorder = RunRecorder(
                self._folder.path,
                task.instruction,
                self._node.now_s,
                revision=self._revision,
                limit_bytes=self._folder.run_bytes,
                tell=partial(self._on_record_problem, handle, task),
                robot=self._folder.robot,
            )
        except OSError as error:
            what = f"cannot make a run folder in {self._folder.path}: {error.strerror or error}"
            return Outcome(FailureCause.INTERNAL_ERROR, what)
        self._recorder = recorder
        try:
            outcome = self._reported(handle, task, recorder, holder)
        except Exception:  # noqa: BLE001 - a bug ends the instruction; its run folder says so
            outcome = _with_what_a_bug_leaves(task, self.fault())
        recorder.close(outcome, task.explanation, task.left, task.doubts)
        if recorder.problem:
            outcome = Outcome(outcome.cause, _with_record(outcome, recorder.problem), outcome.raw)
        if not outcome.ok:
            self._node.get_logger().info(f"{task.instruction!r}: {outcome}")
        return outcome

    def _reported(self, handle: ServerGoalHandle, task: Task, recorder: RunRecorder, holder: HeldTask) -> Outcome:
        """Run and report progress to everybody, until it ends or the client that asked for it cancels it."""
        task.listener = Reporter(
            recorder,
            self._node.now_s,
            self._publish_status,
            self._plan.publish,
            self._outcomes.publish,
            self._tree.publish,
            handle.publish_feedback,
            self._wiring.camera.take if self._folder.pictures else None,
        )
        self._halt.release()
        self._wiring.arm.forget()
        ended = threading.Event()
        threading.Thread(target=_poll_cancel, args=(handle, task, ended), daemon=True).start()
        try:
            return self._run(task, recorder, holder)
        finally:
            self._lease.give_back()
            ended.set()

    def _run(self, task: Task, recorder: RunRecorder, holder: HeldTask) -> Outcome:
        """Run with the monitor watching; records both ends."""
        self._record_graph(recorder, "graph_before")
        outcome = self._lease.take(holder)
        if outcome.ok:
            outcome = self._monitor.start(holder)
        if outcome.ok:
            self._node.report("")
            try:
                with self._sampled(recorder):
                    outcome = run_instruction(task)
            finally:
                self._monitor.stop()
        if task.token.cancelled:
            outcome = with_clauses(self._with_standstill(task.token.outcome), task.left)
        if (
            self._folder.pictures and outcome.cause is not FailureCause.COMPONENT_LOST
        ):  # there may be no camera any more
            self._wiring.camera.take("end")
            self._wiring.camera.finish()
        self._record_graph(recorder, "graph_after")
        return outcome

    def _sampled(self, recorder: RunRecorder) -> Sampler:
        """Samples the robot and what is known while it is open."""
        wiring = self._wiring
        return Sampler(
            recorder.recording,
            self._node.now_s,
            wiring.ports.base.pose,
            lambda: wiring.body.joints(tuple(wiring.body.reported())),
            wiring.graph.newest,
        )

    def _on_record_problem(self, handle: ServerGoalHandle, task: Task, text: str) -> None:
        """The record of the run has a fault: whoever waits for the instruction is told at once."""
        self.problem = text
        if self._task is not task:
            return
        told = f"{text}; going on"
        progress = Progress(TaskState.RECOVERING, task.instruction, None, task.step, task.steps, told)
        status = status_to_ros(progress, self._node.now_s())
        handle.publish_feedback(ExecuteInstruction.Feedback(status=status))

    def _with_standstill(self, outcome: Outcome) -> Outcome:
        """The outcome of a stopped task, with the proof that the robot stands still."""
        if not self._wiring.body.standstill(self._node.now_s(), STANDSTILL_TIMEOUT_S):
            return Outcome(outcome.cause, f"{outcome}, but the robot is not known to stand still")
        return outcome

    def _revision(self) -> int:
        """Of the newest scene graph; 0 while there is none."""
        try:
            return self._wiring.graph.newest().revision
        except MakedoError:
            return 0

    def _record_graph(self, recorder: RunRecorder, name: str) -> None:
        try:
            recorder.graph(name, self._wiring.graph.newest())
        except MakedoError as error:
            recorder.note("no graph", name=name, reason=str(error))


def _poll_cancel(handle: ServerGoalHandle, task: Task, ended: threading.Event) -> None:
    while not ended.wait(CANCEL_POLL_S):
        if handle.is_cancel_requested:
            task.token.cancel(Outcome(FailureCause.CANCELED, "it was cancelled"))
            return


def _with_what_a_bug_leaves(task: Task, outcome: Outcome) -> Outcome:
    """The end of an instruction that a bug ended, and what that leaves, as far as it can still be found out."""
    task.token.cancel(outcome)
    try:
        task.left = what_is_left(task, failed=True)
    except Exception:  # noqa: BLE001 - the same bug once more, perhaps; it was logged
        task.left = ()
    return with_clauses(outcome, task.left)


def _with_record(outcome: Outcome, problem: str) -> str:
    """What is said of an outcome whose record is incomplete."""
    record = f"the record of this run is incomplete: {problem}"
    return record if outcome.ok else f"{str(outcome).rstrip('.')}; {record}"
