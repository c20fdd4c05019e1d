# SPDX-License-Identifier: Apache-2.0
"""Grounded goals: formulas over the facts of a scene graph, when they hold, and their JSON form.

`there_is` and `every` are the quantifiers over a set of objects that grounding has already found; they are
written with the other formulas, so that everything downstream knows six kinds of formula only.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Annotated
from typing import Literal as OneOf

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from makedo_core.failure import MakedoError
from makedo_core.skills import Literal, Predicate

OBJECT_VARIABLE = "?object"
"""In the literal of AtLeast it stands for each of the objects."""

_MAX_DEPTH = 20
_MAX_JSON_LENGTH = 1_000_000


class GoalError(MakedoError):
    """A goal that is malformed; the message says where and what was expected."""


@dataclass(frozen=True, slots=True)
class Holds:
    """A literal must hold."""

    literal: Literal


@dataclass(frozen=True, slots=True)
class Not:
    """The part must not hold."""

    part: Goal


@dataclass(frozen=True, slots=True)
class AllOf:
    """Every part must hold; an empty conjunction always does."""

    parts: tuple[Goal, ...]


@dataclass(frozen=True, slots=True)
class AnyOf:
    """At least one part must hold; an empty disjunction never does."""

    parts: tuple[Goal, ...]


@dataclass(frozen=True, slots=True)
class AtLeast:
    """At least `count` of the objects must satisfy the literal, in which "?object" stands for the object."""

    count: int
    objects: tuple[str, ...]
    literal: Literal

    def instances(self) -> tuple[Literal, ...]:
        """The literal for each of the objects."""
        return tuple(self.literal.bind({OBJECT_VARIABLE: o}) for o in self.objects)


Goal = Holds | Not | AllOf | AnyOf | AtLeast


def there_is(objects: Collection[str], literal: Literal) -> Goal:
    """Some object satisfies the literal in which "?object" stands for it."""
    return AtLeast(1, tuple(objects), literal)


def every(objects: Collection[str], literal: Literal) -> Goal:
    """Every object satisfies the literal in which "?object" stands for it."""
    return AllOf(tuple(Holds(literal.bind({OBJECT_VARIABLE: o})) for o in objects))


def satisfied(goal: Goal, facts: Collection[Literal]) -> bool:
    """Whether a goal holds; what is not among the facts is false."""
    match goal:
        case Holds(literal):
            return (Literal(literal.predicate, literal.terms) in facts) is not literal.negated
        case Not(part):
            return not satisfied(part, facts)
        case AllOf(parts):
            return all(satisfied(part, facts) for part in parts)
        case AnyOf(parts):
            return any(satisfied(part, facts) for part in parts)
        case AtLeast(count):
            return sum(satisfied(Holds(literal), facts) for literal in goal.instances()) >= count


def literals(goal: Goal) -> Iterator[Literal]:
    """Every literal of a goal, as it is written there (not turned round by `Not`)."""
    match goal:
        case Holds(literal):
            yield literal
        case Not(part):
            yield from literals(part)
        case AllOf(parts) | AnyOf(parts):
            for part in parts:
                yield from literals(part)
        case AtLeast():
            yield from goal.instances()


def conjuncts(goal: Goal) -> tuple[Goal, ...]:
    """The parts that must hold together, nested conjunctions unfolded."""
    if isinstance(goal, AllOf):
        return tuple(leaf for part in goal.parts for leaf in conjuncts(part))
    return (goal,)


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid")


class _LiteralJson(_Model):
    predicate: Predicate
    terms: list[Annotated[str, Field(max_length=200)]] = []
    negated: bool = False


class _HoldsJson(_Model):
    kind: OneOf["holds"] = "holds"
    literal: _LiteralJson


class _NotJson(_Model):
    kind: OneOf["not"] = "not"
    part: _GoalJson


class _AllOfJson(_Model):
    kind: OneOf["all_of"] = "all_of"
    parts: list[_GoalJson]


class _AnyOfJson(_Model):
    kind: OneOf["any_of"] = "any_of"
    parts: list[_GoalJson]


class _AtLeastJson(_Model):
    kind: OneOf["at_least"] = "at_least"
    count: int = Field(ge=0)
    objects: list[Annotated[str, Field(max_length=200)]]
    literal: _LiteralJson


_GoalJson = Annotated[
    _HoldsJson | _NotJson | _AllOfJson | _AnyOfJson | _AtLeastJson, Field(discriminator="kind")
]
for _model in (_NotJson, _AllOfJson, _AnyOfJson):
    _model.model_rebuild()
_ADAPTER: TypeAdapter[_HoldsJson | _NotJson | _AllOfJson | _AnyOfJson | _AtLeastJson] = TypeAdapter(_GoalJson)

_ARITY = {Predicate.HAND_EMPTY: 0, Predicate.ON: 2, Predicate.INSIDE: 2}


def goal_to_json(goal: Goal) -> str:
    """Write a goal on one line; `goal_from_json` reads it back equal."""
    return _ADAPTER.dump_json(_to_model(goal)).decode()


def goal_from_json(text: str) -> Goal:
    """Read a goal.

    Raises:
        GoalError: with the place and what was expected, on anything malformed.
    """
    if len(text) > _MAX_JSON_LENGTH:
        raise GoalError(f"goal of {len(text)} characters; at most {_MAX_JSON_LENGTH} are read")
    try:
        model = _ADAPTER.validate_json(text)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(p) for p in first["loc"]) or "top level"
        raise GoalError(f"goal: {place}: {first['msg']}") from None
    return _from_model(model, 0)


def _to_model(goal: Goal) -> _HoldsJson | _NotJson | _AllOfJson | _AnyOfJson | _AtLeastJson:
    match goal:
        case Holds(literal):
            return _HoldsJson(literal=_literal_model(literal))
        case Not(part):
            return _NotJson(part=_to_model(part))
        case AllOf(parts):
            return _AllOfJson(parts=[_to_model(p) for p in parts])
        case AnyOf(parts):
            return _AnyOfJson(parts=[_to_model(p) for p in parts])
        case AtLeast(count, objects, literal):
            return _AtLeastJson(count=count, objects=list(objects), literal=_literal_model(literal))


def _literal_model(literal: Literal) -> _LiteralJson:
    return _LiteralJson(predicate=literal.predicate, terms=list(literal.terms), negated=literal.negated)


def _from_model(model: BaseModel, depth: int) -> Goal:
    if depth > _MAX_DEPTH:
        raise GoalError(f"goal is nested more than {_MAX_DEPTH} deep")
    match model:
        case _HoldsJson():
            return Holds(_read_literal(model.literal))
        case _NotJson():
            return Not(_from_model(model.part, depth + 1))
        case _AllOfJson():
            return AllOf(tuple(_from_model(p, depth + 1) for p in model.parts))
        case _AnyOfJson():
            return AnyOf(tuple(_from_model(p, depth + 1) for p in model.parts))
        case _AtLeastJson():
            return AtLeast(model.count, tuple(model.objects), _read_literal(model.literal))
    raise GoalError(f"goal has a part of unknown kind {type(model).__name__}")


def _read_literal(model: _LiteralJson) -> Literal:
    expected = _ARITY.get(model.predicate, 1)
    if len(model.terms) != expected:
        raise GoalError(f"goal: {model.predicate} takes {expected} terms, got {model.terms}")
    return Literal(model.predicate, tuple(model.terms), model.negated)
