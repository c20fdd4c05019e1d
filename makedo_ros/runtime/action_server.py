# SPDX-License-Identifier: Apache-2.0
"""rclpy's action server, safe where a goal expires while its callback still runs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import rclpy.action

_KEPT = ("_goal_handles", "_result_futures")  # where rclpy 3.3 (Humble) and 7.1 (Jazzy) keep goals, by their ids
RESULT_TIMEOUT_S = 3600.0  # on the node's clock, which may run many times faster than the wall's


class ActionServer(rclpy.action.ActionServer):
    """As rclpy's, but a goal is not forgotten before its result is there, and results are kept for longer.

    A goal counts as ended as soon as its callback says so (`succeed`, `abort`, `canceled`), and ten seconds later, on
    the node's clock, rclpy forgets it. With a clock faster than real time, or on a busy machine, the callback may not
    have returned by then: rclpy then raises KeyError out of the executor's spin, which ends the process. The same ten
    seconds are all that a client has for asking for a result.
    """

    def __init__(self, *args: Any, result_timeout: float = RESULT_TIMEOUT_S, **options: Any) -> None:
        super().__init__(*args, result_timeout=result_timeout, **options)

    async def _execute_expire_goals(self, expired_goals: Iterable[Any]) -> None:
        if not all(hasattr(self, name) for name in _KEPT):
            await super()._execute_expire_goals(expired_goals)  # rclpy keeps them otherwise by now: it knows how
            return
        for goal in expired_goals:
            uuid = bytes(goal.goal_id.uuid)
            future = self._result_futures.get(uuid)
            if future is not None:  # else another thread was faster
                future.add_done_callback(lambda _, uuid=uuid: self._forget(uuid))

    def _forget(self, uuid: bytes) -> None:
        handle, future = self._goal_handles.pop(uuid, None), self._result_futures.pop(uuid, None)
        if handle is not None:
            handle.destroy()
        if future is not None:
            self.remove_future(future)
