# SPDX-License-Identifier: Apache-2.0
"""One node, one process: start, spin, and leave quietly on Ctrl-C or SIGTERM."""

from __future__ import annotations

import faulthandler
import sys
from collections.abc import Callable, Sequence

import rclpy
from rclpy.executors import ExternalShutdownException, MultiThreadedExecutor
from rclpy.node import Node


def run(factory: Callable[[], Node], *, threads: int = 4, args: Sequence[str] | None = None) -> None:
    """Create the node and spin it until it is asked to stop.

    The executor is shut down before the context, since a callback that publishes into a dead context raises.
    A node may have `close()`, called before it is destroyed (worker threads, renderers, files).

    Args:
        factory: makes the node; called after rclpy is initialised.
        threads: of the executor; callbacks in one mutually exclusive group still run one at a time.
        args: command line, default sys.argv.
    """
    faulthandler.enable()
    rclpy.init(args=list(args) if args is not None else sys.argv)
    node: Node | None = None
    executor = MultiThreadedExecutor(num_threads=threads)
    try:
        node = factory()
        executor.add_node(node)
        executor.spin()
    except (KeyboardInterrupt, ExternalShutdownException):
        pass
    finally:
        executor.shutdown(timeout_sec=2.0)
        if node is not None:
            close = getattr(node, "close", None)
            if close is not None:
                close()
            node.destroy_node()
        rclpy.try_shutdown()
