# SPDX-License-Identifier: Apache-2.0
"""Short straight ways by Nav2's ROS actions backup and drive_on_heading: the base does not turn on them.

A navigation that is asked for a pose 15 cm behind it counts it as reached, or turns round on the spot to get there.
"""

from __future__ import annotations

from typing import Any

from action_msgs.msg import GoalStatus
from builtin_interfaces.msg import Duration
from geometry_msgs.msg import Point
from nav2_msgs.action import BackUp, DriveOnHeading
from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.node import Node

from executor_node.wording import plainly, unanswered
from makedo_core.cancel import CancelToken
from makedo_core.failure import SUCCESS, FailureCause, Outcome
from makedo_core.geometry import Pose
from makedo_core.robot_config import BaseConfig
from makedo_ros.conversions.message_fields import has_field
from makedo_ros.runtime.action_client import ActionClient
from makedo_ros.runtime.clients import CallError, finish, send_goal

BESIDE_M, TURNED_RAD = 0.03, 0.05  # what is farther off the line is no straight way
SHORTEST_M = 0.02
_REASONS = ("COLLISION_AHEAD", "TIMEOUT", "TF_ERROR", "INVALID_INPUT")
_IN_WORDS = {
    "COLLISION_AHEAD": "something is in the way",
    "TIMEOUT": "it took too long",
    "TF_ERROR": "the navigation does not know where the base is",
    "INVALID_INPUT": "the navigation did not take the order",
}
_WORDLESS = "something is in the way, or it took too long"  # Humble's results have no codes


def straight_way(here: Pose, target: Pose, longest_m: float) -> float | None:
    """How far ahead a pose lies on a straight way [m], negative: behind; None: it lies on none.

    Args:
        here: where the base is, map frame.
        target: where it is to be, map frame.
        longest_m: farther ahead or behind, it is no short way.
    """
    way = here.inverse() @ target
    ahead, beside, _ = way.position
    if not SHORTEST_M <= abs(ahead) <= longest_m or not abs(beside) <= BESIDE_M or not abs(way.yaw) <= TURNED_RAD:
        return None
    return ahead


class StraightWays:
    """Client of both ROS actions, where the description names them and somebody serves them.

    Args:
        node: on whose behalf.
        base: description.
    """

    def __init__(self, node: Node, base: BaseConfig) -> None:
        group = ReentrantCallbackGroup()
        self._speed, self._longest_m = base.straight_speed, base.straight_m
        self._back = _Straight(node, BackUp, base.back_up, group) if base.back_up else None
        self._ahead = _Straight(node, DriveOnHeading, base.drive_on_heading, group) if base.drive_on_heading else None

    def drive(self, here: Pose, target: Pose, token: CancelToken) -> Outcome | None:
        """Drive if there is a short straight way to a pose and a server for it; None: it is for the navigation."""
        metres = straight_way(here, target, self._longest_m)
        if metres is None:
            return None
        client = self._back if metres < 0.0 and self._back is not None else self._ahead
        if client is None or not client.is_there():
            return None
        return client.drive(metres, self._speed, token)


class _Straight:
    """One of the two ROS actions."""

    def __init__(self, node: Node, kind: Any, name: str, group: ReentrantCallbackGroup) -> None:
        self._kind, self._name = kind, name
        self._client = ActionClient(node, kind, name, callback_group=group)
        self._codes = {
            getattr(kind.Result, reason): _IN_WORDS[reason] for reason in _REASONS if hasattr(kind.Result, reason)
        }

    def is_there(self) -> bool:
        return self._client.server_is_ready()

    def drive(self, metres: float, speed: float, token: CancelToken) -> Outcome:
        """Go straight; the distance is along x, and its sign that of the speed, as both servers take it."""
        limit_s = 5.0 + 3.0 * abs(metres) / speed
        signed = speed if metres > 0.0 else -speed
        goal = self._kind.Goal(target=Point(x=metres), speed=signed, time_allowance=Duration(sec=round(limit_s)))
        try:
            handle = send_goal(self._client, goal, self._name, cancelled=lambda: token.cancelled)
            response = finish(handle, self._name, 4.0 * limit_s, lambda: token.cancelled)  # a clock may run slowly
        except CallError as error:
            if token.cancelled:
                return token.outcome
            return unanswered("the navigation", error.cause, str(error))
        if response.status == GoalStatus.STATUS_SUCCEEDED:
            return SUCCESS
        return plainly(Outcome(FailureCause.NAVIGATION_FAILED, self._why(response.result, metres)))

    def _why(self, result: Any, metres: float) -> str:
        where = "straight ahead" if metres > 0.0 else "straight back"
        code = result.error_code if has_field(self._kind.Result, "error_code") else None
        said = result.error_msg if has_field(self._kind.Result, "error_msg") else ""
        reason = said or self._codes.get(code, "") or _WORDLESS
        return f"the base could not go {abs(metres):.2f} m {where}: {reason}"
