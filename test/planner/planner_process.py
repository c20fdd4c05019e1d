# SPDX-License-Identifier: Apache-2.0
"""The planner as a process of its own, and a node that talks to it, for tests."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from makedo_core.failure import FailureCause
from makedo_core.graph.scene_graph import SceneGraph
from support.spinning import spin

ROOT = Path(__file__).parents[2]
CALL_S = 90.0  # on a busy machine; a library of models alone takes long to import


class Client:
    """A node that talks to the planner."""

    def __init__(self) -> None:
        import rclpy
        from lifecycle_msgs.srv import ChangeState
        from rclpy.executors import SingleThreadedExecutor

        from makedo.action import PlanInstruction
        from makedo.msg import SceneGraph
        from makedo.srv import RelaxGoal, SelectObjects, ValidatePlan
        from makedo_ros.runtime.action_client import ActionClient
        from makedo_ros.runtime.qos import LATCHED

        rclpy.init()
        self.node = rclpy.create_node("tester", namespace="robot_1")
        self.executor = SingleThreadedExecutor()
        self.executor.add_node(self.node)
        self.thread = threading.Thread(target=spin, args=(self.executor,), daemon=True)
        self.thread.start()
        self.change = self.node.create_client(ChangeState, "planner/change_state")
        self.relax = self.node.create_client(RelaxGoal, "relax_goal")
        self.select = self.node.create_client(SelectObjects, "select_objects")
        self.validate = self.node.create_client(ValidatePlan, "validate_plan")
        self.plan_client = ActionClient(self.node, PlanInstruction, "plan_instruction")
        self.graph = self.node.create_publisher(SceneGraph, "scene_graph", LATCHED)
        self.goal_type = PlanInstruction.Goal

    def wait(self, future: Any) -> Any:
        done = threading.Event()
        future.add_done_callback(lambda _: done.set())
        assert done.wait(CALL_S), "no answer"
        return future.result()

    def transition(self, number: int) -> bool:
        from lifecycle_msgs.srv import ChangeState

        assert self.change.wait_for_service(CALL_S)
        request = ChangeState.Request()
        request.transition.id = number
        return bool(self.wait(self.change.call_async(request)).success)

    def plan(self, instruction: str, feedback: Callable[[Any], None] | None = None, **fields: Any) -> Any:
        assert self.plan_client.wait_for_server(CALL_S)
        goal = self.goal_type(instruction=instruction, **fields)
        handle = self.wait(self.plan_client.send_goal_async(goal, feedback))
        assert handle.accepted
        return self.wait(handle.get_result_async()).result

    def close(self) -> None:
        import rclpy

        from makedo_ros.runtime.spin import destroy_actions

        self.executor.shutdown(timeout_sec=CALL_S)
        self.thread.join(CALL_S)
        destroy_actions(self.node)  # before the node: what outlives it can hold up the end of ROS
        self.node.destroy_node()
        rclpy.try_shutdown()


def wait_for_graph(client: Client) -> None:
    """Until the planner has taken in the published graph."""
    deadline = time.monotonic() + CALL_S
    while time.monotonic() < deadline:
        if client.plan("go to the kitchen").outcome.code != FailureCause.INVALID_GRAPH:
            return
    pytest.fail("the planner never saw the graph")


@contextmanager
def planner_process(graph: SceneGraph, **parameters: object) -> Iterator[Client]:
    """The planner in a namespace, configured and active, with a graph published.

    Args:
        graph: that is published.
        parameters: of the node, other than config/planner.yaml has them.
    """
    from makedo_ros.conversions.nouns import graph_to_ros

    settings = [word for name, value in parameters.items() for word in ("-p", f"{name}:={value}")]
    process = subprocess.Popen(
        [
            sys.executable,
            str(ROOT / "bin" / "planner"),
            *("--ros-args", "-r", "__ns:=/robot_1", "--params-file", str(ROOT / "config" / "planner.yaml")),
            *settings,
        ],
        cwd=ROOT,
    )
    talking = Client()
    try:
        assert talking.transition(1)
        assert talking.transition(3)
        talking.graph.publish(graph_to_ros(graph))
        yield talking
    finally:
        talking.close()
        process.send_signal(signal.SIGINT)
        assert process.wait(CALL_S) == 0
