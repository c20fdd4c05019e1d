# SPDX-License-Identifier: Apache-2.0
"""A ROS action server that hears nothing of a second goal, nor of a cancellation, before the first goal has ended."""

from __future__ import annotations

import threading
from typing import Any

from makedo_ros.runtime.action_server import ActionServer

LOOK_S = 0.5  # so late may a shutdown be noticed


class GoalsInTurn(ActionServer):
    """As move_group's execute_trajectory: one callback group of its own, which a goal that is carried out occupies.

    A further goal is accepted, and a cancellation answered, when the goal before has ended; a cancellation of that very
    goal then comes too late (ERROR_GOAL_TERMINATED). Each one that waits holds a thread of the executor.
    """

    def __init__(self, *args: Any, **options: Any) -> None:
        self._turn = threading.Lock()
        self._ended = threading.Event()
        self._ended.set()
        super().__init__(*args, **options)

    async def _execute_goal_request(self, request: Any) -> None:
        with self._turn:
            if not self._my_turn():
                return
            self._ended.clear()
            before = set(self._goal_handles)
            await super()._execute_goal_request(request)
            if set(self._goal_handles) == before:  # it was rejected
                self._ended.set()

    async def _execute_cancel_request(self, request: Any) -> None:
        with self._turn:
            if not self._my_turn():
                return
            await super()._execute_cancel_request(request)

    def _my_turn(self) -> bool:
        """Wait until no goal is carried out; False if ROS was shut down first."""
        while not self._ended.wait(LOOK_S):
            if not self._node.context.ok():
                return False
        return True

    def ended(self) -> None:
        """Say that the goal which was carried out has ended, its state set."""
        self._ended.set()
