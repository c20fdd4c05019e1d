# SPDX-License-Identifier: Apache-2.0
"""The executor renews the lease of its motion, and holds its instruction while nobody watches."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

pytest.importorskip("rclpy")

from std_msgs.msg import Bool, String

from executor_node.instruction.hold import SENTRY
from executor_node.ros import lease as module
from executor_node.ros.lease import HALTED, HANGS_S, NOBODY, REST_S, SILENT, SILENT_S, LeaseRenewal
from makedo_core.failure import FailureCause
from makedo_core.health.motion_lease import RENEW_S, MotionLease
from makedo_core.health.processes import name_of_this_process
from makedo_ros.sentry import HOLDER_TOPIC, LEASE_TOPIC, WATCHED_TOPIC

PATIENCE_S = 30.0


class Executor:
    """A node whose lease a test renews, a sentry that the test speaks for, and a task."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(LeaseRenewal, "_keep", lambda *_: None)  # the test renews
        self.now = 100.0
        self.said: list[bool] = []
        self.named: list[str] = []
        self.told: list[tuple[str, str]] = []
        self.lost: list[str] = []
        self.heard: dict[str, object] = {}
        self.calls_back = True
        self.lease = LeaseRenewal(self, lambda o: self.lost.append(o.message), PATIENCE_S, lambda: self.now)

    def create_publisher(self, kind, topic, qos):
        assert (kind, topic) in ((Bool, LEASE_TOPIC), (String, HOLDER_TOPIC))
        said = self.said if topic == LEASE_TOPIC else self.named
        return SimpleNamespace(publish=lambda m: said.append(m.data), get_subscription_count=lambda: 1)

    def create_subscription(self, kind, topic, heard, qos, callback_group):
        self.heard[topic] = heard

    def create_timer(self, period, callback, callback_group, clock):
        self._pulse = callback

    def pause(self, holder, reason):
        self.told.append((holder, reason))

    def resume(self, holder):
        self.told.append((holder, "go on"))

    def watched(self, is_watched: bool = True) -> None:
        self.heard[WATCHED_TOPIC](Bool(data=is_watched))

    def later(self, seconds: float, is_watched: bool = True) -> None:
        for _ in range(round(seconds / RENEW_S)):
            self.now += RENEW_S
            if self.calls_back:
                self._pulse()
            if is_watched:
                self.watched()
            self.lease._renewed(self.lease._round)


@pytest.fixture
def executor(monkeypatch):
    return Executor(monkeypatch)


def test_the_sentry_hears_whose_process_it_is(executor):
    assert executor.named == [name_of_this_process()]


@pytest.fixture
def moving(executor, monkeypatch):
    """One whose lease the sentry has granted."""
    monkeypatch.setattr(module.threading, "Thread", lambda **_: SimpleNamespace(start=executor.watched))
    assert executor.lease.take(executor).ok
    executor.said.clear()
    return executor


def test_without_a_sentry_nothing_is_permitted(executor):
    refused = executor.lease.take(executor, wait_s=0.0)
    assert (refused.cause, refused.message) == (FailureCause.COMPONENT_LOST, NOBODY)
    assert executor.said == [False, False]
    executor.later(1.0)
    assert executor.said == [False, False] and executor.told == []


def test_it_is_renewed_until_it_is_given_back(moving):
    moving.later(1.0)
    assert moving.said == [True] * 20 and moving.told == []
    moving.lease.give_back()
    moving.later(1.0)
    assert moving.said == [True] * 20 + [False]


def test_a_sentry_that_dies_holds_the_instruction_until_it_is_back(moving):
    moving.later(SILENT_S + 2 * RENEW_S, is_watched=False)
    assert moving.told == [(SENTRY, SILENT)]
    moving.later(REST_S + 2 * RENEW_S)
    assert moving.told == [(SENTRY, SILENT), (SENTRY, "go on")]


def test_the_lease_is_taken_anew_from_a_sentry_whose_word_that_it_had_ended_was_lost(moving):
    sentry = MotionLease(clock=lambda: moving.now)
    assert sentry.renew()
    for _ in range(2):  # the first time it was itself kept from the processor, and waits to hear
        moving.now += SILENT_S / 2
        has_ended = sentry.has_ended()
    assert has_ended

    def answer():
        heard, moving.said[:] = list(moving.said), []
        for is_permitted in heard:
            if not is_permitted:
                sentry.give_back()
            elif sentry.renew():
                moving.watched()

    for _ in range(round((REST_S + 1.0) / RENEW_S)):
        moving.later(RENEW_S, is_watched=False)
        answer()
    assert moving.told == [(SENTRY, SILENT), (SENTRY, "go on")] and not moving.lost


def test_a_sentry_that_does_not_come_back_ends_the_instruction_once(moving):
    moving.later(SILENT_S + PATIENCE_S + 1.0, is_watched=False)
    assert moving.told == [(SENTRY, SILENT)] and moving.lost == [NOBODY]


def test_who_was_halted_knows_it_before_anything_fails_and_takes_the_lease_anew(moving):
    moving.later(RENEW_S)
    moving.watched(False)
    assert moving.told == [(SENTRY, HALTED)]
    moving.said.clear()
    moving.later(REST_S + 2 * RENEW_S)
    assert moving.said[:2] == [False, True] and moving.told[1:] == [(SENTRY, "go on")]


def test_an_executor_that_hangs_does_not_renew(moving):
    moving.calls_back = False
    moving.later(HANGS_S + 1.0)
    assert len(moving.said) == pytest.approx(HANGS_S / RENEW_S, abs=1)
    moving.calls_back = True
    moving.said.clear()
    moving.later(RENEW_S)
    assert moving.said == [True]


def test_a_halt_that_comes_after_the_end_holds_nobody(moving):
    moving.lease.give_back()
    moving.watched(False)
    assert moving.told == []
