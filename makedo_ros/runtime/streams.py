# SPDX-License-Identifier: Apache-2.0
"""Topics that come dozens of times a second, on a light node beside the node that wants them.

For every message rclpy builds anew the set of all that a node waits for; a lifecycle node with services and actions
waits for fifty things, and spends a millisecond on a tick of the clock whose own work is a few microseconds. A node
that has nothing but these subscriptions spends a tenth of that.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import Future

import rclpy
from rclpy.clock import ROSClock
from rclpy.executors import ExternalShutdownException
from rclpy.node import Node
from rclpy.parameter import Parameter
from rclpy.qos import QoSProfile

from makedo_ros.runtime.executors import StreamExecutor, SubscriptionEventCallbacks

_USE_SIM_TIME = "use_sim_time"
NUMBER = "publication_sequence_number"  # of a message, in what rclpy tells about it; not of every DDS and rclpy
LONGEST_CALLBACK_S = 5.0
AFTER_ERROR_S = 0.01  # what fails at once, again and again, must not keep the others from their work


class Streams:
    """A light node with a thread of its own; callbacks run in that thread, one at a time.

    The node's clock is fed from here too, for /clock is such a topic. A bug in a callback is reported, the first one to
    whoever waits for `failure`, and the thread goes on.

    Attributes:
        failure: gets the first exception that a callback raises.

    Args:
        node: whose topics these are; its name, namespace, remappings and time are taken over.
    """

    def __init__(self, node: Node) -> None:
        self._owner = node
        simulated = node.has_parameter(_USE_SIM_TIME) and bool(node.get_parameter(_USE_SIM_TIME).value)
        self.node = rclpy.create_node(
            f"_{node.get_name()}_streams",  # a leading underscore hides it from people's lists
            namespace=node.get_namespace(),
            context=node.context,
            use_global_arguments=False,
            enable_rosout=False,
            start_parameter_services=False,
            parameter_overrides=[Parameter(_USE_SIM_TIME, value=simulated)],
        )
        if simulated:
            clock = node.get_clock()
            assert isinstance(clock, ROSClock)
            node._time_source.detach_node()
            self.node._time_source.attach_clock(clock)
        self._executor = StreamExecutor(context=node.context)
        self._executor.add_node(self.node)
        self._ending = threading.Event()
        self.failure: Future[None] = Future()
        self._thread = threading.Thread(target=self._spin, name="streams", daemon=True)
        self._thread.start()

    def subscribe(
        self, kind: type, topic: str, callback: Callable[..., None], qos: QoSProfile, *, raw: bool = False
    ) -> None:
        """Subscribe for good.

        Args:
            kind: type of the messages.
            topic: relative to the owner.
            callback: gets the message; and, if it takes two arguments, what rclpy tells about it, by name.
            qos: quality of service.
            raw: it gets the serialized message, as bytes.
        """
        name = self._owner.resolve_topic_name(topic)
        quiet = SubscriptionEventCallbacks(use_default_callbacks=False)
        self.node.create_subscription(kind, name, callback, qos, event_callbacks=quiet, raw=raw)

    def close(self) -> None:
        """End the thread, after the callback that is running.

        rclpy's executor does not wait for a callback when it is shut down, whatever its arguments say, and takes away
        what the callback's end needs.
        """
        self._ending.set()
        self._executor.create_task(lambda: None)  # woken alone, it would go on waiting
        if self._thread is not threading.current_thread():
            self._thread.join(LONGEST_CALLBACK_S)
        self._executor.shutdown()
        self.node.destroy_node()

    def _spin(self) -> None:
        while not self._ending.is_set():
            try:
                self._executor.spin_once()
            except ExternalShutdownException:
                return
            except Exception as error:  # noqa: BLE001 - told to whoever runs the node, which ends it
                self._fail(error)

    def _fail(self, error: Exception) -> None:
        if self.failure.done() or self._ending.is_set():
            time.sleep(AFTER_ERROR_S)
            return
        self._owner.get_logger().error(f"a callback failed: {type(error).__name__}: {error}")
        self.failure.set_exception(error)


_streams: dict[Node, Streams] = {}


def streams_of(node: Node) -> Streams:
    """The streams of a node, made when they are first asked for."""
    found = _streams.get(node)
    if found is None:
        found = _streams[node] = Streams(node)
    return found


def close_streams(node: Node) -> None:
    """End a node's streams, if it has any."""
    found = _streams.pop(node, None)
    if found is not None:
        found.close()
