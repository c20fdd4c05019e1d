# SPDX-License-Identifier: Apache-2.0
"""The head behind its trajectory controller: turns the camera to a point."""

from __future__ import annotations

import math
from collections.abc import Callable

from rclpy.node import Node

from executor_node.robot.body import Body
from executor_node.robot.follow import Controller
from executor_node.robot.measured import measured
from makedo_core.cancel import CancelToken
from makedo_core.failure import SUCCESS, FailureCause, Outcome
from makedo_core.geometry import Vector
from makedo_core.ports import Joints
from makedo_core.robot_config import Frames, HeadConfig
from makedo_ros.without_ros.tf import TransformBuffer, TransformError

CLOSE_ENOUGH = 0.04  # rad
ARRIVED = 0.1  # rad; a controller that ends within its own tolerances is nearer
SHORTEST_S = 0.2
STEP = 0.12  # rad; so far apart are the postures that are looked at along a turn


def aim(
    camera: Vector, point: Vector, pan_limits: tuple[float, float], tilt_limits: tuple[float, float]
) -> tuple[float, float]:
    """Pan and upward tilt [rad] that point a camera (at `camera`, base frame) at a point of the base frame."""
    dx, dy, dz = (p - c for p, c in zip(point, camera, strict=True))
    pan = min(max(math.atan2(dy, dx), pan_limits[0]), pan_limits[1])
    tilt = min(max(math.atan2(dz, math.hypot(dx, dy)), tilt_limits[0]), tilt_limits[1])
    return pan, tilt


class ControllerHead:
    """Pan and tilt; implements the port `Head`.

    Args:
        node: turns it on its behalf.
        frames: names of the base's, camera's and map's.
        head: its joints and controller.
        body: measures where its joints are.
        transforms: where the camera is.
        touches: what the robot would touch of itself with some joints at these values: IN_COLLISION, or SUCCESS; any
            other cause: nobody knows.
    """

    def __init__(
        self,
        node: Node,
        frames: Frames,
        head: HeadConfig,
        body: Body,
        transforms: TransformBuffer,
        touches: Callable[[Joints], Outcome],
    ) -> None:
        self._frames = frames
        self._config = head
        self._body = body
        self._transforms = transforms
        self._touches = touches
        self._controller = Controller(node, head.controller)

    def look_at(self, point: Vector, token: CancelToken) -> Outcome:
        """Turn the camera to a point of the map, as far as the neck and the arm allow.

        Returns:
            IN_COLLISION: the head has turned no farther than to where it would touch the arm, or what that holds.
        """
        frames, config = self._frames, self._config
        try:
            base = self._transforms.lookup(frames.base, frames.map)
            camera = self._transforms.lookup(frames.base, frames.camera).position
        except TransformError as error:
            what = "the camera cannot be aimed: nobody tells where it is"
            return Outcome(FailureCause.COMPONENT_LOST, what, str(error))
        pan, tilt = aim(camera, base.transform(point), config.pan_limits, config.tilt_limits)
        goal = {config.pan: pan, config.tilt: config.tilt_sign * tilt}
        now = self._body.joints((config.pan, config.tilt))
        if _way(now, goal) < CLOSE_ENOUGH:
            return SUCCESS
        goal, hindered = self._before_it_touches(now, goal)
        way = _way(now, goal)
        if way < CLOSE_ENOUGH:
            return hindered
        outcome = self._controller.move(goal, max(SHORTEST_S, 1.5 * way / config.speed), token).outcome
        outcome = outcome if not outcome.ok else self._arrived(goal, token)
        return outcome if not outcome.ok else hindered

    def _before_it_touches(self, now: Joints, goal: dict[str, float]) -> tuple[dict[str, float], Outcome]:
        """How far the head can turn towards a goal, and what it would touch then; success: it gets there.

        Where it touches something already, or nobody knows, it turns all the same: how else would it come free?
        """
        steps = max(1, math.ceil(_way(now, goal) / STEP))
        free = dict(now)
        for step in range(1, steps + 1):
            posture = {j: now[j] + (goal[j] - now[j]) * step / steps for j in goal}
            found = self._touches(posture)
            if found.cause is FailureCause.IN_COLLISION and self._touches(free).ok:
                what = "the head cannot turn that far: it would touch the arm, or what that holds"
                return free, Outcome(FailureCause.IN_COLLISION, what, found.in_detail)
            if not found.ok:
                break
            free = posture
        return goal, SUCCESS

    def _arrived(self, goal: dict[str, float], token: CancelToken) -> Outcome:
        """Whether the head is where its controller says: else somebody believes to have looked where nobody did."""

        def off(joints: Joints) -> float:
            return max(abs(joints[joint] - value) for joint, value in goal.items())

        joints = measured(lambda: self._body.joints(tuple(goal)), lambda j: off(j) <= ARRIVED, token)
        if off(joints) <= ARRIVED:  # NaN is not
            return SUCCESS
        return Outcome(FailureCause.WRONG_END_STATE, f"the head reported success {off(joints):.2f} rad off its goal")


def _way(now: Joints, goal: Joints) -> float:
    """How far the joint is turned that is turned farthest [rad]."""
    return max(abs(goal[j] - now[j]) for j in goal)


class FixedHead:
    """A camera that sees what it sees; implements the port `Head`."""

    def look_at(self, point: Vector, token: CancelToken) -> Outcome:
        """Nothing turns; perception says whether the point is seen."""
        return token.outcome if token.cancelled else SUCCESS
