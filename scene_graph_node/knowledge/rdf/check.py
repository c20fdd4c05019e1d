# SPDX-License-Identifier: Apache-2.0
"""Reads a SPARQL query before it is evaluated: what is wrong with it and where, and what is not allowed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from pyparsing import ParseException, ParseResults
from rdflib.plugins.sparql.algebra import translateQuery
from rdflib.plugins.sparql.parser import expandUnicodeEscapes, parseQuery
from rdflib.plugins.sparql.parserutils import CompValue

from makedo_core.failure import FailureCause, MakedoError
from scene_graph_node.knowledge.rdf.terms import PREFIXES

LONGEST_QUERY = 20_000
_UPDATES = frozenset("INSERT DELETE LOAD CLEAR DROP CREATE COPY MOVE ADD WITH".split())
_REFUSED: Mapping[str, str] = MappingProxyType(
    {
        "ServiceGraphPattern": "SERVICE is refused: no other machine is asked from here",
        "DatasetClause": "FROM is refused: nothing is loaded from elsewhere; GRAPH names a part of what is here",
    }
)


class QueryError(MakedoError):
    """A query that cannot be asked."""

    def __init__(self, cause: FailureCause, message: str) -> None:
        super().__init__(message)
        self.cause = cause


@dataclass(frozen=True, slots=True)
class Checked:
    """A query that may be evaluated.

    Attributes:
        text: without escapes for characters, so that whoever reads it next reads the same.
        star: whether it selects "*".
    """

    text: str
    star: bool


def checked(query: str) -> Checked:
    """The query, if it is a well-formed SELECT or ASK that stays here.

    Raises:
        QueryError: if it is malformed or asks for what is refused.
    """
    if not query.strip():
        raise invalid("the query is empty; expected SELECT or ASK")
    if len(query) > LONGEST_QUERY:
        raise invalid(f"the query has {len(query)} characters; at most {LONGEST_QUERY} are read")
    try:
        text = expandUnicodeEscapes(query)
        text.encode("utf-8")
        parsed: ParseResults = parseQuery(text)
    except ParseException as error:
        raise _malformed(error) from None
    except RecursionError:
        raise invalid("the query is nested too deeply") from None
    except (ValueError, OverflowError) as error:
        raise invalid(f"the query has an escape that is no character: {error}") from None
    form = parsed[1].name
    if form not in ("SelectQuery", "AskQuery"):
        raise refused(f"{form.removesuffix('Query').upper()} is refused; expected SELECT or ASK")
    for part in _parts(parsed):
        if part.name in _REFUSED:
            raise refused(_REFUSED[part.name])
    star = form == "SelectQuery" and "projection" not in parsed[1]
    _check_meaning(parsed)
    return Checked(text, star)


def _check_meaning(parsed: ParseResults) -> None:
    """What no grammar finds: unknown prefixes, variables that are bound twice."""
    try:
        translateQuery(parsed, initNs=dict(PREFIXES))
    except RecursionError:
        raise invalid("the query is nested too deeply") from None
    except Exception as error:  # noqa: BLE001 - rdflib raises nothing narrower
        known = ", ".join(f"{prefix}:" for prefix in PREFIXES)
        raise invalid(f"the query has no meaning: {error} (prefixes known without PREFIX: {known})") from None


def _malformed(error: ParseException) -> QueryError:
    rest = error.pstr[error.loc :].split(maxsplit=1)
    found = rest[0] if rest else ""
    expected = str(error.parser_element).strip("'\"")
    if expected == "SELECT":
        if found.upper() in _UPDATES:
            return refused(f"{found.upper()} is refused: the graph is read here and changed by what is seen and done")
        expected = "SELECT or ASK"
    place = f"line {error.lineno}, column {error.col}"
    where = f"found {found[:40]!r}" if found else "the query ends"
    also = " or another whole statement" if expected == "}" else ""
    return invalid(f"{place}: expected {expected}{also}, {where}")


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


def invalid(message: str) -> QueryError:
    """A query that is none."""
    return QueryError(FailureCause.INVALID_INSTRUCTION, message)


def refused(message: str) -> QueryError:
    """A query that is not answered here."""
    return QueryError(FailureCause.NOT_CAPABLE, message)
