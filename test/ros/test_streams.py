# SPDX-License-Identifier: Apache-2.0
"""Fast topics on a node of their own."""

from __future__ import annotations

import threading
import time

import pytest

from makedo_ros.qos import RELIABLE
from makedo_ros.streams import close_streams, streams_of

rclpy = pytest.importorskip("rclpy")


@pytest.fixture
def node():
    context = rclpy.Context()
    rclpy.init(context=context, domain_id=61)
    node = rclpy.create_node("owner", context=context)
    yield node
    node.destroy_node()
    context.try_shutdown()


def test_streams_end_after_the_callback_that_runs(node, monkeypatch):
    from std_msgs.msg import Empty

    errors: list[BaseException | None] = []
    monkeypatch.setattr(threading, "excepthook", lambda args: errors.append(args.exc_value))
    running, ended = threading.Event(), threading.Event()

    def slow(_: Empty) -> None:
        running.set()
        time.sleep(1.5)
        ended.set()

    streams_of(node).subscribe(Empty, "something", slow, RELIABLE)
    publisher = node.create_publisher(Empty, "something", RELIABLE)
    while not running.wait(0.05):
        publisher.publish(Empty())
    close_streams(node)
    assert ended.is_set()
    assert not errors
