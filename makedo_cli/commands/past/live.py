# SPDX-License-Identifier: Apache-2.0
"""What a running stack publishes, told to a recording: nothing is asked, nothing moves."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from typing import Any

from rclpy.node import Node
from sensor_msgs.msg import JointState

from executor_node.robot.pictures import Camera
from makedo.msg import BehaviourTree, Plan, SkillOutcome, TaskStatus
from makedo_cli.task_states import state_of
from makedo_core.failure import MakedoError
from makedo_core.geometry import Pose
from makedo_core.graph.scene_graph import SceneGraph
from makedo_core.replay.recording import Recording
from makedo_core.replay.sampling import Sampler
from makedo_core.robot_config import RobotConfig
from makedo_ros.conversions.nouns import call_from_ros, time_from_ros
from makedo_ros.conversions.questions import question_from_ros
from makedo_ros.conversions.skill_outcomes import TOPIC, skill_outcome_from_ros
from makedo_ros.graph_feed import follow_graph
from makedo_ros.runtime.qos import HISTORY, LATCHED, SENSOR
from makedo_ros.runtime.streams import streams_of
from makedo_ros.without_ros.tf import TransformBuffer


class UnheardError(MakedoError):
    """Nobody has said so far what is asked for."""


class LiveStack:
    """Listens to a running stack.

    Args:
        node: subscribes on its behalf.
        robot: names of topics and frames.
    """

    def __init__(self, node: Node, robot: RobotConfig) -> None:
        self._node, self._robot = node, robot
        self._heard = threading.Event()
        self._clock_s = 0.0
        self._joints: dict[str, float] = {}
        self._transforms = TransformBuffer(node)
        self._feed = follow_graph(node, node.get_logger().warning)
        streams_of(node).subscribe(JointState, robot.joint_states, self._on_joints, SENSOR)

    def wait(self, timeout_s: float) -> bool:
        """Wait until the robot or its scene graph is heard [s, wall]; whether it is."""
        deadline = time.monotonic() + timeout_s
        while time.monotonic() < deadline:
            if self._heard.wait(0.1) or self._feed.newest() is not None:
                return True
        return False

    def clock(self) -> float:
        """The robot's clock, as its newest joint state has it [s]; 0 before the first."""
        return self._clock_s

    def revision(self) -> int:
        """Of the newest graph; 0: there is none."""
        graph = self._feed.newest()
        return 0 if graph is None else graph.revision

    def record(self, recording: Recording, pictures_s: float, ended: Callable[[float], bool]) -> None:
        """Record until the end.

        Args:
            recording: is told.
            pictures_s: a picture of the head camera is taken so often [s, wall]; 0: none.
            ended: waits so long [s, wall], and says whether it is to end.
        """
        events = _Events(self._node, recording)
        with ExitStack() as ending:
            ending.callback(events.close)
            camera = Camera(self._node, self._robot.camera, lambda: recording) if pictures_s else None
            if camera is not None:
                ending.callback(camera.close)
            ending.enter_context(Sampler(recording, self.clock, self._base, self._known_joints, self._graph))
            due = time.monotonic()
            while not ended(0.2):
                if camera is not None and time.monotonic() >= due:
                    due = time.monotonic() + pictures_s
                    camera.take("seen")
            if camera is not None:
                camera.finish()

    def _on_joints(self, message: JointState) -> None:
        if len(message.position) == len(message.name):
            self._joints = {**self._joints, **dict(zip(message.name, message.position, strict=True))}
        self._clock_s = time_from_ros(message.header.stamp)
        self._heard.set()

    def _base(self) -> Pose:
        return self._transforms.lookup(self._robot.frames.map, self._robot.frames.base)

    def _known_joints(self) -> Mapping[str, float]:
        return self._joints

    def _graph(self) -> SceneGraph:
        graph = self._feed.newest()
        if graph is None:
            raise UnheardError("no scene graph yet")
        return graph


class _Events:
    """Turns the executor's topics into events of a recording."""

    def __init__(self, node: Node, recording: Recording) -> None:
        self._node, self._recording = node, recording
        self._shape: tuple[tuple[str, int], ...] = ()
        topics = (
            (TaskStatus, "task_status", self._on_status, LATCHED),
            (Plan, "plan", self._on_plan, LATCHED),
            (BehaviourTree, "behaviour_tree", self._on_tree, LATCHED),
            (SkillOutcome, TOPIC, self._on_outcome, HISTORY),
        )
        self._subscriptions = [node.create_subscription(*topic) for topic in topics]

    def close(self) -> None:
        """Listen no more."""
        for subscription in self._subscriptions:
            self._node.destroy_subscription(subscription)

    def _on_status(self, message: Any) -> None:
        question = question_from_ros(message.question)
        asked = {} if question is None else {"options": [option.name for option in question.options]}
        what = {"message": message.message, "step": int(message.step), "instruction": message.instruction}
        self._recording.note("progress", state=state_of(message), **what, **asked)

    def _on_plan(self, message: Any) -> None:
        calls = [str(call_from_ros(call)) for call in message.calls]
        self._recording.note("planned", calls=calls, goal=message.goal_text)

    def _on_tree(self, message: Any) -> None:
        shape = tuple(zip(message.name, map(int, message.depth), strict=False))
        progress = "".join(str(int(status)) for status in message.status)
        if shape == self._shape:
            self._recording.note("ticked", progress=progress)
            return
        self._shape = shape
        names, depths = [name for name, _ in shape], [depth for _, depth in shape]
        self._recording.note("tree", names=names, depths=depths, progress=progress)

    def _on_outcome(self, message: Any) -> None:
        done = skill_outcome_from_ros(message)
        if done.ended < self._recording.began:
            return  # of before: whoever comes late hears the last hundred
        outcome = {"cause": done.outcome.cause.name, "message": done.outcome.message}
        self._recording.note("step", call=str(done.call), **outcome, then=done.then, run=done.run)
