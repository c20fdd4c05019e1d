# SPDX-License-Identifier: Apache-2.0
"""The triples: ontology, scene and history as three named graphs of one RDFLib dataset on an Oxigraph store."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import pyoxigraph
import rdflib
from oxrdflib import OxigraphStore
from rdflib.graph import DATASET_DEFAULT_GRAPH_ID

from makedo_core.failure import SUCCESS
from makedo_core.record.answer import QueryAnswer
from scene_graph_node.knowledge.fact import Triple
from scene_graph_node.knowledge.rdf.check import checked, invalid, refused
from scene_graph_node.knowledge.rdf.terms import PREFIXES, short, triple_text

ONTOLOGY = rdflib.URIRef("urn:makedo:ontology")
SCENE = rdflib.URIRef("urn:makedo:scene")
HISTORY = rdflib.URIRef("urn:makedo:history")
_REVISION = rdflib.URIRef(PREFIXES[""] + "revision")
_DIGEST = rdflib.URIRef(PREFIXES[""] + "digest")
MOST_CHARACTERS = 4_000_000
"""Of one answer."""


class TripleStore:
    """Every change is one transaction: a process that is killed leaves all of it or nothing.

    Args:
        folder: where Oxigraph keeps its files; None: in memory.

    Raises:
        OSError, RuntimeError: Oxigraph's, if the folder cannot be opened or is damaged.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self._store = pyoxigraph.Store() if folder is None else pyoxigraph.Store(str(folder))
        store = OxigraphStore(store=self._store)
        self.dataset = rdflib.Dataset(store=store, default_union=True)
        self._for_updates = rdflib.Graph(store=store, identifier=DATASET_DEFAULT_GRAPH_ID, bind_namespaces="none")

    def check(self) -> None:
        """Read everything once: a damaged block shows now, not in the middle of an answer.

        Raises:
            RuntimeError: if a block is damaged.
        """
        for _ in self._store.quads_for_pattern(None, None, None, None):
            pass

    @property
    def revision(self) -> int:
        """Revision of the scene graph that the store describes; 0: none."""
        told = self.dataset.graph(SCENE).value(SCENE, _REVISION)
        return int(str(told)) if told is not None else 0

    def read_ontology(self, files: Sequence[Path]) -> None:
        """Come to say what these files say; if they are the same as before nothing is done."""
        digest = hashlib.sha256(b"\0".join(path.read_bytes() for path in files)).hexdigest()
        graph = self.dataset.graph(ONTOLOGY)
        stored = graph.value(ONTOLOGY, _DIGEST)
        if stored is not None and str(stored) == digest:
            return
        self._update(f"CLEAR SILENT GRAPH {ONTOLOGY.n3()}")
        for path in files:
            graph.parse(path, format="ox-turtle")
        graph.add((ONTOLOGY, _DIGEST, rdflib.Literal(digest)))  # last: it says that all of them were read

    def follow(self, added: Iterable[Triple], removed: Iterable[Triple], revision: int, whole: bool) -> None:
        """The scene graph changed; `whole`: forget what was said of it before."""
        about = SCENE.n3()
        told = f"{about} {_REVISION.n3()}"
        first = f"CLEAR SILENT GRAPH {about}" if whole else f"DELETE DATA {{ {_within(SCENE, removed)} }}"
        self._update(
            f"{first} ; DELETE WHERE {{ GRAPH {about} {{ {told} ?any }} }} ; "
            f"INSERT DATA {{ {_within(SCENE, added)} GRAPH {about} {{ {told} {revision} }} }}"
        )

    def record(self, facts: Iterable[Triple]) -> None:
        """Add to the history, and see it through to the disk."""
        self._update(f"INSERT DATA {{ {_within(HISTORY, facts)} }}")
        self._store.flush()

    def answer(self, query: str, max_rows: int) -> QueryAnswer:
        """Answer a query over all three graphs as one.

        Raises:
            QueryError: if it cannot be asked, or the answer is too long.
            OSError, RuntimeError: Oxigraph's, if the files cannot be read.
        """
        may = checked(query)
        try:
            found = self.dataset.query(may.text, initNs=dict(PREFIXES))
        except (SyntaxError, ValueError) as error:  # what Oxigraph understands in another way than RDFLib
            raise invalid(f"the query has no meaning: {_reason(str(error))}") from None
        if found.type == "ASK":
            return QueryAnswer(SUCCESS, ("answer",), ((str(found.askAnswer).lower(),),))
        wanted = sorted(found.vars or ()) if may.star else list(found.vars or ())
        rows: list[tuple[str, ...]] = []
        characters = 0
        solutions: Any = iter(found.bindings)
        for solution in islice(solutions, max_rows):
            rows.append(tuple(short(solution.get(variable)) for variable in wanted))
            characters += sum(map(len, rows[-1]))
            if characters > MOST_CHARACTERS:
                raise refused(f"the answer has more than {MOST_CHARACTERS:,} characters; ask for fewer rows or less")
        return QueryAnswer(SUCCESS, tuple(map(str, wanted)), tuple(rows), next(solutions, None) is not None)

    def _update(self, update: str) -> None:
        self._for_updates.update(update)


def _reason(message: str) -> str:
    """What Oxigraph objects to: the one sentence among the many symbols that it lists, with the place."""
    place = re.search(r"error at (\d+):(\d+)", message)
    sentence = re.search(r"[A-Z]\w*(?: [\w']+){2,}", message)
    where = f"line {place.group(1)}, column {place.group(2)}: " if place else ""
    return where + (sentence.group() if sentence else message.splitlines()[0])


def _within(graph: rdflib.URIRef, facts: Iterable[Triple]) -> str:
    return f"GRAPH {graph.n3()} {{ {' '.join(map(triple_text, facts))} }}"
