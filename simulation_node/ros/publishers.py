# SPDX-License-Identifier: Apache-2.0
"""What the robot publishes about itself: clock, joint states, odometry, transforms. Used by node.py only."""

from __future__ import annotations

import math
import time
from array import array
from dataclasses import dataclass

import mujoco
import numpy as np
from builtin_interfaces.msg import Time
from geometry_msgs.msg import TransformStamped
from nav_msgs.msg import Odometry
from rclpy.node import Node
from rosgraph_msgs.msg import Clock
from sensor_msgs.msg import BatteryState, JointState
from std_msgs.msg import String
from tf2_msgs.msg import TFMessage

from makedo_core.geometry import Pose
from makedo_ros.conversions.nouns import graph_to_ros, pose_to_ros, time_to_ros, transform_to_ros
from makedo_ros.runtime.qos import LATCHED, RELIABLE, TF, TF_STATIC
from simulation_node.control.battery import CAPACITY_WH, VOLTS, SimulatedBattery
from simulation_node.robots.assets import find_robot_files, published_urdf
from simulation_node.robots.robot import BaseModel
from simulation_node.world.truth import true_graph
from simulation_node.world.world import World

from makedo.msg import SceneGraph  # isort: skip

MAP_FRAME, ODOM_FRAME = "map", "odom"
WALL_S = 0.035  # [s, wall] at high speed clock, joints and transforms come no more often: each costs every node 1 ms
TRUTH_WALL_S = 0.45  # the same for the true graph, which costs tens of milliseconds


@dataclass(frozen=True, slots=True)
class Rates:
    """How often things are published, in simulated time [Hz]."""

    clock: float = 25.0  # each of the nodes spends up to a millisecond on every tick
    joint_states: float = 25.0
    transforms: float = 20.0
    ground_truth: float = 2.0
    battery: float = 1.0


class Every:
    """Says when the next period of simulated time has begun; periods that were missed are not made up for.

    Args:
        rate: [Hz, simulated time]; 0: never again after the first time.
        wall_s: the last time must be so long ago, too [s, wall].
    """

    def __init__(self, rate: float, wall_s: float = 0.0) -> None:
        self._period, self._next = (1.0 / rate if rate > 0 else math.inf), 0.0
        self._wall_s, self._acted = wall_s, -math.inf

    def is_due(self, now: float) -> bool:
        """Whether to act now; asked once a step."""
        if now + 1e-6 < self._next or time.monotonic() - self._acted < self._wall_s:
            return False
        self._acted = time.monotonic()
        missed = 0 if math.isinf(self._period) else math.floor((now + 1e-6 - self._next) / self._period)
        self._next += (missed + 1) * self._period
        return True


class StatePublisher:
    """Publishes the robot's state; `publish` is called after every control step by the physics thread.

    Args:
        node: publishes on its behalf.
        world: whose state.
        rates: how often.
        localizes: whether to say where on the map the odometry began; a robot without a base is always where it is.
    """

    def __init__(self, node: Node, world: World, rates: Rates, *, localizes: bool = True) -> None:
        self._clock = node.create_publisher(Clock, "/clock", RELIABLE)
        self._joints = node.create_publisher(JointState, "joint_states", RELIABLE)
        self._robot = robot = world.robot
        self._odometry = (
            None if robot.base is None else node.create_publisher(Odometry, "mobile_base_controller/odom", RELIABLE)
        )
        self._tf = node.create_publisher(TFMessage, "/tf", TF)
        self._tf_static = node.create_publisher(TFMessage, "/tf_static", TF_STATIC)
        self._truth = node.create_publisher(SceneGraph, "simulation/ground_truth", LATCHED)
        self._description = node.create_publisher(String, "robot_description", LATCHED)
        self._description.publish(String(data=published_urdf(find_robot_files(robot.description))))
        self._battery_topic = (
            None if robot.base is None else node.create_publisher(BatteryState, "battery_state", RELIABLE)
        )
        self._battery, self._battery_due, self._drained_at = SimulatedBattery(), Every(rates.battery), world.time
        self._clock_due, self._joints_due = Every(rates.clock, WALL_S), Every(rates.joint_states, WALL_S)
        self._tf_due, self._truth_due = Every(rates.transforms, WALL_S), Every(rates.ground_truth, TRUTH_WALL_S)
        self._revision = 0
        self._wheels, self._turned_at = [0.0, 0.0], world.time
        self._start = world.base.pose  # the odometry starts at zero there
        model = world.model
        self._qpos = np.array([model.joint(j).qposadr[0] for j in robot.joints])
        self._dofs = np.array([model.joint(j).dofadr[0] for j in robot.joints])
        self._links = _Links(world)
        self._tf_static.publish(TFMessage(transforms=self._links.static(self._start, localizes=localizes)))

    def publish(self, world: World) -> None:
        """Publish whatever is due."""
        now = world.time
        stamp = time_to_ros(now)
        if self._clock_due.is_due(now):
            self._clock.publish(Clock(clock=stamp))
        if self._joints_due.is_due(now):
            self._publish_joints(world, stamp)
            self._publish_odometry(world, stamp)
        if self._tf_due.is_due(now):
            self._tf.publish(TFMessage(transforms=self._links.moving(world, stamp, self._odometry_pose(world))))
        if self._battery_topic is not None and self._battery_due.is_due(now):
            self._publish_battery(world, stamp)
        if self._truth_due.is_due(now):
            self._revision += 1
            self._truth.publish(graph_to_ros(true_graph(world, self._revision)))

    def _publish_joints(self, world: World, stamp: Time) -> None:
        data, base = world.data, self._robot.base
        message = JointState(name=list(self._robot.joints))
        message.header.stamp = stamp
        message.position = array("d", data.qpos[self._qpos])
        message.velocity = array("d", data.qvel[self._dofs])
        message.effort = array("d", data.qfrc_actuator[self._dofs])
        if base is not None:
            speeds = self._turn_wheels(world, base)
            message.name += base.wheel_joints
            message.position.extend(self._wheels)
            message.velocity.extend(speeds)
            message.effort.extend((0.0, 0.0))
        self._joints.publish(message)

    def _publish_battery(self, world: World, stamp: Time) -> None:
        """The charge; what a simulated battery does not have is not a number, as the message wants it."""
        if self._battery_topic is None:
            return
        step_s, self._drained_at = world.time - self._drained_at, world.time
        joints = float(np.abs(world.data.qvel[self._dofs]).sum())
        self._battery.drain(step_s, world.base.twist.forward, joints)
        message = BatteryState(
            voltage=VOLTS,
            current=math.nan,
            temperature=math.nan,
            charge=self._battery.charge * CAPACITY_WH / VOLTS,
            capacity=CAPACITY_WH / VOLTS,
            design_capacity=CAPACITY_WH / VOLTS,
            percentage=self._battery.charge,
            present=True,
            power_supply_status=BatteryState.POWER_SUPPLY_STATUS_DISCHARGING,
        )
        message.header.stamp = stamp
        self._battery_topic.publish(message)

    def _turn_wheels(self, world: World, base: BaseModel) -> tuple[float, float]:
        """Let the wheels turn as the base moves; their speeds [rad/s]."""
        twist, radius = world.base.twist, base.wheel_radius_m
        spread = twist.turn * base.wheel_separation_m / 2
        speeds = ((twist.forward - spread) / radius, (twist.forward + spread) / radius)
        step, self._turned_at = world.time - self._turned_at, world.time
        self._wheels = [angle + speed * step for angle, speed in zip(self._wheels, speeds, strict=True)]
        return speeds

    def _publish_odometry(self, world: World, stamp: Time) -> None:
        if self._odometry is None:
            return
        message = Odometry(child_frame_id=self._robot.base_frame)
        message.header.stamp, message.header.frame_id = stamp, ODOM_FRAME
        message.pose.pose = pose_to_ros(self._odometry_pose(world))
        twist = world.base.twist
        message.twist.twist.linear.x, message.twist.twist.angular.z = twist.forward, twist.turn
        self._odometry.publish(message)

    def _odometry_pose(self, world: World) -> Pose:
        here, start = world.base.pose, self._start
        dx, dy = here.position[0] - start.position[0], here.position[1] - start.position[1]
        c, s = math.cos(start.yaw), math.sin(start.yaw)
        return Pose.planar(c * dx + s * dy, c * dy - s * dx, here.yaw - start.yaw)


class _Links:
    """Transforms between the robot's links, split into those that move and those that never do."""

    def __init__(self, world: World) -> None:
        model = world.model
        base = world.robot.base_frame
        self._moves = world.robot.base is not None
        root = model.body(base).id
        below = [b for b in range(root + 1, model.nbody) if _has_ancestor(model.body_parentid, b, root)]
        self._fixed = [b for b in below if model.body_jntnum[b] == 0]
        self._jointed = [b for b in below if model.body_jntnum[b] > 0]
        self._name = {b: str(model.body(b).name) for b in (root, *below)}
        self._parent = {b: int(model.body_parentid[b]) for b in below}
        self._model, self._base = model, base
        pairs = [
            *(((ODOM_FRAME, base),) if self._moves else ()),
            *((self._name[self._parent[b]], self._name[b]) for b in self._jointed),
        ]
        self._messages = [_transform(parent, child, Pose(), Time()) for parent, child in pairs]  # used again and again
        self._inverse, self._turn, self._offset = np.zeros(4), np.zeros(4), np.zeros(3)

    def static(self, start: Pose, *, localizes: bool) -> list[TransformStamped]:
        """Links without joints, once for all; and where the odometry began in the map, or where the robot stands."""
        in_map = localizes or not self._moves
        result = [_transform(MAP_FRAME, ODOM_FRAME if self._moves else self._base, start, Time())] if in_map else []
        for body in self._fixed:
            w, x, y, z = (float(v) for v in self._model.body_quat[body])
            px, py, pz = (float(v) for v in self._model.body_pos[body])
            pose = Pose((px, py, pz), (x, y, z, w))
            result.append(_transform(self._name[self._parent[body]], self._name[body], pose, Time()))
        return result

    def moving(self, world: World, stamp: Time, odometry: Pose) -> list[TransformStamped]:
        """Base in odometry, and every link with a joint in its parent."""
        data, inverse, turn, offset = world.data, self._inverse, self._turn, self._offset
        links = self._messages
        if self._moves:
            base, *links = links
            base.header.stamp = stamp
            base.transform = transform_to_ros(odometry)
        for message, body in zip(links, self._jointed, strict=True):
            parent = self._parent[body]
            mujoco.mju_negQuat(inverse, data.xquat[parent])
            mujoco.mju_mulQuat(turn, inverse, data.xquat[body])
            mujoco.mju_rotVecQuat(offset, data.xpos[body] - data.xpos[parent], inverse)
            message.header.stamp = stamp
            translation, rotation = message.transform.translation, message.transform.rotation
            translation.x, translation.y, translation.z = offset.tolist()
            rotation.w, rotation.x, rotation.y, rotation.z = turn.tolist()
        return self._messages


def _has_ancestor(parents: np.ndarray, body: int, root: int) -> bool:
    while body > root:
        body = int(parents[body])
    return body == root


def _transform(parent: str, child: str, pose: Pose, stamp: Time) -> TransformStamped:
    result = TransformStamped(child_frame_id=child, transform=transform_to_ros(pose))
    result.header.frame_id, result.header.stamp = parent, stamp
    return result
