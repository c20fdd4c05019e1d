# SPDX-License-Identifier: Apache-2.0
"""Nodes that spin in a thread of the test's process."""

from __future__ import annotations

import threading
from typing import Any

import rclpy
from rclpy.exceptions import InvalidHandle
from rclpy.executors import Executor, ExternalShutdownException, MultiThreadedExecutor

from support.waiting import LIMIT_S


def spin(executor: Executor) -> None:
    """Spin until the executor is shut down, which takes away what its own spin is about to wait for: no error.

    What a test destroys just then, the executor finds destroyed, and goes on without it.
    """
    while not executor._is_shutdown:
        try:
            executor.spin()
        except ExternalShutdownException:
            return
        except InvalidHandle:
            continue
        except Exception:
            if not executor._is_shutdown:
                raise


class Spinning:
    """Nodes of the default context, spun until they are closed; what they raise makes the test fail.

    Args:
        nodes: spun from the beginning.
        threads: of the executor.
    """

    def __init__(self, *nodes: Any, threads: int = 4) -> None:
        self.executor = MultiThreadedExecutor(threads)
        self._nodes: list[Any] = []
        for node in nodes:
            self.add(node)
        self._thread = threading.Thread(target=spin, args=(self.executor,), daemon=True)
        self._thread.start()

    def add(self, node: Any) -> None:
        """Spin another node, too."""
        self._nodes.append(node)
        self.executor.add_node(node)

    def close(self, *ends: Any) -> None:
        """Stop spinning; destroy servers and clients, then the nodes, and shut the context down."""
        self.executor.shutdown(timeout_sec=LIMIT_S)
        self._thread.join(LIMIT_S)
        for end in ends:
            end.destroy()
        for node in self._nodes:
            node.destroy_node()
        rclpy.try_shutdown()
