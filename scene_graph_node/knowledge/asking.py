# SPDX-License-Identifier: Apache-2.0
"""The service `query_knowledge`, and what keeps the knowledge in step; in one worker thread, off the callbacks."""

from __future__ import annotations

import math
import threading
import time
import traceback
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from rclpy.callback_groups import MutuallyExclusiveCallbackGroup, ReentrantCallbackGroup
from std_msgs.msg import String

from makedo_core.failure import FailureCause, Outcome
from makedo_core.graph.scene_graph import SceneGraph
from makedo_core.record.answer import QueryAnswer
from makedo_core.record.lesson import TOPIC as MACROS
from makedo_core.record.lesson import LessonError, lesson_from_json
from makedo_ros.conversions.nouns import outcome_to_ros
from makedo_ros.conversions.skill_outcomes import TOPIC, skill_outcome_from_ros
from makedo_ros.runtime.lifecycle import MakedoNode
from makedo_ros.runtime.qos import HISTORY
from scene_graph_node.knowledge.answer import MAX_ROWS, TIME_LIMIT_S, QueryLimits
from scene_graph_node.knowledge.folder import KnowledgeError
from scene_graph_node.knowledge.history import Deed
from scene_graph_node.knowledge.knowledge import MOST_REMEMBERED, KnowledgeBase, open_knowledge
from scene_graph_node.knowledge.telling import HabitTopics

from makedo.msg import SkillOutcome as SkillOutcomeMessage  # isort: skip
from makedo.srv import QueryKnowledge  # isort: skip

LONGEST_S = 60.0
MOST_WAITING = 8
PAUSE_S = 10.0
"""After the store could not be written, before it is tried again [s, wall]."""


class KnowledgeService:
    """Answers queries one after the other, about the newest graph.

    In a folder, the knowledge follows every revision and every outcome of a skill. In memory it catches up when it is
    asked, so that what nobody asks about costs nothing.
    """

    def __init__(self, node: MakedoNode, newest: Callable[[], SceneGraph | None]) -> None:
        """Offer the service and listen to the outcomes of skills, and to macro actions that were learnt.

        Args:
            node: that offers it.
            newest: the newest snapshot; None before there is one. Called in the worker thread.
        """
        self._node = node
        self._newest = newest
        self._habits = HabitTopics(node, self.changed)
        self._opened: tuple[tuple[Path, ...], Path | None] | None = None
        self._knowledge: KnowledgeBase | None = None
        self._outcomes: deque[Deed] = deque(maxlen=MOST_REMEMBERED)
        self._problem = ""
        self._try_at = 0.0
        self._worker = ThreadPoolExecutor(1, thread_name_prefix="knowledge")
        self._closing = threading.Event()
        self._behind = threading.Event()
        self._waiting = 0
        self._lock = threading.Lock()
        node.create_service(QueryKnowledge, "query_knowledge", self._on_query, callback_group=ReentrantCallbackGroup())
        node.create_subscription(
            SkillOutcomeMessage, TOPIC, self._on_outcome, HISTORY, callback_group=MutuallyExclusiveCallbackGroup()
        )
        node.create_subscription(
            String, MACROS, self._on_lesson, HISTORY, callback_group=MutuallyExclusiveCallbackGroup()
        )

    @property
    def habits(self) -> HabitTopics:
        """What people tell."""
        return self._habits

    @property
    def problem(self) -> str:
        """Why the knowledge is not in step; empty: it is."""
        return self._problem

    def open(self, ontology_files: tuple[Path, ...], folder: Path | None, told_in: Path | None = None) -> None:
        """Begin, or begin anew with other files.

        Args:
            ontology_files: a user's own, beside the household's.
            folder: to keep the knowledge in; None: in memory.
            told_in: folder to keep in what people tell; None: in memory.

        Raises:
            MakedoError: if a file is wrong or the folder cannot be used.
        """
        self._worker.submit(self._open, ontology_files, folder).result()
        self._habits.open(told_in)

    def changed(self) -> None:
        """There is a newer graph; returns at once."""
        if self._knowledge is None or self._opened is None or self._opened[1] is None:
            return
        if self._behind.is_set() or self._closing.is_set():
            return  # what is on its way takes the newest
        self._behind.set()
        self._worker.submit(self._catch_up)

    def close(self) -> None:
        """Give up what is being asked, write down what was done, and end the worker thread."""
        self._closing.set()
        self._worker.submit(self._finish)
        self._worker.shutdown(wait=True)

    def _on_lesson(self, message: String) -> None:
        try:
            self._outcomes.append(lesson_from_json(message.data))
        except LessonError as error:
            self._node.get_logger().warning(f"a macro action on {MACROS} is left out: {error}")
            return
        self.changed()

    def _on_outcome(self, message: SkillOutcomeMessage) -> None:
        try:
            self._outcomes.append(skill_outcome_from_ros(message))
        except ValueError as error:
            self._node.get_logger().warning(f"an outcome on {TOPIC} is left out: {error}")
            return
        self.changed()

    async def _on_query(
        self, request: QueryKnowledge.Request, response: QueryKnowledge.Response
    ) -> QueryKnowledge.Response:
        answer, response.revision = await self._answered(request)
        response.outcome = outcome_to_ros(answer.outcome)
        response.columns = list(answer.columns)
        response.cells = [cell for row in answer.rows for cell in row]
        response.truncated = answer.truncated
        return response

    async def _answered(self, request: QueryKnowledge.Request) -> tuple[QueryAnswer, int]:
        timeout_s = float(request.timeout_s) or TIME_LIMIT_S
        if not (math.isfinite(timeout_s) and 0 < timeout_s <= LONGEST_S):
            message = f"timeout_s is {timeout_s:g}; expected 0 (for {TIME_LIMIT_S:g} s) to {LONGEST_S:g} s"
            return _failed(FailureCause.INVALID_INSTRUCTION, message)
        limits = QueryLimits(int(request.max_rows) or MAX_ROWS, timeout_s, self._closing.is_set)
        with self._lock:
            if self._waiting >= MOST_WAITING:
                return _failed(FailureCause.BUSY, f"{MOST_WAITING} queries are waiting already; ask again later")
            self._waiting += 1

        def work() -> tuple[QueryAnswer, int]:
            try:
                return self._answer(str(request.query), limits)
            except KnowledgeError as error:
                return _failed(FailureCause.COMPONENT_LOST, str(error))
            except Exception:  # noqa: BLE001 - outermost callback: a bug ends the request, not the node
                self._node.get_logger().error(traceback.format_exc())
                last = traceback.format_exc().strip().splitlines()[-1]
                return _failed(FailureCause.INTERNAL_ERROR, f"a bug in the knowledge view: {last}")
            finally:
                with self._lock:
                    self._waiting -= 1

        return await self._node.in_worker(work, self._worker)

    def _open(self, files: tuple[Path, ...], folder: Path | None) -> None:
        """In the worker thread."""
        if self._opened == (files, folder):
            return
        if self._knowledge is not None:
            self._knowledge.close()
            self._knowledge, self._opened = None, None
        self._knowledge = open_knowledge(*files, folder=folder, tell=self._node.get_logger().warning)
        self._opened = (files, folder)

    def _answer(self, query: str, limits: QueryLimits) -> tuple[QueryAnswer, int]:
        """In the worker thread: catch up, then ask."""
        graph = self._newest()
        if graph is None or self._knowledge is None:
            return _failed(FailureCause.NOT_ACTIVE, "scene_graph is not configured yet; configure and activate it")
        if self._closing.is_set():
            return _failed(FailureCause.STOPPED, "the query was given up: scene_graph is being shut down")
        self._step(self._knowledge, graph)
        return self._knowledge.ask(query, limits), graph.revision

    def _catch_up(self) -> None:
        """In the worker thread."""
        self._behind.clear()
        graph = self._newest()
        if graph is None or self._knowledge is None or time.monotonic() < self._try_at:
            return
        try:
            self._step(self._knowledge, graph)
            self._problem = ""
        except KnowledgeError as error:
            self._try_at = time.monotonic() + PAUSE_S
            self._complain(str(error))
        except Exception:  # noqa: BLE001 - outermost of the job: a bug ends it, not the node
            self._try_at = time.monotonic() + PAUSE_S
            self._complain(f"a bug in the knowledge view: {traceback.format_exc()}")

    def _step(self, knowledge: KnowledgeBase, graph: SceneGraph) -> None:
        done = [self._outcomes.popleft() for _ in range(len(self._outcomes))]
        knowledge.record(done)  # first: what it was given it does not forget
        knowledge.follow(graph, self._habits.habits)

    def _finish(self) -> None:
        """In the worker thread, last of all."""
        self._try_at = 0.0
        if self._outcomes and self._opened is not None and self._opened[1] is not None:
            self._catch_up()
        if self._knowledge is not None:
            self._knowledge.close()

    def _complain(self, problem: str) -> None:
        if problem != self._problem:
            self._node.get_logger().error(problem)
        self._problem = problem


def _failed(cause: FailureCause, message: str) -> tuple[QueryAnswer, int]:
    return QueryAnswer(Outcome(cause, message)), 0
