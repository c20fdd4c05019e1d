# SPDX-License-Identifier: Apache-2.0
"""The base of a robot that stands where it is: every drive but the one to there fails."""

from __future__ import annotations

import math

from makedo_core.cancel import CancelToken
from makedo_core.failure import SUCCESS, FailureCause, Outcome
from makedo_core.geometry import Pose
from makedo_core.robot_config import RobotConfig
from makedo_ros.without_ros.tf import TransformBuffer

HERE_M, HERE_RAD = 0.01, 0.01


class FixedBase:
    """Stays where it is; implements the port `Base`."""

    def __init__(self, robot: RobotConfig, transforms: TransformBuffer) -> None:
        self._frames = robot.frames
        self._transforms = transforms

    def pose(self) -> Pose:
        """Where the base is, map frame."""
        return self._transforms.lookup(self._frames.map, self._frames.base)

    def drive_to(self, target: Pose, token: CancelToken) -> Outcome:
        """Succeed if the robot is there."""
        return token.outcome if token.cancelled else self.plan_to(target, self.pose())

    def plan_to(self, target: Pose, start: Pose) -> Outcome:
        """Succeed if both are the same place."""
        off = math.dist(start.position[:2], target.position[:2])
        turn = abs(math.remainder(start.yaw - target.yaw, 2 * math.pi))
        if off > HERE_M or turn > HERE_RAD:
            what = f"the robot stands fixed, and the place is {off:.2f} m and {turn:.2f} rad away"
            return Outcome(FailureCause.NAVIGATION_FAILED, what)
        return SUCCESS
