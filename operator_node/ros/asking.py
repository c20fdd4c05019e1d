# SPDX-License-Identifier: Apache-2.0
"""Services called from the server's loop, which never waits for ROS: an answer wakes it."""

from __future__ import annotations

import asyncio
from typing import Any

from rclpy.client import Client
from rclpy.task import Future

from makedo_core.failure import CausedError, FailureCause


class AskError(CausedError):
    """A call that brought no answer.

    Attributes:
        cause: COMPONENT_LOST (nobody serves it) or TIMEOUT.
    """


async def awaited(future: Future, what: str, timeout_s: float) -> Any:
    """The result of a future that an executor's thread completes.

    Raises:
        AskError: if it does not come in time [s, wall].
    """
    loop = asyncio.get_running_loop()
    done: asyncio.Future[None] = loop.create_future()

    def wake() -> None:
        if not done.done():
            done.set_result(None)

    def came(_: Future) -> None:
        if not loop.is_closed():
            loop.call_soon_threadsafe(wake)

    future.add_done_callback(came)
    try:
        await asyncio.wait_for(done, timeout_s)
    except asyncio.TimeoutError:
        future.cancel()
        raise AskError(FailureCause.TIMEOUT, f"{what} did not answer within {timeout_s:g} s") from None
    return future.result()


async def asked(client: Client, request: Any, timeout_s: float) -> Any:
    """The answer of a service.

    Raises:
        AskError: if there is none.
    """
    name = client.srv_name
    if not client.service_is_ready():
        raise AskError(FailureCause.COMPONENT_LOST, f"nobody serves {name}: the stack does not run, or is starting")
    future = client.call_async(request)
    try:
        return await awaited(future, name, timeout_s)
    except AskError:
        client.remove_pending_request(future)
        raise
