# SPDX-License-Identifier: Apache-2.0
"""The octomap that depth images make of what is around the robot, where a MoveIt is fed by some.

A thing that is to be taken stands in it as an obstacle, and so does whatever stood there when another place is asked
about. MoveIt fills it again with the next image.
"""

from __future__ import annotations

import time

from moveit_msgs.msg import PlanningSceneComponents
from moveit_msgs.srv import GetPlanningScene
from rclpy.callback_groups import CallbackGroup
from rclpy.node import Node
from std_srvs.srv import Empty

from makedo_ros.runtime.clients import CallError, call

AGAIN_S = 2.0  # so long after it was looked for in vain [s, wall], it is looked for again
ANSWER_S = 5.0  # [s, wall]
LOST_S = 2.0  # the first answer to a new client may be lost


class OctomapClearer:
    """Client of get_planning_scene and clear_octomap.

    Args:
        node: calls on its behalf.
        group: of the calls.
    """

    def __init__(self, node: Node, group: CallbackGroup) -> None:
        self._log = node.get_logger()
        self._scene = node.create_client(GetPlanningScene, "get_planning_scene", callback_group=group)
        self._clear = node.create_client(Empty, "clear_octomap", callback_group=group)
        self._is_there = False  # once there was one, there will be again
        self._looked_s = -AGAIN_S
        self._warned = False

    def clear(self) -> bool:
        """Clear it where there is one; whether that was done.

        To look at a large one takes longer than to clear it: it is looked for only until it was found once.
        """
        if not self._is_there:
            if time.monotonic() - self._looked_s < AGAIN_S:
                return False
            self._is_there = self._look()
            self._looked_s = time.monotonic()
            if not self._is_there:
                return False
            self._log.info(
                "MoveIt has an octomap: it is cleared where the hand is to touch something that stands in it"
            )
        if not self._clear.service_is_ready():
            self._warn("nobody serves clear_octomap: what the hand is to touch may count as an obstacle")
            return False
        try:
            call(self._clear, Empty.Request(), ANSWER_S, again_s=LOST_S)
        except CallError as error:
            self._warn(f"the octomap was not cleared: {error}")
            return False
        self._log.debug("octomap cleared")
        return True

    def _look(self) -> bool:
        """Whether an octomap is in the planning scene; not where nobody tells."""
        if not self._scene.service_is_ready():
            return False
        request = GetPlanningScene.Request()
        request.components.components = PlanningSceneComponents.OCTOMAP
        try:
            answer = call(self._scene, request, ANSWER_S, again_s=LOST_S)
        except CallError as error:
            self._warn(f"whether MoveIt has an octomap is not known: {error}")
            return False
        return len(answer.scene.world.octomap.octomap.data) > 0

    def _warn(self, text: str) -> None:
        """Once: it is asked at every motion."""
        if not self._warned:
            self._log.warning(text)
        self._warned = True
