# SPDX-License-Identifier: Apache-2.0
"""What the executor does and did, followed over `task_status` and `skill_outcomes`."""

from __future__ import annotations

from collections import deque
from dataclasses import replace

from rclpy.callback_groups import MutuallyExclusiveCallbackGroup
from rclpy.node import Node

from makedo.msg import SkillOutcome as SkillOutcomeMessage
from makedo.msg import TaskStatus
from makedo_core.conversation.story import Story, Work
from makedo_core.record.skill_outcome import SkillOutcome
from makedo_ros.conversions.nouns import call_from_ros, outcome_from_ros
from makedo_ros.conversions.skill_outcomes import TOPIC, skill_outcome_from_ros
from makedo_ros.runtime.qos import HISTORY, LATCHED

MOST_DEEDS = 1000
MOST_WORKS = 20


class StoryFeed:
    """The newest story."""

    def __init__(self, node: Node) -> None:
        """Begin to listen."""
        self._node = node
        self._deeds: deque[SkillOutcome] = deque(maxlen=MOST_DEEDS)
        self._works: deque[Work] = deque(maxlen=MOST_WORKS)
        group = MutuallyExclusiveCallbackGroup()  # in order
        node.create_subscription(SkillOutcomeMessage, TOPIC, self._on_outcome, HISTORY, callback_group=group)
        node.create_subscription(TaskStatus, "task_status", self._on_status, LATCHED, callback_group=group)

    @property
    def story(self) -> Story:
        """All that was heard."""
        return Story(tuple(self._deeds), tuple(self._works))

    def _on_outcome(self, message: SkillOutcomeMessage) -> None:
        try:
            self._deeds.append(skill_outcome_from_ros(message))
        except ValueError as error:
            self._node.get_logger().warning(f"an outcome on {TOPIC} is left out: {error}")

    def _on_status(self, message: TaskStatus) -> None:
        if not message.instruction:
            return
        work = Work(
            str(message.instruction),
            int(message.state) in (TaskStatus.IDLE, TaskStatus.FINISHED),
            str(message.message),
            call_from_ros(message.current) if message.current.skill else None,
            int(message.step),
            int(message.steps),
            outcome_from_ros(message.outcome),
        )
        if self._works and self._works[-1].instruction == work.instruction and not self._works[-1].is_over:
            before = self._works.pop()
            work = replace(work, steps=work.steps or before.steps)  # the last status tells none
        self._works.append(work)
