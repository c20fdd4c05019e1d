# SPDX-License-Identifier: Apache-2.0
"""Waits for play_motion2: as a TIAGo starts, it moves the arm by itself, and nothing else may then."""

from __future__ import annotations

from play_motion2_msgs.srv import IsMotionReady
from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.node import Node
from rclpy.task import Future

from makedo_core.doctor.finding import Area, Finding, Level
from makedo_core.robot_config import StoredMotions


class MotionWait:
    """Asks, again and again, whether play_motion2 is done with its own motions.

    Args:
        node: on whose behalf.
        motions: description.
    """

    def __init__(self, node: Node, motions: StoredMotions) -> None:
        self._motions = motions
        self._name = f"{motions.server}/is_motion_ready"
        group = ReentrantCallbackGroup()
        self._client = node.create_client(IsMotionReady, self._name, callback_group=group) if motions.server else None
        self._asked: Future | None = None

    def begin(self) -> None:
        """Ask anew: what was answered before may hold no more."""
        self._asked = None

    def problem(self) -> tuple[Finding, ...]:
        """Why the robot is not ready yet; empty: it is. Never waits: an answer is there the next time."""
        if self._client is None:
            return ()
        if not self._client.service_is_ready():
            self._asked = None
            remedy = "start play_motion2, or leave stored_motions.server of the description empty"
            return (Finding(Area.CONTROLLERS, self._name, Level.FAULT, "nobody serves it", remedy),)
        asked, motion = self._asked, self._motions.awaited
        if asked is None:
            self._asked = self._client.call_async(IsMotionReady.Request(motion_key=motion))
        elif asked.done():
            answer = asked.result()
            if answer is not None and answer.is_ready:
                return ()
            self._asked = None
        found = f"{motion!r} cannot be played now: a motion is under way, or a controller of it is not active"
        remedy = f"wait until it is over, and check that the robot has a motion of this name (`{self._motions.server}`)"
        return (Finding(Area.CONTROLLERS, self._name, Level.FAULT, found, remedy),)
