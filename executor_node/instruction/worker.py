# SPDX-License-Identifier: Apache-2.0
"""A leaf of the tree whose work takes time: it runs in a thread of its own and is polled, so that no tick blocks."""

from __future__ import annotations

import logging
import threading
import traceback
from abc import abstractmethod

import py_trees
from py_trees.common import Status

from executor_node.context import SkillResult
from executor_node.instruction.task import Task, guarded
from makedo_core.cancel import CancelToken
from makedo_core.failure import FailureCause, Outcome

_log = logging.getLogger(__name__)


class Worker(py_trees.behaviour.Behaviour):
    """A leaf whose work runs in a thread: started in initialise, polled in update, cancelled in terminate.

    It runs under the token that a pause cancels; if `moves` says that it moves nothing, under the one that only handing
    the robot over cancels. `idle` says that it succeeded because there was nothing to do.
    """

    moves = True

    def __init__(self, name: str, task: Task) -> None:
        super().__init__(name)
        self.task = task
        self.doing = name
        self._token = CancelToken()
        self._thread: threading.Thread | None = None
        self._result: SkillResult | None = None
        self.idle = False

    @abstractmethod
    def work(self, token: CancelToken) -> SkillResult:
        """What to do; runs in the thread and may block."""

    @abstractmethod
    def finished(self, result: SkillResult) -> Status:
        """What the result means; runs in the tree's thread and must not block."""

    def initialise(self) -> None:
        """Start the thread."""
        self._token = (self.task.hold.token if self.moves else self.task.hold.thinking).child()
        self._result, self.idle = None, False
        self._thread = threading.Thread(target=self._run, name=self.name, daemon=True)
        self._thread.start()

    def update(self) -> Status:
        """Ask whether the thread has ended. One that a handover ended keeps running until the tree is begun anew."""
        if self.is_alive:
            return Status.RUNNING
        result = self._result or SkillResult(self._fault(f"{self.name} left no result"))
        if result.outcome.cause is FailureCause.HANDED_OVER:
            return Status.RUNNING
        return self.finished(result)

    def nothing_to_do(self) -> SkillResult:
        """The result of work that was not called for; the tree does not show it as done."""
        self.idle = True
        return SkillResult()

    def terminate(self, new_status: Status) -> None:
        """Cancel what still runs."""
        if new_status is Status.INVALID and self.is_alive:
            self._token.cancel(self.task.token.outcome if self.task.token.cancelled else None)

    @property
    def is_alive(self) -> bool:
        """Whether its thread runs."""
        return self._thread is not None and self._thread.is_alive()

    def join(self, timeout_s: float) -> None:
        """Wait until the thread has ended."""
        if self._thread is not None:
            self._thread.join(timeout_s)

    def _run(self) -> None:
        token = self._token

        def unless_cancelled() -> SkillResult:
            token.check()
            result = self.work(token)
            if not result.ok:
                token.check()  # what a halt ended, a motion that was being planned for one, failed for that reason
            return result

        try:
            self._result = guarded(unless_cancelled)
        except Exception:  # noqa: BLE001 - outermost of the thread: a bug ends the task, not the node
            _log.error("a bug in %s:\n%s", self.name, traceback.format_exc())
            last = traceback.format_exc().strip().splitlines()[-1]
            self._result = SkillResult(self._fault(f"a bug in {self.name}: {last}"))

    def _fault(self, raw: str) -> Outcome:
        """The outcome of a bug: people cannot do more about it than know what it ended."""
        what = f"a fault in the program ended '{self.doing}'; the log of the executor tells which"
        return Outcome(FailureCause.INTERNAL_ERROR, what, raw)
