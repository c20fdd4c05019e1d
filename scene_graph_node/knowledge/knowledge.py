# SPDX-License-Identifier: Apache-2.0
"""What the robot knows, in RDF, kept by a process of its own: follow the scene graph, record what was done, ask.

docs/knowledge.md says how to ask.
"""

from __future__ import annotations

import signal
from collections import deque
from collections.abc import Callable, Iterable
from pathlib import Path
from types import TracebackType
from typing import Any

from typing_extensions import Self

from makedo_core.conversation.habit import ToldHabits
from makedo_core.failure import FailureCause, Outcome
from makedo_core.graph.scene_graph import SceneGraph
from makedo_core.ontology import Ontology, load_ontology
from makedo_core.ontology.turtle import HOUSEHOLD
from makedo_core.record.answer import QueryAnswer
from scene_graph_node.knowledge.answer import QueryLimits, too_much
from scene_graph_node.knowledge.folder import KnowledgeError, KnowledgeFolder, in_use
from scene_graph_node.knowledge.history import Deed, facts_of
from scene_graph_node.knowledge.ledger import Ledger
from scene_graph_node.knowledge.rdf.process import ProcessDiedError, ProcessLateError, StoreProcess
from scene_graph_node.knowledge.rdf.requests import Ask, Done, Failed, Follow, Open, Record, StoreRequest

WORK_S = 60.0
"""Longest time for what is no query: to open, to read everything, to write on a slow disk."""
MOST_REMEMBERED = 10_000
"""Number of outcomes that are kept, to send them again after a store was lost."""


def _say_nothing(message: str) -> None:
    """The default: reports nothing."""


class _DamagedError(Exception):
    """The files of the store are damaged."""


class KnowledgeBase:
    """Scene graph, ontology and history as one RDF graph. Use it from one thread.

    The triples are kept by a process of its own, so that a query can take no more memory and time than it may: it is
    started when it is first needed, and again after a query has ended it. All classes of a node and all weaker
    relations are written out when a node or relation comes, and go with the last one that gives them: queries need no
    property paths for them.
    """

    def __init__(
        self,
        ontology: Ontology,
        files: Iterable[Path] = HOUSEHOLD,
        folder: Path | None = None,
        tell: Callable[[str], None] = _say_nothing,
    ) -> None:
        """Lock the folder; nothing else is done yet.

        Args:
            ontology: to conclude with.
            files: that it was read from.
            folder: to keep the triples in; None: in memory.
            tell: called with what somebody should know of, such as damaged files.

        Raises:
            KnowledgeError: if the folder cannot be used.
        """
        self._ontology = ontology
        self._files = tuple(files)
        self._tell = tell
        self._folder = KnowledgeFolder(folder) if folder is not None else None
        self._process: StoreProcess | None = None
        self._ledger: Ledger | None = None  # None: what the store says of the scene graph is not known
        self._told: SceneGraph | None = None
        self._habits = ToldHabits()
        self._outcomes: deque[Deed] = deque(maxlen=MOST_REMEMBERED)
        self._unrecorded: list[Deed] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the process and let others use the folder."""
        if self._process is not None:
            self._process.end()
            self._process = None
        if self._folder is not None:
            self._folder.close()
            self._folder = None

    def follow(self, graph: SceneGraph, habits: ToldHabits | None = None) -> None:
        """Come to say what a snapshot says, and what people told; only triples that differ are touched.

        Args:
            graph: the snapshot.
            habits: all that was told and holds; None: nothing.

        Raises:
            KnowledgeError: if it cannot be written.
        """
        self._working(lambda process: self._follow(process, graph, habits or ToldHabits()))

    def record(self, outcomes: Iterable[Deed]) -> None:
        """Remember what was done or learnt, for ever. What was recorded before stays one.

        Raises:
            KnowledgeError: if it cannot be written; it is not forgotten, and written with the next.
        """
        self._unrecorded.extend(outcomes)
        self._working(self._record)

    def ask(self, query: str, limits: QueryLimits) -> QueryAnswer:
        """Answer a SPARQL query, SELECT or ASK.

        Raises:
            KnowledgeError: if the store does not work.
        """
        request = Ask(query, limits.max_rows, limits.memory_mb)
        process = self._working(self._up_to_date)
        try:
            reply = process.call(request, limits.timeout_s, limits.stopped)
        except ProcessLateError as error:
            self._lost()
            return QueryAnswer(Outcome(FailureCause.TIMEOUT, f"the query was given up: {error}; ask for less"))
        except ProcessDiedError as error:
            self._lost()
            if error.code == -signal.SIGABRT:  # how a library ends that gets no memory
                return too_much(limits.memory_mb)
            message = f"the query was too much for the process that answers it, which ended with {error.code}"
            return QueryAnswer(Outcome(FailureCause.INTERNAL_ERROR, message))
        if isinstance(reply, Failed):
            self._lost()
            if reply.corrupt:
                self._set_aside(reply.message)
            raise KnowledgeError(f"the store cannot be read: {reply.message}")
        assert isinstance(reply, QueryAnswer)
        return reply

    def _follow(self, process: StoreProcess, graph: SceneGraph, habits: ToldHabits) -> None:
        whole = self._ledger is None
        ledger = self._ledger or Ledger(self._ontology)
        if graph is self._told and habits == self._habits and not whole:
            return
        delta = ledger.follow(graph, habits)
        self._ledger = None  # until it is written
        self._ask(process, Follow(delta.added, delta.removed, graph.revision, whole))
        self._ledger, self._told, self._habits = ledger, graph, habits

    def _record(self, process: StoreProcess) -> None:
        if not self._unrecorded:
            return
        facts = tuple(fact for outcome in self._unrecorded for fact in facts_of(outcome))
        self._ask(process, Record(facts))
        self._outcomes.extend(self._unrecorded)
        self._unrecorded.clear()

    def _up_to_date(self, process: StoreProcess) -> StoreProcess:
        """With all that was followed and recorded before, also by a process that is no more."""
        if self._ledger is None and self._told is not None:
            self._follow(process, self._told, self._habits)
        self._record(process)
        return process

    def _working(self, work: Callable[[StoreProcess], Any]) -> Any:
        """The result of the work; if files are damaged, they are set aside and the work is repeated once."""
        for last in (False, True):
            try:
                return work(self._running())
            except (ProcessLateError, ProcessDiedError) as error:
                self._lost()
                raise KnowledgeError(f"the store does not answer: {error}") from None
            except _DamagedError as error:
                self._lost()
                if last:
                    raise KnowledgeError(f"the store is damaged again at once: {error}") from None
                self._set_aside(str(error))
        raise AssertionError("unreachable")

    def _running(self) -> StoreProcess:
        """The process, started if need be."""
        if self._process is None:
            self._process = StoreProcess()
            self._ask(self._process, Open(self._folder.store if self._folder else None, self._files))
        return self._process

    def _ask(self, process: StoreProcess, request: StoreRequest) -> None:
        """Have something done that is no query."""
        reply = process.call(request, WORK_S)
        if isinstance(reply, Done):
            return
        assert isinstance(reply, Failed)
        if reply.corrupt and self._folder is not None:
            raise _DamagedError(reply.message)
        self._lost()
        if reply.locked and self._folder is not None:
            raise KnowledgeError(in_use(self._folder.path))
        raise KnowledgeError(f"the store cannot be opened or written: {reply.message}")

    def _lost(self) -> None:
        """The process is gone; the next one gets what was only in memory."""
        if self._process is not None:
            self._process.end()
            self._process = None
        if self._folder is None:
            self._forgotten()

    def _forgotten(self) -> None:
        """The next store knows nothing."""
        self._ledger = None
        self._unrecorded = [*self._outcomes, *self._unrecorded]
        self._outcomes.clear()

    def _set_aside(self, reason: str) -> None:
        if self._folder is None:
            return
        target = self._folder.set_aside()
        self._forgotten()
        self._tell(f"the knowledge was damaged ({reason}); it lies in {target} now, and a new one is begun")


def open_knowledge(
    *extra: Path, folder: Path | None = None, tell: Callable[[str], None] = _say_nothing
) -> KnowledgeBase:
    """Knowledge of an empty scene, with the household ontology and a user's own files.

    Raises:
        OntologyError: if a file cannot be read or contradicts another.
        KnowledgeError: if the folder cannot be used.
    """
    return KnowledgeBase(load_ontology(*extra), (*HOUSEHOLD, *extra), folder, tell)
