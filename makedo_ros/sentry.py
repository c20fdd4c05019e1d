# SPDX-License-Identifier: Apache-2.0
"""Halts the robot when whoever moves it falls silent: a process that needs nobody, and does nothing else.

The executor renews a lease on `motion_lease` twenty times a second while an instruction is under way. When renewals end
without the lease being given back (the executor was killed, hangs, or cannot be reached), the robot is halted here. On
`motion_watched` the executor hears that somebody watches; without that it moves nothing.
"""

from __future__ import annotations

import math
import threading
import time
from pathlib import Path

from std_msgs.msg import Bool, String

from makedo_core.files.robot_yaml import robot_config_from_yaml
from makedo_core.health.motion_lease import LEASE_S, SHORTEST_S, MotionLease
from makedo_core.health.processes import runs_here
from makedo_ros.halt import REPEAT_FOR_S, REPEAT_S, Halt
from makedo_ros.runtime.lifecycle import MakedoNode
from makedo_ros.runtime.parameters import ParameterError
from makedo_ros.runtime.qos import LATCHED, RELIABLE
from makedo_ros.runtime.spin import run
from makedo_ros.runtime.streams import streams_of

LEASE_TOPIC = "motion_lease"  # true: motion is permitted for a lease from now on; false: the lease is given back
HOLDER_TOPIC = "motion_holder"  # the process that renews the lease, by its name on this machine (latched)
WATCHED_TOPIC = "motion_watched"  # true: the lease is held here; false: it has ended, and the robot is halted
TELL_S = 0.25  # [s, wall]
CLOSE_S = 10.0  # so long the executor may take to give the lease back when all are told to end [s, wall]


class Sentry(MakedoNode):
    """Watches one lease."""

    def __init__(self) -> None:
        # No life cycle: it watches from its first moment. No services: it is called back for its lease alone.
        super().__init__("sentry", enable_communication_interface=False, start_parameter_services=False)
        robot = robot_config_from_yaml(Path(self.parameter("robot_file", "", "config/robots/<robot>.yaml")))
        lease_s = self.parameter("lease_s", LEASE_S, "silence of the executor that halts the robot [s, wall]")
        if not SHORTEST_S <= lease_s < math.inf:
            what = f"parameter lease_s is {lease_s}, expected a finite time of {SHORTEST_S:g} s or more"
            raise ParameterError(f"{what}, e.g. {LEASE_S}")
        self._holder = ""
        self._lease = MotionLease(lease_s, holder_runs=lambda: runs_here(self._holder))
        self._halt = Halt(self, robot)
        self._halts, self._told = 0, -math.inf
        self._watched = self.create_publisher(Bool, WATCHED_TOPIC, RELIABLE)
        streams = streams_of(self)  # calls back one at a time, in the order in which they came
        streams.subscribe(String, HOLDER_TOPIC, self._on_holder, LATCHED)
        streams.subscribe(Bool, LEASE_TOPIC, self._on_lease, RELIABLE)
        self._closed = threading.Event()
        self._watcher = threading.Thread(target=self._watch, name="lease", daemon=True)
        self._watcher.start()
        self.is_active = True

    def close(self) -> None:
        """Watch on until the lease is given back or ends, and the robot was halted: all may be ending at once."""
        until = time.monotonic() + CLOSE_S
        while self._lease.is_held and time.monotonic() < until:
            time.sleep(REPEAT_S / 2)
        self._closed.set()
        self._watcher.join(REPEAT_FOR_S)
        while self._halt.repeating:
            time.sleep(REPEAT_S)

    def diagnostics(self) -> dict[str, str]:
        """How close it was, and how often it had to."""
        return {"longest gap": f"{self._lease.longest_gap_s:.3f} s", "halts": str(self._halts)}

    def _on_holder(self, message: String) -> None:
        self._holder = message.data

    def _on_lease(self, message: Bool) -> None:
        if not message.data:
            self._lease.give_back()
            return
        is_new = not self._lease.is_held
        if self._lease.renew():
            if is_new:
                self._halt.release()
            self._tell(again=is_new)

    def _tell(self, again: bool) -> None:
        now = time.monotonic()
        if again or now - self._told >= TELL_S:
            self._told = now
            self._watched.publish(Bool(data=True))

    def _watch(self) -> None:
        while not self._closed.wait(self._lease.left_s()):
            if self._lease.has_ended():
                self._halts += 1
                self._watched.publish(Bool(data=False))  # first: what the halt ends, the executor knows the reason of
                self._halt.halt()
                self.get_logger().warning("the executor fell silent with an instruction under way: the robot is halted")


def main() -> int:
    """Run the node."""
    return run(Sentry, threads=2)
