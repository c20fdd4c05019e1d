# SPDX-License-Identifier: Apache-2.0
"""Blocking calls with limits, for worker threads. Never call these from a callback: the executor must spin on."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

import rclpy
from rclpy.action.client import ClientGoalHandle
from rclpy.client import Client
from rclpy.task import Future

from makedo_core.failure import CausedError, FailureCause
from makedo_ros.runtime.action_client import ActionClient

POLL_S = 0.02  # so late may a cancelled wait end
LOST_S = 1.5  # an answer that has not come so long after the question may be lost [s, wall]


class CallError(CausedError):
    """A call that did not come back with an answer, or with a refusal.

    Attributes:
        cause: TIMEOUT, COMPONENT_LOST (no such server), CANCELED, EXECUTION_FAILED (a rejected goal) or
            PRECONDITION_FAILED (a node that refuses to configure or to activate).
    """


def never() -> bool:
    """Default of `cancelled`: go on."""
    return False


def wait(future: Future, what: str, timeout_s: float, cancelled: Callable[[], bool] = never) -> Any:
    """Wait for a future that another thread completes.

    Args:
        future: of a service or action call.
        what: for messages, e.g. "compute_ik".
        timeout_s: limit [s, wall].
        cancelled: asked every POLL_S; True ends the wait.

    Raises:
        CallError: on a timeout, when cancelled, or when ROS was shut down.
    """
    done = threading.Event()
    future.add_done_callback(lambda _: done.set())
    deadline = time.monotonic() + timeout_s
    while not done.wait(POLL_S):
        if cancelled():
            raise CallError(FailureCause.CANCELED, f"{what} was cancelled")
        if not rclpy.ok():
            raise CallError(FailureCause.COMPONENT_LOST, f"ROS was shut down before {what} answered")
        if time.monotonic() > deadline:
            raise CallError(FailureCause.TIMEOUT, f"{what} did not answer within {timeout_s:.0f} s")
    return future.result()


def wait_ready(ready: Callable[[], bool], what: str, timeout_s: float, cancelled: Callable[[], bool] = never) -> None:
    """Wait until a server is there.

    Raises:
        CallError: if it is not within the limit.
    """
    deadline = time.monotonic() + timeout_s
    while not ready():
        if cancelled():
            raise CallError(FailureCause.CANCELED, f"waiting for {what} was cancelled")
        if time.monotonic() > deadline:
            raise CallError(FailureCause.COMPONENT_LOST, f"nobody serves {what}; is the node that offers it running?")
        time.sleep(POLL_S / 2)


def call(
    client: Client,
    request: Any,
    timeout_s: float = 5.0,
    cancelled: Callable[[], bool] = never,
    again_s: float | None = None,
) -> Any:
    """Call a service and wait for the response.

    Args:
        client: of the service.
        request: what is asked.
        timeout_s: limit [s, wall], from the last time that it is asked.
        cancelled: asked every POLL_S; True ends the wait.
        again_s: asked once more after so long [s, wall], since the first answer to a new client may be lost; whichever
            answer comes first counts, for the server may only be slow. None: it is asked once.

    Raises:
        CallError: if there is no server, or no answer in time.
    """
    name = client.srv_name
    wait_ready(client.service_is_ready, name, timeout_s, cancelled)
    first = client.call_async(request)
    if again_s is not None:
        try:
            return wait(first, name, again_s, cancelled)
        except CallError as error:
            if error.cause is not FailureCause.TIMEOUT:
                raise
        first = _either(first, client.call_async(request))
    return wait(first, name, timeout_s, cancelled)


def _either(*asked: Future) -> Future:
    """Done with the first of them that is done."""
    found = Future()

    def take(done: Future) -> None:
        with lock:
            if not found.done():
                found.set_result(done.result())

    lock = threading.Lock()
    for future in asked:
        future.add_done_callback(take)
    return found


def send_goal(
    client: ActionClient,
    goal: Any,
    what: str,
    *,
    timeout_s: float = 5.0,
    feedback: Callable[[Any], None] | None = None,
    cancelled: Callable[[], bool] = never,
    late: Callable[[], None] | None = None,
) -> ClientGoalHandle:
    """Send a goal to an action server and wait until it is accepted.

    What is accepted when nobody waits for it any more, for whatever reason (KeyboardInterrupt is one), is cancelled at
    once: it would move a robot that was stopped.
    `late` is called then, in a thread of the executor, to stop what does not stop when it is cancelled.

    Raises:
        CallError: if there is no server, no answer, or the goal is rejected (EXECUTION_FAILED).
    """
    wait_ready(client.server_is_ready, what, timeout_s, cancelled)
    if cancelled():
        raise CallError(FailureCause.CANCELED, f"{what} was cancelled before it was sent")
    answer = client.send_goal_async(goal, feedback)
    try:
        handle: ClientGoalHandle = wait(answer, what, timeout_s, cancelled)
    except BaseException:
        answer.add_done_callback(lambda answered: _cancel_late(answered, late))
        raise
    if not handle.accepted:
        raise CallError(FailureCause.EXECUTION_FAILED, f"{what} rejected the goal")
    return handle


def _cancel_late(answer: Future, late: Callable[[], None] | None) -> None:
    handle = answer.result()
    if handle is not None and handle.accepted:
        handle.cancel_goal_async()
        if late is not None:
            late()


def finish(handle: ClientGoalHandle, what: str, timeout_s: float, cancelled: Callable[[], bool] = never) -> Any:
    """Wait for the result of an accepted goal; the goal is cancelled when the wait ends early.

    Returns:
        The result response, with `status` and `result`.

    Raises:
        CallError: on a timeout or when cancelled.
    """
    try:
        return wait(handle.get_result_async(), what, timeout_s, cancelled)
    except BaseException:
        handle.cancel_goal_async()
        raise
