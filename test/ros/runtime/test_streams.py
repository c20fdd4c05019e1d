# SPDX-License-Identifier: Apache-2.0
"""Fast topics on a node of their own."""

from __future__ import annotations

import threading
import time

import pytest

from makedo_ros.runtime.qos import RELIABLE
from makedo_ros.runtime.streams import close_streams, streams_of

rclpy = pytest.importorskip("rclpy")


@pytest.fixture
def node(ros_domain_id):
    context = rclpy.Context()
    rclpy.init(context=context, domain_id=ros_domain_id)
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
        time.sleep(0.3)  # longer than it takes to ask for the end
        ended.set()

    streams_of(node).subscribe(Empty, "something", slow, RELIABLE)
    publisher = node.create_publisher(Empty, "something", RELIABLE)
    while not running.wait(0.05):
        publisher.publish(Empty())
    close_streams(node)
    assert ended.is_set()
    assert not errors


def test_a_bug_in_a_callback_is_told_and_the_other_topics_go_on(node):
    from std_msgs.msg import Bool, Empty

    heard = threading.Event()
    streams = streams_of(node)
    streams.subscribe(Empty, "broken", lambda _: 1 / 0, RELIABLE)
    streams.subscribe(Bool, "sound", lambda _: heard.set(), RELIABLE)
    broken, sound = node.create_publisher(Empty, "broken", RELIABLE), node.create_publisher(Bool, "sound", RELIABLE)
    until = time.monotonic() + 90.0
    while not streams.failure.done() and time.monotonic() < until:
        broken.publish(Empty())
        time.sleep(0.05)
    assert isinstance(streams.failure.exception(0.0), ZeroDivisionError)
    while not heard.wait(0.05) and time.monotonic() < until:
        sound.publish(Bool())
    assert heard.is_set()
    close_streams(node)
