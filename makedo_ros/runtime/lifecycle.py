# SPDX-License-Identifier: Apache-2.0
"""Base class of Makedo's nodes: a lifecycle node with a heartbeat on /diagnostics (REP-107).

The heartbeat runs on the steady clock: simulated time may stand still, a watchdog must not.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

from diagnostic_msgs.msg import DiagnosticArray
from rclpy.callback_groups import MutuallyExclusiveCallbackGroup
from rclpy.clock import Clock, ClockType
from rclpy.impl.rcutils_logger import RcutilsLogger
from rclpy.lifecycle import LifecycleNode, LifecyclePublisher, LifecycleState, TransitionCallbackReturn
from rclpy.task import Future

from makedo_core.failure import MakedoError
from makedo_core.health.processes import name_of_this_process
from makedo_core.heartbeat import Heartbeat, NodeCondition
from makedo_ros.conversions.heartbeats import DIAGNOSTICS_TOPIC, heartbeat_to_ros
from makedo_ros.memory import SETTLED
from makedo_ros.runtime.parameters import T, declare, hold_parameters
from makedo_ros.runtime.qos import RELIABLE

HEARTBEAT_S = 0.5
Returned = TypeVar("Returned")


class MakedoNode(LifecycleNode):
    """A lifecycle node that says how it is twice a second.

    Subclasses implement `configure`, `activate`, `deactivate` and `cleanup` (all optional): an exception of
    kind MakedoError in one refuses the transition with its message in the log. `is_active` gates motion; `was_active`
    says whether it ever was.
    """

    if TYPE_CHECKING:  # inherited; rclpy annotates neither

        def get_logger(self) -> RcutilsLogger:
            """See rclpy."""

        def create_lifecycle_publisher(self, *args: Any, **options: Any) -> LifecyclePublisher:
            """See rclpy."""

    def __init__(self, name: str, **options: Any) -> None:
        super().__init__(name, **options)
        hold_parameters(self)
        self.is_active = self.was_active = False
        self._problem = self._told_outdated = ""
        self._process = name_of_this_process()
        self._steady = Clock(clock_type=ClockType.STEADY_TIME)
        self._heartbeat = self.create_publisher(DiagnosticArray, DIAGNOSTICS_TOPIC, RELIABLE)
        self.create_timer(
            HEARTBEAT_S, self._beat, callback_group=MutuallyExclusiveCallbackGroup(), clock=self._steady
        )

    async def in_worker(self, work: Callable[[], Returned], workers: ThreadPoolExecutor) -> Returned:
        """The result of work in a thread of `workers`, without holding one of the executor's.

        rclpy goes on with a callback that waits only when something wakes its executor: the end of the work does.

        Raises:
            Exception: what the work raised.
        """
        future = Future(executor=self.executor)

        def run_it() -> None:
            try:
                future.set_result(work())
            except Exception as error:  # noqa: BLE001 - handed to whoever awaits it
                future.set_exception(error)
            executor = self.executor
            if executor is not None:
                executor.wake()

        workers.submit(run_it)
        result: Returned = await future
        return result

    def configure(self) -> None:
        """Read parameters and files, create publishers, subscriptions and clients. Nothing moves."""

    def activate(self) -> None:
        """Begin to work."""

    def deactivate(self) -> None:
        """Stop working; what moves is stopped first."""

    def cleanup(self) -> None:
        """Undo `configure`."""

    def diagnostics(self) -> Mapping[str, str]:
        """Figures for people, e.g. {"frames per second": "4.1"}."""
        return {}

    def heartbeat(self) -> Heartbeat:
        """How it is, but for its figures and for what is out of date."""
        if self._problem:
            return Heartbeat(NodeCondition.TROUBLED, self._problem, is_active=self.is_active)
        return Heartbeat(NodeCondition.ACTIVE if self.is_active else NodeCondition.INACTIVE)

    def outdated(self) -> str:
        """Why what this node publishes while active is out of date, e.g. for lack of images; empty when it is not."""
        return ""

    def report(self, problem: str) -> None:
        """Set (or with an empty text clear) the problem shown in diagnostics; a new one is logged."""
        if problem and problem != self._problem:
            self.get_logger().warning(problem)
        self._problem = problem

    def now_s(self) -> float:
        """Time of the node's clock (simulated or real) [s]."""
        return self.get_clock().now().nanoseconds * 1e-9

    def parameter(self, name: str, default: T, description: str) -> T:
        """Declare a parameter (once) and return its value."""
        return declare(self, name, default, description)

    def on_configure(self, state: LifecycleState) -> TransitionCallbackReturn:
        """ROS callback."""
        return self._attempt("configure", self.configure)

    def on_activate(self, state: LifecycleState) -> TransitionCallbackReturn:
        """ROS callback."""
        result = self._attempt("activate", self.activate)
        if result is TransitionCallbackReturn.SUCCESS:
            super().on_activate(state)
            SETTLED.settle()
            self.is_active = self.was_active = True
        return result

    def on_deactivate(self, state: LifecycleState) -> TransitionCallbackReturn:
        """ROS callback."""
        self.is_active = False
        result = self._attempt("deactivate", self.deactivate)
        super().on_deactivate(state)
        return result

    def on_cleanup(self, state: LifecycleState) -> TransitionCallbackReturn:
        """ROS callback."""
        return self._attempt("cleanup", self.cleanup)

    def on_shutdown(self, state: LifecycleState) -> TransitionCallbackReturn:
        """ROS callback; an active node is deactivated first."""
        return self.on_deactivate(state) if self.is_active else TransitionCallbackReturn.SUCCESS

    def _attempt(self, what: str, step: Callable[[], None]) -> TransitionCallbackReturn:
        try:
            step()
        except MakedoError as error:
            self.report(f"cannot {what}: {error}")
            return TransitionCallbackReturn.FAILURE
        except Exception:  # noqa: BLE001 - outermost callback: a bug must not kill the node silently
            self.report(f"cannot {what}, which is a bug: {traceback.format_exc()}")
            return TransitionCallbackReturn.ERROR
        self.report("")
        return TransitionCallbackReturn.SUCCESS

    def _beat(self) -> None:
        outdated = self.outdated() if self.is_active else ""
        if outdated and not self._told_outdated:
            self.get_logger().warning(outdated)
        self._told_outdated = outdated
        beat = replace(self.heartbeat(), figures=self.diagnostics(), process=self._process)
        if outdated:
            beat = replace(beat, condition=NodeCondition.OUTDATED, problem=outdated)
        message = DiagnosticArray(status=[heartbeat_to_ros(self.get_fully_qualified_name(), beat)])
        message.header.stamp = self.get_clock().now().to_msg()
        if self.context.ok():
            self._heartbeat.publish(message)
