# SPDX-License-Identifier: Apache-2.0
"""The topics `habits`, with all that was told, and `habit_changes`, where it is told and taken back."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path

from rclpy.callback_groups import MutuallyExclusiveCallbackGroup
from rclpy.clock import Clock, ClockType
from std_msgs.msg import String

from makedo_core.conversation.habit import (
    CHANGES,
    TOPIC,
    Change,
    Forget,
    HabitError,
    Remember,
    ToldHabits,
    change_from_json,
    habits_to_json,
)
from makedo_ros.runtime.lifecycle import MakedoNode
from makedo_ros.runtime.qos import LATCHED, RELIABLE
from scene_graph_node.knowledge.habit_keeper import HabitKeeper

AGAIN_S = 2.0  # [s, wall] after which what the disk refused is tried again


class HabitTopics:
    """Takes over each change, keeps it, and publishes all that holds then."""

    def __init__(self, node: MakedoNode, changed: Callable[[], None]) -> None:
        """Listen; nothing is kept before `open`.

        Args:
            node: that publishes.
            changed: called when there are other habits.
        """
        self._node, self._changed = node, changed
        self._keeper = HabitKeeper(None)
        self._publisher = node.create_publisher(String, TOPIC, LATCHED)
        group = MutuallyExclusiveCallbackGroup()
        node.create_subscription(String, CHANGES, self._on_change, RELIABLE, callback_group=group)
        steady = Clock(clock_type=ClockType.STEADY_TIME)
        node.create_timer(AGAIN_S, self._keep_again, callback_group=group, clock=steady)

    @property
    def habits(self) -> ToldHabits:
        """All that holds."""
        return self._keeper.habits

    @property
    def problem(self) -> str:
        """Why what was told is not on the disk; empty: it is."""
        return self._keeper.problem if self._keeper.unkept else ""

    def open(self, folder: Path | None) -> None:
        """Begin, or begin anew in another folder."""
        self._keeper = HabitKeeper(folder)
        self._publish()

    def take(self, changes: Iterable[Change]) -> None:
        """Keep changes and publish what holds then."""
        for change in changes:
            self._keeper.change(change)
        self._publish()
        self._changed()

    def renamed(self, node_id: str, name: str) -> None:
        """A node has another id: what was told of it is told of that one."""
        about = [h for h in self.habits if node_id in (h.about, h.value)]
        if not about:
            return
        called = {node_id: name}
        now = [replace(h, about=called.get(h.about, h.about), value=called.get(h.value, h.value)) for h in about]
        self.take([*(Forget(*h.key) for h in about), *map(Remember, now)])

    def _on_change(self, message: String) -> None:
        try:
            change = change_from_json(message.data)
        except HabitError as error:
            self._node.get_logger().warning(f"a change on {CHANGES} is left out: {error}")
            return
        self.take([change])

    def _keep_again(self) -> None:
        """Nothing that was told waits for the next thing that is told, once the disk has room again."""
        if self._keeper.keep_again():
            self._node.get_logger().info("what was told is being kept again")

    def _publish(self) -> None:
        if self._keeper.problem:
            self._node.get_logger().error(self._keeper.problem)
        self._publisher.publish(String(data=habits_to_json(self._keeper.habits)))
