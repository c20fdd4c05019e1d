# SPDX-License-Identifier: Apache-2.0
"""rclpy's action client, safe to use from a thread that is not the executor's."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

import rclpy.action


class ActionClient(rclpy.action.ActionClient):
    """As rclpy's, but no answer gets lost.

    rclpy sends a request first and notes afterwards whose it is. An answer that another thread takes in between belongs
    to nobody ("Ignoring unexpected goal response"), and the caller waits for ever. Here the two cannot interleave.
    """

    if TYPE_CHECKING:  # inherited; rclpy annotates neither

        def server_is_ready(self) -> bool:
            """See rclpy."""

        def wait_for_server(self, timeout_sec: float | None = None) -> bool:
            """See rclpy."""

    def __init__(self, *args: Any, **options: Any) -> None:
        self._order = threading.RLock()
        super().__init__(*args, **options)

    def send_goal_async(self, *args: Any, **options: Any) -> Any:
        """See rclpy."""
        with self._order:
            return super().send_goal_async(*args, **options)

    def _cancel_goal_async(self, *args: Any, **options: Any) -> Any:
        with self._order:
            return super()._cancel_goal_async(*args, **options)

    def _get_result_async(self, *args: Any, **options: Any) -> Any:
        with self._order:
            return super()._get_result_async(*args, **options)

    async def execute(self, taken_data: Any) -> None:
        """See rclpy."""
        with self._order:
            await super().execute(taken_data)
