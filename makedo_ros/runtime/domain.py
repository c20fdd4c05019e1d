# SPDX-License-Identifier: Apache-2.0
"""ROS domains for systems that run beside others on one machine: demos, benchmarks and tests."""

from __future__ import annotations

import errno
import itertools
import os
import socket
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from makedo_core.failure import MakedoError

# Whose ports lie above those that Linux gives to whoever asks for any (32768 to 60999), and where no robot is expected.
DOMAINS = range(215, 233)

_LAUNCHED = ("stack ", "clock")  # a stack without a namespace, a simulation

_turns = itertools.count()
_STRIDE = 11  # shares no factor with how many there are to choose from: each comes before one comes again


def launch_name(domain: int, what: str) -> str:
    """The name, in Linux's abstract socket namespace, that a launch holds for what it starts in a ROS domain."""
    return f"makedo-launch {domain} {what}"


def _is_launched_in(domain: int) -> bool:
    return any(_is_held(launch_name(domain, what)) for what in _LAUNCHED)


def _is_held(name: str) -> bool:
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as asking:
        return not _takes(asking, name)


def _takes(holder: socket.socket, name: str) -> bool:
    """Bind it to a name in Linux's abstract socket namespace; False: another socket of that kind holds the name."""
    try:
        holder.bind(f"\0{name}")
    except OSError as error:
        if error.errno != errno.EADDRINUSE:
            raise
        return False
    return True


@contextmanager
def free_domain(domains: Sequence[int] = DOMAINS) -> Iterator[int]:
    """Hold one of these ROS domains; no other process of this machine that asks so gets it meanwhile.

    One in which a launch of this machine has started something, and still lives, is given last.

    What holds it is a name in Linux's abstract socket namespace: it is one for all users and folders, reaches as far as
    the network that the domains are on, and is given back with the process however that ends.

    Args:
        domains: ids to choose from; without repetition.

    Raises:
        MakedoError: if all of them are taken.
    """
    # Starting elsewhere every time keeps away from what is still leaving: only after others one comes again.
    start = (os.getpid() + next(_turns) * _STRIDE) % max(len(domains), 1)
    turned = [*domains[start:], *domains[:start]]
    for domain in sorted(turned, key=_is_launched_in):
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as held:
            if _takes(held, f"makedo-ros-domain-{domain}"):
                yield domain
                return
    ids = ", ".join(map(str, domains)) or "none given"
    raise MakedoError(f"no ROS domain is free ({ids}): end another demo, benchmark or test on this machine")
