# SPDX-License-Identifier: Apache-2.0
"""The service `query_knowledge`: one worker thread keeps the knowledge and answers, off the executor's callbacks."""

from __future__ import annotations

import math
import threading
import traceback
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.task import Future

from makedo_core.failure import FailureCause, Outcome
from makedo_core.scene_graph import SceneGraph
from makedo_ros.conversions import outcome_to_ros
from makedo_ros.lifecycle import MakedoNode
from scene_graph_node.answer import MAX_ROWS, TIME_LIMIT_S, Answer, Limits
from scene_graph_node.knowledge import Knowledge, open_knowledge

from makedo.srv import QueryKnowledge  # isort: skip

LONGEST_S = 60.0
MOST_WAITING = 8


class KnowledgeService:
    """Answers queries one after the other.

    The knowledge catches up with the newest graph when it is asked, so that nothing is spent on it otherwise.
    """

    def __init__(
        self, node: MakedoNode, newest: Callable[[], SceneGraph | None], ontology_files: Callable[[], Sequence[Path]]
    ) -> None:
        """Offer the service.

        Args:
            node: that offers it.
            newest: the newest snapshot; None before there is one. Called in the worker thread.
            ontology_files: a user's own, beside the household's. Called in the worker thread.
        """
        self._node = node
        self._newest = newest
        self._files = ontology_files
        self._opened: tuple[tuple[Path, ...], Knowledge] | None = None
        self._worker = ThreadPoolExecutor(1, thread_name_prefix="knowledge")
        self._closing = threading.Event()
        self._waiting = 0
        self._lock = threading.Lock()
        node.create_service(
            QueryKnowledge, "query_knowledge", self._on_query, callback_group=ReentrantCallbackGroup()
        )

    def close(self) -> None:
        """Give up what is being asked and end the worker thread."""
        self._closing.set()
        self._worker.shutdown(wait=True, cancel_futures=True)

    async def _on_query(
        self, request: QueryKnowledge.Request, response: QueryKnowledge.Response
    ) -> QueryKnowledge.Response:
        answer, response.revision = await self._answered(request)
        response.outcome = outcome_to_ros(answer.outcome)
        response.columns = list(answer.columns)
        response.cells = [cell for row in answer.rows for cell in row]
        response.truncated = answer.truncated
        return response

    async def _answered(self, request: QueryKnowledge.Request) -> tuple[Answer, int]:
        timeout_s = float(request.timeout_s) or TIME_LIMIT_S
        if not (math.isfinite(timeout_s) and 0 < timeout_s <= LONGEST_S):
            message = f"timeout_s is {timeout_s:g}; expected 0 (for {TIME_LIMIT_S:g} s) to {LONGEST_S:g} s"
            return _failed(FailureCause.INVALID_INSTRUCTION, message)
        limits = Limits(int(request.max_rows) or MAX_ROWS, timeout_s, self._closing.is_set)
        with self._lock:
            if self._waiting >= MOST_WAITING:
                return _failed(FailureCause.BUSY, f"{MOST_WAITING} queries are waiting already; ask again later")
            self._waiting += 1
        future: Future = Future(executor=self._node.executor)

        def work() -> None:
            try:
                future.set_result(self._answer(str(request.query), limits))
            except Exception:  # noqa: BLE001 - outermost callback: a bug ends the request, not the node
                self._node.get_logger().error(traceback.format_exc())
                last = traceback.format_exc().strip().splitlines()[-1]
                future.set_result(_failed(FailureCause.INTERNAL_ERROR, f"a bug in the knowledge view: {last}"))
            finally:
                with self._lock:
                    self._waiting -= 1

        self._worker.submit(work)
        answer: tuple[Answer, int] = await future
        return answer

    def _answer(self, query: str, limits: Limits) -> tuple[Answer, int]:
        """In the worker thread: catch up, then ask."""
        graph = self._newest()
        if graph is None:
            return _failed(FailureCause.NOT_ACTIVE, "scene_graph is not configured yet; configure and activate it")
        files = tuple(self._files())
        if self._opened is None or self._opened[0] != files:
            self._opened = (files, open_knowledge(*files))
        knowledge = self._opened[1]
        knowledge.follow(graph)
        return knowledge.ask(query, limits), graph.revision


def _failed(cause: FailureCause, message: str) -> tuple[Answer, int]:
    return Answer(Outcome(cause, message)), 0
