# SPDX-License-Identifier: Apache-2.0
"""Reads priority rules from RDF with SPARQL: ours, and the kitchen ontology that the paper published.

Source: Ud Din et al., Ontology-driven Prompt Tuning for LLM-based Task and Motion Planning, section IV-C, for what is
asked of such an ontology.
"""

from __future__ import annotations

import math
from functools import lru_cache
from pathlib import Path
from typing import Any
from xml.sax import SAXException

from makedo_core.ontology.concept import OntologyError
from makedo_core.ontology.priorities import Priorities, PriorityRule

OURS = Path(__file__).parent / "rules" / "kitchen.ttl"
_FORMATS = {".rdf": "xml", ".owl": "xml", ".xml": "xml", ".ttl": "turtle"}
_PREFIXES = """
PREFIX ex: <http://www.example.org/kitchen_ontology#>
PREFIX owl: <http://www.w3.org/2002/07/owl#>
PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>
"""
_RULES = f"""{_PREFIXES}
SELECT ?rule ?action ?type ?priority ?description WHERE {{
  ?rule a ex:ActionPriority .
  OPTIONAL {{ ?rule ex:hasAction ?action }} OPTIONAL {{ ?rule ex:hasObjectType ?type }}
  OPTIONAL {{ ?rule ex:hasPriority ?priority }} OPTIONAL {{ ?rule ex:hasDescription ?description }}
}} ORDER BY ?action ?priority ?rule"""
_TYPES = f"""{_PREFIXES}
SELECT ?label ?type WHERE {{
  ?thing a ?type ; rdfs:label ?label .
  ?type a owl:Class .
  FILTER (?type NOT IN (ex:ActionPriority, ex:Action))
}} ORDER BY ?label ?type"""


@lru_cache(maxsize=8)
def read_priorities(path: Path = OURS) -> Priorities:
    """The rules of a file in RDF/XML (.rdf, .owl, .xml) or Turtle (.ttl), and the types that it gives to things.

    Raises:
        OntologyError: naming the file and the rule, if it cannot be read, has no rules, or a rule lacks something.
    """
    kind = _FORMATS.get(path.suffix.lower())
    if kind is None:
        raise OntologyError(f"{path}: is {path.suffix or 'without an ending'}; expected one of {', '.join(_FORMATS)}")
    import rdflib  # takes longer to be read than the rules, which few ask for

    graph = rdflib.Graph()
    try:
        graph.parse(path, format=kind)
    except FileNotFoundError:
        raise OntologyError(f"{path}: no such file") from None
    except (SAXException, SyntaxError, ValueError, OSError) as error:
        raise OntologyError(f"{path}: cannot be read as {kind}: {str(error).splitlines()[0]}") from None
    rules = tuple(_rule(row, path) for row in _rows(graph, _RULES))
    if not rules:
        raise OntologyError(f"{path}: has no individual of the class ActionPriority, so no rule")
    types: dict[str, tuple[str, ...]] = {}
    for label, type_name in _rows(graph, _TYPES):
        types[str(label)] = (*types.get(str(label), ()), _short(type_name))
    return Priorities(rules, types, str(path))


def _rows(graph: Any, query: str) -> list[tuple[Any, ...]]:
    """The answers to a SELECT query; what is not bound is None."""
    return [tuple(row) for row in graph.query(query)]


def _rule(row: tuple[Any, ...], path: Path) -> PriorityRule:
    rule, action, type_name, priority, description = row
    named = f"{path}: {_short(rule)}"
    for name, value in (("hasAction", action), ("hasObjectType", type_name), ("hasPriority", priority)):
        if value is None:
            raise OntologyError(f"{named}: lacks {name}")
    try:
        number = float(str(priority))
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise OntologyError(f"{named}: hasPriority is {str(priority)!r}; it must be a number")
    words = " ".join(str(description or "").split()).rstrip(" .")
    return PriorityRule(_short(action), _short(type_name), number, words)


def _short(term: object) -> str:
    """The name behind the namespace; a literal as it is."""
    return str(term).rpartition("#")[2]
