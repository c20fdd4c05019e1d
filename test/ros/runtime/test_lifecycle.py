# SPDX-License-Identifier: Apache-2.0
"""Work that a node does in a thread of its own: its end is noticed at once, not when something else happens."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor

import pytest

pytest.importorskip("rclpy")

import rclpy
from rclpy.executors import SingleThreadedExecutor

from makedo_ros.runtime.lifecycle import MakedoNode

pytestmark = pytest.mark.ros
PATIENCE_S = 20.0
WORK_S = 0.2  # long enough for the executor to fall asleep


@pytest.fixture
def node(ros_domain_id):
    """A node that nothing wakes: its heartbeat is gone."""
    rclpy.init(domain_id=ros_domain_id)
    executor, node = SingleThreadedExecutor(), MakedoNode("worker")
    for timer in list(node.timers):
        node.destroy_timer(timer)
    executor.add_node(node)
    yield node
    executor.shutdown()
    node.destroy_node()
    rclpy.try_shutdown()


@pytest.fixture
def workers():
    with ThreadPoolExecutor(1) as workers:
        yield workers


def done(node, work, workers):
    """The task of a callback that waits for work, after spinning until it has ended."""
    task = node.executor.create_task(node.in_worker, work, workers)
    node.executor.spin_until_future_complete(task, PATIENCE_S)
    assert task.done()
    return task


def test_a_callback_goes_on_when_its_work_has_ended(node, workers):
    def work():
        time.sleep(WORK_S)
        return 42

    assert done(node, work, workers).result() == 42


def test_what_the_work_raises_is_raised_to_whom_waits(node, workers):
    def work():
        time.sleep(WORK_S)
        raise ValueError("no such thing")

    with pytest.raises(ValueError, match="no such thing"):
        done(node, work, workers).result()
