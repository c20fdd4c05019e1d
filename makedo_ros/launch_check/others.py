# SPDX-License-Identifier: Apache-2.0
"""Whether what a launch starts runs already: another stack under the same names, another simulation in the domain."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Collection, Mapping, MutableMapping
from dataclasses import dataclass

import rclpy
from rclpy.node import Node

from makedo_core.failure import MakedoError
from makedo_ros.doctor.graph import nodes_there, topics_there
from makedo_ros.doctor.needs import LIFECYCLE_NODES, SENTRY, SUPERVISOR, complete, namespace_of
from makedo_ros.launch_check.claims import LaunchClaim, claimed_by
from makedo_ros.launch_check.listening import tell_listening
from makedo_ros.security.environment import ros_arguments

CLOCK = "/clock"
LOOK_S = 1.5  # [s, wall]; nodes of one machine are known within a fraction of it, if it is not busy
_PERIOD_S = 0.1
_HIGHEST_DOMAIN = 101  # whose ports are free on every system


@dataclass(frozen=True, slots=True)
class RunningHere:
    """What runs in a ROS domain: complete names of nodes, and of those that publish the time."""

    nodes: Collection[str] = ()
    clocks: Collection[str] = ()


def in_the_way(given: Mapping[str, str], running: RunningHere, domain: int) -> list[str]:
    """Why a launch must not start beside what runs, a sentence each.

    Args:
        given: its arguments; one that has `motion` starts a simulation, one that has `page` a stack.
        running: in the domain.
        domain: ROS_DOMAIN_ID.
    """
    namespace, simulated = namespace_of(given.get("namespace", "")), "motion" in given
    apart = _apart(domain)
    where = f"in ROS domain {domain}"
    found = []
    if "page" in given or not simulated:
        names = [complete(name, namespace) for name in (*LIFECYCLE_NODES, SUPERVISOR, SENTRY)]
        twice = [name for name in names if name in running.nodes]
        if twice:
            found.append(
                f"{', '.join(twice)} {'runs' if len(twice) == 1 else 'run'} already {where}: of two stacks under "
                f"the same names each takes what is said to either, and both robots move; {apart}"
            )
    if simulated and running.clocks:
        found.append(
            f"{', '.join(sorted(running.clocks))} tells the time {where} already: all robots of a domain share "
            f"one /clock and one tree of frames (/tf), whatever their namespace; {apart}"
        )
    return found


def running_here(
    enough: Callable[[RunningHere], bool], look_s: float = LOOK_S, begun: Callable[[], None] = lambda: None
) -> RunningHere:
    """What runs in this process's ROS domain.

    Args:
        enough: ends the look early.
        look_s: how long is looked [s, wall].
        begun: called once nothing is left to do but to look.

    Raises:
        MakedoError: if ROS cannot be asked.
    """
    context = rclpy.Context()
    try:
        context.init(ros_arguments(os.environ) or [])
        node = Node(
            "_makedo_launch_check",
            context=context,
            use_global_arguments=False,
            enable_rosout=False,
            start_parameter_services=False,
        )
    except RuntimeError as error:
        raise MakedoError(f"ROS cannot be asked what runs here: {error}") from error
    try:
        begun()
        until = time.monotonic() + look_s
        while True:
            found = _running(node)
            if enough(found) or time.monotonic() > until:
                return found
            time.sleep(_PERIOD_S)
    finally:
        node.destroy_node()
        context.try_shutdown()


def problems_beside(
    given: Mapping[str, str], environment: MutableMapping[str, str], launcher: int | None = None
) -> list[str]:
    """Look, and say why the launch must not start; empty: nothing is in its way, as far as can be seen.

    Args:
        given: arguments of the launch.
        environment: of the launch.
        launcher: the process that launches: what it starts is its own on this machine from here on, for as long as it
            lives. None: nothing is launched.
    """
    domain = int(environment.get("ROS_DOMAIN_ID") or 0)
    with LaunchClaim(claimed_by(given, domain) if launcher else (), launcher or 0) as claim:
        if claim.taken:
            return [f"{claim.taken} in ROS domain {domain}; {_apart(domain)}"]
        found = running_here(
            lambda running: bool(in_the_way(given, running, domain)), begun=lambda: tell_listening(environment)
        )
        problems = in_the_way(given, found, domain)
        if not problems:
            claim.keep()
    return problems


def _running(node: Node) -> RunningHere:
    own = node.get_fully_qualified_name()
    clocks = topics_there(node, (CLOCK,))[CLOCK].publishers
    return RunningHere(set(nodes_there(node)) - {own}, {end.node for end in clocks})


def _apart(domain: int) -> str:
    other = f"ROS_DOMAIN_ID={domain + 1 if domain < _HIGHEST_DOMAIN else 1}"
    return f"end what runs, or give this one a domain of its own, in each of its terminals: export {other}"
