# SPDX-License-Identifier: Apache-2.0
"""Executors that gather what a node waits for seldom, and call back as rclpy's do."""

from __future__ import annotations

import threading

import pytest

from makedo_ros.runtime.executors import PoolExecutor, StreamExecutor
from support.spinning import spin
from support.waiting import until

rclpy = pytest.importorskip("rclpy")
THREADS, MESSAGES = 2, 40


class Bench:
    """Nodes of a context, spun by an executor of ours."""

    def __init__(self, domain: int) -> None:
        self.context = rclpy.Context()
        rclpy.init(context=self.context, domain_id=domain)
        self.node, self.other = (rclpy.create_node(name, context=self.context) for name in ("owner", "other"))
        self.executor: PoolExecutor | StreamExecutor | None = None
        self.error: BaseException | None = None

    def start(self, executor: PoolExecutor | StreamExecutor) -> None:
        self.executor = executor
        executor.add_node(self.node)
        self._thread = threading.Thread(target=self._spin, daemon=True)
        self._thread.start()

    def _spin(self) -> None:
        try:
            spin(self.executor)
        except ZeroDivisionError as error:
            self.error = error

    def close(self) -> None:
        if self.executor is not None:
            self.executor.shutdown(timeout_sec=1.0)
            self._thread.join()
        for node in (self.node, self.other):
            node.destroy_node()
        self.context.try_shutdown()


@pytest.fixture
def bench(ros_domain_id):
    made = Bench(ros_domain_id)
    yield made
    made.close()


def _connected(publisher):
    until(lambda: publisher.get_subscription_count() > 0, "no subscription")
    return publisher


@pytest.mark.parametrize("kind", [PoolExecutor, StreamExecutor])
def test_a_message_takes_one_wait(bench, monkeypatch, kind):
    """rclpy's own take two to three: this test fails with them."""
    from rclpy import executors
    from rclpy.callback_groups import ReentrantCallbackGroup
    from std_msgs.msg import Empty

    waits, heard = [], threading.Semaphore(0)
    make = executors._rclpy.WaitSet

    def counted(*sizes):
        waits.append(sizes)
        return make(*sizes)

    bench.node.create_subscription(
        Empty, "something", lambda _: heard.release(), 10, callback_group=ReentrantCallbackGroup()
    )
    given = {"threads": 4} if kind is PoolExecutor else {}
    bench.start(kind(context=bench.context, **given))
    publisher = _connected(bench.other.create_publisher(Empty, "something", 10))
    monkeypatch.setattr(executors._rclpy, "WaitSet", counted)
    for _ in range(MESSAGES):
        publisher.publish(Empty())
        assert heard.acquire(timeout=90.0)
    assert MESSAGES - 1 <= len(waits) < 1.5 * MESSAGES


def test_callbacks_of_a_group_come_one_after_the_other_in_their_order(bench):
    from rclpy.callback_groups import MutuallyExclusiveCallbackGroup
    from std_msgs.msg import Int32

    heard: list[int] = []
    inside, group = threading.Lock(), MutuallyExclusiveCallbackGroup()

    def take(message: Int32) -> None:
        assert inside.acquire(blocking=False)
        heard.append(message.data)
        inside.release()

    for topic in ("one", "two"):
        bench.node.create_subscription(Int32, topic, take, MESSAGES, callback_group=group)
    bench.start(PoolExecutor(4, context=bench.context))
    one, two = (_connected(bench.other.create_publisher(Int32, topic, MESSAGES)) for topic in ("one", "two"))
    for number in range(MESSAGES):
        one.publish(Int32(data=number))
        two.publish(Int32(data=-number - 1))
    until(lambda: len(heard) == 2 * MESSAGES, lambda: f"{len(heard)} came")
    assert [n for n in heard if n >= 0] == list(range(MESSAGES))
    assert [-n - 1 for n in heard if n < 0] == list(range(MESSAGES))


def test_what_no_thread_is_free_for_is_left_where_it_is(bench):
    from rclpy.callback_groups import ReentrantCallbackGroup
    from std_msgs.msg import Int32

    heard: list[int] = []
    goes_on = threading.Event()

    def slow(message: Int32) -> None:
        heard.append(message.data)
        goes_on.wait(90.0)

    bench.node.create_subscription(Int32, "newest", slow, 1, callback_group=ReentrantCallbackGroup())
    bench.start(PoolExecutor(THREADS, context=bench.context))
    publisher = _connected(bench.other.create_publisher(Int32, "newest", 10))
    for number in range(THREADS):
        publisher.publish(Int32(data=number))
        until(lambda number=number: number in heard, "not called back")
    for number in range(THREADS, 10):
        publisher.publish(Int32(data=number))
    goes_on.set()
    until(lambda: heard[-1] == 9, lambda: f"the newest is {heard[-1]}")
    assert heard[:THREADS] == list(range(THREADS))
    assert len(heard) <= THREADS + 2  # one may have been taken for the next thread that is free


def test_a_callback_that_awaits_goes_on_when_the_executor_wakes(bench):
    from rclpy.task import Future
    from std_msgs.msg import Empty

    begun, ended = threading.Event(), threading.Event()
    executor = PoolExecutor(THREADS, context=bench.context)
    answer = Future(executor=executor)

    async def waits(_: Empty) -> None:
        begun.set()
        await answer
        ended.set()

    bench.node.create_subscription(Empty, "something", waits, 10)
    bench.start(executor)
    _connected(bench.other.create_publisher(Empty, "something", 10)).publish(Empty())
    assert begun.wait(90.0)
    assert not ended.is_set()
    answer.set_result(None)
    executor.wake()
    assert ended.wait(90.0)


def test_an_event_is_told_where_nothing_else_happens(bench):
    from rclpy.qos import QoSProfile, ReliabilityPolicy
    from std_msgs.msg import Empty

    from makedo_ros.runtime.executors import SubscriptionEventCallbacks

    told = threading.Event()
    events = SubscriptionEventCallbacks(incompatible_qos=lambda _: told.set())
    bench.node.create_subscription(Empty, "something", lambda _: None, 10, event_callbacks=events)
    bench.start(PoolExecutor(THREADS, context=bench.context))
    bench.executor.wake()
    bench.other.create_publisher(Empty, "something", QoSProfile(depth=1, reliability=ReliabilityPolicy.BEST_EFFORT))
    assert told.wait(90.0)


def test_what_a_callback_raises_comes_out_of_the_spinning(bench):
    from std_msgs.msg import Empty

    bench.node.create_subscription(Empty, "something", lambda _: 1 / 0, 10)
    bench.start(PoolExecutor(THREADS, context=bench.context))
    publisher = _connected(bench.other.create_publisher(Empty, "something", 10))
    publisher.publish(Empty())
    until(lambda: bench.error, "no error")
