# SPDX-License-Identifier: Apache-2.0
"""perception and scene_graph as processes of their own, before a robot made of publishers."""

from __future__ import annotations

import json
import math
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from makedo_core.failure import FailureCause
from makedo_core.files.scene_json import graph_to_json
from makedo_core.geometry import Pose, quaternion_from_rotation
from makedo_core.graph.asset_model import AssetModel, Part, Region, RegionKind
from makedo_core.graph.scene_graph import (
    AGENT_ID,
    Node,
    NodeKind,
    Relation,
    RelationType,
    SceneGraph,
    Shape,
)
from makedo_core.sight.view import Intrinsics
from support.spinning import spin
from support.waiting import until

pytestmark = pytest.mark.ros
ROOT = Path(__file__).parents[2]
LIMIT_S = 120.0  # a busy machine takes half a minute to import
AFTER = {1: 2, 3: 3, 4: 2}  # lifecycle state after a transition: configure, activate, deactivate
CAMERA = Intrinsics(277.0, 277.0, 159.5, 119.5, 320, 240)
NAMESPACE = "robot_1"
HEAD_FRAME = "head_front_camera_rgb_optical_frame"
OPTICAL = Pose((0.2, 0.0, 1.15), quaternion_from_rotation(np.array([[0, 0, 1], [-1, 0, 0], [0, -1, 0]], float)))


def home(table: Pose) -> SceneGraph:
    model = AssetModel(
        (Part("top", Pose((0.0, 0.0, 0.73)), (0.8, 1.2, 0.04)),),
        (Region("top", RegionKind.ON, Pose((0.0, 0.0, 0.75)), (0.8, 1.2, 1.0)),),
    )
    nodes = [
        Node("kitchen", "kitchen", NodeKind.ROOM, Pose(), (8.0, 8.0, 2.4)),
        Node("table_1", "table", NodeKind.ASSET, table, (0.8, 1.2, 0.75), model=model),
        Node(AGENT_ID, "robot", NodeKind.AGENT, Pose()),
        Node("cola_can_4", "cola_can", NodeKind.OBJECT, table @ Pose((0.0, 0.0, 0.75)), confidence=0.3),
        Node("cup_1", "cup", NodeKind.OBJECT, table @ Pose((0.0, 0.0, 0.75)), confidence=0.3),
    ]
    relations = {Relation(i, RelationType.ON, "table_1") for i in ("cola_can_4", "cup_1")}
    relations |= {Relation(i, RelationType.IN, "kitchen") for i in ("table_1", AGENT_ID)}
    return SceneGraph({n.id: n for n in nodes}, frozenset(relations), scene="test")


class Robot:
    """Camera, transforms and head of a robot, and a client of the two nodes. Rendering is the caller's."""

    def __init__(self, render: Callable[[Pose], Any]) -> None:
        import rclpy
        from control_msgs.action import FollowJointTrajectory
        from diagnostic_msgs.msg import DiagnosticArray
        from lifecycle_msgs.srv import ChangeState, GetState
        from rclpy.action import ActionServer, CancelResponse
        from rclpy.callback_groups import ReentrantCallbackGroup
        from rclpy.executors import MultiThreadedExecutor
        from sensor_msgs.msg import CameraInfo, Image
        from std_msgs.msg import String
        from tf2_msgs.msg import TFMessage

        from makedo.action import DiscoverObjects
        from makedo.msg import SceneGraph as SceneGraphMessage
        from makedo.srv import GetSceneGraph, UpdateSceneGraph
        from makedo_ros.runtime.action_client import ActionClient
        from makedo_ros.runtime.qos import LATCHED, RELIABLE, SENSOR, TF

        rclpy.init()
        self.node = node = rclpy.create_node("fake_robot", namespace=NAMESPACE)
        group = ReentrantCallbackGroup()
        self._render, self._pictures, self._moving = render, {}, threading.RLock()
        self.pan = self.tilt = 0.0
        self.slow_head, self.depth_encoding = threading.Event(), "32FC1"
        self.head_cancelled = threading.Event()
        self.head_error = ""
        self.health: dict[str, str] = {}
        self.graphs: list[Any] = []
        self.feedback: list[str] = []
        self._image = {
            name: node.create_publisher(Image, f"head_front_camera/{name}/image_raw", SENSOR)
            for name in ("rgb", "depth_registered", "segmentation")
        }
        self.second_camera = threading.Event()  # sends images on the same topic
        self._second = node.create_publisher(Image, "head_front_camera/rgb/image_raw", SENSOR)
        self._info = node.create_publisher(CameraInfo, "head_front_camera/rgb/camera_info", SENSOR)
        self._labels = node.create_publisher(String, "head_front_camera/segmentation/labels", LATCHED)
        self._tf = node.create_publisher(TFMessage, "/tf", TF)
        node.create_subscription(DiagnosticArray, "/diagnostics", self._on_diagnostics, RELIABLE)
        node.create_subscription(SceneGraphMessage, "scene_graph", self.graphs.append, LATCHED)
        self.get = node.create_client(GetSceneGraph, "get_scene_graph", callback_group=group)
        self.update = node.create_client(UpdateSceneGraph, "update_scene_graph", callback_group=group)
        self.discover_client = ActionClient(node, DiscoverObjects, "discover_objects", callback_group=group)
        self._change = {
            name: node.create_client(ChangeState, f"{name}/change_state", callback_group=group)
            for name in ("scene_graph", "perception")
        }
        self._state = {
            name: node.create_client(GetState, f"{name}/get_state", callback_group=group) for name in self._change
        }
        ActionServer(
            node,
            FollowJointTrajectory,
            "head_controller/follow_joint_trajectory",
            self._turn_head,
            cancel_callback=lambda _: CancelResponse.ACCEPT,
            callback_group=group,
        )
        node.create_timer(0.02, self._send_transform, callback_group=group)
        node.create_timer(0.2, self._send_images, callback_group=ReentrantCallbackGroup())
        self._executor = MultiThreadedExecutor(4)
        self._executor.add_node(node)
        self._thread = threading.Thread(target=spin, args=(self._executor,), daemon=True)
        self._thread.start()

    def close(self) -> None:
        import rclpy

        self._executor.shutdown(timeout_sec=3.0)
        self._thread.join(3.0)
        self.node.destroy_node()
        rclpy.try_shutdown()

    def camera_pose(self) -> Pose:
        turn = Pose.planar(0.0, 0.0, self.pan).matrix()[:3, :3]
        c, s = math.cos(-self.tilt), math.sin(-self.tilt)
        pitch = np.array([[c, 0, s], [0, 1, 0], [-s, 0, c]])
        rotation = turn @ pitch @ OPTICAL.matrix()[:3, :3]
        return Pose(OPTICAL.position, quaternion_from_rotation(rotation))

    def _turn_head(self, handle: Any) -> Any:
        from control_msgs.action import FollowJointTrajectory

        while self.slow_head.is_set():
            if handle.is_cancel_requested:
                self.head_cancelled.set()
                handle.canceled()
                return FollowJointTrajectory.Result()
            time.sleep(0.02)
        if self.head_error:
            handle.abort()
            code = FollowJointTrajectory.Result.PATH_TOLERANCE_VIOLATED
            return FollowJointTrajectory.Result(error_code=code, error_string=self.head_error)
        point = handle.request.trajectory.points[-1]
        assert list(handle.request.trajectory.joint_names) == ["head_1_joint", "head_2_joint"]
        with self._moving:
            self._send_transform()  # else images soon after the jump get a pose between the two
            self.pan, self.tilt = point.positions
            self._send_transform()
        time.sleep(0.1)
        handle.succeed()
        return FollowJointTrajectory.Result()

    def _send_transform(self) -> None:
        from geometry_msgs.msg import TransformStamped
        from tf2_msgs.msg import TFMessage

        from makedo_ros.conversions.nouns import transform_to_ros

        with self._moving:
            stamp, camera = self.node.get_clock().now().to_msg(), self.camera_pose()
        edges = (("map", "base_footprint", Pose()), ("base_footprint", HEAD_FRAME, camera))
        message = TFMessage()
        for parent, child, pose in edges:
            transform = TransformStamped(child_frame_id=child, transform=transform_to_ros(pose))
            transform.header.frame_id, transform.header.stamp = parent, stamp
            message.transforms.append(transform)
        self._tf.publish(message)

    def _send_images(self) -> None:
        from sensor_msgs.msg import CameraInfo, Image
        from std_msgs.msg import String

        with self._moving:  # the picture is of the pose at its stamp, however long it takes to make
            key, pose, stamp = (self.pan, self.tilt), self.camera_pose(), self.node.get_clock().now().to_msg()
        if key not in self._pictures:
            self._pictures[key] = self._render(pose)
        picture = self._pictures[key]
        k = [CAMERA.fx, 0.0, CAMERA.cx, 0.0, CAMERA.fy, CAMERA.cy, 0.0, 0.0, 1.0]
        info = CameraInfo(width=CAMERA.width, height=CAMERA.height, k=k)
        self._info.publish(info)
        table = {str(n): {"label": label, "instance": 1} for n, label in picture.images.classes.items()}
        self._labels.publish(String(data=json.dumps(table)))
        images = {
            "rgb": (picture.images.colour, "rgb8"),
            "depth_registered": (picture.images.depth, self.depth_encoding),
            "segmentation": (picture.images.labels, "32SC1"),
        }
        for name, (pixels, encoding) in images.items():
            message = Image(height=pixels.shape[0], width=pixels.shape[1], encoding=encoding)
            message.step = pixels[0].nbytes
            message.header.frame_id, message.header.stamp = HEAD_FRAME, stamp
            message.data.frombytes(np.ascontiguousarray(pixels).tobytes())
            self._image[name].publish(message)
            if name == "rgb" and self.second_camera.is_set():
                self._second.publish(message)

    def _on_diagnostics(self, message: Any) -> None:
        for status in message.status:
            self.health[status.name] = status.message

    def transition(self, name: str, number: int) -> bool:
        """Ask until it answers: an answer is lost while the two processes are still discovering each other."""
        from lifecycle_msgs.srv import ChangeState, GetState

        from makedo_ros.runtime.clients import CallError, call

        until(self._change[name].service_is_ready, f"{name}/change_state", LIMIT_S)
        request = ChangeState.Request()
        request.transition.id = number
        for _ in range(5):
            try:
                return bool(call(self._change[name], request, LIMIT_S / 5).success)
            except CallError as error:
                if error.cause is not FailureCause.TIMEOUT:
                    raise
            state = call(self._state[name], GetState.Request(), LIMIT_S / 5).current_state.id
            if state == AFTER[number]:
                return True
        return False

    def start_discovery(self, asset: str) -> Any:
        from makedo.action import DiscoverObjects
        from makedo_ros.runtime.clients import wait

        assert self.discover_client.wait_for_server(LIMIT_S)
        goal = DiscoverObjects.Goal(asset_id=asset)
        sent = self.discover_client.send_goal_async(goal, lambda f: self.feedback.append(f.feedback.message))
        return wait(sent, "discover_objects", LIMIT_S)

    def discover(self, asset: str) -> Any:
        from makedo_ros.runtime.clients import wait

        handle = self.start_discovery(asset)
        assert handle.accepted
        return wait(handle.get_result_async(), "discover_objects", LIMIT_S).result

    def graph(self) -> SceneGraph:
        from makedo.srv import GetSceneGraph
        from makedo_ros.conversions.nouns import graph_from_ros
        from makedo_ros.runtime.clients import call

        return graph_from_ros(call(self.get, GetSceneGraph.Request(), LIMIT_S).graph)


@pytest.fixture
def processes(ros_domain_id: int, tmp_path: Path) -> Iterator[Callable[..., subprocess.Popen[bytes]]]:
    """Starts a node as a process; all are ended with Ctrl-C and must leave quietly."""
    started: list[subprocess.Popen[bytes]] = []

    def start(name: str, **parameters: str) -> subprocess.Popen[bytes]:
        arguments = [item for key, value in parameters.items() for item in ("-p", f"{key}:={value}")]
        command = [sys.executable, str(ROOT / "bin" / name), "--ros-args", "-r", f"__ns:=/{NAMESPACE}"]
        command += ["--params-file", str(ROOT / "config" / f"{name}.yaml"), *arguments]
        started.append(subprocess.Popen(command, cwd=tmp_path))
        return started[-1]

    yield start
    for process in started:
        process.send_signal(signal.SIGINT)
    codes = [process.wait(LIMIT_S) for process in started]
    assert all(code in (0, -signal.SIGKILL) for code in codes), codes


@pytest.fixture
def system(processes, tmp_path, render, solid, table) -> Iterator[Robot]:
    """Both nodes active, before a table with a can and an apple."""
    scene = tmp_path / "graph.json"
    scene.write_text(graph_to_json(home(Pose((1.2, 0.0, 0.0)))))
    things = [
        table,
        solid("cola_can", Shape.CYLINDER, (0.066, 0.066, 0.115), Pose((1.0, 0.2, 0.75))),
        solid("apple", Shape.SPHERE, (0.075, 0.075, 0.075), Pose((1.1, -0.2, 0.75))),
    ]

    def picture(pose: Pose) -> Any:
        ahead = pose.transform((0.0, 0.0, 1.0))
        return render(things, pose.position, ahead, camera=CAMERA)

    processes("scene_graph", scene_file=str(scene))
    robot_file = str(ROOT / "config" / "robots" / "tiago_sim.yaml")
    processes("perception", detector="simulation", robot_file=robot_file, depth_reduction="2", min_pixels="15")
    robot = Robot(picture)
    robot.tilt = 0.6  # it looks over the table until it is turned: what it sees before then counts
    try:
        for name in ("scene_graph", "perception"):
            assert robot.transition(name, 1)
            assert robot.transition(name, 3)
        yield robot
    finally:
        robot.close()


def test_looking_at_a_table_confirms_adds_and_misses_and_elsewhere_is_refused(system):
    result = system.discover("table_1")
    assert result.outcome.code == FailureCause.SUCCESS
    assert (result.confirmed, result.added, result.missing) == (["cola_can_4"], ["apple_1"], ["cup_1"])
    graph = system.graph()
    assert graph["cola_can_4"].pose.position == pytest.approx((1.0, 0.2, 0.75), abs=0.01)
    assert graph.placement("apple_1") == Relation("apple_1", RelationType.ON, "table_1")
    assert list(result.place) == ["top"]
    assert result.place_seen[0] > 0.8
    assert bool(result.place_hidden[0]) == (result.place_seen[0] < 1.0)
    pictures = [cv2.imdecode(np.frombuffer(i.data, np.uint8), cv2.IMREAD_COLOR) for i in result.images]
    assert pictures and all(p.shape == (CAMERA.height, CAMERA.width, 3) for p in pictures)
    assert {(i.format, i.header.frame_id) for i in result.images} == {("jpeg", HEAD_FRAME)}
    until(lambda: any("seen" in text for text in system.feedback))
    until(lambda: bool(system.graphs) and "apple_1" in system.graphs[-1].id)
    unknown = system.discover("unicorn")
    assert unknown.outcome.code == FailureCause.UNKNOWN_PLACE
    assert "table_1" in unknown.outcome.message
    assert (list(unknown.place), list(unknown.images)) == ([], [])
    again = system.discover("table_1")
    assert (again.confirmed, again.added, again.missing) == (["apple_1", "cola_can_4"], [], [])


@pytest.mark.slow
def test_cancelling_stops_the_head_and_only_an_active_perception_looks(system):
    from makedo_ros.runtime.clients import wait

    system.slow_head.set()
    handle = system.start_discovery("table_1")
    until(lambda: any("head pose" in text for text in system.feedback))
    assert not system.start_discovery("table_1").accepted  # one at a time
    wait(handle.cancel_goal_async(), "cancel", LIMIT_S)
    result = wait(handle.get_result_async(), "result", LIMIT_S).result
    assert result.outcome.code == FailureCause.CANCELED
    assert system.head_cancelled.wait(LIMIT_S)
    system.slow_head.clear()
    assert system.transition("perception", 4)
    assert not system.start_discovery("table_1").accepted
    assert system.transition("perception", 3)
    assert system.discover("table_1").outcome.code == FailureCause.SUCCESS


@pytest.mark.slow
def test_a_head_that_does_not_turn_is_told_with_what_was_not_seen(system):
    system.head_error = "the neck is stuck"
    result = system.discover("table_1")
    assert result.outcome.code == FailureCause.EXECUTION_FAILED
    assert "the neck is stuck" in result.outcome.message
    assert (list(result.place), list(result.place_seen), list(result.images)) == (["top"], [0.0], [])
    assert "outside of the pictures" in result.place_hidden[0]
    assert not (result.added or result.confirmed or result.missing or result.unseen)


@pytest.mark.slow
def test_a_wrong_depth_encoding_is_reported_with_the_remedy(system):
    system.depth_encoding = "8UC1"
    until(lambda: "16UC1 (millimetres)" in system.health.get(f"/{NAMESPACE}/perception", ""))
    system.depth_encoding = "32FC1"
    until(lambda: system.health.get(f"/{NAMESPACE}/perception") == "active")


@pytest.mark.slow
def test_while_a_second_camera_sends_images_nothing_is_looked_at_and_that_is_said(system):
    said = lambda: system.health.get(f"/{NAMESPACE}/perception", "")  # noqa: E731
    until(lambda: said() == "active")
    system.second_camera.set()
    until(lambda: "two publishers send images on head_front_camera/rgb/image_raw" in said())
    system.second_camera.clear()
    until(lambda: said() == "active")


@pytest.mark.slow
def test_updates_over_ros_are_all_or_nothing(system):
    from makedo.srv import UpdateSceneGraph
    from makedo_ros.runtime.clients import call

    good = {"add_source": ["cup_1"], "add_type": [int(RelationType.HELD_BY)], "add_target": [AGENT_ID]}
    assert system.transition("perception", 4)  # it sees things by itself
    before = system.graph()
    for broken, cause, text in (
        ({"state_id": ["oven_9"], "state": ["open"]}, FailureCause.UNKNOWN_OBJECT, "oven_9"),
        ({"state_id": ["table_1"], "state": ["melted"]}, FailureCause.INVALID_GRAPH, "melted"),
        ({"state_id": ["table_1"]}, FailureCause.INVALID_GRAPH, "equally long"),
        ({"pose_id": ["cup_1"], "pose": [0.0]}, FailureCause.INVALID_GRAPH, "7 each"),
        ({"opening_id": ["table_1"]}, FailureCause.INVALID_GRAPH, "equally long"),
        ({"opening_id": ["table_1"], "opening": [float("nan")]}, FailureCause.INVALID_GRAPH, "no joint value"),
    ):
        answer = call(system.update, UpdateSceneGraph.Request(**good, **broken), LIMIT_S)
        assert answer.outcome.code == cause
        assert text in answer.outcome.message
        assert system.graph().held() is None
    answer = call(system.update, UpdateSceneGraph.Request(**good), LIMIT_S)
    assert answer.outcome.code == FailureCause.SUCCESS
    assert answer.revision > before.revision
    assert system.graph().held() == "cup_1"


def test_a_missing_scene_refuses_to_configure(processes, tmp_path, render, table):
    processes("scene_graph", scene_file=str(tmp_path / "none.json"))
    robot = Robot(lambda pose: render([table], pose.position, (1.0, 0.0, 0.0), camera=CAMERA))
    try:
        assert not robot.transition("scene_graph", 1)
        until(lambda: "none.json" in robot.health.get(f"/{NAMESPACE}/scene_graph", ""))
    finally:
        robot.close()
