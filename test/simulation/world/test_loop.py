# SPDX-License-Identifier: Apache-2.0
"""The thread that owns the world: how fast time goes."""

from __future__ import annotations

import threading
import time

import pytest

from simulation_node.world import loop
from simulation_node.world.loop import FASTEST, LoopError, SimulationLoop

STEP_S = 0.02


class Clock:
    """A world without physics, and wall time that passes only while somebody sleeps."""

    def __init__(self, work_s: float = 0.0) -> None:
        self.time, self.wall, self._work_s = 0.0, 100.0, work_s

    def tick(self) -> None:
        self.time += STEP_S
        self.wall += self._work_s

    def monotonic(self) -> float:
        return self.wall

    def sleep(self, seconds: float) -> None:
        assert seconds >= 0.0
        self.wall += seconds


def passed(factor: float, work_s: float, monkeypatch, steps: int = 500) -> tuple[float, float]:
    """Simulated seconds and seconds of wall time of some steps."""
    world, done = Clock(work_s), threading.Event()
    monkeypatch.setattr(loop, "time", world)

    def after(_: object) -> None:
        if world.time >= steps * STEP_S - 1e-6:
            running.real_time_factor = factor
            done.set()
            running._stop.set()

    running = SimulationLoop(world, factor, after, lambda error: None)  # type: ignore[arg-type]
    running._loop()
    assert done.is_set()
    return world.time, world.wall - 100.0


@pytest.mark.parametrize(
    ("factor", "work_s", "speed"),
    [(1.0, 0.001, 1.0), (0.5, 0.001, 0.5), (3.0, 0.001, 3.0), (0.0, 0.001, FASTEST), (50.0, 0.001, FASTEST),
     (0.0, 0.01, 2.0), (1.0, 0.04, 0.5)],
)  # fmt: skip
def test_time_goes_as_fast_as_it_is_wanted_as_it_can_and_as_others_can_follow(factor, work_s, speed, monkeypatch):
    simulated, wall = passed(factor, work_s, monkeypatch)
    assert simulated / wall == pytest.approx(speed, rel=0.01)


def test_what_is_asked_of_a_loop_that_has_ended_is_refused():
    running = SimulationLoop(Clock(), 1.0, lambda _: None, lambda error: None)  # type: ignore[arg-type]
    running.start()
    assert running.call(lambda world: world.time) >= 0.0
    running.close()
    with pytest.raises(LoopError, match="does not answer"):
        running.call(lambda world: world.time)


def test_what_a_request_raises_reaches_who_asked_and_the_loop_goes_on():
    running = SimulationLoop(Clock(), 1.0, lambda _: None, lambda error: None)  # type: ignore[arg-type]
    running.start()
    try:
        with pytest.raises(ZeroDivisionError):
            running.call(lambda _: 1 / 0)
        before = running.call(lambda world: world.time)
        until = time.monotonic() + 30.0
        while running.call(lambda world: world.time) == before:
            assert time.monotonic() < until
    finally:
        running.close()
