# SPDX-License-Identifier: Apache-2.0
"""How far the head may be turned before it would touch the arm, or what that holds.

Belongs to node.py: it may import rclpy.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from moveit_msgs.msg import ContactInformation, RobotState
from moveit_msgs.srv import GetStateValidity
from rclpy.callback_groups import CallbackGroup
from sensor_msgs.msg import JointState

from makedo_core.robot_config import HeadConfig
from makedo_ros.runtime.clients import CallError, call
from makedo_ros.runtime.lifecycle import MakedoNode
from perception_node.discovery.head_poses import HeadPose

ANSWER_S = 2.0
STEP = 0.12  # rad; so far apart are the postures that are asked about along a turn
Touches = Callable[[HeadPose], bool | None]
"""Whether the robot would touch itself with its head at a pose; None: nobody knows."""


class MotionPlannersWord:
    """What the motion planner says of poses of the head, the arm being as it is.

    Args:
        node: asks on its behalf.
        head: its joints.
        group: the planner's name of the arm.
        callbacks: group of the client's callbacks.
    """

    def __init__(self, node: MakedoNode, head: HeadConfig, group: str, callbacks: CallbackGroup) -> None:
        self._head, self._group = head, group
        self._client = node.create_client(GetStateValidity, "check_state_validity", callback_group=callbacks)

    def __call__(self, pose: HeadPose) -> bool | None:
        """Whether the robot would touch itself."""
        if not self._client.service_is_ready():
            return None
        joints = JointState(name=[self._head.pan, self._head.tilt], position=[pose.pan, pose.tilt])
        state = RobotState(is_diff=True, joint_state=joints)
        try:
            answer = call(self._client, GetStateValidity.Request(robot_state=state, group_name=self._group), ANSWER_S)
        except CallError:
            return None
        if answer.valid:
            return False
        world = ContactInformation.WORLD_OBJECT
        own = [c for c in answer.contacts if world not in (c.body_type_1, c.body_type_2)]
        return True if own else False if answer.contacts else None


def free_way(now: HeadPose, look: HeadPose, touches: Touches) -> HeadPose:
    """How far the head can turn towards a pose; where it touches something already, or nobody knows, all the way.

    How else would it come free?

    Args:
        now: where it is.
        look: where it is to look.
        touches: is asked about postures on the way.
    """
    steps = max(1, math.ceil(way(now, look) / STEP))
    free = now
    for step in range(1, steps + 1):
        share = step / steps
        pose = HeadPose(now.pan + (look.pan - now.pan) * share, now.tilt + (look.tilt - now.tilt) * share)
        touching = touches(pose)
        if touching and touches(free) is False:
            return free
        if touching is not False:
            break
        free = pose
    return look


def way(now: HeadPose, look: HeadPose) -> float:
    """How far the joint is turned that is turned farthest [rad]."""
    return max(abs(look.pan - now.pan), abs(look.tilt - now.tilt))
