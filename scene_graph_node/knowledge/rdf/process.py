# SPDX-License-Identifier: Apache-2.0
"""The node's end of the process that keeps the triples: start it, ask it, end it when it takes too much."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any

from makedo_core.failure import MakedoError
from scene_graph_node.knowledge.answer import never
from scene_graph_node.knowledge.rdf.requests import StoreRequest

PATIENCE_S = 2.0
_LOOK_S = 0.05


class ProcessLateError(MakedoError):
    """The process was ended because it did not answer in time, or because somebody wanted it to stop."""


class ProcessDiedError(MakedoError):
    """The process ended by itself."""

    def __init__(self, code: int) -> None:
        super().__init__(f"the process of the triples ended with {code}")
        self.code = code


class StoreProcess:
    """One process; after an error it is gone, and another one must be started.

    It ends with the thread that made it.
    """

    def __init__(self) -> None:
        ours, theirs = socket.socketpair()
        with theirs:
            environment = {
                **os.environ,
                "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
                "RUST_BACKTRACE": "0",  # of a query without memory one line is enough
            }
            self._process = subprocess.Popen(
                [sys.executable, "-m", "scene_graph_node.knowledge.rdf.worker", str(theirs.fileno())],
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                env=environment,
                start_new_session=True,
            )
        self._connection = Connection(ours.detach())

    @property
    def pid(self) -> int:
        """Its process id."""
        return self._process.pid

    def call(self, request: StoreRequest, timeout_s: float, stopped: Callable[[], bool] = never) -> Any:
        """The answer to a request.

        Raises:
            ProcessLateError: if it took too long or was stopped.
            ProcessDiedError: if the process ended meanwhile.
        """
        deadline = time.monotonic() + timeout_s
        try:
            self._connection.send(request)
            while not self._connection.poll(max(0.0, min(_LOOK_S, deadline - time.monotonic()))):
                if stopped():
                    raise ProcessLateError("it was stopped")
                if time.monotonic() > deadline:
                    raise ProcessLateError(f"it was not done within {timeout_s:g} s")
            return self._connection.recv()
        except ProcessLateError:
            self.end(patience_s=0.0)
            raise
        except (EOFError, ConnectionError):
            raise ProcessDiedError(self.end()) from None

    def end(self, patience_s: float = PATIENCE_S) -> int:
        """End it: it does so by itself when it is idle, and is killed when its time is over. Returns its exit code."""
        self._connection.close()
        try:
            return self._process.wait(patience_s)
        except subprocess.TimeoutExpired:
            self._process.kill()
            return self._process.wait()
