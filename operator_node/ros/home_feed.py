# SPDX-License-Identifier: Apache-2.0
"""The scene graph, the robot's frames and what was done -> the pane of the home; corrections -> scene graph node."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from rclpy.callback_groups import MutuallyExclusiveCallbackGroup, ReentrantCallbackGroup
from rclpy.clock import Clock, ClockType

from makedo.msg import SkillOutcome as SkillOutcomeMessage
from makedo.srv import CorrectSceneGraph
from makedo_core.failure import Outcome
from makedo_core.geometry import Pose, Vector
from makedo_core.graph.correction import SpokenCorrection
from makedo_core.graph.scene_graph import SceneGraph
from makedo_core.robot_config import Frames, RobotConfig
from makedo_ros.conversions.nouns import outcome_from_ros
from makedo_ros.conversions.skill_outcomes import TOPIC, skill_outcome_from_ros
from makedo_ros.graph_feed import follow_graph
from makedo_ros.runtime.lifecycle import MakedoNode
from makedo_ros.runtime.qos import HISTORY
from makedo_ros.without_ros.tf import TransformBuffer, TransformError
from operator_node.panes.home import HomePane
from operator_node.ros.asking import AskError, asked

LOOK_S = 0.1
"""So often the robot's frames are read while somebody looks [s, wall]."""
DRIVEN_EVERY = 5
"""Of these looks, one notes where the robot has driven while nobody looks."""
GRAPH_EVERY = 2
FRAMES_EVERY = 20
"""Of these looks, one asks which frames there are."""
CORRECT_S = 10.0
MOST_BONES = 80


class RosCorrector:
    """Implements the port `Corrector`.

    Args:
        node: calls on its behalf.
    """

    def __init__(self, node: MakedoNode) -> None:
        self._client = node.create_client(
            CorrectSceneGraph, "correct_scene_graph", callback_group=ReentrantCallbackGroup()
        )

    async def correct(self, said: SpokenCorrection) -> tuple[Outcome, str, str]:
        """See `Corrector`."""
        request = CorrectSceneGraph.Request(
            id=said.node_id,
            what=said.what,
            side=said.side,
            place=said.place,
            point=list(said.point or ()),
            gone=said.gone,
            name=said.name,
        )
        try:
            answer = await asked(self._client, request, CORRECT_S)
        except AskError as error:
            return Outcome(error.cause, str(error)), "", ""
        return outcome_from_ros(answer.outcome), str(answer.id), str(answer.text)


class HomeFeed:
    """Looks at the newest graph and at the robot's frames while somebody looks at the page.

    Args:
        node: subscribes on its behalf.
        pane: is told.
        robot: names of its frames; None: they are the usual ones, and nobody knows where its hand is.
    """

    def __init__(self, node: MakedoNode, pane: HomePane, robot: RobotConfig | None) -> None:
        self._node, self._pane = node, pane
        self._frames = Frames() if robot is None else robot.frames
        self._arm = None if robot is None else robot.arm
        self._graphs = follow_graph(node, node.get_logger().warning)
        self._transforms = TransformBuffer(node)
        self._bones: tuple[tuple[str, str], ...] = ()
        self._shown: SceneGraph | None = None
        self._looks = 0
        in_order = MutuallyExclusiveCallbackGroup()
        node.create_subscription(SkillOutcomeMessage, TOPIC, self._on_done, HISTORY, callback_group=in_order)
        steady = Clock(clock_type=ClockType.STEADY_TIME)
        node.create_timer(LOOK_S, self._look, callback_group=in_order, clock=steady)

    def _on_done(self, message: SkillOutcomeMessage) -> None:
        try:
            self._pane.on_done(skill_outcome_from_ros(message))
        except ValueError as error:
            self._node.get_logger().warning(f"a message of {TOPIC} cannot be used: {error}")

    def _look(self) -> None:
        self._looks += 1
        if not self._pane.wanted:
            self._note_drive()
            return
        if self._looks % FRAMES_EVERY == 1:
            above = {edge.child: edge.parent for edge in self._transforms.edges()}
            self._bones = bones_of(above, self._transforms.moving(), self._frames.base)
        self._show_robot()
        if self._looks % GRAPH_EVERY == 0:
            graph = self._graphs.newest()
            if graph is not None and graph is not self._shown:
                self._shown = graph
                self._pane.on_graph(graph)

    def _note_drive(self) -> None:
        if self._looks % DRIVEN_EVERY:
            return
        try:
            x, y, _ = self._transforms.lookup(self._frames.map, self._frames.base).position
        except TransformError:
            return
        self._pane.on_driven(x, y)

    def _show_robot(self) -> None:
        try:
            base = self._transforms.lookup(self._frames.map, self._frames.base)
        except TransformError:
            return
        places = {}
        for frame in dict.fromkeys(end for bone in self._bones for end in bone):
            try:
                places[frame] = (base @ self._transforms.lookup(self._frames.base, frame)).position
            except TransformError:
                continue
        bones = [(places[a], places[b]) for a, b in self._bones if a in places and b in places]
        self._pane.on_robot(self._node.now_s(), (*base.position[:2], base.yaw), bones, self._hand(base))

    def _hand(self, base: Pose) -> Vector | None:
        """Between the finger pads, map frame; None: not known."""
        if self._arm is None:
            return None
        try:
            link = self._transforms.lookup(self._frames.base, self._arm.tool_link)
        except TransformError:
            return None
        return (base @ link @ self._arm.tool).position


def bones_of(above: Mapping[str, str], moving: Collection[str], base: str) -> tuple[tuple[str, str], ...]:
    """Pairs of frames that a drawing of the robot joins: each that moves with the next one up the tree, or the base.

    Args:
        above: the parent of each frame.
        moving: frames that may move in their parents.
        base: of the robot; what is not below it is left out.
    """
    bones = []
    for frame in sorted(moving):
        at, seen = above.get(frame, ""), {frame}
        while at and at != base and at not in moving and at not in seen:
            seen.add(at)
            at = above.get(at, "")
        if frame != base and _leads_to(above, frame, base):
            bones.append((at, frame))
    return tuple(bones[:MOST_BONES])


def _leads_to(above: Mapping[str, str], frame: str, base: str) -> bool:
    seen: set[str] = set()
    while frame and frame != base and frame not in seen:
        seen.add(frame)
        frame = above.get(frame, "")
    return frame == base
