# SPDX-License-Identifier: Apache-2.0
"""The JSON form of goals, for messages, records and answers of language models.

Nothing is guessed: neither numbers in quotes, nor the second of two equal keys, nor a thing that is counted twice.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from typing import Annotated, Any
from typing import Literal as OneOf

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from makedo_core.goals.goal import (
    AllOf,
    AnyOf,
    AtLeast,
    Comparator,
    Compare,
    Exists,
    ForAll,
    Goal,
    GoalError,
    Holds,
    InOrder,
    Not,
    Variable,
)
from makedo_core.skills import Literal, Predicate

_MAX_DEPTH = 20
_MAX_JSON_LENGTH = 1_000_000
_MAX_COUNT = 1_000_000
CATALOGUE: Mapping[str, int] = {
    **dict.fromkeys(Predicate, 1),
    Predicate.HAND_EMPTY: 0,
    Predicate.ON: 2,
    Predicate.INSIDE: 2,
    Predicate.GIVEN: 2,
    Predicate.POURED: 2,
}
"""Predicates of the skill catalogue and how many terms they take."""

_Name = Annotated[str, Field(max_length=200)]


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class _LiteralJson(_Model):
    predicate: _Name
    terms: list[_Name] = []
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
    count: int = Field(ge=0, le=_MAX_COUNT)
    objects: list[_Name]
    literal: _LiteralJson


class _CompareJson(_Model):
    kind: OneOf["compare"] = "compare"
    function: _Name
    terms: list[_Name] = []
    comparator: Comparator
    value: float = Field(allow_inf_nan=False)


class _VariableJson(_Model):
    name: Annotated[str, Field(pattern=r"^\?\S+$", max_length=200)]
    type: _Name


class _ExistsJson(_Model):
    kind: OneOf["exists"] = "exists"
    variables: list[_VariableJson]
    part: _GoalJson


class _ForAllJson(_Model):
    kind: OneOf["for_all"] = "for_all"
    variables: list[_VariableJson]
    part: _GoalJson


class _InOrderJson(_Model):
    kind: OneOf["in_order"] = "in_order"
    parts: list[_GoalJson]


_AnyJson = (
    _HoldsJson
    | _NotJson
    | _AllOfJson
    | _AnyOfJson
    | _AtLeastJson
    | _CompareJson
    | _ExistsJson
    | _ForAllJson
    | _InOrderJson
)
_GoalJson = Annotated[_AnyJson, Field(discriminator="kind")]
for _model in (_NotJson, _AllOfJson, _AnyOfJson, _ExistsJson, _ForAllJson, _InOrderJson):
    _model.model_rebuild()
_ADAPTER: TypeAdapter[_AnyJson] = TypeAdapter(_GoalJson)


def goal_to_json(goal: Goal) -> str:
    """Write a goal on one line; `goal_from_json` reads it back equal."""
    return _ADAPTER.dump_json(_to_model(goal)).decode()


def goal_from_json(text: str, predicates: Mapping[str, int] = CATALOGUE) -> Goal:
    """Read a goal.

    Args:
        text: JSON.
        predicates: those that may be used, with the number of their terms.

    Raises:
        GoalError: with the place and what was expected, on anything malformed.
    """
    if len(text) > _MAX_JSON_LENGTH:
        raise GoalError(f"goal of {len(text)} characters; at most {_MAX_JSON_LENGTH} are read")
    try:
        model = _ADAPTER.validate_json(text)
        json.loads(text, object_pairs_hook=_checked_keys)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(p) for p in first["loc"]) or "top level"
        raise GoalError(f"goal: {place}: {first['msg']}") from None
    except RecursionError:
        raise GoalError(f"goal is nested more than {_MAX_DEPTH} deep") from None
    return _Reader(predicates).goal(model, 0)


def _checked_keys(pairs: list[tuple[str, Any]]) -> None:
    """Raises GoalError if an object has a key twice, of which a parser silently takes the last."""
    repeated = [key for key, number in Counter(key for key, _ in pairs).items() if number > 1]
    if repeated:
        raise GoalError(f"goal: an object has the key {repeated[0]!r} twice; each may be given once")


def _to_model(goal: Goal) -> _AnyJson:
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
        case Compare(function, terms, comparator, value):
            return _CompareJson(function=function, terms=list(terms), comparator=comparator, value=value)
        case Exists(variables, part):
            return _ExistsJson(variables=_variable_models(variables), part=_to_model(part))
        case ForAll(variables, part):
            return _ForAllJson(variables=_variable_models(variables), part=_to_model(part))
        case InOrder(parts):
            return _InOrderJson(parts=[_to_model(p) for p in parts])


def _literal_model(literal: Literal) -> _LiteralJson:
    return _LiteralJson(predicate=literal.predicate, terms=list(literal.terms), negated=literal.negated)


def _variable_models(variables: tuple[Variable, ...]) -> list[_VariableJson]:
    return [_VariableJson(name=v.name, type=v.type) for v in variables]


class _Reader:
    """Turns checked JSON into formulas; checks names, arities and depth."""

    def __init__(self, predicates: Mapping[str, int]) -> None:
        self._predicates = predicates

    def goal(self, model: BaseModel, depth: int) -> Goal:
        if depth > _MAX_DEPTH:
            raise GoalError(f"goal is nested more than {_MAX_DEPTH} deep")
        match model:
            case _HoldsJson():
                return Holds(self._literal(model.literal))
            case _NotJson():
                return Not(self.goal(model.part, depth + 1))
            case _AllOfJson():
                return AllOf(self._parts(model.parts, depth))
            case _AnyOfJson():
                return AnyOf(self._parts(model.parts, depth))
            case _AtLeastJson():
                return AtLeast(model.count, _distinct(model.objects), self._literal(model.literal))
            case _CompareJson():
                return Compare(model.function, tuple(model.terms), model.comparator, model.value)
            case _ExistsJson():
                return Exists(_variables(model.variables), self.goal(model.part, depth + 1))
            case _ForAllJson():
                return ForAll(_variables(model.variables), self.goal(model.part, depth + 1))
            case _InOrderJson():
                return InOrder(self._parts(model.parts, depth))
        raise GoalError(f"goal has a part of unknown kind {type(model).__name__}")

    def _parts(self, parts: list[_GoalJson], depth: int) -> tuple[Goal, ...]:
        return tuple(self.goal(p, depth + 1) for p in parts)

    def _literal(self, model: _LiteralJson) -> Literal:
        expected = self._predicates.get(model.predicate)
        if expected is None:
            known = ", ".join(sorted(self._predicates))
            raise GoalError(f"goal: there is no predicate {model.predicate!r}; known are {known}")
        if len(model.terms) != expected:
            raise GoalError(f"goal: {model.predicate} takes {expected} terms, got {model.terms}")
        predicate = Predicate(model.predicate) if model.predicate in CATALOGUE else model.predicate
        return Literal(predicate, tuple(model.terms), model.negated)


def _distinct(objects: list[str]) -> tuple[str, ...]:
    repeated = [name for name, number in Counter(objects).items() if number > 1]
    if repeated:
        raise GoalError(f"goal: {repeated[0]!r} is listed twice; a thing counts once")
    return tuple(objects)


def _variables(models: list[_VariableJson]) -> tuple[Variable, ...]:
    return tuple(Variable(v.name, v.type) for v in models)
