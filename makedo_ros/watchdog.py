# SPDX-License-Identifier: Apache-2.0
"""Notices when a component dies or falls silent, in wall time, by heartbeats on /diagnostics."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping

from diagnostic_msgs.msg import DiagnosticArray, DiagnosticStatus
from rclpy.node import Node

from makedo_ros.runtime.lifecycle import ACTIVE, DIAGNOSTICS_TOPIC, INACTIVE
from makedo_ros.runtime.qos import RELIABLE


class Watchdog:
    """Tracks when each required component was last heard of.

    Args:
        node: node that listens; its namespace completes relative names.
        required: names of the nodes whose heartbeats are expected, e.g. "planner".
        timeout_s: silence after which a component counts as lost [s, wall].
        clock: monotonic wall clock.
    """

    def __init__(
        self,
        node: Node,
        required: Iterable[str],
        timeout_s: float = 5.0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._clock = clock
        self.timeout_s = timeout_s
        prefix = node.get_namespace().rstrip("/")
        self._names = {f"{prefix}/{name}": name for name in required}
        self._heard = dict.fromkeys(self._names.values(), clock())
        self._state = dict.fromkeys(self._names.values(), "")
        self._began = dict.fromkeys(self._names.values(), False)  # whether it has been active
        self._outdated: dict[str, str] = {}
        node.create_subscription(DiagnosticArray, DIAGNOSTICS_TOPIC, self._on_diagnostics, RELIABLE)

    def feed(self, name: str) -> None:
        """A sign of life of a component that has no heartbeat of its own, e.g. joint states."""
        self._heard[name] = self._clock()

    def lost(self) -> tuple[str, ...]:
        """Names of components that have been silent for too long, sorted."""
        now = self._clock()
        return tuple(sorted(n for n, heard in self._heard.items() if now - heard > self.timeout_s))

    def state(self, name: str) -> str:
        """What the component last said of itself, e.g. "active"; empty when not heard of yet."""
        return self._state.get(name, "")

    def ceased(self) -> tuple[str, ...]:
        """Names of components that have been active and now say that they are not, sorted."""
        return tuple(sorted(n for n, began in self._began.items() if began and self._state[n] == INACTIVE))

    def outdated(self) -> Mapping[str, str]:
        """Components that say that what they tell is out of date, with their reasons."""
        return dict(self._outdated)

    def _on_diagnostics(self, message: DiagnosticArray) -> None:
        for status in message.status:
            name = self._names.get(status.name)
            if name is not None:
                self._heard[name] = self._clock()
                self._state[name] = status.message
                if status.level == DiagnosticStatus.STALE:
                    self._outdated[name] = status.message
                else:
                    self._outdated.pop(name, None)
                if status.message == ACTIVE:
                    self._began[name] = True
