# SPDX-License-Identifier: Apache-2.0
"""What all tests share: the environment of the nodes, and a ROS domain for each test that starts some."""

from __future__ import annotations

import fcntl
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from makedo_ros.environment import ros_environment

# Before any test imports rclpy, which reads some of them only once.
os.environ.update(ros_environment(os.environ))
os.environ["ROS_PYTHON_CHECK_FIELDS"] = "1"

_DOMAINS = range(10, 101)


@pytest.fixture
def ros_domain_id(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """A ROS domain that no other test of this machine uses at the same time, also set as ROS_DOMAIN_ID."""
    with _free_domain() as domain:
        monkeypatch.setenv("ROS_DOMAIN_ID", str(domain))
        yield domain


@pytest.fixture(scope="module")
def shared_ros_domain_id() -> Iterator[int]:
    """The same for nodes that all tests of a module share; ROS_DOMAIN_ID is left as it is."""
    with _free_domain() as domain:
        yield domain


@contextmanager
def _free_domain() -> Iterator[int]:
    locks = Path(tempfile.gettempdir()) / f"makedo-domains-{os.getuid()}"
    locks.mkdir(exist_ok=True)
    # Starting elsewhere every time keeps away from what is still leaving: only after all others one comes again.
    start = (os.getpid() + _domains_given[0] * 8) % len(_DOMAINS)
    _domains_given[0] += 1
    for domain in [*_DOMAINS[start:], *_DOMAINS[:start]]:
        with (locks / str(domain)).open("w") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                continue
            yield domain
            return
    pytest.fail(f"all ROS domains are taken; see {locks}")


_domains_given = [0]
