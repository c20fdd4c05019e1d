# SPDX-License-Identifier: Apache-2.0
"""What the executor says of the robot's health -> the pane of health."""

from __future__ import annotations

from typing import Any

from rclpy.node import Node

from makedo.msg import Health, HealthItem
from makedo_core.doctor.finding import Level
from makedo_ros.runtime.qos import LATCHED
from operator_node.panes.health import HealthPane

_LEVELS = {HealthItem.OK: Level.OK, HealthItem.WARNING: Level.WARNING, HealthItem.FAULT: Level.FAULT}


class HealthFeed:
    """Listens to the topic `health`.

    Args:
        node: subscribes on its behalf.
        pane: is told.
    """

    def __init__(self, node: Node, pane: HealthPane) -> None:
        self._pane = pane
        node.create_subscription(Health, "health", self._on_health, LATCHED)

    def _on_health(self, message: Health) -> None:
        self._pane.on_health([item_shown(item) for item in message.items], float(message.battery))


def item_shown(item: HealthItem) -> dict[str, Any]:
    """makedo/HealthItem as the page has it; a level that this version does not know is a fault."""
    level = _LEVELS.get(item.level, Level.FAULT)
    words = {"area": item.area, "subject": item.subject, "found": item.found, "remedy": item.remedy}
    return {**words, "level": level.value}
