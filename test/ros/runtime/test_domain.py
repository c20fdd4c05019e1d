# SPDX-License-Identifier: Apache-2.0
"""ROS domains that are held by one process at a time."""

from __future__ import annotations

import errno
import os
import signal
import socket
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path

import pytest

from benchmarks.own_system import own_domain
from makedo_cli.commands.demo import _own_domain
from makedo_core.failure import MakedoError
from makedo_ros.launch_check.claims import claimed_by
from makedo_ros.runtime.domain import DOMAINS, free_domain

ROOT = Path(__file__).parents[3]
FIRST = 1000 + 3 * (os.getpid() % 100_000)
UNUSED = range(FIRST, FIRST + 3)  # no such ROS domains: nobody else holds them while this runs

HOLDER = """
from makedo_ros.runtime.domain import free_domain
with free_domain([{domain}]) as domain:
    print(domain, flush=True)
    input()
"""


@pytest.fixture
def own_environment(monkeypatch):
    """What is set in it is gone after the test."""
    monkeypatch.setattr(os, "environ", dict(os.environ))
    return os.environ


def test_nobody_gets_a_domain_that_is_held_and_whoever_comes_too_late_is_told_which_are_taken():
    with ExitStack() as held:
        given = [held.enter_context(free_domain(UNUSED)) for _ in UNUSED]
        assert sorted(given) == list(UNUSED)
        with pytest.raises(MakedoError, match=rf"free \({FIRST}, {FIRST + 1}, {FIRST + 2}\)"), free_domain(UNUSED):
            pass
    with free_domain(UNUSED) as again:
        assert again in UNUSED


@pytest.mark.parametrize("given", [{"page": "true"}, {"motion": "embedded"}])
def test_a_domain_in_which_a_launch_has_started_something_is_given_last(given):
    with ExitStack() as held:
        for domain in UNUSED[:2]:
            (name,) = claimed_by(given, domain)
            held.enter_context(socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)).bind(f"\0{name}")
        for _ in UNUSED:
            with free_domain(UNUSED) as free:
                assert free == UNUSED[2]
        others = [held.enter_context(free_domain(UNUSED)) for _ in UNUSED]
        assert sorted(others) == list(UNUSED)


def test_a_domain_is_given_back_when_what_ran_on_it_failed():
    with pytest.raises(ValueError, match="broken"), free_domain([FIRST]):
        raise ValueError("broken")
    with free_domain([FIRST]) as domain:
        assert domain == FIRST


@pytest.mark.parametrize("number", [18, 45, 46, 91])  # those of programs, and of one and of two test workers
def test_each_domain_comes_before_one_comes_again(number):
    domains = range(FIRST, FIRST + number)
    given = []
    for _ in domains:
        with free_domain(domains) as domain:
            given.append(domain)
    assert sorted(given) == list(domains)


def test_none_to_choose_from_is_an_error():
    with pytest.raises(MakedoError, match="none given"), free_domain([]):
        pass


def test_another_process_elsewhere_holds_a_domain_until_it_is_killed(tmp_path):
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "TMPDIR": str(tmp_path)}
    command = [sys.executable, "-c", HOLDER.format(domain=UNUSED[-1])]
    process = subprocess.Popen(command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout.readline() == f"{UNUSED[-1]}\n"
        with pytest.raises(MakedoError, match="no ROS domain is free"), free_domain([UNUSED[-1]]):
            pass
    finally:
        process.send_signal(signal.SIGKILL)
        process.communicate()
    with free_domain([UNUSED[-1]]) as domain:
        assert domain == UNUSED[-1]


def test_what_cannot_be_held_for_another_reason_is_not_taken_for_held(monkeypatch):
    def denied(*_):
        raise PermissionError(errno.EACCES, "denied")

    monkeypatch.setattr("socket.socket.bind", denied)
    with pytest.raises(PermissionError, match="denied"), free_domain(UNUSED):
        pass


def test_ports_of_the_usual_domains_meet_none_that_linux_gives_away():
    first = 7400  # the DDS Interoperability Wire Protocol, 9.6.1: port base, domain id gain, offsets of a participant
    lowest, highest = first + 250 * DOMAINS[0], first + 250 * DOMAINS[-1] + 11 + 2 * 60
    assert lowest > 60999 and highest <= 65535


def test_two_benchmarks_at_once_get_domains_and_folders_of_their_own(own_environment):
    with own_domain() as folder:
        domain = own_environment["ROS_DOMAIN_ID"]
        with own_domain() as other_folder:
            assert own_environment["ROS_DOMAIN_ID"] != domain and other_folder != folder
        assert folder.is_dir() and not other_folder.exists()


def test_a_benchmark_whose_system_does_not_run_ends_with_the_reason(own_environment):
    with pytest.raises(SystemExit, match="simulation died"), own_domain():
        raise MakedoError("simulation died")


def test_a_demo_keeps_the_domain_it_is_told_and_else_gets_one_of_its_own(own_environment):
    own_environment["ROS_DOMAIN_ID"] = "7"
    with _own_domain():
        assert own_environment["ROS_DOMAIN_ID"] == "7"
    del own_environment["ROS_DOMAIN_ID"]
    with _own_domain():
        domain = int(own_environment["ROS_DOMAIN_ID"])
        assert domain in DOMAINS
        with pytest.raises(MakedoError), free_domain([domain]):
            pass
    assert "ROS_DOMAIN_ID" not in own_environment
