# SPDX-License-Identifier: Apache-2.0
"""The whole system for benchmarks: everything that `makedo demo` starts, and a ROS client beside it."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Mapping
from typing import Any

from typing_extensions import Self

from makedo_core.failure import MakedoError
from makedo_core.scene_graph import SceneGraph

READY_S = 90.0
TRUTH_S = 20.0


class RunningSystem:
    """A context manager: starts all nodes, waits until they are active, and ends them.

    Args:
        arguments: of launch/demo.launch.xml.

    Raises:
        MakedoError: if a node dies or the system is not ready in time.
    """

    def __init__(self, arguments: Mapping[str, str]) -> None:
        from makedo_ros.launch_xml import LaunchReader
        from makedo_ros.launcher import Launcher, PackageShares

        shares = PackageShares(os.environ)
        given = {"real_time_factor": "0", **arguments}
        self._commands = LaunchReader(shares).read(shares["makedo"] / "launch" / "demo.launch.xml", given)
        self.deaths: list[str] = []
        self._launcher = Launcher(os.environ, lambda name, line: None, lambda name, code: self.deaths.append(name))
        self._session: Any = None
        self._truth: Any = None
        self._new = threading.Event()

    def __enter__(self) -> Self:
        from makedo.msg import SceneGraph as SceneGraphMessage
        from makedo_cli.session import Session
        from makedo_ros.qos import LATCHED

        self._launcher.start(self._commands)
        try:
            self._session = Session("benchmark")
            self.node.create_subscription(SceneGraphMessage, "simulation/ground_truth", self._on_truth, LATCHED)
            self._wait_ready()
        except BaseException:
            self.__exit__(None, None, None)
            raise
        return self

    def __exit__(self, *error: object) -> None:
        if self._session is not None:
            self._session.__exit__(None, None, None)
        self._launcher.stop()

    @property
    def node(self) -> Any:
        """The client's node; another thread spins it."""
        return self._session.node

    def truth(self) -> SceneGraph:
        """The next true state of the simulation.

        Raises:
            MakedoError: if none comes.
        """
        from makedo_ros.conversions import graph_from_ros

        self._new.clear()
        if not self._new.wait(TRUTH_S):
            raise MakedoError(f"the simulation said nothing for {TRUTH_S:.0f} s")
        return graph_from_ros(self._truth)

    def kill(self, name: str) -> None:
        """Kill -9 of one node."""
        os.kill(self._launcher.processes[name].pid, signal.SIGKILL)

    def _on_truth(self, message: Any) -> None:
        self._truth = message
        self._new.set()

    def _wait_ready(self) -> None:
        from makedo_ros.watchdog import Watchdog

        watchdog = Watchdog(self.node, ["supervisor"])
        deadline = time.monotonic() + READY_S
        while watchdog.state("supervisor") != "active":
            if self.deaths or time.monotonic() > deadline:
                dead = f"; these died: {', '.join(self.deaths)}" if self.deaths else ""
                raise MakedoError(f"the system was not ready after {READY_S:.0f} s{dead}")
            time.sleep(0.1)
