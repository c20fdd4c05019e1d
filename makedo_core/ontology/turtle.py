# SPDX-License-Identifier: Apache-2.0
"""Reads ontologies in Turtle with rdflib. Vocabulary and meaning are told at the top of household.ttl."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

import rdflib
from rdflib.namespace import RDFS
from rdflib.plugins.parsers.notation3 import BadSyntax

from makedo_core.ontology.taxonomy import Concept, Ontology, OntologyError

HOUSEHOLD = Path(__file__).with_name("household.ttl")
NAMESPACE = rdflib.Namespace("urn:makedo:household#")


@lru_cache(maxsize=8)
def load_ontology(*extra: Path) -> Ontology:
    """The household ontology, extended by a user's own files.

    Args:
        extra: Turtle files in the same vocabulary; they add classes and add to known ones.

    Raises:
        OntologyError: if a file cannot be read, or what it says contradicts itself.
    """
    store = rdflib.Graph()
    for path in (HOUSEHOLD, *extra):
        try:
            # The line end saves rdflib from an IndexError on a file that stops in the middle of a statement.
            store.parse(data=path.read_text(encoding="utf-8") + "\n", format="turtle")
        except FileNotFoundError:
            raise OntologyError(f"{path}: no such file") from None
        except UnicodeDecodeError:
            raise OntologyError(f"{path}: not UTF-8 text") from None
        except BadSyntax as error:
            # rdflib counts lines of what it printed, not of the file.
            line = error._str[: error._i].count(b"\n") + 1
            raise OntologyError(f"{path}: line {line}: {error._why}") from None
    return Ontology(_concepts(store))


def _concepts(store: rdflib.Graph) -> Iterable[Concept]:
    """One concept per subject of the namespace."""
    described: dict[str, dict[str, list[str]]] = {}
    for subject, predicate, value in store:
        if not str(subject).startswith(NAMESPACE):
            raise OntologyError(f"{subject} is not in the namespace {NAMESPACE}")
        text = str(value).removeprefix(NAMESPACE)
        facts = described.setdefault(str(subject).removeprefix(NAMESPACE), {})
        facts.setdefault(str(predicate), []).append(text)
    for name in sorted(described):
        facts = described[name]
        yield Concept(
            id=name,
            parents=_get(facts, RDFS.subClassOf),
            synonyms=_get(facts, NAMESPACE.synonym),
            plurals=_get(facts, NAMESPACE.plural),
            breadth=_breadth(name, _get(facts, NAMESPACE.breadth)),
            qualities=frozenset(_get(facts, NAMESPACE.quality)),
            hazards=frozenset(_get(facts, NAMESPACE.hazard)),
            usually_at=_get(facts, NAMESPACE.usuallyAt),
            phrase=next(iter(_get(facts, NAMESPACE.phrase)), ""),
        )


def _get(facts: dict[str, list[str]], predicate: rdflib.URIRef) -> tuple[str, ...]:
    return tuple(sorted(facts.get(str(predicate), ())))


def _breadth(name: str, values: tuple[str, ...]) -> float | None:
    try:
        breadths = [float(value) for value in values]
    except ValueError:
        raise OntologyError(f"{name}: breadth {values} is not a number") from None
    if any(not 0 < breadth < 100 for breadth in breadths):
        raise OntologyError(f"{name}: breadth {values} must be above 0 and below 100")
    return min(breadths, default=None)
