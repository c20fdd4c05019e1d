# SPDX-License-Identifier: Apache-2.0
"""A process that runs is told from one that was killed, was stopped, waits to be buried, or runs elsewhere."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from makedo_core.health.processes import has_ended_here, name_of_this_process, runs_here
from support.waiting import until

ROOT = Path(__file__).parents[3]
PROGRAM = "from makedo_core.health.processes import name_of_this_process as n; print(n(), flush=True); input()"


@pytest.fixture
def other():
    process = subprocess.Popen(
        [sys.executable, "-c", PROGRAM], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    yield process
    process.kill()
    process.communicate()


def test_this_one_runs():
    assert runs_here(name_of_this_process())


def test_one_that_is_killed_runs_no_longer_before_anybody_has_waited_for_it(other):
    name = other.stdout.readline()
    assert runs_here(name)
    os.kill(other.pid, signal.SIGKILL)
    until(lambda: not runs_here(name), "its end")
    assert (Path("/proc") / str(other.pid)).exists()  # a zombie
    assert has_ended_here(name)
    other.wait()
    assert not runs_here(name)
    assert has_ended_here(name)


def test_one_that_runs_or_is_stopped_has_not_ended(other):
    name = other.stdout.readline()
    assert not has_ended_here(name)
    os.kill(other.pid, signal.SIGSTOP)
    until(lambda: not runs_here(name), "its stop")
    assert not has_ended_here(name)


def test_one_whose_number_another_process_got_has_ended():
    *words, begun = name_of_this_process().split()
    assert has_ended_here(" ".join([*words, f"{int(begun) + 1}"]))


@pytest.mark.parametrize("elsewhere", [0, 1])
def test_one_of_another_machine_or_container_is_not_known_to_have_ended(elsewhere):
    words = name_of_this_process().split()
    words[elsewhere], words[2] = "1", "999999999"
    assert not has_ended_here(" ".join(words))


def test_one_of_another_user_has_not_ended():
    machine, room, *_ = name_of_this_process().split()
    begun = (Path("/proc") / "1" / "stat").read_text(encoding="utf-8").rpartition(")")[2].split()[19]
    assert not has_ended_here(f"{machine} {room} 1 {begun}")


def test_one_that_is_stopped_does_not_run_until_it_goes_on(other):
    name = other.stdout.readline()
    os.kill(other.pid, signal.SIGSTOP)
    until(lambda: not runs_here(name), "its stop")
    os.kill(other.pid, signal.SIGCONT)
    until(lambda: runs_here(name), "its going on")


@pytest.mark.parametrize("wrong", range(4))
def test_one_of_another_machine_container_number_or_start_does_not_run_here(wrong):
    words = name_of_this_process().split()
    words[wrong] = "1"
    assert not runs_here(" ".join(words))


@pytest.mark.parametrize("name", ["", "apple", "a b c d", "a b -1 d", "a b 1 d e", "a b \u00b2 d"])
def test_what_is_no_name_runs_nowhere(name):
    assert not runs_here(name)
    assert not has_ended_here(name)


@pytest.mark.parametrize("number", ["0", "-1", "9" * 5000])
def test_what_is_no_number_of_a_process_is_not_known_to_have_ended(number):
    machine, room, _, begun = name_of_this_process().split()
    assert not has_ended_here(f"{machine} {room} {number} {begun}")
    assert not runs_here(f"{machine} {room} {number} {begun}")
