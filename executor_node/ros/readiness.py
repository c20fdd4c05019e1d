# SPDX-License-Identifier: Apache-2.0
"""Whether the robot offers what its description names: joints, their ranges, frames, controllers, MoveIt, navigation.

Without one of them an instruction would fail half-way. The supervisor asks again until all are there.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping

from executor_node.robot.body import Body
from executor_node.ros.planning_limits import PlanningLimits
from executor_node.ros.stored_motions import MotionWait
from makedo_core.doctor.examine import check_doubles, unready
from makedo_core.doctor.finding import Finding
from makedo_core.doctor.frames import TF
from makedo_core.doctor.joints import axes_reversed, postures_beyond
from makedo_core.doctor.nodes import doubled_nodes
from makedo_core.doctor.snapshot import Snapshot, Topic
from makedo_core.failure import MakedoError
from makedo_core.files.joint_ranges import RobotParts
from makedo_core.robot_config import RobotConfig
from makedo_ros.doctor.graph import nodes_there, served_there, topics_there
from makedo_ros.doctor.needs import needs_of
from makedo_ros.runtime.lifecycle import MakedoNode
from makedo_ros.without_ros.tf import TransformBuffer

READY_S = 2.5  # [s, wall]; shorter than the supervisor's patience with one answer
EARLY_S = 4.0  # [s, wall] after which something missing is said while the other nodes still start
_POLL_S = 0.2
_TOLD = 4  # more would fill the screen


class NotReadyError(MakedoError):
    """The robot does not offer what its description names; the message says what is missing and what helps."""


class Readiness:
    """Looks whether anything is missing.

    Args:
        node: looks on its behalf.
        robot: description.
        body: knows the joints that are reported.
        transforms: knows the frames.
        parts: the robot's own description (URDF); None: nobody has published one.
    """

    def __init__(
        self,
        node: MakedoNode,
        robot: RobotConfig,
        body: Body,
        transforms: TransformBuffer,
        parts: Callable[[], RobotParts | None],
    ) -> None:
        self._node = node
        self._robot = robot
        self._body = body
        self._transforms = transforms
        self._parts = parts
        self._needs = needs_of(robot, node.get_namespace())
        self._motions = MotionWait(node, robot.stored_motions)
        self._limits = PlanningLimits(node, robot, self._needs.move_group)
        self._closed = threading.Event()
        self._order = threading.Lock()
        self._required = False  # once something requires the robot, that reports what is missing

    def require(self) -> None:
        """Wait until nothing is missing.

        Raises:
            NotReadyError: if something is missing until the end, or when closed.
        """
        with self._order:
            self._required = True
        missing = self._missing(READY_S)
        if self._closed.is_set():
            raise NotReadyError("the executor is being shut down")
        if missing:
            raise NotReadyError(_sentence(missing))

    def tell_early(self) -> None:
        """In a thread of its own, have the node report what is missing; it need not wait to be activated for that.

        If there is no robot at all, it may just be starting: the activation reports that.
        """
        threading.Thread(target=self._tell, name="readiness", daemon=True).start()

    def lacking(self) -> tuple[Finding, ...]:
        """What the robot does not offer now; a motion that it plays by itself is nothing that it lacks."""
        return self._not_offered()

    def doubled(self) -> tuple[Finding, ...]:
        """What comes twice, as where two robots are in one ROS domain; nothing may begin to move then."""
        needs, node = self._needs, self._node
        topics = topics_there(node, (*needs.single, needs.joint_states, TF))
        return (
            *doubled_nodes((node.get_fully_qualified_name(), needs.supervisor), nodes_there(node)),
            *check_doubles(self._robot, needs, self._heard(topics)),
        )

    def alternating(self) -> tuple[Finding, ...]:
        """Joints, transforms and odometry that two publishers were heard to tell: what moves by them has to stop."""
        return check_doubles(self._robot, self._needs, self._heard({}))

    def close(self) -> None:
        """End all waiting."""
        self._closed.set()

    def _tell(self) -> None:
        missing = self._missing(EARLY_S)
        with self._order:
            is_there = self._body.reported() and self._transforms.edges()
            if missing and is_there and not self._required and not self._closed.is_set():
                self._node.report(_sentence(missing))

    def _missing(self, timeout_s: float) -> tuple[Finding, ...]:
        """What is missing until the end [s, wall]; empty as soon as nothing is."""
        deadline = time.monotonic() + timeout_s
        self._motions.begin()
        self._limits.begin()
        while True:
            missing = (
                *self._not_offered(),
                *self._motions.problem(),
                *self._limits.problem(served_there(self._node).services),
            )
            if not missing or time.monotonic() > deadline or self._closed.wait(_POLL_S):
                return missing

    def _not_offered(self) -> tuple[Finding, ...]:
        served = served_there(self._node)
        joints, edges = self._body.reported(), self._transforms.edges()
        parts = self._parts()
        beyond = () if parts is None else postures_beyond(self._robot, parts.ranges or {})
        turned = () if parts is None else axes_reversed(self._robot, parts.axes)
        lacking = unready(self._robot, self._needs, joints, edges, served.actions, served.services)
        return (*self.doubled(), *lacking, *beyond, *turned)

    def _heard(self, topics: Mapping[str, Topic]) -> Snapshot:
        """What of a snapshot tells of doubles."""
        return Snapshot(
            topics=topics,
            edges=self._transforms.edges(),
            doubled_joints=self._body.doubled(),
            doubled_frames=self._transforms.doubled(),
            doubled_topics=frozenset({self._needs.odom} if self._body.base_doubled() else ()),
        )


def _sentence(missing: tuple[Finding, ...]) -> str:
    more = f"; and {len(missing) - _TOLD} more" if len(missing) > _TOLD else ""
    told = "; ".join(map(str, missing[:_TOLD]))
    return f"the robot lacks what its description names: {told}{more} (`makedo doctor` tells all)"
