# SPDX-License-Identifier: Apache-2.0
"""The whole system with the simulation, and a ROS client beside it: for the demo and for benchmarks."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from types import TracebackType
from typing import TYPE_CHECKING, Any

from typing_extensions import Self

from makedo_core.failure import MakedoError
from makedo_core.graph.scene_graph import SceneGraph

if TYPE_CHECKING:
    from rclpy.node import Node

READY_S = 90.0
TRUTH_S = 20.0
SET_S = 10.0


class SimulatedSystem:
    """A context manager: starts all that launch/demo.launch.xml names, waits until it is active, and ends it.

    Args:
        arguments: of the launch file; without one there is no page.
        on_line: is called with the name of a process and a line of its output.

    Raises:
        MakedoError: when entered, if a node dies or the system is not ready in time.
    """

    def __init__(self, arguments: Mapping[str, str], on_line: Callable[[str, str], None] | None = None) -> None:
        from makedo_ros.without_ros.launch_xml import LaunchReader, find_launch_file
        from makedo_ros.without_ros.launcher import Launcher, PackageShares

        shares = PackageShares(os.environ)
        self._commands = LaunchReader(shares).read(
            find_launch_file("demo", shares), {"page": "false", **arguments}
        )
        self._on_line = on_line or (lambda name, line: None)
        self.deaths: list[str] = []
        self._launcher = Launcher(os.environ, self._on_line, self._on_death)
        self._ending = ExitStack()
        self._truth: Any = None
        self._new_truth = threading.Event()
        self.node: Node

    def __enter__(self) -> Self:
        from makedo.msg import SceneGraph as SceneGraphMessage
        from makedo_cli.session import Session
        from makedo_ros.runtime.qos import LATCHED

        with ExitStack() as ending:
            ending.callback(self._launcher.stop)
            self._launcher.start(self._commands)
            self.node = ending.enter_context(Session("makedo_client", patient=True)).node
            self.node.create_subscription(SceneGraphMessage, "simulation/ground_truth", self._on_truth, LATCHED)
            self._wait_ready()
            self._ending = ending.pop_all()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._ending.close()

    def truth(self) -> SceneGraph:
        """The next true state of the simulation.

        Raises:
            MakedoError: if none comes.
        """
        from makedo_ros.conversions.nouns import graph_from_ros

        self._new_truth.clear()
        if not self._new_truth.wait(TRUTH_S):
            raise MakedoError(f"the simulation said nothing for {TRUTH_S:.0f} s")
        return graph_from_ros(self._truth)

    def process(self, name: str) -> int:
        """Number of the process of one node; another one once it was started again."""
        return self._launcher.processes[name].pid

    def kill(self, name: str) -> None:
        """Kill -9 of one node."""
        os.kill(self.process(name), signal.SIGKILL)

    def set_speed(self, real_time_factor: float) -> None:
        """Let the simulation run at most so fast from now on; 0: as fast as it goes.

        Raises:
            MakedoError: if it refuses.
        """
        from rcl_interfaces.srv import SetParameters
        from rclpy.parameter import Parameter

        from makedo_ros.runtime.clients import call

        wanted = Parameter("real_time_factor", value=float(real_time_factor)).to_parameter_msg()
        client = self.node.create_client(SetParameters, "simulation/set_parameters")
        try:
            (result,) = call(client, SetParameters.Request(parameters=[wanted]), SET_S).results
        finally:
            self.node.destroy_client(client)
        if not result.successful:
            raise MakedoError(result.reason)

    def _on_death(self, name: str, code: int) -> None:
        self.deaths.append(name)
        self._on_line(name, f"ended with exit code {code}")

    def _on_truth(self, message: Any) -> None:
        self._truth = message
        self._new_truth.set()

    def _wait_ready(self) -> None:
        """Until the supervisor says that every node is active."""
        from makedo_core.heartbeat import NodeCondition
        from makedo_ros.watchdog import Watchdog

        watchdog = Watchdog(self.node, ["supervisor"])
        deadline = time.monotonic() + READY_S
        while watchdog.condition("supervisor") is not NodeCondition.ACTIVE:
            if self.deaths:
                raise MakedoError(f"{self.deaths[0]} died while starting")
            if time.monotonic() > deadline:
                said = watchdog.said("supervisor") or "nothing"
                raise MakedoError(f"not ready after {READY_S:.0f} s; the supervisor says: {said}")
            time.sleep(0.1)
