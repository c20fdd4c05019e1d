# SPDX-License-Identifier: Apache-2.0
"""How long planning may take."""

from __future__ import annotations

import time

import pytest

from simulation_node.motion_planning import paths as motion_planning
from simulation_node.motion_planning.paths import Deadline


def never() -> bool:
    return False


def work(seconds: float) -> None:
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        pass


def test_work_uses_the_time_up_and_waiting_for_a_busy_machine_does_not():
    deadline = Deadline(0.2, never)
    time.sleep(0.3)
    assert not deadline.reached()
    assert deadline.left_s > 0.1
    work(0.2)
    assert deadline.reached()
    assert deadline.left_s == 0.0


def test_a_client_waits_for_a_few_times_as_long_at_most(monkeypatch):
    monkeypatch.setattr(motion_planning, "BUSY", 2.0)
    deadline = Deadline(0.05, never)
    time.sleep(0.11)
    assert deadline.reached()


@pytest.mark.parametrize("cancelled", [True, False])
def test_who_is_cancelled_gives_up_at_once(cancelled):
    assert Deadline(10.0, lambda: cancelled).reached() is cancelled
