# SPDX-License-Identifier: Apache-2.0
"""What a graph says, to be asked in SPARQL without a running stack."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from makedo_core.failure import FailureCause, MakedoError, Outcome
from makedo_core.graph.scene_graph import SceneGraph
from makedo_core.record.answer import QueryAnswer
from makedo_core.record.lesson import Lesson

if TYPE_CHECKING:
    from scene_graph_node.knowledge.knowledge import KnowledgeBase

_log = logging.getLogger(__name__)


class OfflineKnowledge:
    """The knowledge of one graph, by a process that is started when it is first asked; implements `KnowledgeGraph`.

    A context manager: the process ends with it. For one thread.
    """

    def __init__(self, graph: SceneGraph, ontologies: Sequence[Path] = (), folder: Path | None = None) -> None:
        """Nothing is read yet.

        Args:
            graph: that is asked.
            ontologies: more of them, in Turtle.
            folder: where what is learnt is kept; None: nowhere.
        """
        self._graph = graph
        self._ontologies = tuple(ontologies)
        self._folder = folder
        self._stack = ExitStack()
        self._opened: KnowledgeBase | None = None

    def __enter__(self) -> OfflineKnowledge:
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def ask(self, query: str, max_rows: int) -> QueryAnswer:
        """Answer a SPARQL query, SELECT or ASK; a store that does not work is an outcome, too."""
        from scene_graph_node.knowledge.answer import QueryLimits

        try:
            return self._knowledge().ask(query, QueryLimits(max_rows))
        except MakedoError as error:
            return QueryAnswer(Outcome(FailureCause.COMPONENT_LOST, str(error)))

    def learn(self, lessons: Sequence[Lesson]) -> None:
        """Remember macro actions, in the folder if there is one; a warning says if that fails."""
        try:
            self._knowledge().record(lessons)
        except MakedoError as error:
            _log.warning("what was learnt is not kept: %s", error)

    def _knowledge(self) -> KnowledgeBase:
        from scene_graph_node.knowledge.knowledge import open_knowledge

        if self._opened is None:
            self._opened = self._stack.enter_context(open_knowledge(*self._ontologies, folder=self._folder))
            self._opened.follow(self._graph)
        return self._opened
