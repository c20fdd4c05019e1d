# SPDX-License-Identifier: Apache-2.0
"""What people told, followed over the topic `habits`, and changed over `habit_changes`."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence

from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.node import Node
from std_msgs.msg import String

from makedo_core.conversation.habit import (
    CHANGES,
    TOPIC,
    Change,
    HabitError,
    ToldHabits,
    change_to_json,
    habits_from_json,
)
from makedo_ros.runtime.qos import LATCHED, RELIABLE

KEPT_S = 3.0
"""Within this a change is kept, or it is said that it is not [s, wall]."""
_POLL_S = 0.02


class HabitFeed:
    """The newest habits. `tell` and `wait` block: call them from a worker thread, or where somebody else spins."""

    def __init__(self, node: Node) -> None:
        """Begin to listen."""
        self._node = node
        self._newest: ToldHabits | None = None
        self._problem = ""
        self._news = threading.Event()
        self._changes = node.create_publisher(String, CHANGES, RELIABLE)
        node.create_subscription(String, TOPIC, self._on_habits, LATCHED, callback_group=ReentrantCallbackGroup())

    @property
    def habits(self) -> ToldHabits:
        """All that holds, as far as it is known."""
        return self._newest or ToldHabits()

    def wait(self, timeout_s: float) -> ToldHabits | None:
        """The habits, as soon as they are known; None: nobody published them in time [s, wall]."""
        self._news.wait(timeout_s)
        return self._newest

    def tell(self, changes: Sequence[Change]) -> bool:
        """Have changes kept; whether they are."""
        until = time.monotonic() + KEPT_S
        while self._changes.get_subscription_count() == 0 and time.monotonic() < until:
            time.sleep(_POLL_S)
        for change in changes:
            self._changes.publish(String(data=change_to_json(change)))
        while self.habits.changed(changes) != self.habits or self._newest is None:
            if time.monotonic() > until:
                return False
            time.sleep(_POLL_S)
        return True

    def _on_habits(self, message: String) -> None:
        try:
            self._newest = habits_from_json(message.data)
        except HabitError as error:
            self._node.get_logger().warning(f"what is on {TOPIC} is left out: {error}")
            return
        self._news.set()
