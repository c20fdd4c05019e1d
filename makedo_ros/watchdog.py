# SPDX-License-Identifier: Apache-2.0
"""Notices when a component dies or falls silent, in wall time, by heartbeats on /diagnostics."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Mapping

from diagnostic_msgs.msg import DiagnosticArray
from rclpy.callback_groups import MutuallyExclusiveCallbackGroup
from rclpy.clock import Clock, ClockType
from rclpy.node import Node

from makedo_core.health.motion_lease import BUSY_S
from makedo_core.health.processes import has_ended_here
from makedo_core.health.vital_signs import NodeSign
from makedo_core.heartbeat import Heartbeat, NodeCondition
from makedo_ros.conversions.heartbeats import DIAGNOSTICS_TOPIC, heartbeat_from_ros
from makedo_ros.runtime.qos import RELIABLE
from makedo_ros.runtime.streams import streams_of

LOOK_S = 0.25  # it looks at the clock so often [s, wall]


class Watchdog:
    """Tracks when each required component was last heard of.

    What was said while this process was kept from the processor waits to be heard: after BUSY_S without a look at the
    clock, when the sentry has halted the robot, all have `timeout_s` anew.

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
        self._newest: dict[str, Heartbeat] = {}
        self._began: set[str] = set()  # components that have been active
        self._looked, self._awake = clock(), -math.inf  # when it looked last, and since when without a gap
        group, steady = MutuallyExclusiveCallbackGroup(), Clock(clock_type=ClockType.STEADY_TIME)
        node.create_timer(LOOK_S, self.look, callback_group=group, clock=steady)
        streams_of(node).subscribe(DiagnosticArray, DIAGNOSTICS_TOPIC, self._on_diagnostics, RELIABLE)

    def feed(self, name: str) -> None:
        """A sign of life of a component that has no heartbeat of its own, e.g. joint states."""
        self._heard[name] = self._clock()

    def look(self) -> None:
        """Look at the clock."""
        now = self._clock()
        if now - self._looked > BUSY_S:
            self._awake = now
        self._looked = now

    @property
    def awake_s(self) -> float:
        """For how long it has looked at the clock without a gap; infinite: there was none [s, wall]."""
        self.look()
        return self._clock() - self._awake

    def lost(self) -> tuple[str, ...]:
        """Names of components that have been silent for too long, sorted."""
        self.look()
        now = self._clock()
        return tuple(sorted(n for n, t in self._heard.items() if now - max(t, self._awake) > self.timeout_s))

    def sign(self, name: str) -> NodeSign:
        """The newest heartbeat of a component, and how long ago it came."""
        return NodeSign(self._newest.get(name), self._clock() - self._heard[name])

    def silent_s(self, name: str) -> float:
        """How long nothing was heard of a component; infinite: it was never heard of [s, wall]."""
        heard = self._heard.get(name)
        return math.inf if heard is None else self._clock() - heard

    def condition(self, name: str) -> NodeCondition | None:
        """How the component last was; None: it was not heard of yet."""
        beat = self._newest.get(name)
        return None if beat is None else beat.condition

    def has_ended(self, name: str) -> bool:
        """Whether the process of the component's newest heartbeat is seen to have ended: it is not only slow."""
        beat = self._newest.get(name)
        return beat is not None and has_ended_here(beat.process)

    def may_live(self, name: str) -> bool:
        """Whether the component is a node that was heard of, and its process is not seen to have ended."""
        return name in self._newest and not self.has_ended(name)

    def works(self, name: str) -> bool:
        """Whether nothing was heard of a component yet, or it is active, troubled or not."""
        beat = self._newest.get(name)
        return beat is None or beat.works

    def said(self, name: str) -> str:
        """What the component last said of itself, for people, e.g. "active"; empty when not heard of yet."""
        beat = self._newest.get(name)
        return "" if beat is None else beat.said

    def ceased(self) -> tuple[str, ...]:
        """Names of components that have been active and now say that they are not, sorted."""
        return tuple(sorted(n for n in self._began if self.condition(n) is NodeCondition.INACTIVE))

    def outdated(self) -> Mapping[str, str]:
        """Components that say that what they publish is out of date, with their reasons."""
        return {n: b.problem for n, b in tuple(self._newest.items()) if b.condition is NodeCondition.OUTDATED}

    def _on_diagnostics(self, message: DiagnosticArray) -> None:
        for status in message.status:
            name = self._names.get(status.name)
            if name is not None:
                self._heard[name] = self._clock()
                self._newest[name] = heartbeat_from_ros(status)
                if self._newest[name].condition is NodeCondition.ACTIVE:
                    self._began.add(name)
