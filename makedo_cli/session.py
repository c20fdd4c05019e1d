# SPDX-License-Identifier: Apache-2.0
"""A short-lived ROS client: a node that spins in the background while a subcommand waits."""

from __future__ import annotations

import os
import sys
import threading
from types import TracebackType

import rclpy
from rclpy.exceptions import InvalidNamespaceException
from rclpy.executors import ExternalShutdownException, SingleThreadedExecutor
from rclpy.impl.implementation_singleton import rclpy_implementation
from rclpy.node import Node
from rclpy.signals import SignalHandlerOptions
from rclpy.task import Future
from rclpy.validate_namespace import validate_namespace
from typing_extensions import Self

from makedo_cli.elsewhere import elsewhere, stacks
from makedo_core.failure import FailureCause
from makedo_ros.logs.files import begin_logs
from makedo_ros.runtime.clients import CallError
from makedo_ros.runtime.spin import destroy_actions
from makedo_ros.runtime.streams import close_streams
from makedo_ros.security.environment import ros_arguments

TELL_S = 2.5  # [s, wall]; nodes of one machine are known before


class Session:
    """Context manager: `with Session("makedo_do") as node: ...`.

    rclpy leaves Ctrl-C alone here: the subcommand decides what it means (for `do`: cancel). An error because nobody is
    there says in which other namespaces a stack runs.

    Raises:
        ValueError: if ROS cannot have such a namespace.
        UnsecuredError: if the environment asks for security that cannot be had.
    """

    def __init__(self, name: str, namespace: str = "", *, patient: bool = False) -> None:
        """Begin.

        Args:
            name: of the node.
            namespace: of the stack.
            patient: whoever waits knows that the stack begins only now, and is not told that none is heard of.
        """
        _check(namespace)
        arguments = [*(ros_arguments(os.environ) or sys.argv), *begin_logs()]
        rclpy.init(args=arguments, signal_handler_options=SignalHandlerOptions.NO)
        self.node = Node(name, namespace=namespace or None)
        self._executor = SingleThreadedExecutor()
        self._executor.add_node(self.node)
        self._ended: Future = Future()
        self._thread = threading.Thread(target=self._spin, name="spin", daemon=True)
        self._thread.start()
        self._told = threading.Timer(TELL_S, self._tell)
        self._told.daemon = True
        if not patient:
            self._told.start()

    def _spin(self) -> None:
        """Spin until the session ends: rclpy must not be shut down while it spins, or it stumbles over itself."""
        while True:
            try:
                self._executor.spin_until_future_complete(self._ended)
                return
            except ExternalShutdownException:
                return
            except rclpy_implementation.InvalidHandle:
                continue  # something was destroyed while rclpy was about to wait for it: wait anew
            except BaseException:
                rclpy.try_shutdown()  # so that nobody waits for answers that cannot come any more
                raise

    def _tell(self) -> None:
        """Say that nobody is there, once; a terminal that is silent for ten seconds looks as if it hung."""
        if rclpy.ok() and not stacks(self.node):
            domain = os.environ.get("ROS_DOMAIN_ID") or 0
            sys.stderr.write(f"no stack of Makedo is heard of in ROS domain {domain} yet ...\n")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if isinstance(error, CallError) and error.cause is FailureCause.COMPONENT_LOST and rclpy.ok():
            error.args = (f"{error}{elsewhere(self.node)}",)
        self._told.cancel()
        if self._told.is_alive():
            self._told.join()
        self._ended.set_result(None)
        self._thread.join(2.0)
        self._executor.shutdown(timeout_sec=2.0)
        close_streams(self.node)
        destroy_actions(self.node)
        self.node.destroy_node()
        rclpy.try_shutdown()


def _check(namespace: str) -> None:
    """Refuse what a node refuses, before there is a context to shut down; a node says things of its own, too."""
    try:
        validate_namespace(namespace if namespace.startswith("/") else f"/{namespace}")
    except InvalidNamespaceException:
        expected = "names of letters, digits and '_' between single '/', e.g. /tiago1"
        raise ValueError(f"the namespace is {namespace!r}, expected {expected}") from None
