# SPDX-License-Identifier: Apache-2.0
"""A ROS action server whose goals are carried out in the physics thread. Used by the servers only."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from concurrent.futures import Future
from concurrent.futures import TimeoutError as FutureTimeoutError
from typing import Any

from rclpy.action import CancelResponse, GoalResponse
from rclpy.action.server import ServerGoalHandle
from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.node import Node

from makedo_ros.runtime.action_server import ActionServer
from simulation_node.control.controller import End, Finish
from simulation_node.world.loop import LoopError, SimulationLoop
from simulation_node.world.world import World

FEEDBACK_S = 0.1  # wall time between two feedback messages


class GoalServer(ABC):
    """One ROS action: a goal becomes something with a `done` future in the physics thread."""

    def __init__(self, node: Node, loop: SimulationLoop, action: type, name: str) -> None:
        self.node, self.loop, self.name = node, loop, name
        self._running: dict[bytes, Any] = {}
        self._server = ActionServer(
            node,
            action,
            name,
            self.execute,
            goal_callback=self.judge,
            cancel_callback=self._cancel,
            callback_group=ReentrantCallbackGroup(),
        )

    def judge(self, goal: Any) -> GoalResponse:
        """Accept or reject a goal."""
        return GoalResponse.ACCEPT

    @abstractmethod
    def execute(self, handle: ServerGoalHandle) -> Any:
        """Carry a goal out."""

    @abstractmethod
    def stop(self, world: World, running: Any) -> None:
        """Stop what was started for a goal; in the physics thread."""

    def _cancel(self, handle: ServerGoalHandle) -> CancelResponse:
        running = self._running.get(bytes(handle.goal_id.uuid))
        if running is not None:
            try:
                self.loop.call(lambda world: self.stop(world, running))
            except LoopError:
                return CancelResponse.REJECT
        return CancelResponse.ACCEPT

    def run(self, handle: ServerGoalHandle, start: Callable[[World], Any], feedback: Callable[[Any], None]) -> Finish:
        """Start in the physics thread and wait for the end.

        Raises:
            LoopError: if the simulation ends first.
        """
        key = bytes(handle.goal_id.uuid)
        running = self._running[key] = self.loop.call(start)
        try:
            if handle.is_cancel_requested:  # it came before there was anything to stop
                self.loop.call(lambda world: self.stop(world, running))
            done: Future[Finish] = running.done
            while True:
                try:
                    return done.result(timeout=FEEDBACK_S)
                except FutureTimeoutError:
                    if not self.loop.running:
                        raise LoopError("the simulation ended") from None
                    feedback(running)
        finally:
            del self._running[key]

    def conclude(self, handle: ServerGoalHandle, finish: Finish) -> None:
        """Set the goal's final state."""
        if finish.end is End.CANCELED:
            until = time.monotonic() + 1.0  # the cancel callback stops the motion before the state changes
            while not handle.is_cancel_requested and time.monotonic() < until:
                time.sleep(0.005)
        if finish.end is End.SUCCEEDED:
            handle.succeed()
        elif finish.end is End.CANCELED and handle.is_cancel_requested:
            handle.canceled()
        else:
            handle.abort()
        if finish.end not in (End.SUCCEEDED, End.CANCELED):
            self.node.get_logger().info(f"{self.name}: {finish.end.value} {finish.reason}".rstrip())
