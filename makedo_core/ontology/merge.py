# SPDX-License-Identifier: Apache-2.0
"""From statements of several files, in their order, to classes and relations."""

from __future__ import annotations

import difflib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto

from makedo_core.ontology.concept import Concept, OntologyError, StatedRelation, Statement

ROOT = "thing"


class _Value(Enum):
    """What a property takes."""

    NAME = auto()  # of a class or a relation
    DECLARED = auto()  # a value with a type of its own
    TEXT = auto()
    NUMBER = auto()


_OF_CLASSES = {
    "subClassOf": _Value.NAME,
    "usuallyAt": _Value.NAME,
    "disposedIn": _Value.NAME,
    "washedIn": _Value.NAME,
    "synonym": _Value.TEXT,
    "plural": _Value.TEXT,
    "phrase": _Value.TEXT,
    "sense": _Value.TEXT,
    "perhapsSense": _Value.TEXT,
    "modifier": _Value.TEXT,
    "perhapsModifier": _Value.TEXT,
    "perhaps": _Value.NAME,
    "breadth": _Value.NUMBER,
    "quality": _Value.DECLARED,
    "hazard": _Value.DECLARED,
    "affordance": _Value.DECLARED,
    "material": _Value.DECLARED,
    "occasion": _Value.DECLARED,
}
_OF_RELATIONS = {"subPropertyOf": _Value.NAME, "looseness": _Value.NUMBER, "words": _Value.TEXT}
_OF_ALL = {"type": _Value.NAME, "comment": _Value.TEXT, "label": _Value.TEXT}
_PROPERTIES = _OF_CLASSES | _OF_RELATIONS | _OF_ALL
_ONCE = frozenset({"breadth", "phrase", "looseness", "words"})
_TYPES = {p.capitalize(): p for p, value in _OF_CLASSES.items() if value is _Value.DECLARED}


@dataclass(frozen=True, slots=True)
class Written:
    """A statement, whether its value is a literal, and where it stands: "home.ttl: line 7"."""

    statement: Statement
    is_literal: bool
    place: str

    def says(self, other: Statement) -> bool:
        """Whether this statement is meant, whatever its value: for a number only the property counts."""
        mine = self.statement
        return mine.property in _ONCE and (mine.subject, mine.property) == (other.subject, other.property)

    @property
    def file(self) -> str:
        """The file part of the place."""
        return self.place.rpartition(": line ")[0]


@dataclass(slots=True)
class _Subject:
    """All that was said of one name, by property."""

    first: Written
    said: dict[str, list[Written]] = field(default_factory=dict)

    def values(self, name: str) -> tuple[str, ...]:
        return tuple(sorted({w.statement.value for w in self.said.get(name, ())}))

    def last(self, name: str) -> str:
        """The value that counts of what can be said once only."""
        found = self.said.get(name, ())
        return found[-1].statement.value if found else ""


def merge(written: Sequence[Written]) -> tuple[list[Concept], list[StatedRelation]]:
    """Classes and relations that statements describe, sorted by name.

    Raises:
        OntologyError: on an unknown property, a value of the wrong kind or that is not declared, a name that nothing
            describes, or two words of one file on what can be said once only; it names the line.
    """
    subjects: dict[str, _Subject] = {}
    for entry in written:
        _check_value(entry)
        known = subjects.setdefault(entry.statement.subject, _Subject(entry))
        _add(known.said.setdefault(entry.statement.property, []), entry)
    declared = _declared(subjects)
    for entry in written:
        _check_declared(entry, declared)
    classes, relations = [], []
    for name in sorted(subjects):
        subject = subjects[name]
        about = subject.said.keys()
        if about & _OF_RELATIONS.keys():
            relations.append(_relation(name, subject))
        if name == ROOT or about & _OF_CLASSES.keys():
            classes.append(_concept(name, subject, subjects))
        elif not about & (_OF_RELATIONS.keys() | {"type"}):
            raise _undescribed(name, subject, subjects)
    return classes, relations


def _add(entries: list[Written], entry: Written) -> None:
    """Take a statement in; a later file overrides what can be said once only."""
    if entry.statement.property in _ONCE:
        rival = next((e for e in entries if e.file == entry.file and e.statement != entry.statement), None)
        if rival is not None:
            mine, other = entry.statement, rival.statement
            raise OntologyError(
                f"{entry.place}: {mine.property} of :{mine.subject} is {mine.value}, and {other.value} in {rival.place}"
            )
    entries.append(entry)


def _check_value(entry: Written) -> None:
    """Whether the property is known and its value of the right kind."""
    statement = entry.statement
    kind = _PROPERTIES.get(statement.property)
    if kind is None:
        raise OntologyError(
            f"{entry.place}: unknown property {statement.property} of :{statement.subject}; "
            f"{_nearest(statement.property, _PROPERTIES)}"
        )
    said = f"{entry.place}: {statement.property} of :{statement.subject}: {statement.value!r}"
    if kind is _Value.NUMBER:
        _check_number(statement, said)
    elif entry.is_literal is not (kind is _Value.TEXT):
        wanted = "a text in quotes" if kind is _Value.TEXT else "a name such as :table"
        raise OntologyError(f"{said} must be {wanted}")
    elif not statement.value.strip():
        raise OntologyError(f"{said} is empty")


def _check_number(statement: Statement, said: str) -> None:
    try:
        number = float(statement.value)
    except ValueError:
        raise OntologyError(f"{said} is not a number") from None
    if statement.property == "breadth" and not 0 < number < 100:
        raise OntologyError(f"{said} must be above 0 and below 100")
    if statement.property == "looseness" and not 0 <= number < 100:
        raise OntologyError(f"{said} must be at least 0 and below 100")


def _declared(subjects: Mapping[str, _Subject]) -> dict[str, frozenset[str]]:
    """Property -> the values that were declared for it."""
    result: dict[str, set[str]] = {p: set() for p in _TYPES.values()}
    for name, subject in subjects.items():
        for entry in subject.said.get("type", ()):
            kind = entry.statement.value
            if kind not in _TYPES:
                raise OntologyError(f"{entry.place}: :{name} is declared as unknown {kind}; {_nearest(kind, _TYPES)}")
            result[_TYPES[kind]].add(name)
    return {name: frozenset(values) for name, values in result.items()}


def _check_declared(entry: Written, declared: Mapping[str, frozenset[str]]) -> None:
    statement = entry.statement
    if _PROPERTIES[statement.property] is _Value.DECLARED and statement.value not in declared[statement.property]:
        raise OntologyError(
            f"{entry.place}: {statement.property} :{statement.value} of :{statement.subject} is not declared "
            f"(:{statement.value} a :{statement.property.capitalize()}); "
            f"{_nearest(statement.value, declared[statement.property])}"
        )


def _concept(name: str, subject: _Subject, subjects: Mapping[str, _Subject]) -> Concept:
    if name != ROOT and "subClassOf" not in subject.said:
        raise _undescribed(name, subject, subjects)
    breadth = subject.last("breadth")
    return Concept(
        id=name,
        parents=subject.values("subClassOf"),
        synonyms=subject.values("synonym"),
        plurals=subject.values("plural"),
        breadth=float(breadth) if breadth else None,
        qualities=frozenset(subject.values("quality")),
        hazards=frozenset(subject.values("hazard")),
        affordances=frozenset(subject.values("affordance")),
        materials=frozenset(subject.values("material")),
        occasions=frozenset(subject.values("occasion")),
        usually_at=subject.values("usuallyAt"),
        disposed_in=subject.values("disposedIn"),
        washed_in=subject.values("washedIn"),
        phrase=subject.last("phrase"),
        senses=subject.values("sense"),
        perhaps_senses=subject.values("perhapsSense"),
        perhaps=subject.values("perhaps"),
        modifiers=subject.values("modifier"),
        perhaps_modifiers=subject.values("perhapsModifier"),
    )


def _relation(name: str, subject: _Subject) -> StatedRelation:
    looseness = float(subject.last("looseness") or 0.0)
    return StatedRelation(name, subject.values("subPropertyOf"), looseness, subject.last("words"))


def _undescribed(name: str, subject: _Subject, subjects: Mapping[str, _Subject]) -> OntologyError:
    known = (n for n, s in subjects.items() if "subClassOf" in s.said)
    return OntologyError(
        f"{subject.first.place}: :{name} has no rdfs:subClassOf; say what it belongs to, or did you mean another "
        f"class? {_nearest(name, tuple(known))}"
    )


def _nearest(word: str, choices: Collection[str]) -> str:
    near = difflib.get_close_matches(word, list(choices), n=3, cutoff=0.0)
    return f"nearest known: {', '.join(near) or 'none'}"
