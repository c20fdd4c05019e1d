# SPDX-License-Identifier: Apache-2.0
"""Two launches of the same on one machine: the first has it, whoever they are and however close together they begin."""

from __future__ import annotations

import itertools
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

pytest.importorskip("rclpy")

from makedo_ros.launch_check.claims import LaunchClaim, claimed_by
from support.waiting import LIMIT_S, until

STACK, SIMULATION = {"page": "true"}, {"motion": "embedded"}
DEMO = STACK | SIMULATION
_numbers = itertools.count()


@pytest.fixture
def names() -> list[str]:
    """Two that nobody else uses."""
    unique = f"makedo-test {os.getpid()} {next(_numbers)}"
    return [f"{unique} stack /", f"{unique} clock"]


@contextmanager
def launcher(*words: str) -> Iterator[subprocess.Popen[str]]:
    """A process that lives until it is told to end, as one that launches does."""
    pipe = subprocess.PIPE
    command = [sys.executable, "-c", "print(flush=True); input()", *words]
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True) as process:
        try:
            process.stdout.readline()  # before, the kernel may not know its words yet
            yield process
        finally:
            process.kill()


def taken(names: list[str], by: int = 1) -> str:
    with LaunchClaim(names, by) as claim:
        return claim.taken


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        (STACK, {"robot": "tiago"}, True),  # every launch file but the simulation's starts a stack
        (STACK, DEMO, True),
        (SIMULATION, DEMO, True),
        (STACK | {"namespace": "left"}, STACK | {"namespace": "/left"}, True),
        (STACK | {"namespace": "left"}, STACK, False),
        (STACK, SIMULATION, False),  # a simulation in one terminal, the stack in another
        (DEMO | {"namespace": "left"}, DEMO, True),  # one /clock
    ],
)
def test_launches_that_start_the_same_claim_a_common_name(one, other, same):
    assert bool(set(claimed_by(one, 7)) & set(claimed_by(other, 7))) == same
    assert not set(claimed_by(one, 7)) & set(claimed_by(other, 8))


def test_a_name_is_taken_while_it_is_held_and_free_afterwards(names):
    with LaunchClaim(names, os.getpid()) as mine:
        assert mine.taken == ""
        assert f"process {os.getpid()} (" in taken(names)
        assert taken(names).startswith("a stack of the same names was launched on this machine by")
        assert taken(names[1:]).startswith("a simulation")
    assert taken(names) == ""


def test_who_gets_not_all_holds_none(names):
    with LaunchClaim(names[1:], os.getpid()):
        assert taken(names)
        assert taken(names[:1]) == ""


def test_a_launch_has_its_names_until_it_ends_however_that_is(names):
    with launcher("seed:=1") as first:
        with LaunchClaim(names, first.pid) as claim:
            claim.keep()
        told = taken(names)
        assert f"process {first.pid} (-c " in told
        assert " seed:=1; of " in told
        assert taken(names, first.pid) == ""  # what launches twice in one process
        assert taken(names) == told
        first.kill()
        first.wait(LIMIT_S)
        until(lambda: taken(names) == "", "the names of a launch that was killed are free")


def test_a_launch_that_was_over_at_once_holds_nothing(names):
    with launcher() as first:
        first.kill()
    with LaunchClaim(names, first.pid) as claim:
        claim.keep()
    until(lambda: taken(names) == "", "the names are free")


def test_what_is_said_by_whoever_holds_a_name_is_plain_and_short(names):
    with launcher("\x1b[31m" + "a" * 300) as first:
        with LaunchClaim(names, first.pid) as claim:
            claim.keep()
        told = taken(names)
    assert "aaa..." in told
    assert told.isprintable()
    assert len(told) < 300
