# SPDX-License-Identifier: Apache-2.0
"""The thread that owns the world: steps it at the wanted speed and runs what other threads ask for."""

from __future__ import annotations

import logging
import queue
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from concurrent.futures import TimeoutError as FutureTimeoutError
from typing import Any, TypeVar

from makedo_core.failure import MakedoError
from simulation_node.world.world import World

T = TypeVar("T")
FASTEST = 3.0
"""Simulated seconds a second that are never exceeded: the robot's state is published some 30 times a second of wall
time, and would be older than those who move it expect."""
LAG_S = 0.25  # behind the wanted speed by more than this: the lost time is not caught up
_LOG = logging.getLogger(__name__)


class LoopError(MakedoError):
    """The simulation has ended; nothing can be asked of it any more."""


class SimulationLoop:
    """Runs a world in a thread of its own.

    Args:
        real_time_factor: largest speed, in simulated seconds a second; 0: as fast as it goes. Never more than FASTEST.
        after_tick: called after every control step, in the loop's thread.
        on_crash: called once if the loop dies of an exception.
    """

    def __init__(
        self,
        world: World,
        real_time_factor: float,
        after_tick: Callable[[World], None],
        on_crash: Callable[[Exception], None],
    ) -> None:
        self._world = world
        self._factor = real_time_factor
        self._after_tick = after_tick
        self._on_crash = on_crash
        self._requests: queue.SimpleQueue[tuple[Callable[[World], object], Future[Any]]] = queue.SimpleQueue()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="physics", daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    @property
    def running(self) -> bool:
        """Whether time goes on."""
        return self._thread.is_alive() and not self._stop.is_set()

    @property
    def real_time_factor(self) -> float:
        """Largest speed, in simulated seconds a second; 0: as fast as it goes. Can be set at any time."""
        return self._factor

    @real_time_factor.setter
    def real_time_factor(self, factor: float) -> None:
        self._factor = factor

    def close(self) -> None:
        """End, and wait for the thread."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join()

    def call(self, function: Callable[[World], T], timeout_s: float = 10.0) -> T:
        """Run a function on the world between two steps and return its result.

        Raises:
            LoopError: if the simulation has ended.
        """
        future: Future[T] = Future()
        self._requests.put((function, future))
        until = time.monotonic() + timeout_s
        while not future.done():
            if not self.running or time.monotonic() > until:
                raise LoopError("the simulation does not answer any more")
            try:
                return future.result(timeout=0.05)
            except FutureTimeoutError:
                continue
        return future.result()

    def _run(self) -> None:
        try:
            self._loop()
        except Exception as error:  # noqa: BLE001 - outermost frame of a thread
            _LOG.exception("the simulation stops")
            self._stop.set()
            self._on_crash(error)

    def _loop(self) -> None:
        wall, simulated, factor = time.monotonic(), self._world.time, self._speed()
        while not self._stop.is_set():
            self._serve()
            self._world.tick()
            self._after_tick(self._world)
            if factor != self._speed():
                wall, simulated, factor = time.monotonic(), self._world.time, self._speed()
            ahead = wall + (self._world.time - simulated) / factor - time.monotonic()
            if ahead < -LAG_S:
                wall, simulated = time.monotonic(), self._world.time
            time.sleep(max(0.0, ahead))  # let others have the interpreter, too

    def _speed(self) -> float:
        return min(self._factor or FASTEST, FASTEST)

    def _serve(self) -> None:
        while True:
            try:
                function, future = self._requests.get_nowait()
            except queue.Empty:
                return
            try:
                future.set_result(function(self._world))
            except Exception as error:  # noqa: BLE001 - handed to the caller
                future.set_exception(error)
