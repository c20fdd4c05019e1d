# SPDX-License-Identifier: Apache-2.0
"""rclpy's executors, which gather what a node waits for as seldom as they can.

For each wait rclpy hands over anew all that a node waits for, which takes a millisecond where that is a hundred things.
Its own executors do so three times for a callback: when there is something to take, when a thread has taken it, and
when the callback has ended. The one with threads also hands what none of them has begun yet to them again each time.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Awaitable, Callable, Generator
from functools import partial
from typing import Any

from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.executors import MultiThreadedExecutor, SingleThreadedExecutor
from rclpy.impl.implementation_singleton import rclpy_implementation
from rclpy.task import Task

try:
    from rclpy.event_handler import EventHandler, SubscriptionEventCallbacks
except ModuleNotFoundError:  # Humble
    from rclpy.qos_event import QoSEventHandler as EventHandler
    from rclpy.qos_event import SubscriptionEventCallbacks

__all__ = ["EventHandler", "PoolExecutor", "StreamExecutor", "SubscriptionEventCallbacks"]

Take = Callable[[Any], Any]
"""Takes what has come for an entity; what it returns calls back, None: there was nothing. On Humble, what was taken."""
Call = Callable[[Any, Any], Awaitable[None]]
"""Calls an entity back with what was taken: on Humble alone."""
EVENTS_S = 1.0  # events that nobody but a log is told of are waited for no more often than this [s, wall]


class PoolExecutor(MultiThreadedExecutor):
    """Takes what has come in the thread that spins, and calls back in a thread of the pool.

    A callback group is blocked from the taking on, so that nothing overtakes. What belongs to a group whose callbacks
    may run side by side is taken as long as a thread is free to begin with it; else it stays where it is, as rclpy
    leaves it.

    Args:
        threads: of the pool.
        clock: monotonic wall clock [s].
        options: of rclpy's.
    """

    def __init__(self, threads: int, *, clock: Callable[[], float] = time.monotonic, **options: Any) -> None:
        super().__init__(num_threads=threads, **options)
        self._threads, self._wall = threads, clock
        self._begun, self._count = 0, threading.Lock()  # callbacks handed to the pool that have not ended
        self._events_at, self._looks_at_events = -math.inf, True

    def can_execute(self, entity: Any) -> bool:
        """Whether an entity is waited for: see rclpy; an event only now and then, for it stays until it is taken."""
        if isinstance(entity, EventHandler) and not self._looks_at_events:
            return False
        return bool(super().can_execute(entity))

    def spin_once(self, timeout_sec: float | None = EVENTS_S) -> None:
        """Wait for something, and have it called back.

        Args:
            timeout_sec: see rclpy; after it, events are looked at even where nothing else happens [s].
        """
        super().spin_once(timeout_sec)

    def _wait_for_ready_callbacks(self, *args: Any, **options: Any) -> Generator[Any, None, None]:
        now = self._wall()
        self._looks_at_events = now - self._events_at >= EVENTS_S
        if self._looks_at_events:
            self._events_at = now
        yield from super()._wait_for_ready_callbacks(*args, **options)

    def _make_handler(self, entity: Any, node: Any, take_from_wait_list: Take, call: Call | None = None) -> Task:
        group = entity.callback_group
        if not group.beginning_execution(entity):
            return _Callback(_nothing, self, entity, node)
        called_back = _taken(entity, take_from_wait_list, call)
        with self._count:
            self._begun += 1
            entity._executor_event = is_full = self._begun >= self._threads
        blocks = not isinstance(group, ReentrantCallbackGroup)

        async def handler() -> None:
            if is_full:
                entity._executor_event = False
                self._look_again()
            with self._work_tracker:
                try:
                    if called_back is not None:
                        await called_back()
                finally:
                    group.ending_execution(entity)
                    with self._count:
                        self._begun -= 1
                    if blocks:
                        self._look_again()

        return _Callback(handler, self, entity, node)

    def goes_on(self, callback: Task, entity: Any, node: Any) -> None:
        """A callback awaits something: have it called again whenever the executor wakes."""
        with self._tasks_lock:
            self._tasks.append((callback, entity, node))
        self._look_again()

    def _look_again(self) -> None:
        """Wait anew for all that may be called back by now."""
        guard = self._guard
        try:
            if guard is not None:
                guard.trigger()
        except rclpy_implementation.InvalidHandle:
            pass  # the executor was shut down meanwhile


class _Callback(Task):
    """A callback on its way; only one that awaits something is kept by the executor."""

    def __init__(self, handler: Callable[[], Any], pool: PoolExecutor, entity: Any, node: Any) -> None:
        super().__init__(handler, executor=pool)
        self._pool: PoolExecutor | None = pool
        self._about = (entity, node)

    def __call__(self) -> None:
        """Run it, or run on."""
        super().__call__()
        pool, self._pool = self._pool, None
        if pool is not None and not self.done() and not self.cancelled():
            pool.goes_on(self, *self._about)


class StreamExecutor(SingleThreadedExecutor):
    """Calls back in the thread that spins: nothing is to be waited for anew when a callback ends."""

    def _make_handler(self, entity: Any, node: Any, take_from_wait_list: Take, call: Call | None = None) -> Task:
        group = entity.callback_group
        if not group.beginning_execution(entity):
            return Task(_nothing, executor=self)
        called_back = _taken(entity, take_from_wait_list, call)

        async def handler() -> None:
            try:
                if called_back is not None:
                    await called_back()
            finally:
                group.ending_execution(entity)

        return Task(handler, executor=self)


def _taken(entity: Any, take: Take, call: Call | None) -> Callable[[], Awaitable[None]] | None:
    """What calls back an entity whose callback group is blocked for it; the group is free again if the taking fails."""
    try:
        taken: Any = take(entity)
    except BaseException:
        entity.callback_group.ending_execution(entity)
        raise
    return taken if call is None else partial(call, entity, taken)


def _nothing() -> None:
    """What is called where the callback group was not free."""
