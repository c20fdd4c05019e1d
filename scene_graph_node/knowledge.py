# SPDX-License-Identifier: Apache-2.0
"""The scene graph and the ontology as one RDF graph that answers SPARQL. docs/knowledge.md tells how to ask."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from types import MappingProxyType
from typing import Any
from urllib.parse import quote

import rdflib
from pyparsing import ParseException, ParseResults
from rdflib.namespace import RDF, RDFS, XSD
from rdflib.plugins.sparql.algebra import translateQuery
from rdflib.plugins.sparql.evaluate import evalQuery
from rdflib.plugins.sparql.parser import parseQuery
from rdflib.plugins.sparql.parserutils import CompValue

from makedo_core.failure import SUCCESS, FailureCause, MakedoError, Outcome
from makedo_core.ontology import Ontology, load_ontology
from makedo_core.ontology.turtle import HOUSEHOLD, NAMESPACE
from makedo_core.scene_graph import SceneGraph
from scene_graph_node.answer import Answer, Limits
from scene_graph_node.ledger import Delta, Ledger
from scene_graph_node.statements import TYPE, Fact, Name, Space
from scene_graph_node.time_limit import TimeLimitError, limited

PREFIXES: Mapping[str, str] = MappingProxyType(
    {"": NAMESPACE, "g": "urn:makedo:graph#", "rdf": str(RDF), "rdfs": str(RDFS), "xsd": str(XSD)}
)
"""Known to every query."""
LONGEST_QUERY = 20_000
_UPDATES = frozenset("INSERT DELETE LOAD CLEAR DROP CREATE COPY MOVE ADD WITH".split())
_REFUSED: Mapping[str, str] = MappingProxyType(
    {
        "ServiceGraphPattern": "SERVICE is refused: no other machine is asked from here",
        "DatasetClause": "FROM is refused: nothing is loaded from elsewhere; leave it out",
        "GraphGraphPattern": "GRAPH is refused: there is one graph only; leave it out",
    }
)
_PATTERNS = frozenset({"Builtin_REGEX", "Builtin_REPLACE"})


class QueryError(MakedoError):
    """A query that cannot be asked."""

    def __init__(self, cause: FailureCause, message: str) -> None:
        super().__init__(message)
        self.cause = cause


class Knowledge:
    """One RDF graph of what the robot knows. Use it from one thread at a time.

    All classes of a node and all weaker relations are written out when a node or relation comes, and go with the last
    one that gives them: queries need no property paths for them, and cost no more than their own joins.
    """

    def __init__(self, ontology: Ontology, files: Iterable[Path] = HOUSEHOLD) -> None:
        """Read the ontology's own triples from the files that it was loaded from."""
        self._ledger = Ledger(ontology)
        self.revision = 0
        self.triples = rdflib.Graph(bind_namespaces="none")
        for path in files:
            self.triples.parse(path, format="turtle")

    def follow(self, graph: SceneGraph) -> Delta:
        """Come to say what a snapshot says; only triples that differ are touched."""
        delta = self._ledger.follow(graph)
        for fact in delta.removed:
            self.triples.remove(_triple(fact))
        for fact in delta.added:
            self.triples.add(_triple(fact))
        self.revision = graph.revision
        return delta

    def ask(self, query: str, limits: Limits) -> Answer:
        """Answer a SPARQL query, SELECT or ASK."""
        try:
            return limited(lambda: self._answer(query, limits.max_rows), limits.timeout_s, limits.stopped)
        except QueryError as error:
            return Answer(Outcome(error.cause, str(error)))
        except TimeLimitError as error:
            return Answer(Outcome(FailureCause.TIMEOUT, f"the query was given up: {error}; ask for less"))

    def _answer(self, query: str, max_rows: int) -> Answer:
        parsed = _parsed(query)
        try:
            algebra = translateQuery(parsed, initNs=dict(PREFIXES))
        except RecursionError:
            raise _invalid("the query is nested too deeply") from None
        except Exception as error:  # noqa: BLE001 - rdflib raises nothing narrower
            known = ", ".join(f"{prefix}:" for prefix in PREFIXES)
            raise _invalid(f"the query has no meaning: {error} (prefixes known without PREFIX: {known})") from None
        try:
            found = evalQuery(self.triples, algebra)
            bindings = list(islice(found.get("bindings", ()), max_rows + 1))
        except Exception as error:  # rdflib trips over values of a type that it did not expect
            raise _invalid(f"the query cannot be evaluated: {error}") from error
        if "askAnswer" in found:
            return Answer(SUCCESS, ("answer",), ((str(bool(found["askAnswer"])).lower(),),))
        wanted = found["vars_"]
        if "projection" not in parsed[1]:
            wanted = sorted(wanted)  # rdflib has those of "*" in no order
        rows = tuple(tuple(short(row.get(v)) for v in wanted) for row in bindings[:max_rows])
        return Answer(SUCCESS, tuple(map(str, wanted)), rows, len(bindings) > max_rows)


def open_knowledge(*extra: Path) -> Knowledge:
    """Knowledge of an empty scene, with the household ontology and a user's own files.

    Raises:
        OntologyError: if a file cannot be read or contradicts another.
    """
    return Knowledge(load_ontology(*extra), (*HOUSEHOLD, *extra))


def short(term: Any) -> str:
    """A term as text: a name with its prefix (":snack", "g:apple_1"), any other IRI in <>, a value as it is.

    What is not bound is empty.
    """
    if isinstance(term, rdflib.URIRef):
        for prefix, space in PREFIXES.items():
            if term.startswith(space):
                return f"{prefix}:{term.removeprefix(space)}"
        return f"<{term}>"
    if isinstance(term, rdflib.BNode):
        return f"_:{term}"
    return "" if term is None else str(term)


def _parsed(query: str) -> ParseResults:
    """The query as rdflib's parser has it.

    Raises:
        QueryError: if it is malformed or asks for what is refused.
    """
    if not query.strip():
        raise _invalid("the query is empty; expected SELECT or ASK")
    if len(query) > LONGEST_QUERY:
        raise _invalid(f"the query has {len(query)} characters; at most {LONGEST_QUERY} are read")
    try:
        parsed: ParseResults = parseQuery(query)
    except ParseException as error:
        raise _malformed(error) from None
    except RecursionError:
        raise _invalid("the query is nested too deeply") from None
    except (ValueError, OverflowError) as error:
        raise _invalid(f"the query has an escape that is no character: {error}") from None
    form = parsed[1].name
    if form not in ("SelectQuery", "AskQuery"):
        raise _refused(f"{form.removesuffix('Query').upper()} is refused; expected SELECT or ASK")
    for part in _parts(parsed):
        if part.name in _REFUSED:
            raise _refused(_REFUSED[part.name])
        if part.name in _PATTERNS:
            _check_pattern(part)
    return parsed


def _malformed(error: ParseException) -> QueryError:
    rest = error.pstr[error.loc :].split(maxsplit=1)
    found = rest[0] if rest else ""
    expected = str(error.parser_element).strip("'\"")
    if expected == "SELECT":
        if found.upper() in _UPDATES:
            return _refused(f"{found.upper()} is refused: the graph is read here and changed by what is seen and done")
        expected = "SELECT or ASK"
    place = f"line {error.lineno}, column {error.col}"
    where = f"found {found[:40]!r}" if found else "the query ends"
    also = " or another whole statement" if expected == "}" else ""
    return _invalid(f"{place}: expected {expected}{also}, {where}")


def _parts(parsed: Any) -> Iterator[CompValue]:
    """Every part of a parsed query; without recursion, which a query could exhaust."""
    waiting = [parsed]
    while waiting:
        part = waiting.pop()
        if isinstance(part, CompValue):
            yield part
            waiting.extend(part.values())
        elif isinstance(part, ParseResults | list | tuple):
            waiting.extend(part)


def _check_pattern(part: CompValue) -> None:
    """A match cannot be interrupted, so only patterns that cannot take long are let through.

    Raises:
        QueryError: unless the pattern is written out, without groups and with one quantifier at most.
    """
    written = [p["string"] for p in _parts(part["pattern"]) if p.name == "literal"]
    pattern = str(written[0]) if len(written) == 1 else "("
    if "(" in pattern or len(re.findall(r"[*+?{]", pattern)) > 1:
        name = part.name.removeprefix("Builtin_")
        raise _refused(
            f"{name} is refused with this pattern: expected a text without groups and with one of * + ? {{ at most; "
            "CONTAINS, STRSTARTS and STRENDS take any text"
        )


def _invalid(message: str) -> QueryError:
    return QueryError(FailureCause.INVALID_INSTRUCTION, message)


def _refused(message: str) -> QueryError:
    return QueryError(FailureCause.NOT_CAPABLE, message)


def _triple(fact: Fact) -> tuple[rdflib.URIRef, rdflib.URIRef, rdflib.URIRef | rdflib.Literal]:
    predicate = RDF.type if fact.property == TYPE else _iri(Space.HOUSEHOLD, fact.property)
    value = fact.value
    term = _iri(value.space, value.text) if isinstance(value, Name) else rdflib.Literal(value)
    return _iri(Space.NODES, fact.node_id), predicate, term


def _iri(space: Space, text: str) -> rdflib.URIRef:
    return rdflib.URIRef(PREFIXES[space.value] + quote(text, safe=""))
