# SPDX-License-Identifier: Apache-2.0
"""Retrieval from the robot's knowledge graph in SPARQL: classes and their instances, then the subgraph of some things.

What holds is the planner's own to say, for it changes with every macro action that is planned; the knowledge graph adds
what does not change: of which kinds things are, what they are like, what the ontology says of them.

Source: Petruzzellis et al., Hierarchical Planning for Complex Tasks with Knowledge Graph-RAG and Symbolic
    Verification, sections 2.2 and 3.3.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from urllib.parse import quote, unquote

from makedo_core.ports import KnowledgeGraph
from makedo_core.skills import Literal
from planner_node.strategies.hierarchical.retrieval import Knowledge

INSTANCES = "SELECT ?x ?class WHERE { GRAPH <urn:makedo:scene> { ?x :label ?class } }"
_NODE = "g:"
_TELLING = (":affordance", ":hazard", ":usuallyAt")  # of the ontology's, what is said of a class and all below it
_MOST_ROWS = 50_000
_AT_ONCE = 100  # things in one query


@dataclass
class QueriedKnowledge:
    """A knowledge graph that is asked over a port; where it does not answer, the task says what it can.

    Attributes:
        source: what is asked.
        task: what the planning task says; things that the knowledge graph does not know are taken from here.
        id_of: the node of a thing by its name in the task.
        problem: why it did not answer to the end; empty: it did.
    """

    source: KnowledgeGraph
    task: Knowledge
    id_of: Callable[[str], str]
    problem: str = ""
    _told: dict[str, str] = field(default_factory=dict)

    @cached_property
    def classes(self) -> Mapping[str, tuple[str, ...]]:
        """Things of the task by their classes in the knowledge graph."""
        names = {self.id_of(thing): thing for things in self.task.classes.values() for thing in things}
        known = {names[x]: kind for x, kind in self._nodes(INSTANCES) if x in names}
        found: dict[str, list[str]] = {}
        for kind, things in self.task.classes.items():
            for thing in things:
                found.setdefault(known.get(thing, kind), []).append(thing)
        return {kind: tuple(things) for kind, things in found.items()}

    def subgraph(self, things: Collection[str], state: Collection[Literal]) -> tuple[Literal, ...]:
        """What holds of some things in a state."""
        return self.task.subgraph(things, state)

    def properties(self, things: Collection[str]) -> tuple[str, ...]:
        """What the knowledge graph says of each thing: its kinds, attributes, and what the ontology says of them."""
        missing = [thing for thing in sorted(things) if thing not in self._told]
        for first in range(0, len(missing), _AT_ONCE):
            self._look_up(missing[first : first + _AT_ONCE])
        return tuple(self._told[thing] for thing in sorted(things) if self._told.get(thing))

    def _look_up(self, things: Collection[str]) -> None:
        said: dict[str, dict[str, dict[str, None]]] = {}
        for x, what, value in self._nodes(subgraph_query(map(self.id_of, things))):
            said.setdefault(x, {}).setdefault(what, {})[value] = None
        for thing in things:
            about = said.get(self.id_of(thing), {})
            parts = [f"{what} {', '.join(sorted(values))}" for what, values in sorted(about.items())]
            self._told[thing] = f"{thing}: {'; '.join(parts)}" if parts else ""

    def _nodes(self, query: str) -> Iterator[tuple[str, ...]]:
        """Rows of an answer, the first column as an id."""
        if self.problem:
            return
        answer = self.source.ask(query, _MOST_ROWS)
        if not answer.outcome.ok:
            self.problem = str(answer.outcome)
            return
        for first, *rest in answer.rows:
            yield (unquote(first.removeprefix(_NODE)), *rest)


def subgraph_query(ids: Iterable[str]) -> str:
    """What is said of some nodes: kinds, attributes, and what the ontology says of their kinds."""
    nodes = " ".join(f"<urn:makedo:graph#{quote(i, safe='')}>" for i in ids)
    return (
        f"SELECT DISTINCT ?x ?what ?value WHERE {{ VALUES ?x {{ {nodes} }} "
        '{ ?x a ?c BIND("kind" AS ?what) BIND(STRAFTER(STR(?c), "#") AS ?value) } '
        'UNION { ?x :attribute ?value BIND("attribute" AS ?what) } '
        f"UNION {{ VALUES ?p {{ {' '.join(_TELLING)} }} ?x a ?c . ?c ?p ?v "
        'BIND(STRAFTER(STR(?p), "#") AS ?what) BIND(STRAFTER(STR(?v), "#") AS ?value) } }'
    )
