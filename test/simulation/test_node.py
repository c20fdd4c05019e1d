# SPDX-License-Identifier: Apache-2.0
"""The node `simulation` in a process of its own, as its clients see it."""

from __future__ import annotations

import json
import math
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import numpy as np
import pytest

rclpy = pytest.importorskip("rclpy")

from action_msgs.msg import GoalStatus  # noqa: E402
from control_msgs.action import FollowJointTrajectory  # noqa: E402
from geometry_msgs.msg import Twist, TwistStamped  # noqa: E402
from nav2_msgs.action import ComputePathToPose, NavigateToPose  # noqa: E402
from nav_msgs.msg import Odometry  # noqa: E402
from play_motion2_msgs.action import PlayMotion2  # noqa: E402
from play_motion2_msgs.srv import ListMotions  # noqa: E402
from rcl_interfaces.srv import SetParameters  # noqa: E402
from rclpy.executors import SingleThreadedExecutor  # noqa: E402
from rclpy.parameter import Parameter  # noqa: E402
from rosgraph_msgs.msg import Clock  # noqa: E402
from sensor_msgs.msg import CameraInfo, Image, JointState, LaserScan  # noqa: E402
from std_msgs.msg import String  # noqa: E402
from tf2_msgs.msg import TFMessage  # noqa: E402
from trajectory_msgs.msg import JointTrajectoryPoint  # noqa: E402

from makedo.msg import SceneGraph  # noqa: E402
from makedo.srv import GetContacts, InjectFault  # noqa: E402
from makedo_core.failure import FailureCause  # noqa: E402
from makedo_core.geometry import Pose, wrap_angle  # noqa: E402
from makedo_core.graph.scene_graph import NodeKind, RelationType  # noqa: E402
from makedo_ros.conversions.nouns import (  # noqa: E402
    graph_from_ros,
    outcome_from_ros,
    pose_from_ros,
    pose_to_ros,
    time_from_ros,
    time_to_ros,
)
from makedo_ros.runtime.action_client import ActionClient  # noqa: E402
from makedo_ros.runtime.qos import LATCHED, RELIABLE, SENSOR, TF_STATIC  # noqa: E402
from makedo_ros.without_ros.tf import TransformBuffer  # noqa: E402
from simulation_node.robots.tiago import ARM_JOINTS, CAMERA_FRAME, HOME, TIAGO  # noqa: E402
from support.spinning import spin  # noqa: E402
from support.tiers import slow  # noqa: E402
from support.waiting import until  # noqa: E402

pytestmark = pytest.mark.ros
ROOT = Path(__file__).resolve().parents[2]
LIMIT_S = 90.0


class Client:
    """A node that listens to everything it is asked to, spun in a thread."""

    def __init__(self, domain: int, namespace: str = "") -> None:
        self.context = rclpy.Context()
        rclpy.init(context=self.context, domain_id=domain)
        self.node = rclpy.create_node("client", context=self.context, namespace=namespace)
        self._executor = SingleThreadedExecutor(context=self.context)
        self._executor.add_node(self.node)
        self._thread = threading.Thread(target=spin, args=(self._executor,))
        self._thread.start()
        self.messages: dict[str, list] = {}

    def listen(self, kind: type, topic: str, qos=RELIABLE) -> list:
        got = self.messages.setdefault(topic, [])
        self.node.create_subscription(kind, topic, got.append, qos)
        return got

    def until(self, condition, what: str, limit_s: float = LIMIT_S):
        return until(condition, what, limit_s)

    def done(self, future, what: str):
        self.until(future.done, what)
        return future.result()

    def send(self, kind: type, name: str, goal):
        client = ActionClient(self.node, kind, name)
        self.until(client.server_is_ready, name)
        return self.done(client.send_goal_async(goal), f"{name} goal")

    def result(self, handle):
        return self.done(handle.get_result_async(), "result")

    def close(self) -> None:
        self._executor.shutdown()
        self._thread.join()
        self.node.destroy_node()
        self.context.try_shutdown()


class Running:
    """The node's process and a client."""

    def __init__(self, domain: int, *arguments: str, namespace: str = "") -> None:
        self.domain = domain
        environment = {**os.environ, "ROS_DOMAIN_ID": str(domain), "OMP_NUM_THREADS": "1"}
        command = [sys.executable, str(ROOT / "bin" / "simulation"), "--ros-args", *arguments]
        if namespace:
            command += ["-r", f"__ns:={namespace}"]
        self.process = subprocess.Popen(
            command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        self.client = Client(domain, namespace)

    def end(self, number: int = signal.SIGINT) -> tuple[int, str]:
        """Ask it to end; its exit status and what it wrote."""
        self.process.send_signal(number)
        output, _ = self.process.communicate(timeout=LIMIT_S)
        return self.process.returncode, output

    def close(self) -> None:
        self.client.close()
        if self.process.poll() is None:
            self.process.kill()
            self.process.communicate()


SETTINGS = ("-p", "real_time_factor:=3.0", "-p", "seed:=3", "-p", "camera_width:=320", "-p", "camera_height:=240")


@pytest.fixture(scope="module")
def shared(shared_ros_domain_id):
    """A simulation for the tests that leave it running."""
    run = Running(shared_ros_domain_id, *SETTINGS)
    try:
        truth = run.client.listen(SceneGraph, "simulation/ground_truth", LATCHED)
        run.client.until(lambda: truth, "truth")
        run.beginning = graph_from_ros(truth[0])["robot"].pose
        yield run
    finally:
        run.close()


@pytest.fixture
def running(shared):
    """That simulation as it began, but for the fingers, with a client that has heard nothing yet."""
    shared.client.close()
    shared.client = Client(shared.domain)
    _begin_anew(shared.client, shared.beginning)
    return shared


@pytest.fixture
def ending(ros_domain_id):
    """A simulation of the test's own."""
    run = Running(ros_domain_id, *SETTINGS)
    try:
        yield run
    finally:
        run.close()


def _begin_anew(client, beginning):
    """Arm and base where they were when it began."""
    truth = client.listen(SceneGraph, "simulation/ground_truth", LATCHED)
    client.until(lambda: truth, "truth")
    assert _set(client, "real_time_factor", 0.0).successful
    assert client.result(client.send(PlayMotion2, "play_motion2", PlayMotion2.Goal(motion_name="home"))).result.success
    pose = graph_from_ros(truth[-1])["robot"].pose
    if pose.distance(beginning) > 0.01 or abs(wrap_angle(pose.yaw - beginning.yaw)) > 0.01:
        assert client.result(_navigate(client, beginning)).status == GoalStatus.STATUS_SUCCEEDED
    assert _set(client, "real_time_factor", 3.0).successful


def _trajectory(joints, positions, seconds):
    goal = FollowJointTrajectory.Goal()
    goal.trajectory.joint_names = list(joints)
    point = JointTrajectoryPoint(positions=[float(p) for p in positions])
    point.time_from_start.sec = int(seconds)
    point.time_from_start.nanosec = int((seconds % 1) * 1e9)
    goal.trajectory.points = [point]
    return goal


def test_it_tells_its_state_like_the_robot(running):
    client = running.client
    assert _set(client, "real_time_factor", 0.5).successful  # quicker ones are published less often
    clock, joints = client.listen(Clock, "/clock", SENSOR), client.listen(JointState, "joint_states")
    odometry = client.listen(Odometry, "mobile_base_controller/odom")
    truth = client.listen(SceneGraph, "simulation/ground_truth", LATCHED)
    frames = TransformBuffer(client.node)
    client.until(lambda: len(joints) > 20 and len(clock) > 5 and odometry and truth, "state")
    state = joints[-1]
    assert set(TIAGO.joints) <= set(state.name)
    assert len(state.name) == len(state.position) == len(state.velocity) == len(state.effort)
    assert state.position[list(state.name).index("arm_2_joint")] == pytest.approx(HOME["arm_2_joint"], abs=0.01)
    stamps = [time_from_ros(s.header.stamp) for s in joints]
    assert np.median(np.diff(stamps)) == pytest.approx(0.04, abs=1e-6)
    assert _set(client, "real_time_factor", 3.0).successful
    graph = graph_from_ros(truth[-1])
    assert graph.scene == "home" and len(graph.of_kind(NodeKind.OBJECT)) == 32
    assert graph.placement("wine_bottle_1").type is RelationType.ON
    camera = frames.lookup("map", CAMERA_FRAME)
    assert camera.position[2] == pytest.approx(1.15, abs=0.02)
    assert frames.lookup("map", "base_footprint").distance(graph["robot"].pose) < 0.01
    assert odometry[-1].header.frame_id == "odom" and odometry[-1].child_frame_id == "base_footprint"
    assert math.hypot(odometry[-1].pose.pose.position.x, odometry[-1].pose.pose.position.y) < 0.01


def test_its_laser_scans_the_home_while_somebody_listens(running):
    client = running.client
    scans = client.listen(LaserScan, "scan_raw", SENSOR)
    client.until(lambda: len(scans) >= 3, "scans")
    scan = scans[-1]
    assert scan.header.frame_id == "base_laser_link" and len(scan.ranges) == 666
    assert scan.angle_min + 665 * scan.angle_increment == pytest.approx(scan.angle_max, abs=1e-4)
    assert scan.range_min < min(scan.ranges) < 2.0 < max(scan.ranges) < scan.range_max
    statics = client.listen(TFMessage, "/tf_static", TF_STATIC)
    client.until(lambda: statics, "fixed frames")
    (laser,) = (t for message in statics for t in message.transforms if t.child_frame_id == "base_laser_link")
    offset = laser.transform.translation
    assert laser.header.frame_id == "base_footprint"
    assert (offset.x, offset.y, offset.z) == pytest.approx((0.202, 0.0, 0.0945), abs=1e-3)


def _set(client, name: str, value):
    request = SetParameters.Request(parameters=[Parameter(name, value=value).to_parameter_msg()])
    service = client.node.create_client(SetParameters, "simulation/set_parameters")
    client.until(service.service_is_ready, "parameters")
    (result,) = client.done(service.call_async(request), "answer").results
    return result


def test_its_speed_can_be_set_while_it_runs(running):
    client = running.client
    clock = client.listen(Clock, "/clock", SENSOR)
    client.until(lambda: len(clock) > 5, "time")

    def passed(wall_s: float) -> float:
        begun, since_s = time_from_ros(clock[-1].clock), time.monotonic()
        time.sleep(wall_s)
        return (time_from_ros(clock[-1].clock) - begun) / (time.monotonic() - since_s)

    assert _set(client, "real_time_factor", 0.2).successful
    time.sleep(0.5)
    assert passed(2.0) < 0.4
    assert _set(client, "real_time_factor", 1).successful  # a whole number will do
    time.sleep(0.5)
    assert 0.4 < passed(3.0) < 1.3


def test_a_parameter_that_cannot_be_set_is_refused_with_the_reason(running):
    for name, value, told in (
        ("real_time_factor", -1.0, "real_time_factor is -1.0, expected a number of 0"),
        ("real_time_factor", math.nan, "expected a number"),
        ("real_time_factor", math.inf, "expected a number"),
        ("real_time_factor", "quick", "real_time_factor is 'quick', expected a number"),
        ("real_time_factor", True, "expected a number"),
        ("seed", 4, "seed is read once, when simulation starts: set it there and start again; what can be set"),
    ):
        result = _set(running.client, name, value)
        assert not result.successful
        assert told in result.reason


def test_images_of_one_moment_share_a_stamp_and_fit_each_other(running):
    client = running.client
    head = "head_front_camera"
    colour = client.listen(Image, f"{head}/rgb/image_raw")
    depth = client.listen(Image, f"{head}/depth_registered/image_raw")
    labels = client.listen(Image, f"{head}/segmentation/image_raw")
    names = client.listen(String, f"{head}/segmentation/labels", LATCHED)
    info = client.listen(CameraInfo, f"{head}/rgb/camera_info", SENSOR)
    above = client.listen(Image, "overview_camera/image_raw")

    def common():
        stamps = [{time_from_ros(m.header.stamp): m for m in list(got)} for got in (colour, depth, labels, info)]
        both = set.intersection(*(set(s) for s in stamps))
        return [s[max(both)] for s in stamps] if both and names and above else None

    rgb, metres, ids, camera = client.until(common, "set of images")
    assert (rgb.encoding, metres.encoding, ids.encoding) == ("rgb8", "32FC1", "32SC1")
    assert rgb.header.frame_id == CAMERA_FRAME and (rgb.width, rgb.height) == (320, 240)
    z = np.frombuffer(bytes(metres.data), np.float32).reshape(240, 320)
    seen = z[z > 0]
    assert 0.5 < np.median(seen) < 6.0 and seen.max() <= 10.0
    assert camera.k[0] == pytest.approx(120 / math.tan(math.radians(22.5)))
    table = json.loads(names[0].data)
    present = set(np.unique(np.frombuffer(bytes(ids.data), np.int32))) - {0}
    assert present and present <= {int(i) for i in table}
    assert {"sofa", "tv_stand"} & {table[str(i)]["label"] for i in present}
    assert "cola_can_1" not in names[0].data  # classes only, no identities
    picture = np.frombuffer(bytes(above[0].data), np.uint8)
    assert len(picture) == above[0].height * above[0].width * 3 and picture.std() > 10


def test_trajectories_succeed_are_rejected_preempted_and_cancelled_like_ros2_control(running):
    client, name = running.client, "arm_controller/follow_joint_trajectory"
    joints = client.listen(JointState, "joint_states")
    home = [HOME[j] for j in ARM_JOINTS]
    there = [*home[:-1], home[-1] + 1.0]
    handle = client.send(FollowJointTrajectory, name, _trajectory(ARM_JOINTS[::-1], there[::-1], 1.0))
    done = client.result(handle)
    assert done.status == GoalStatus.STATUS_SUCCEEDED
    assert done.result.error_code == FollowJointTrajectory.Result.SUCCESSFUL
    assert not client.send(FollowJointTrajectory, name, _trajectory(ARM_JOINTS[:3], home[:3], 1.0)).accepted
    first = client.send(FollowJointTrajectory, name, _trajectory(ARM_JOINTS, home, 5.0))
    second = client.send(FollowJointTrajectory, name, _trajectory(ARM_JOINTS, home, 6.0))
    preempted = client.result(first)
    assert preempted.status == GoalStatus.STATUS_ABORTED and "preempted" in preempted.result.error_string
    velocity = list(joints[-1].name).index("arm_7_joint")
    client.until(lambda: abs(joints[-1].velocity[velocity]) > 0.1, "motion")
    client.done(second.cancel_goal_async(), "cancel")
    cancelled = time_from_ros(joints[-1].header.stamp)
    assert client.result(second).status == GoalStatus.STATUS_CANCELED
    client.until(lambda: time_from_ros(joints[-1].header.stamp) > cancelled + 0.6, "time")
    later = [j for j in list(joints) if time_from_ros(j.header.stamp) > cancelled + 0.3]
    assert max(abs(j.velocity[velocity]) for j in later) < 0.02


def test_faults_are_injected_refused_and_contacts_read_by_service(running):
    client, name = running.client, "arm_controller/follow_joint_trajectory"
    joints = client.listen(JointState, "joint_states")
    inject = client.node.create_client(InjectFault, "simulation/inject_fault")
    contacts = client.node.create_client(GetContacts, "simulation/contacts")
    client.until(inject.service_is_ready, "inject_fault")
    refused = client.done(inject.call_async(InjectFault.Request(fault="earthquake")), "answer").outcome
    refused = outcome_from_ros(refused)
    assert refused.cause == FailureCause.INVALID_GOAL and "known: move_object, slip, visitor, block" in refused.message
    lied = client.done(inject.call_async(InjectFault.Request(fault="wrong_success")), "answer").outcome
    lied = outcome_from_ros(lied)
    assert lied.cause == FailureCause.SUCCESS and "arm_controller" in lied.message
    there = [HOME[j] for j in ARM_JOINTS[:-1]] + [HOME[ARM_JOINTS[-1]] + 1.0]
    done = client.result(client.send(FollowJointTrajectory, name, _trajectory(ARM_JOINTS, there, 1.0)))
    assert done.status == GoalStatus.STATUS_SUCCEEDED
    client.until(lambda: joints, "joint states")
    assert joints[-1].position[list(joints[-1].name).index("arm_7_joint")] == pytest.approx(0.0, abs=0.05)
    touched = client.done(contacts.call_async(GetContacts.Request(clear=True)), "contacts")
    assert len(touched.robot) == len(touched.other) == len(touched.first_s) == len(touched.force_n)


def test_no_images_come_while_the_camera_is_off(running):
    client = running.client
    images = client.listen(Image, "head_front_camera/rgb/image_raw", SENSOR)
    client.until(lambda: len(images) > 2, "images")
    inject = client.node.create_client(InjectFault, "simulation/inject_fault")
    client.until(inject.service_is_ready, "inject_fault")
    client.done(inject.call_async(InjectFault.Request(fault="camera_off", duration_s=6.0)), "answer")
    stamps = lambda: [time_from_ros(i.header.stamp) for i in list(images)]  # noqa: E731
    last = max(stamps())
    client.until(lambda: max(stamps()) > last + 5.0, "images again")
    late = sorted(s for s in stamps() if s > last)
    assert max(b - a for a, b in zip([last, *late], late, strict=False)) > 4.0


def test_a_gripper_that_closes_on_air_reaches_its_goal(running):
    name, joints = "gripper_controller/follow_joint_trajectory", ("gripper_left_finger_joint",
                                                                  "gripper_right_finger_joint")  # fmt: skip
    done = running.client.result(running.client.send(FollowJointTrajectory, name, _trajectory(joints, (0.0, 0.0), 1.0)))
    assert done.status == GoalStatus.STATUS_SUCCEEDED


def _navigate(client, pose, frame="map"):
    goal = NavigateToPose.Goal()
    goal.pose.header.frame_id = frame
    goal.pose.pose = pose_to_ros(pose)
    return client.send(NavigateToPose, "navigate_to_pose", goal)


def test_navigation_arrives_refuses_with_a_code_and_stops_on_cancel(running):
    client = running.client
    truth = client.listen(SceneGraph, "simulation/ground_truth", LATCHED)
    odometry = client.listen(Odometry, "mobile_base_controller/odom")
    refused = client.result(_navigate(client, Pose.planar(-0.5, 2.0, 0.0)))
    assert refused.status == GoalStatus.STATUS_ABORTED
    assert refused.result.error_code == ComputePathToPose.Result.GOAL_OCCUPIED
    assert "obstacle" in refused.result.error_msg
    assert client.result(_navigate(client, Pose(), "nowhere")).result.error_msg.startswith("goal in frame")
    target = Pose.planar(-0.85, -1.45, -math.pi / 2)
    assert client.result(_navigate(client, target)).status == GoalStatus.STATUS_SUCCEEDED
    count = len(truth)
    client.until(lambda: len(truth) > count + 1, "newer truth")
    robot = graph_from_ros(truth[-1])["robot"].pose
    assert robot.distance(target) < 0.02 and abs(wrap_angle(robot.yaw - target.yaw)) < 0.02
    handle = _navigate(client, Pose.planar(-1.9, 1.6, 0.0))
    client.until(lambda: odometry[-1].twist.twist.linear.x > 0.4, "motion")
    client.done(handle.cancel_goal_async(), "cancel")
    at = time_from_ros(odometry[-1].header.stamp)
    assert client.result(handle).status == GoalStatus.STATUS_CANCELED
    client.until(lambda: time_from_ros(odometry[-1].header.stamp) > at + 0.7, "time")
    later = [o.twist.twist for o in list(odometry) if time_from_ros(o.header.stamp) > at + 0.35]
    assert max(abs(t.linear.x) + abs(t.angular.z) for t in later) < 0.02


def test_a_path_is_told_from_anywhere_or_why_there_is_none_and_nothing_moves(running):
    client, codes = running.client, ComputePathToPose.Result
    odometry = client.listen(Odometry, "mobile_base_controller/odom")

    def ask(target, start=None, frame="map"):
        goal = ComputePathToPose.Goal(use_start=start is not None)
        goal.goal.header.frame_id, goal.goal.pose = frame, pose_to_ros(target)
        if start is not None:
            goal.start.header.frame_id, goal.start.pose = "map", pose_to_ros(start)
        return client.result(client.send(ComputePathToPose, "compute_path_to_pose", goal))

    target, start = Pose.planar(-1.9, 1.6, 0.4), Pose.planar(-0.85, -1.45, 0.0)
    found = ask(target, start)
    assert found.status == GoalStatus.STATUS_SUCCEEDED and found.result.error_code == codes.NONE
    path = found.result.path
    assert path.header.frame_id == "map" and len(path.poses) >= 2
    ends = [pose_from_ros(path.poses[i].pose) for i in (0, -1)]
    assert ends[0].distance(start) < 1e-6 and ends[1].distance(target) < 1e-6
    assert ends[1].yaw == pytest.approx(target.yaw)
    here = ask(target)
    assert here.status == GoalStatus.STATUS_SUCCEEDED
    assert pose_from_ros(here.result.path.poses[0].pose).distance(start) > 0.1  # it begins where the robot is
    for result, code in (
        (ask(Pose.planar(-0.5, 2.0, 0.0)), codes.GOAL_OCCUPIED),
        (ask(Pose((50.0, 0.0, 0.0))), codes.GOAL_OUTSIDE_MAP),
        (ask(target, Pose((50.0, 0.0, 0.0))), codes.START_OUTSIDE_MAP),
        (ask(target, frame="nowhere"), codes.TF_ERROR),
    ):
        assert result.status == GoalStatus.STATUS_ABORTED and result.result.error_code == code
        assert result.result.error_msg and not result.result.path.poses
    client.until(lambda: odometry, "odometry")
    assert max(abs(o.twist.twist.linear.x) for o in list(odometry)) < 0.01


def test_velocity_commands_move_the_base_until_they_stop_coming(running):
    client = running.client
    odometry = client.listen(Odometry, "mobile_base_controller/odom")
    publisher = client.node.create_publisher(Twist, "mobile_base_controller/cmd_vel_unstamped", RELIABLE)
    command = Twist()
    command.angular.z = 0.5

    def turning():
        publisher.publish(command)
        return odometry and odometry[-1].twist.twist.angular.z > 0.4

    client.until(turning, "turning")
    client.until(lambda: abs(odometry[-1].twist.twist.angular.z) < 0.01, "standstill")


def test_stamped_velocity_commands_are_obeyed_too_unless_they_are_old(running):
    client = running.client
    odometry = client.listen(Odometry, "mobile_base_controller/odom")
    publisher = client.node.create_publisher(TwistStamped, "mobile_base_controller/cmd_vel", RELIABLE)
    client.until(lambda: odometry and publisher.get_subscription_count(), "who hears it")

    def turning(late_s):
        now = time_from_ros(odometry[-1].header.stamp)
        command = TwistStamped()
        command.header.stamp = time_to_ros(max(0.0, now - late_s))
        command.twist.angular.z = 0.5
        publisher.publish(command)
        return odometry[-1].twist.twist.angular.z > 0.4

    client.until(lambda: time_from_ros(odometry[-1].header.stamp) > 3.0, "a time at which something can be old")
    for _ in range(10):
        assert not turning(late_s=2.0)
        time.sleep(0.05)
    assert max(abs(o.twist.twist.angular.z) for o in list(odometry)[-5:]) < 0.01
    client.until(lambda: turning(late_s=0.0), "turning")
    client.until(lambda: abs(odometry[-1].twist.twist.angular.z) < 0.01, "standstill")
    client.until(lambda: turning(late_s=math.inf), "turning by commands without a stamp")
    client.until(lambda: abs(odometry[-1].twist.twist.angular.z) < 0.01, "standstill")


def test_stored_motions_are_listed_played_and_refused(running):
    client = running.client
    service = client.node.create_client(ListMotions, "play_motion2/list_motions")
    client.until(service.service_is_ready, "list_motions")
    assert {"home", "open", "close", "offer"} <= set(
        client.done(service.call_async(ListMotions.Request()), "list").motion_keys
    )
    for name, good in (("close", True), ("open", True), ("home", True), ("waltz", False)):
        handle = client.send(PlayMotion2, "play_motion2", PlayMotion2.Goal(motion_name=name))
        result = client.result(handle).result
        assert result.success is good
        assert good or "waltz" in result.error


@pytest.mark.parametrize("number", [signal.SIGINT, *slow(signal.SIGTERM)])
def test_it_ends_cleanly_in_the_middle_of_everything(ending, number):
    client = ending.client
    images = client.listen(Image, "overview_camera/image_raw")
    _navigate(client, Pose.planar(-1.9, 1.6, 0.0))
    client.send(PlayMotion2, "play_motion2", PlayMotion2.Goal(motion_name="offer"))
    client.until(lambda: images, "image")
    status, output = ending.end(number)
    assert status == 0, output
    assert "Traceback" not in output and "terminate" not in output and "FATAL" not in output, output


@pytest.mark.slow
def test_an_unknown_scene_ends_it_with_a_reason(ros_domain_id):
    run = Running(ros_domain_id, "-p", "scene:=castle")
    try:
        output, _ = run.process.communicate(timeout=LIMIT_S)
        assert run.process.returncode == 1
        assert "castle" in output and "home" in output and "Traceback" not in output
    finally:
        run.close()


@pytest.mark.slow
def test_every_relative_name_moves_into_a_namespace(ros_domain_id):
    run = Running(ros_domain_id, namespace="/left")
    try:
        run.client.until(lambda: run.client.node.count_publishers("/left/joint_states"), "publisher")
        names = {n for n, _ in run.client.node.get_topic_names_and_types()}
        allowed = {"/clock", "/tf", "/tf_static", "/rosout", "/parameter_events"}
        assert {n for n in names if not n.startswith("/left/")} <= allowed
        client = ActionClient(run.client.node, NavigateToPose, "navigate_to_pose")
        run.client.until(client.server_is_ready, "navigate_to_pose")
    finally:
        run.close()


@pytest.mark.slow
@pytest.mark.parametrize("localizes", [True, False])
def test_where_the_robot_is_on_the_map_is_left_to_others_where_they_say_it(ros_domain_id, localizes):
    run = Running(ros_domain_id, "-p", f"localizes:={str(localizes).lower()}")
    try:
        statics = run.client.listen(TFMessage, "/tf_static", TF_STATIC)
        run.client.until(lambda: statics, "fixed frames")
        links = {(t.header.frame_id, t.child_frame_id) for message in statics for t in message.transforms}
        assert ("base_footprint", "base_laser_link") in links
        assert (("map", "odom") in links) is localizes
    finally:
        run.close()


@pytest.mark.slow
def test_a_navigation_of_others_is_left_its_names_and_commands_the_base(ros_domain_id):
    run = Running(ros_domain_id, "-p", "navigation:=none")
    try:
        odometry = run.client.listen(Odometry, "mobile_base_controller/odom")
        faults = run.client.node.create_client(InjectFault, "simulation/inject_fault")  # served last
        run.client.until(faults.service_is_ready, "inject_fault")
        names = {n for n, _ in run.client.node.get_topic_names_and_types()}
        assert not {n for n in names if "navigate_to_pose" in n or "compute_path" in n}
        commands = run.client.node.create_publisher(Twist, "mobile_base_controller/cmd_vel_unstamped", RELIABLE)

        def turns() -> bool:
            message = Twist()
            message.angular.z = 0.5
            commands.publish(message)
            return bool(odometry) and odometry[-1].twist.twist.angular.z > 0.3

        run.client.until(turns, "turning")
    finally:
        run.close()
