# SPDX-License-Identifier: Apache-2.0
"""One follow_joint_trajectory controller: move its joints to values within a time."""

from __future__ import annotations

from dataclasses import dataclass

from builtin_interfaces.msg import Duration
from control_msgs.action import FollowJointTrajectory
from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.node import Node
from trajectory_msgs.msg import JointTrajectory, JointTrajectoryPoint

from executor_node.wording import plain, unanswered
from makedo_core.cancel import CancelToken
from makedo_core.failure import SUCCESS, FailureCause, Outcome
from makedo_ros.runtime.action_client import ActionClient
from makedo_ros.runtime.clients import CallError, finish, send_goal

RESULT_TIMEOUT_S = 60.0
_ENDED_ELSEWHERE = (
    FollowJointTrajectory.Result.GOAL_TOLERANCE_VIOLATED,
    FollowJointTrajectory.Result.PATH_TOLERANCE_VIOLATED,
)


@dataclass(frozen=True, slots=True)
class Followed:
    """How a motion of a controller ended, and whether it ended elsewhere than at its goal."""

    outcome: Outcome
    blocked: bool = False


class Controller:
    """Client of a joint trajectory controller.

    Args:
        node: calls on its behalf.
        name: of the controller, e.g. "head_controller".
    """

    def __init__(self, node: Node, name: str) -> None:
        self._name = f"{name}/follow_joint_trajectory"
        self._who = plain(name if "_" in name else f"the {name}")
        self._client = ActionClient(
            node, FollowJointTrajectory, self._name, callback_group=ReentrantCallbackGroup()
        )

    def move(
        self, joints: dict[str, float], duration_s: float, token: CancelToken, *, may_be_blocked: bool = False
    ) -> Followed:
        """Move to joint values and wait for the end.

        Args:
            joints: goal values.
            duration_s: of the motion on the robot's clock.
            token: ends it early.
            may_be_blocked: ending elsewhere than at the goal is a success (fingers that close on something).
        """
        positions = [float(v) for v in joints.values()]
        point = JointTrajectoryPoint(positions=positions, time_from_start=_duration(duration_s))
        goal = FollowJointTrajectory.Goal(
            trajectory=JointTrajectory(joint_names=list(joints), points=[point])
        )
        try:
            handle = send_goal(self._client, goal, self._name, cancelled=lambda: token.cancelled)
            result = finish(handle, self._name, RESULT_TIMEOUT_S, lambda: token.cancelled).result
        except CallError as error:
            return Followed(token.outcome if token.cancelled else unanswered(self._who, error.cause, str(error)))
        code = result.error_code
        if code == FollowJointTrajectory.Result.SUCCESSFUL or (may_be_blocked and code in _ENDED_ELSEWHERE):
            return Followed(SUCCESS, blocked=code in _ENDED_ELSEWHERE)
        raw = f"{self._name}: {result.error_string or f'error {code}'}"
        return Followed(Outcome(FailureCause.EXECUTION_FAILED, f"{self._who} did not get to where it should be", raw))


def _duration(seconds: float) -> Duration:
    nanoseconds = round(seconds * 1e9)
    return Duration(sec=nanoseconds // 10**9, nanosec=nanoseconds % 10**9)
