# SPDX-License-Identifier: Apache-2.0
"""One node, one process: start, spin, and leave quietly on Ctrl-C or SIGTERM."""

from __future__ import annotations

import faulthandler
import re
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Protocol, runtime_checkable

import rclpy
from rclpy.action import ActionClient, ActionServer
from rclpy.executors import ExternalShutdownException
from rclpy.impl.implementation_singleton import rclpy_implementation
from rclpy.node import Node
from rclpy.signals import SignalHandlerOptions

from makedo_core.failure import MakedoError
from makedo_ros.logs.callers import tell_callers_by_their_frames
from makedo_ros.logs.files import begin_logs
from makedo_ros.memory import SETTLED
from makedo_ros.runtime.end_request import TELL, EndRequest
from makedo_ros.runtime.executors import PoolExecutor
from makedo_ros.runtime.streams import AFTER_ERROR_S, close_streams, streams_of

END_S = 15.0  # what has not ended by then, after the node has closed, is ended
SWITCH_S = 0.001  # a stop passes through several threads, and each may wait so long for one that computes
_PLACES_IN_C = re.compile(r",? at /\S+\.c(?:pp)?:\d+")


@runtime_checkable
class Closing(Protocol):
    """A node that has something to end while ROS still works."""

    def close(self) -> None:
        """End it; nothing is called any more afterwards."""


@runtime_checkable
class Reporting(Protocol):
    """A node that reports its problems to others."""

    def report(self, problem: str) -> None:
        """Tell of a problem; empty: there is none."""


def run(factory: Callable[[], Node], *, threads: int = 4, args: Sequence[str] | None = None) -> int:
    """Create the node and spin it until it is asked to stop: the last thing that a program does.

    On SIGINT or SIGTERM the `close()` of a node that is `Closing` is called while ROS still works: to halt a robot, to
    end running goals with a result, to end worker threads. rclpy's own handlers would shut the context down first, and
    nothing could be said or stopped any more.

    Args:
        factory: makes the node; called after rclpy is initialised.
        threads: of the executor; callbacks in one mutually exclusive group still run one at a time.
        args: command line, default sys.argv.

    Returns:
        The exit status: 1, with a line for people, if the node cannot be made or its ROS arguments cannot be read
        (MakedoError).
    """
    try:
        _run(factory, threads, list(args) if args is not None else sys.argv)
    except MakedoError as error:
        print(f"{Path(sys.argv[0]).name}: {error}", file=sys.stderr)
        return 1
    return 0


def _run(factory: Callable[[], Node], threads: int, args: list[str]) -> None:
    faulthandler.enable()
    faulthandler.register(TELL)
    sys.setswitchinterval(SWITCH_S)
    tell_callers_by_their_frames()
    end = EndRequest()
    _initialise(args)
    node: Node | None = None
    executor = PoolExecutor(threads)
    spinning = _Spinning(executor, end)
    try:
        SETTLED.libraries()
        node = factory()
        SETTLED.begin()
        streams_of(node).failure.add_done_callback(lambda failed: spinning.fail(failed.exception()))
        executor.add_node(node)
        spinning.start()
        end.wait()
        _tell_of(spinning.error, node)
    finally:
        if node is not None:
            if isinstance(node, Closing):
                node.close()
        _end_for_sure()
        spinning.end(2.0)
        executor.shutdown(timeout_sec=2.0)
        if node is not None:
            close_streams(node)
            destroy_actions(node)
            node.destroy_node()
        rclpy.try_shutdown()
        spinning.forget()
        SETTLED.end()
    if spinning.error is not None:
        raise spinning.error


def _initialise(args: list[str]) -> None:
    """Begin with ROS.

    Raises:
        MakedoError: if ROS cannot read its arguments, e.g. a log level that does not exist, or a file that is no YAML.
    """
    try:
        rclpy.init(args=[*args, *begin_logs()], signal_handler_options=SignalHandlerOptions.NO)
    except rclpy_implementation.UnknownROSArgsError as error:
        raise MakedoError(f"ROS has no arguments {error}") from None
    except rclpy_implementation.RCLError as error:
        reason = " ".join(_PLACES_IN_C.sub("", str(error)).split())
        raise MakedoError(f"ROS cannot begin: {reason}") from None


def destroy_actions(node: Node) -> None:
    """Take down the action servers and clients of a node, before the node.

    What outlives it is taken down as Python ends, when ROS can wait for ever for a thread of its own.
    """
    for waitable in tuple(node.waitables):
        if isinstance(waitable, ActionServer | ActionClient):
            waitable.destroy()


def _end_for_sure() -> None:
    """End the process with a traceback if it has not ended by itself in END_S.

    ROS, taking itself down, can wait for itself for ever, and holds Python's lock meanwhile: no thread of ours could
    end the process then. Python, too, waits at its end for callbacks that do not return.
    """
    faulthandler.dump_traceback_later(END_S, exit=True)


def _tell_of(error: BaseException | None, node: Node) -> None:
    """Have a node that reports its problems say why it ends."""
    if error is not None and isinstance(node, Reporting):
        node.report(f"ends because a callback failed: {type(error).__name__}: {error}")


class _Spinning(threading.Thread):
    """Spins an executor; what a callback raises ends the process, as it would in the main thread.

    It is logged at once, and the executor spins on until the node has closed: a node that moves a robot must be able to
    stop it, and to answer who waits for it.
    """

    def __init__(self, executor: PoolExecutor, end_request: EndRequest) -> None:
        super().__init__(name="spin", daemon=True)
        self._executor = executor
        self._end_request = end_request
        self._ending = threading.Event()
        self.error: BaseException | None = None

    def end(self, timeout_s: float) -> None:
        """Spin no more, and wait for callbacks that still run; what they raised is logged.

        rclpy's shutdown() waits for nothing, and takes away what a callback needs at its end. So it comes after this.
        """
        self._ending.set()
        if self.ident is None:
            return  # there was no node to spin
        self._executor.create_task(lambda: None)  # wakes it
        self.join(timeout_s)
        self._wait_for_callbacks(timeout_s)
        for error in self._raised():
            print("a callback failed while this process ended:", file=sys.stderr)
            traceback.print_exception(error)

    def forget(self) -> None:
        """Wait for callbacks that ran on when the node was taken down; that they missed it is no news to people.

        Python would wait for them as well, as long as `_end_for_sure` lets it.
        """
        if self.ident is not None:
            self._wait_for_callbacks(END_S)
            tuple(self._raised())

    def _wait_for_callbacks(self, timeout_s: float) -> None:
        callbacks = threading.Thread(target=self._executor._executor.shutdown, daemon=True)
        callbacks.start()
        callbacks.join(timeout_s)

    def _raised(self) -> Iterator[BaseException]:
        """What callbacks raised and the executor has not looked at, each once; Python would tell of the rest."""
        for future in tuple(self._executor._futures):
            if future.done():
                self._executor._futures.remove(future)
                if (error := future.exception()) is not None:
                    yield error

    def fail(self, error: BaseException | None) -> None:
        """End the process with this error, unless it ends already."""
        if self.error is None and not self._end_request.is_set():
            self.error = error
            print("a callback failed, which ends this process:", file=sys.stderr)
            traceback.print_exception(error)
            sys.stderr.flush()
        self._end_request.set()

    def run(self) -> None:
        """Spin until the executor is shut down."""
        try:
            while not self._spun():
                pass
        finally:
            self._end_request.set()

    def _spun(self) -> bool:
        """Spin; whether the executor was shut down, so that there is nothing more to spin."""
        try:
            while not self._ending.is_set() and self._executor.context.ok():
                self._executor.spin_once()
            return True
        except ExternalShutdownException:
            return True
        except rclpy_implementation.InvalidHandle:
            return False  # something was destroyed while rclpy was about to wait for it: wait anew
        except BaseException as error:  # noqa: BLE001 - handed to the main thread
            self.fail(error)
            time.sleep(AFTER_ERROR_S)
            return False
