# SPDX-License-Identifier: Apache-2.0
"""Reads ontologies in Turtle with rdflib. The top of household.ttl explains the vocabulary."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import rdflib
from rdflib.namespace import RDF, RDFS
from rdflib.plugins.parsers.notation3 import BadSyntax, RDFSink, SinkParser

from makedo_core.ontology.concept import ContradictionError, OntologyError, Statement
from makedo_core.ontology.merge import Written, merge
from makedo_core.ontology.soundness import check_places
from makedo_core.ontology.taxonomy import Ontology

FOLDER = Path(__file__).parent
HOUSEHOLD = (FOLDER / "household.ttl", *sorted(p for p in FOLDER.glob("*.ttl") if p.stem != "household"))
NAMESPACE = "urn:makedo:household#"
_OURS = (NAMESPACE, str(RDFS), str(RDF))


@lru_cache(maxsize=8)
def load_ontology(*extra: Path) -> Ontology:
    """The household ontology, extended by a user's own files.

    Args:
        extra: Turtle files in the same vocabulary; they add classes and relations and add to known ones. Of what can
            be said once only (breadth, phrase, looseness, words), the last file's word counts.

    Raises:
        OntologyError: if a file cannot be read, or what it says contradicts itself or an earlier file; it names the
            files and lines.
    """
    written = [w for path in (*HOUSEHOLD, *extra) for w in read_turtle(path)]
    concepts, relations = merge(written)
    try:
        ontology = Ontology(concepts, relations)
        check_places(ontology.concepts, {name: ontology.ancestors(name) for name in ontology.concepts})
    except ContradictionError as problem:
        raise OntologyError(f"{problem}{_places(problem, written)}") from None
    return ontology


def _places(problem: ContradictionError, written: list[Written]) -> str:
    """Where the statements of a contradiction stand; a word without a line of its own stands where its class does."""
    lines: dict[str, None] = {}
    for statement in problem.statements:
        exact = [w for w in written if w.statement == statement or w.says(statement)]
        about = [w for w in written if w.statement.subject == statement.subject]
        lines[(exact or about)[-1 if exact else 0].place] = None
    return f" ({'; '.join(lines)})" if lines else ""


class _Collector(RDFSink):
    """Collects the triples of one statement after the other, without a store."""

    def __init__(self) -> None:
        super().__init__(rdflib.Graph())
        self.triples: list[tuple[Any, Any, Any]] = []

    def makeStatement(self, quadruple: Any, why: Any = None) -> None:  # noqa: N802 (rdflib's name)
        """Take one triple over from the parser."""
        _, predicate, subject, value = quadruple  # numbers and "a" come bare
        self.triples.append((subject, self.normalise(None, predicate), self.normalise(None, value)))


def read_turtle(path: Path) -> Iterator[Written]:
    """The statements of one file, with the line at which each begins.

    Raises:
        OntologyError: if the file cannot be read as Turtle.
    """
    try:
        # The line end saves rdflib from an IndexError on a file that stops in the middle of a statement.
        text = path.read_text(encoding="utf-8-sig") + "\n"
    except FileNotFoundError:
        raise OntologyError(f"{path}: no such file") from None
    except UnicodeDecodeError:
        raise OntologyError(f"{path}: not UTF-8 text") from None
    except OSError as error:
        raise OntologyError(f"{path}: cannot be read: {error.strerror}") from None
    sink = _Collector()
    parser = SinkParser(sink, baseURI=path.absolute().as_uri(), turtle=True)
    at, counted, line = 0, 0, 1
    while at >= 0:
        begin = parser.skipSpace(text, at)
        if begin < 0:
            return
        line += text.count("\n", counted, begin)
        counted = begin
        try:
            at = parser.directiveOrStatement(text, begin)
        except BadSyntax as error:
            # rdflib counts lines of what it printed, not of the file.
            wrong = error._str[: error._i].count(b"\n") + 1
            raise OntologyError(f"{path}: line {wrong}: {error._why}") from None
        except (IndexError, ValueError) as error:
            raise OntologyError(f"{path}: line {line}: cannot be understood: {error}") from None
        if at < 0:
            raise OntologyError(f"{path}: line {line}: neither a prefix nor a statement")
        for triple in sink.triples:
            yield _written(triple, f"{path}: line {line}")
        sink.triples.clear()


def _written(triple: tuple[Any, Any, Any], place: str) -> Written:
    subject, predicate, value = triple
    if not str(subject).startswith(NAMESPACE):
        raise OntologyError(f"{place}: {subject} is not in the namespace {NAMESPACE}")
    is_literal = isinstance(value, rdflib.Literal)
    statement = Statement(_short(subject), _short(predicate), str(value) if is_literal else _short(value))
    return Written(statement, is_literal, place)


def _short(term: Any) -> str:
    """The name behind our own namespaces; a term of any other keeps its own."""
    text = str(term)
    if text.startswith(_OURS):
        return text.rpartition("#")[2]
    return text
