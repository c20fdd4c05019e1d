# SPDX-License-Identifier: Apache-2.0
"""How fast Nav2 may drive, on its topic speed_limit: its controller server takes a share of its own speed.

The controller server keeps the newest word, and hears none that was said before it came: a limit is said again and
again, its end for AGAIN_S. Nav2's own speed filter, where a map of speeds feeds one, speaks on the same topic.
"""

from __future__ import annotations

import time

from nav2_msgs.msg import SpeedLimit as SpeedLimitMessage
from rclpy.node import Node

from makedo_ros.conversions.nouns import time_to_ros
from makedo_ros.runtime.qos import RELIABLE

AGAIN_S = 5.0  # so long it is said that there is no limit (any more), for a controller server that comes late [s, wall]
_NO_LIMIT = 0.0  # as Nav2 reads it


class SpeedLimit:
    """Says what the base may do.

    Args:
        node: on whose behalf.
        topic: that the controller server listens to.
    """

    def __init__(self, node: Node, topic: str) -> None:
        self._node = node
        self._told = node.create_publisher(SpeedLimitMessage, topic, RELIABLE)
        self._percent: float | None = None
        self._since_s = 0.0

    def say(self, pace: float) -> None:
        """Say how fast it may be; to be called several times a second.

        Args:
            pace: how many times as long a drive is to take; 1: as long as Nav2 likes.
        """
        percent = 100.0 / pace if pace > 1.0 else _NO_LIMIT
        now_s = time.monotonic()
        if percent != self._percent:
            self._percent, self._since_s = percent, now_s
        if percent == _NO_LIMIT and now_s - self._since_s > AGAIN_S:
            return
        message = SpeedLimitMessage(percentage=True, speed_limit=percent)
        message.header.stamp = time_to_ros(self._node.get_clock().now().nanoseconds * 1e-9)
        self._told.publish(message)
