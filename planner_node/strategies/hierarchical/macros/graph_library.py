# SPDX-License-Identifier: Apache-2.0
"""The macro-action library in the knowledge graph: read before planning, written after it, shared by all who use it.

Source: Petruzzellis et al., Hierarchical Planning for Complex Tasks with Knowledge Graph-RAG and Symbolic
    Verification, section 2.5.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from makedo_core.goals.facts import words
from makedo_core.ports import KnowledgeGraph
from makedo_core.record.lesson import Lesson
from planner_node.strategies.hierarchical.macros.library import MOST_KEPT, LiftedMacro, MacroLibrary
from planner_node.strategies.hierarchical.macros.library_file import LibraryError, macro_from_json, macro_to_json

LEARNT = (
    "SELECT ?definition (COUNT(DISTINCT ?when) AS ?uses) "
    "{ ?macro a :MacroAction ; :definition ?definition ; :learntAt ?when } "
    "GROUP BY ?definition ORDER BY DESC(?uses) ?definition"
)


@dataclass
class GraphLibrary:
    """Macro actions of a knowledge graph. Safe for threads where the knowledge graph is.

    Attributes:
        graph: that keeps them.
        clock: wall time [s since 1970].
    """

    graph: KnowledgeGraph
    clock: Callable[[], float] = time.time
    _last: MacroLibrary = field(default_factory=MacroLibrary)

    def read(self) -> tuple[MacroLibrary, str]:
        """The library as it is now, and what was wrong with reading it; empty: nothing.

        What cannot be read is left out; where the knowledge graph does not answer, it is the library of last time.
        """
        answer = self.graph.ask(LEARNT, MOST_KEPT)
        if not answer.outcome.ok:
            return self._last, str(answer.outcome)
        found, problem = MacroLibrary(), ""
        for definition, uses in answer.rows:
            try:
                macro = macro_from_json(definition)
            except LibraryError as error:
                problem = str(error)
                continue
            found.remember([macro] * int(float(uses)))
        self._last = found
        return found, problem

    def learn(self, macros: Iterable[LiftedMacro], instruction: str) -> None:
        """Give macro actions to the knowledge graph."""
        now = self.clock()
        self.graph.learn(
            [Lesson(words(m.target), tuple(map(str, m.calls)), macro_to_json(m), instruction, now) for m in macros]
        )
