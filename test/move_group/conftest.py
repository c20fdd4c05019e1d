# SPDX-License-Identifier: Apache-2.0
"""move_group in a process of its own, before a robot that is nothing but joint states and controllers."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("rclpy")

from makedo_core.geometry import Pose
from simulation_node.motion_planning.ik import KinematicChain
from simulation_node.robots.tiago import (
    ARM_JOINTS,
    GRASPING_FRAME,
    GRIPPER_JOINTS,
    HEAD_JOINTS,
    HOME,
    TIAGO,
    TORSO_JOINT,
)
from support.spinning import spin
from support.waiting import until

ROOT = Path(__file__).resolve().parents[2]
LIMIT_S = 90.0
CONTROLLERS = {
    "arm_controller": ARM_JOINTS,
    "torso_controller": (TORSO_JOINT,),
    "head_controller": HEAD_JOINTS,
    "gripper_controller": GRIPPER_JOINTS,
}
ARM_AHEAD = (1.125, 0.791, -1.65, 2.059, 0.157, -1.308, -1.443)  # the grasping frame at (0.55, 0.20, 0.85)
READY = HOME | {TORSO_JOINT: 0.162} | dict(zip(ARM_JOINTS, ARM_AHEAD, strict=True))


def _joint_state(joints: Mapping[str, float]) -> Any:
    from sensor_msgs.msg import JointState

    return JointState(name=list(joints), position=[float(v) for v in joints.values()])


class Controller:
    """A joint trajectory controller that goes to the last point in as long as the test likes.

    Attributes:
        motion_s: how long a motion takes, whatever the trajectory says.
        accepts: whether it accepts goals.
        error: how its motions end at once; empty if they do not.
        log: what it was asked and how that ended.
    """

    def __init__(self, robot: Robot, name: str) -> None:
        from control_msgs.action import FollowJointTrajectory
        from rclpy.action import ActionServer, CancelResponse, GoalResponse
        from rclpy.callback_groups import ReentrantCallbackGroup

        self.forget()
        self.busy = threading.Lock()
        self._robot, self._result = robot, FollowJointTrajectory.Result
        self._server = ActionServer(
            robot.node,
            FollowJointTrajectory,
            f"{name}/follow_joint_trajectory",
            self._follow,
            goal_callback=lambda _: GoalResponse.ACCEPT if self.accepts else GoalResponse.REJECT,
            cancel_callback=lambda _: CancelResponse.ACCEPT,
            callback_group=ReentrantCallbackGroup(),
        )

    def forget(self) -> None:
        """Behave well again."""
        self.motion_s, self.accepts, self.error = 0.1, True, ""
        self.log: list[str] = []

    def _follow(self, handle: Any) -> Any:
        with self.busy:
            return self._go(handle)

    def _go(self, handle: Any) -> Any:
        trajectory = handle.request.trajectory
        names = list(trajectory.joint_names)
        start = np.array([self._robot.joints[n] for n in names])
        end = np.array(trajectory.points[-1].positions)
        began = time.monotonic()
        self.log.append("started")
        while (share := (time.monotonic() - began) / self.motion_s) < 1 and not self._robot.closing.is_set():
            if handle.is_cancel_requested:
                self.log.append("cancelled")
                handle.canceled()
                return self._result()
            if self.error:
                self.log.append("failed")
                handle.abort()
                return self._result(error_code=self._result.PATH_TOLERANCE_VIOLATED, error_string=self.error)
            self._robot.move(dict(zip(names, start + share * (end - start), strict=True)))
            time.sleep(0.01)
        self._robot.move(dict(zip(names, end, strict=True)))
        self.log.append("done")
        handle.succeed()
        return self._result()


class Robot:
    """Joint states and controllers, and a client of move_group."""

    def __init__(self, domain: int, namespace: str = "") -> None:
        import rclpy
        from rclpy.executors import MultiThreadedExecutor
        from sensor_msgs.msg import JointState

        from makedo_ros.runtime.qos import SENSOR

        self.closing = threading.Event()
        self.silent = False
        self.joints: dict[str, float] = dict(READY)
        self.context = rclpy.Context()
        rclpy.init(context=self.context, domain_id=domain)
        self.node = rclpy.create_node("robot", context=self.context, namespace=namespace)
        self.controllers = {name: Controller(self, name) for name in CONTROLLERS}
        self._state = self.node.create_publisher(JointState, "joint_states", SENSOR)
        self.node.create_timer(0.04, self._publish)
        self._clients: dict[str, Any] = {}
        self._executor = MultiThreadedExecutor(8, context=self.context)
        self._executor.add_node(self.node)
        self._thread = threading.Thread(target=spin, args=(self._executor,))
        self._thread.start()

    def move(self, joints: Mapping[str, float]) -> None:
        """Have joints elsewhere."""
        self.joints = self.joints | {n: float(v) for n, v in joints.items()}

    def _publish(self) -> None:
        if not self.silent:
            self._state.publish(_joint_state(self.joints))

    def until(self, condition: Callable[[], Any], what: str) -> Any:
        """Wait for a condition; its value."""
        return until(condition, what, LIMIT_S)

    def done(self, future: Any, what: str = "result") -> Any:
        """Wait for a future; its result."""
        self.until(future.done, what)
        return future.result()

    def call(self, kind: type, name: str, request: Any) -> Any:
        """Call a service of move_group."""
        if name not in self._clients:
            self._clients[name] = self.node.create_client(kind, name)
        self.until(self._clients[name].service_is_ready, name)
        return self.done(self._clients[name].call_async(request), f"answer of {name}")

    def send(self, kind: type, name: str, goal: Any, on_feedback: Callable[[Any], None] | None = None) -> Any:
        """Send a goal; its handle."""
        from makedo_ros.runtime.action_client import ActionClient

        if name not in self._clients:
            self._clients[name] = ActionClient(self.node, kind, name)
        self.until(self._clients[name].server_is_ready, name)
        return self.done(self._clients[name].send_goal_async(goal, on_feedback), f"answer of {name}")

    def result(self, handle: Any) -> tuple[int, Any]:
        """Wait for a goal's end; status and result."""
        response = self.done(handle.get_result_async())
        return response.status, response.result

    def scene(self) -> Any:
        """Return the planning scene as move_group has it."""
        from moveit_msgs.srv import GetPlanningScene

        return self.call(GetPlanningScene, "get_planning_scene", GetPlanningScene.Request()).scene

    def tell(self, *objects: Any, attached: tuple = (), is_diff: bool = True, allowed: Any = None) -> bool:
        """Apply a planning scene with collision objects; whether that was done."""
        from moveit_msgs.srv import ApplyPlanningScene

        request = ApplyPlanningScene.Request()
        request.scene.is_diff = request.scene.robot_state.is_diff = is_diff
        request.scene.world.collision_objects = list(objects)
        request.scene.robot_state.attached_collision_objects = list(attached)
        if allowed is not None:
            request.scene.allowed_collision_matrix = allowed
        return self.call(ApplyPlanningScene, "apply_planning_scene", request).success

    def start_anew(self) -> None:
        """Arm ahead, nothing else in the world, controllers that work; all known to move_group."""
        for controller in self.controllers.values():
            controller.forget()
        self.move(READY)
        assert self.tell(is_diff=False)
        self.until(self._is_known, "joint values in the planning scene")

    def _is_known(self) -> bool:
        state = self.scene().robot_state.joint_state
        known = dict(zip(state.name, state.position, strict=True))
        return all(abs(known.get(n, np.inf) - v) < 1e-6 for n, v in self.joints.items())

    def close(self) -> None:
        """End it, with nothing left for the test that gets this domain next."""
        self.closing.set()
        for controller in self.controllers.values():
            with controller.busy:
                pass
        self._executor.shutdown()
        self._thread.join()
        self._executor._executor.shutdown()  # rclpy itself does not wait for callbacks
        for waitable in tuple(self.node.waitables):
            waitable.destroy()
        self.node.destroy_node()
        self.context.try_shutdown()


class Process:
    """The node's process."""

    def __init__(self, domain: int, *arguments: str) -> None:
        environment = {**os.environ, "ROS_DOMAIN_ID": str(domain), "OMP_NUM_THREADS": "1"}
        command = [sys.executable, str(ROOT / "bin" / "move_group"), "--ros-args", *arguments]
        self._log = tempfile.TemporaryFile("w+")
        self.process = subprocess.Popen(command, env=environment, stdout=self._log, stderr=subprocess.STDOUT)

    def end(self, number: int = signal.SIGINT) -> tuple[int, str]:
        """Ask it to end; its exit status and what it wrote."""
        self.process.send_signal(number)
        try:
            status = self.process.wait(timeout=20)
        except subprocess.TimeoutExpired:
            self.process.send_signal(signal.SIGABRT)  # faulthandler prints what each thread waits for
            self.process.wait()
            pytest.fail(f"it did not end:\n{self.output()}")
        return status, self.output()

    def output(self) -> str:
        """What it wrote."""
        self._log.seek(0)
        return self._log.read()

    def close(self) -> None:
        """End it by force if it still runs."""
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        self._log.close()


@pytest.fixture(scope="module")
def shared_robot(shared_ros_domain_id: int) -> Iterator[Robot]:
    """A robot and a move_group for all tests of a module."""
    process, robot = Process(shared_ros_domain_id), Robot(shared_ros_domain_id)
    try:
        yield robot
        status, output = process.end()
        assert status == 0 and "Traceback" not in output, output
    finally:
        robot.close()
        process.close()


@pytest.fixture
def robot(shared_robot: Robot) -> Robot:
    """A robot with its arm ahead and an empty world, and move_group."""
    shared_robot.start_anew()
    return shared_robot


@pytest.fixture
def start() -> Iterator[Callable[..., tuple[Process, Robot]]]:
    """Start a move_group and a robot of this test's own: start(domain, *arguments of the node, namespace="")."""
    started: list[Any] = []

    def begin(domain: int, *arguments: str, namespace: str = "") -> tuple[Process, Robot]:
        robot = Robot(domain, namespace)
        started.append(robot)
        process = Process(domain, *arguments)
        started.append(process)
        return process, robot

    yield begin
    for one in started:
        one.close()


@pytest.fixture(scope="session")
def tip_pose() -> Callable[[Mapping[str, float]], Pose]:
    """Pose of the grasping frame at joint values."""
    chain = KinematicChain(TIAGO, GRASPING_FRAME)

    def pose(joints: Mapping[str, float]) -> Pose:
        position, rotation, _, _ = chain.forward(np.array([[joints[n] for n in TIAGO.chain]]))
        matrix = np.eye(4)
        matrix[:3, :3], matrix[:3, 3] = rotation[0], position[0]
        return Pose.from_matrix(matrix)

    return pose
