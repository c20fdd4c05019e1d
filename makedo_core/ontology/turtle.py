# SPDX-License-Identifier: Apache-2.0
"""Reads ontologies in Turtle. The top of household.ttl explains the vocabulary."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

from makedo_core.ontology.concept import ContradictionError, OntologyError
from makedo_core.ontology.merge import Written, merge
from makedo_core.ontology.reading.plain import read_plain
from makedo_core.ontology.soundness import check_places
from makedo_core.ontology.taxonomy import Ontology

FOLDER = Path(__file__).parent
HOUSEHOLD = (FOLDER / "household.ttl", *sorted(p for p in FOLDER.glob("*.ttl") if p.stem != "household"))


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


def read_turtle(path: Path) -> Iterable[Written]:
    """The statements of one file, with the line at which each begins.

    Raises:
        OntologyError: if the file cannot be read as Turtle.
    """
    try:
        text = path.read_text(encoding="utf-8-sig") + "\n"
    except FileNotFoundError:
        raise OntologyError(f"{path}: no such file") from None
    except UnicodeDecodeError:
        raise OntologyError(f"{path}: not UTF-8 text") from None
    except OSError as error:
        raise OntologyError(f"{path}: cannot be read: {error.strerror}") from None
    plain = read_plain(text, str(path))
    if plain is not None:
        return plain
    from makedo_core.ontology.reading.full import read_full  # with rdflib, which plain files do without

    return read_full(text, path)
