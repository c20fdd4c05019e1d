# SPDX-License-Identifier: Apache-2.0
"""A lease ends by itself, once, and is not revived by who does not know that it ended."""

from __future__ import annotations

import pytest

from makedo_core.health.motion_lease import BUSY_S, LATE_S, LEASE_S, LOOK_S, RENEW_S, MotionLease


class Watching:
    """A lease, and the clock that both of its sides go by."""

    def __init__(self) -> None:
        self.now = 100.0
        self.holder_runs = False
        self.lease = MotionLease(clock=lambda: self.now, holder_runs=lambda: self.holder_runs)

    def later(self, seconds: float) -> bool:
        """Whether it has ended by then, asked then."""
        self.now += seconds
        return self.lease.has_ended()


@pytest.fixture
def watching() -> Watching:
    made = Watching()
    assert made.lease.renew()
    return made


def test_what_was_never_taken_does_not_end():
    idle = Watching()
    assert not idle.lease.is_held and not idle.later(10.0)


def test_it_lasts_as_long_as_it_is_renewed(watching):
    for _ in range(100):
        assert not watching.later(RENEW_S)
        assert watching.lease.renew()
    assert watching.lease.is_held
    assert watching.lease.longest_gap_s == pytest.approx(RENEW_S)


def test_it_ends_once_when_nobody_renews_it(watching):
    assert watching.lease.left_s() == pytest.approx(LEASE_S)
    assert not watching.later(LEASE_S - 0.01)
    assert watching.later(0.011)
    assert not watching.lease.is_held and not watching.later(10.0)


def test_a_renewal_does_not_revive_it_but_taking_it_anew_does(watching):
    assert watching.later(LEASE_S)
    assert not watching.lease.renew() and not watching.lease.is_held
    watching.lease.give_back()
    assert watching.lease.renew() and watching.lease.is_held
    assert watching.later(LEASE_S)


def test_what_was_given_back_does_not_end(watching):
    watching.lease.give_back()
    assert not watching.later(10.0)


def test_a_watcher_that_was_kept_from_the_processor_hears_renewals_that_wait_first(watching):
    assert not watching.later(LEASE_S + 2 * LATE_S)
    assert watching.lease.left_s() == pytest.approx(LATE_S)
    assert watching.lease.renew()
    assert not watching.later(LEASE_S - 0.01)


def test_a_watcher_that_is_late_again_and_again_halts_all_the_same(watching):
    assert not watching.later(LEASE_S + 2 * LATE_S)
    assert watching.later(10.0)


def test_a_gap_between_two_instructions_is_none(watching):
    watching.lease.give_back()
    watching.now += 1000.0
    watching.lease.renew()
    assert watching.lease.longest_gap_s == 0.0


def test_a_holder_that_is_seen_to_run_may_be_silent_for_longer_but_not_for_ever(watching):
    watching.holder_runs = True
    silent = LEASE_S
    assert not watching.later(LEASE_S)
    while silent + LOOK_S < BUSY_S - 0.001:
        assert watching.lease.left_s() == pytest.approx(LOOK_S)
        assert not watching.later(LOOK_S)
        silent += LOOK_S
    assert watching.later(BUSY_S - silent + 0.001)


def test_a_holder_that_ends_while_it_is_silent_is_found_at_the_next_look(watching):
    watching.holder_runs = True
    assert not watching.later(LEASE_S)
    watching.holder_runs = False
    assert watching.later(LOOK_S)


def test_a_holder_that_was_late_renews_as_before(watching):
    watching.holder_runs = True
    assert not watching.later(LEASE_S)
    assert watching.lease.renew()
    assert watching.lease.left_s() == pytest.approx(LEASE_S)
