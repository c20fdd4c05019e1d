# SPDX-License-Identifier: Apache-2.0
"""The whole stack in real processes, for tests: start it, give instructions, measure motion, kill parts."""

from __future__ import annotations

import os
import signal
import threading
import time
from pathlib import Path
from typing import Any

import rclpy
from diagnostic_msgs.msg import DiagnosticArray
from rcl_interfaces.srv import SetParameters
from rclpy.executors import ExternalShutdownException, SingleThreadedExecutor
from rclpy.parameter import Parameter
from rclpy.serialization import deserialize_message

from makedo.action import ExecuteInstruction
from makedo.msg import SceneGraph as SceneGraphMessage
from makedo.srv import GetSceneGraph, Stop
from makedo_cli.motion import SpeedHistory
from makedo_core.failure import Outcome
from makedo_core.graph.scene_graph import NodeKind, SceneGraph
from makedo_eval.judging.sentences import false_sentences
from makedo_ros.conversions.heartbeats import DIAGNOSTICS_TOPIC
from makedo_ros.conversions.nouns import graph_from_ros, outcome_from_ros
from makedo_ros.runtime.action_client import ActionClient
from makedo_ros.runtime.clients import CallError, call, send_goal, wait
from makedo_ros.runtime.qos import LATCHED, RELIABLE
from makedo_ros.without_ros.launch_xml import LaunchReader
from makedo_ros.without_ros.launcher import Launcher, PackageShares

PATIENCE = 4.0
"""How much longer everything may take than on an idle machine: two stacks share two cores with whatever else runs."""
HANGS_S = 1200  # limit of a whole test [s, wall]
LOAD_WORK_S, LOAD_PAUSE_S = 0.02, 0.2
SETTLED_M = 1e-4  # between two states


class Load:
    """How much longer work takes than on an idle machine, measured by a thread that works a little now and then.

    Limits in wall time are multiplied by it: a busy machine must not make a test fail.
    """

    def __init__(self) -> None:
        self._ended = threading.Event()
        self._wall_s = self._work_s = 0.0
        self._thread = threading.Thread(target=self._measure, daemon=True)

    def __enter__(self) -> Load:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join()

    @property
    def factor(self) -> float:
        """Wall time for each second of work; 1 on an idle machine."""
        return max(1.0, self._wall_s / self._work_s) if self._work_s else 1.0

    def _measure(self) -> None:
        while not self._ended.wait(LOAD_PAUSE_S):
            wall, work = time.monotonic(), time.thread_time()
            while time.thread_time() - work < LOAD_WORK_S:
                pass
            self._wall_s += time.monotonic() - wall
            self._work_s += time.thread_time() - work


class System:
    """Everything of demo.launch.xml, on a ROS domain of its own.

    Args:
        folder: for run folders and the log.
        arguments: of the launch file.
    """

    def __init__(self, folder: Path, **arguments: str) -> None:
        shares = PackageShares(os.environ)
        given = {"real_time_factor": "0", "runs_dir": str(folder / "runs"), "page": "false", **arguments}
        commands = LaunchReader(shares).read(shares["makedo"] / "launch" / "demo.launch.xml", given)
        self.lines: list[str] = []
        self.deaths: list[str] = []
        self._frozen: list[int] = []
        self.launcher = Launcher(
            os.environ,
            lambda name, line: self.lines.append(f"{name}: {line}"),
            lambda name, code: self.deaths.append(name),
        )
        self.launcher.start(commands)
        try:
            self._listen()
        except Exception:
            self.launcher.stop()  # or they would run on beside all further tests
            raise

    def _listen(self) -> None:
        self.motion = SpeedHistory()
        self.health: dict[str, str] = {}
        self._truth = b""
        self._truth_new = threading.Event()
        rclpy.init()
        self.node = rclpy.create_node("test_system")
        node = self.node
        self.motion.listen(node)
        node.create_subscription(DiagnosticArray, DIAGNOSTICS_TOPIC, self._on_diagnostics, RELIABLE)
        # Read when it is asked for: reading each one would cost the whole stack a tenth of a core.
        node.create_subscription(SceneGraphMessage, "simulation/ground_truth", self._on_truth, LATCHED, raw=True)
        self.execute = ActionClient(node, ExecuteInstruction, "execute_instruction")
        self._closing = False
        self._executor = SingleThreadedExecutor()
        self._executor.add_node(node)
        self._thread = threading.Thread(target=self._spin, daemon=True)
        self._thread.start()

    def _spin(self) -> None:
        try:
            self._executor.spin()
        except ExternalShutdownException:
            return
        except Exception:
            if not self._closing:  # rclpy's shutdown takes away what its own spin is about to wait for
                raise

    def _on_diagnostics(self, message: DiagnosticArray) -> None:
        for status in message.status:
            self.health[status.name.strip("/")] = status.message

    def _on_truth(self, message: bytes) -> None:
        self._truth = message
        self._truth_new.set()

    def close(self) -> None:
        self._closing = True
        for process in self._frozen:
            os.kill(process, signal.SIGCONT)
        self._executor.shutdown(timeout_sec=2.0)
        self._thread.join(2.0)
        self.node.destroy_node()
        rclpy.try_shutdown()
        print(f"nodes that died: {self.deaths or 'none'}", *self.lines[-60:], sep="\n")  # shown if the test failed
        self.launcher.stop()

    def wait_until(self, condition: Any, timeout_s: float, what: str) -> None:
        """Wait for a condition, `timeout_s` [s, wall, of an idle machine]; else fail with the nodes' last words."""
        deadline = time.monotonic() + PATIENCE * timeout_s
        while not condition():
            assert time.monotonic() < deadline, f"{what} after {timeout_s} s\n" + "\n".join(self.lines[-40:])
            time.sleep(0.02)

    def wait_ready(self) -> None:
        self.wait_until(lambda: self.health.get("supervisor") == "active", 90, "not ready")

    def truth(self) -> SceneGraph:
        """A true state of the simulation that is not older than the call."""
        asked_s = self.motion.now_s
        while True:
            self._truth_new.clear()
            assert self._truth_new.wait(PATIENCE * 20)
            graph = graph_from_ros(deserialize_message(self._truth, SceneGraphMessage))
            if graph.stamp >= asked_s:  # else it was on its way already
                return graph

    def settled(self, timeout_s: float = 30.0) -> SceneGraph:
        """A true state in which nothing moves any more: what was just put down may still roll."""
        last = self.truth()
        deadline = time.monotonic() + PATIENCE * timeout_s
        while True:
            now = self.truth()
            things = now.of_kind(NodeKind.OBJECT)
            if now.stamp > last.stamp and all(n.pose.distance(last[n.id].pose) < SETTLED_M for n in things):
                return now
            assert time.monotonic() < deadline, "things still move"
            last = now

    def graph(self) -> SceneGraph:
        """What the stack knows."""
        client = self.node.create_client(GetSceneGraph, "get_scene_graph")
        return graph_from_ros(call(client, GetSceneGraph.Request(), PATIENCE * 10.0).graph)

    def begin(self, instruction: str, strategy: str = "", asks: bool = False) -> tuple[Any, list[Any]]:
        """Send an instruction; returns the goal handle and the growing list of feedback. `asks`: its questions wait."""
        feedback: list[Any] = []
        goal = ExecuteInstruction.Goal(instruction=instruction, strategy=strategy, asks=asks)
        on_feedback = lambda message: feedback.append(message.feedback)  # noqa: E731
        handle = send_goal(self.execute, goal, "execute_instruction", timeout_s=PATIENCE * 10, feedback=on_feedback)
        return handle, feedback

    def end(self, handle: Any, timeout_s: float = 200.0) -> Any:
        """The result of an instruction; fails with the nodes' last words, and at once when the executor has died."""
        dead = lambda: "executor" in self.deaths  # noqa: E731
        try:
            result = wait(handle.get_result_async(), "execute_instruction", PATIENCE * timeout_s, dead).result
        except CallError as error:
            last = "\n".join(self.lines[-60:])
            raise AssertionError(f"{error}\nnodes that died: {self.deaths or 'none'}\n{last}") from error
        self.judge(result)
        return result

    def judge(self, result: Any) -> None:
        """Fail if a sentence of a success's report is not so, says the physics."""
        if outcome_from_ros(result.outcome).ok and "simulation" not in self.deaths:
            false = false_sentences(result.goal_text, self.truth())
            assert not false, f"the robot says what is not so: {false}"

    def do(self, instruction: str, timeout_s: float = 200.0, strategy: str = "") -> Any:
        """Carry out an instruction to its end, planned as a strategy does; empty: as it is configured."""
        return self.end(self.begin(instruction, strategy)[0], timeout_s)

    def stop(self) -> Any:
        """Call the stop service."""
        return self.call(Stop, "stop")

    def call(self, kind: Any, name: str, request: Any = None) -> Any:
        """Call a service; without a request, with an empty one."""
        return call(self.node.create_client(kind, name), request or kind.Request(), PATIENCE * 10.0)

    def set_speed(self, real_time_factor: float) -> None:
        """Let the simulation run at most so fast from now on; 0: as fast as it goes."""
        speed = Parameter("real_time_factor", value=real_time_factor).to_parameter_msg()
        request = SetParameters.Request(parameters=[speed])
        (result,) = self.call(SetParameters, "simulation/set_parameters", request).results
        assert result.successful, result.reason

    def kill(self, name: str) -> None:
        """kill -9 of one node."""
        os.kill(self.launcher.processes[name].pid, signal.SIGKILL)

    def freeze(self, name: str) -> None:
        """Have one node do nothing any more, and not end either, until `thaw` or until the system is closed."""
        process = self.launcher.processes[name].pid
        os.kill(process, signal.SIGSTOP)
        self._frozen.append(process)

    def thaw(self, name: str) -> None:
        """Let one that was frozen go on."""
        process = self.launcher.processes[name].pid
        self._frozen.remove(process)
        os.kill(process, signal.SIGCONT)

    def wait_moving(self, timeout_s: float = 60.0) -> None:
        """Until the robot moves."""
        since = self.motion.now_s
        self.wait_until(lambda: self.motion.moving(since), timeout_s, "nothing moved")


def outcome(result: Any) -> Outcome:
    """The outcome of a result."""
    return outcome_from_ros(result.outcome)
