# SPDX-License-Identifier: Apache-2.0
"""How long a preview takes while one types, over ROS, and whether previews hold up the executor's plans.

The planner runs as a process of its own with the demo's home. Each key of an instruction sends a preview of what is
typed so far; a plan is asked for meanwhile as the executor asks for it.
"""

from __future__ import annotations

import argparse
import signal
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

ROOT = Path(__file__).resolve().parents[1]
INSTRUCTIONS = (
    "Bring 4 kid snacks to table_2",
    "put the apple and the mug on table_3",
    "put the milk on table_1, then close the fridge",
    "set table_1 with two forks",
)
KEY_S = 0.08
"""Between two keys of somebody who types fast [s]."""
CALL_S = 120.0


class Caller:
    """A node that asks the planner."""

    def __init__(self) -> None:
        """Begin to spin, and start the planner."""
        import rclpy
        from lifecycle_msgs.srv import ChangeState
        from rclpy.executors import SingleThreadedExecutor

        from makedo.action import PlanInstruction
        from makedo.msg import SceneGraph
        from makedo.srv import RelaxGoal
        from makedo_core.files.scene_json import graph_from_json
        from makedo_ros.conversions.nouns import graph_to_ros
        from makedo_ros.runtime.action_client import ActionClient
        from makedo_ros.runtime.qos import LATCHED

        parameters = ("--ros-args", "--params-file", str(ROOT / "config" / "planner.yaml"))
        self.process = subprocess.Popen([sys.executable, str(ROOT / "bin" / "planner"), *parameters], cwd=ROOT)
        rclpy.init()
        self.node = rclpy.create_node("previews")
        self.executor = SingleThreadedExecutor()
        self.executor.add_node(self.node)
        threading.Thread(target=self.executor.spin, daemon=True).start()
        change = self.node.create_client(ChangeState, "planner/change_state")
        self.relax = self.node.create_client(RelaxGoal, "relax_goal")
        self.actions = ActionClient(self.node, PlanInstruction, "plan_instruction")
        assert change.wait_for_service(CALL_S)
        for number in (1, 3):
            request = ChangeState.Request()
            request.transition.id = number
            assert waited(change.call_async(request)).success
        home = ROOT / "scenes" / "home" / "graph.json"
        self.graph = graph_to_ros(graph_from_json(home.read_text(encoding="utf-8"), str(home)))
        self.topic = self.node.create_publisher(SceneGraph, "scene_graph", LATCHED)
        self.topic.publish(self.graph)
        assert self.relax.wait_for_service(CALL_S) and self.actions.wait_for_server(CALL_S)
        while not waited(self.preview("open the fridge")).plan.calls:
            time.sleep(0.2)

    def preview(self, text: str, caller: str = "") -> Any:
        """The future of a preview."""
        from makedo.srv import RelaxGoal

        return self.relax.call_async(RelaxGoal.Request(instruction=text, caller=caller))

    def plan(self, text: str) -> float:
        """How long a plan takes, as the executor asks for it [s]."""
        from makedo.action import PlanInstruction

        begun = time.perf_counter()
        handle = waited(self.actions.send_goal_async(PlanInstruction.Goal(instruction=text, graph=self.graph)))
        waited(handle.get_result_async())
        return time.perf_counter() - begun

    def close(self) -> None:
        """End both."""
        import rclpy

        self.executor.shutdown()
        self.process.send_signal(signal.SIGINT)
        self.process.wait(CALL_S)
        rclpy.try_shutdown()


def waited(future: Any) -> Any:
    """The result of a future that the spinning thread fulfils."""
    done = threading.Event()
    future.add_done_callback(lambda _: done.set())
    if not done.wait(CALL_S):
        raise TimeoutError("the planner does not answer")
    return future.result()


def one_by_one(caller: Caller, repeats: int) -> list[float]:
    """Previews, each after the answer to the one before [s]."""
    taken = []
    for number in range(repeats):
        begun = time.perf_counter()
        waited(caller.preview(INSTRUCTIONS[number % len(INSTRUCTIONS)]))
        taken.append(time.perf_counter() - begun)
    return taken


def typed(caller: Caller, text: str) -> float:
    """From the last key of an instruction to its preview, with one of each key before [s]."""
    for length in range(4, len(text)):
        caller.preview(text[:length], "page")
        time.sleep(KEY_S)
    begun = time.perf_counter()
    waited(caller.preview(text, "page"))
    return time.perf_counter() - begun


def plans_while_typing(caller: Caller, repeats: int) -> list[float]:
    """Plans while another thread types all the time [s]."""
    ended = threading.Event()

    def type_on() -> None:
        while not ended.is_set():
            for text in INSTRUCTIONS:
                for length in range(4, len(text) + 1):
                    if ended.wait(KEY_S):
                        return
                    caller.preview(text[:length], "page")

    typist = threading.Thread(target=type_on)
    typist.start()
    try:
        return [caller.plan(INSTRUCTIONS[n % len(INSTRUCTIONS)]) for n in range(repeats)]
    finally:
        ended.set()
        typist.join()


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeats", type=int, default=40)
    repeats = parser.parse_args(arguments).repeats
    caller = Caller()
    try:
        one_by_one(caller, len(INSTRUCTIONS))  # what is read once is read now
        rows = {
            "preview, one after the other": one_by_one(caller, repeats),
            "preview after the last key, one for each key before": [
                typed(caller, INSTRUCTIONS[n % len(INSTRUCTIONS)]) for n in range(max(4, repeats // 4))
            ],
            "plan of the executor, nobody types": [caller.plan(INSTRUCTIONS[n % 4]) for n in range(repeats)],
            "plan of the executor, somebody types": plans_while_typing(caller, repeats),
        }
    finally:
        caller.close()
    table = Table("what", "times", "median ms", "p90 ms", "most ms")
    for what, times in rows.items():
        ordered = sorted(1000.0 * t for t in times)
        p90 = ordered[min(len(ordered) - 1, int(0.9 * len(ordered)))]
        row = (len(ordered), statistics.median(ordered), p90, ordered[-1])
        table.add_row(what, str(row[0]), *(f"{value:.0f}" for value in row[1:]))
    Console(width=110).print(table)
    return 0


if __name__ == "__main__":
    sys.exit(main())
