# SPDX-License-Identifier: Apache-2.0
"""Reads whatever is Turtle, with rdflib."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import rdflib
from rdflib.namespace import RDF, RDFS
from rdflib.plugins.parsers.notation3 import BadSyntax, RDFSink, SinkParser

from makedo_core.ontology.concept import OntologyError, Statement
from makedo_core.ontology.merge import Written
from makedo_core.ontology.reading.plain import NAMESPACE

_OURS = (NAMESPACE, str(RDFS), str(RDF))


class _Collector(RDFSink):
    """Collects the triples of one statement after the other, without a store."""

    def __init__(self) -> None:
        super().__init__(rdflib.Graph())
        self.triples: list[tuple[Any, Any, Any]] = []

    def makeStatement(self, quadruple: Any, why: Any = None) -> None:  # noqa: N802 (rdflib's name)
        """Take one triple over from the parser."""
        _, predicate, subject, value = quadruple  # numbers and "a" come bare
        self.triples.append((subject, self.normalise(None, predicate), self.normalise(None, value)))


def read_full(text: str, path: Path) -> Iterator[Written]:
    """The statements of a file, with the line at which each begins.

    Args:
        text: of the file. It must end with a line end, or rdflib fails where it stops in the middle of a statement.
        path: of the file.

    Raises:
        OntologyError: if it cannot be read as Turtle.
    """
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
