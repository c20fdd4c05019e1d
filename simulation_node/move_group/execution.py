# SPDX-License-Identifier: Apache-2.0
"""Hands a trajectory to the controllers of its joints and waits until all have finished, or stops them."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from action_msgs.msg import GoalStatus
from control_msgs.action import FollowJointTrajectory
from rclpy.action.client import ClientGoalHandle
from rclpy.callback_groups import CallbackGroup
from rclpy.node import Node
from rclpy.task import Future
from trajectory_msgs.msg import JointTrajectory, JointTrajectoryPoint

from makedo_ros.runtime.action_client import ActionClient
from simulation_node.motion_planning.requests import Code, MotionVerdict

POLL_S = 0.05
ACCEPT_S = 5.0  # a controller that has not answered a goal by then is lost
STOP_S = 3.0  # a controller that has not confirmed a cancelled goal by then is lost


class TrajectoryExecution:
    """Client of the joint trajectory controllers. One trajectory at a time.

    Args:
        node: calls on its behalf.
        controllers: controller name -> its joints.
        start_tolerance: how far measured joints may be from the trajectory's first point (rad or m).
        group: of the clients.
    """

    def __init__(
        self,
        node: Node,
        controllers: Mapping[str, Sequence[str]],
        start_tolerance: float,
        group: CallbackGroup,
    ) -> None:
        self._controllers = {name: tuple(joints) for name, joints in controllers.items()}
        self._tolerance = start_tolerance
        self._clients = {
            name: ActionClient(node, FollowJointTrajectory, f"{name}/follow_joint_trajectory", callback_group=group)
            for name in controllers
        }
        self._busy = threading.Lock()
        self._lock = threading.Lock()
        self._handles: list[ClientGoalHandle] = []
        self._stopping = False

    def stop(self) -> None:
        """Cancel the goals of a running trajectory. Does not wait."""
        with self._lock:
            self._stopping = True
            for handle in self._handles:
                handle.cancel_goal_async()

    def wait_idle(self, timeout_s: float) -> None:
        """Wait until no trajectory is being carried out."""
        if self._busy.acquire(timeout=timeout_s):
            self._busy.release()

    def run(
        self, trajectory: JointTrajectory, measured: Mapping[str, float], cancelled: Callable[[], bool]
    ) -> MotionVerdict:
        """Carry out a trajectory; blocks until it ended.

        Args:
            trajectory: of any joints that controllers move.
            measured: newest joint values.
            cancelled: asked all the time; True stops the controllers.
        """
        if not self._busy.acquire(blocking=False):
            return MotionVerdict(Code.CONTROL_FAILED, "another trajectory is being carried out")
        try:
            with self._lock:
                self._handles, self._stopping = [], False
            if refusal := self._refusal(trajectory, measured):
                return refusal
            return self._carry_out(_split(trajectory, self._controllers), cancelled)
        finally:
            self._busy.release()

    def _refusal(self, trajectory: JointTrajectory, measured: Mapping[str, float]) -> MotionVerdict | None:
        """Why a trajectory cannot be started, or None."""
        names, points = list(trajectory.joint_names), trajectory.points
        if not points:
            return MotionVerdict(Code.SUCCESS, "the trajectory has no points: nothing to do")
        if any(len(p.positions) != len(names) for p in points):
            return MotionVerdict(Code.CONTROL_FAILED, f"{len(names)} joints, but points of another length")
        movable = {j for joints in self._controllers.values() for j in joints}
        if unknown := [n for n in names if n not in movable]:
            return MotionVerdict(Code.CONTROL_FAILED, f"no controller moves {', '.join(unknown)}")
        off = {n: abs(p - measured[n]) for n, p in zip(names, points[0].positions, strict=True) if n in measured}
        worst = max(off, key=lambda n: off[n], default="")
        if worst and off[worst] > self._tolerance:
            return MotionVerdict(
                Code.CONTROL_FAILED,
                f"the trajectory starts where the robot is not: {worst} is off by {off[worst]:.3f}",
            )
        return None

    def _carry_out(self, parts: Mapping[str, JointTrajectory], cancelled: Callable[[], bool]) -> MotionVerdict:
        for name in parts:
            if not self._clients[name].wait_for_server(timeout_sec=1.0):
                return MotionVerdict(Code.CONTROL_FAILED, f"nobody serves {name}/follow_joint_trajectory")
        sent = {
            name: self._clients[name].send_goal_async(FollowJointTrajectory.Goal(trajectory=part))
            for name, part in parts.items()
        }
        results: dict[str, Future] = {}
        verdict = MotionVerdict()
        for name, future in sent.items():
            if not self._wait(future, ACCEPT_S):
                verdict = MotionVerdict(Code.CONTROL_FAILED, f"{name} does not answer")
                continue
            handle = future.result()
            if not handle.accepted:
                verdict = MotionVerdict(Code.CONTROL_FAILED, f"{name} rejected the trajectory")
                continue
            with self._lock:
                self._handles.append(handle)
                if self._stopping:
                    handle.cancel_goal_async()
            results[name] = handle.get_result_async()
        if not verdict.ok:
            self.stop()
        return self._wait_for_all(results, cancelled, verdict)

    def _wait_for_all(
        self, results: Mapping[str, Future], cancelled: Callable[[], bool], verdict: MotionVerdict
    ) -> MotionVerdict:
        """Wait for the controllers; when one fails or somebody cancels, stop the others."""
        left = dict(results)
        stop_by = time.monotonic() + STOP_S if not verdict.ok else None
        while left:
            if stop_by is None and (self._stopping or cancelled()):
                verdict = MotionVerdict(Code.PREEMPTED, "stopped")
                self.stop()
                stop_by = time.monotonic() + STOP_S
            for name in [n for n, f in left.items() if f.done()]:
                failure = _failure(name, left.pop(name).result())
                if failure is not None and verdict.ok and not self._stopping:
                    verdict = failure
                    self.stop()
                    stop_by = time.monotonic() + STOP_S
            lost = [n for n in left if not self._clients[n].server_is_ready()]
            if lost or (stop_by is not None and time.monotonic() > stop_by):
                names = ", ".join(lost or left)
                self.stop()
                return MotionVerdict(Code.CONTROL_FAILED, f"{names} does not answer any more")
            if left:
                self._wait(next(iter(left.values())), POLL_S)
        if verdict.ok and self._stopping:
            return MotionVerdict(Code.PREEMPTED, "stopped")
        return verdict

    @staticmethod
    def _wait(future: Future, timeout_s: float) -> bool:
        done = threading.Event()
        future.add_done_callback(lambda _: done.set())
        return done.wait(timeout_s)


def _split(trajectory: JointTrajectory, controllers: Mapping[str, Sequence[str]]) -> dict[str, JointTrajectory]:
    """Divide a trajectory among the controllers of its joints."""
    names = list(trajectory.joint_names)
    parts: dict[str, JointTrajectory] = {}
    for controller, joints in controllers.items():
        columns = [names.index(j) for j in joints if j in names]
        if not columns:
            continue
        part = JointTrajectory(joint_names=[names[c] for c in columns])
        for point in trajectory.points:
            part.points.append(
                JointTrajectoryPoint(
                    positions=[point.positions[c] for c in columns],
                    velocities=[point.velocities[c] for c in columns] if len(point.velocities) else [],
                    accelerations=[point.accelerations[c] for c in columns] if len(point.accelerations) else [],
                    time_from_start=point.time_from_start,
                )
            )
        parts[controller] = part
    return parts


def _failure(name: str, response: Any) -> MotionVerdict | None:
    """What a controller's result says went wrong, or None."""
    result = response.result
    if response.status == GoalStatus.STATUS_CANCELED:  # by someone else: a halt
        return MotionVerdict(Code.PREEMPTED, f"{name} was stopped")
    if result.error_code == FollowJointTrajectory.Result.SUCCESSFUL:
        return None
    text = result.error_string or f"error {result.error_code}"
    return MotionVerdict(Code.CONTROL_FAILED, f"{name}: {text}")
