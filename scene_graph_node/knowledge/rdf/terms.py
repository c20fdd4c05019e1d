# SPDX-License-Identifier: Apache-2.0
"""Statements as triples, and terms of RDF as text for people."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any
from urllib.parse import quote

import rdflib
from rdflib.namespace import PROV, RDF, RDFS, XSD

from makedo_core.ontology.reading.plain import NAMESPACE
from scene_graph_node.knowledge.fact import TYPE, Resource, Space, Triple

PREFIXES: Mapping[str, str] = MappingProxyType(
    {
        "": NAMESPACE,
        "g": "urn:makedo:graph#",
        "h": "urn:makedo:history#",
        "prov": str(PROV),
        "rdf": str(RDF),
        "rdfs": str(RDFS),
        "xsd": str(XSD),
    }
)
"""Known to every query."""


def triple_text(fact: Triple) -> str:
    """A statement in N-Triples, without the end of line."""
    if fact.property == TYPE:
        predicate = RDF.type
    elif isinstance(fact.property, Resource):
        predicate = _iri(fact.property.space, fact.property.text)
    else:
        predicate = _iri(Space.HOUSEHOLD, fact.property)
    value = fact.value
    term = _iri(value.space, value.text) if isinstance(value, Resource) else rdflib.Literal(_sayable(value))
    return f"{_iri(fact.space, fact.subject).n3()} {predicate.n3()} {term.n3()} ."


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
    if term is None:
        return ""
    # Oxigraph writes the number 1.0 as "1", which would be a whole number to people.
    return str(term.value) if isinstance(term.value, float) else str(term)


def _sayable(value: Any) -> Any:
    """Text without what no encoding has: halves of characters."""
    return value.encode("utf-8", "replace").decode() if isinstance(value, str) else value


def _iri(space: Space, text: str) -> rdflib.URIRef:
    return rdflib.URIRef(PREFIXES[space.value] + quote(_sayable(text), safe=""))
