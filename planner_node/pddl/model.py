# SPDX-License-Identifier: Apache-2.0
"""Planning domains and problems as values: what PDDL text is read into, and what every engine is given.

Conditions are the formulas of makedo_core.goals.goal; their literals have predicates of the domain. Equality is the
predicate "=" with two terms.

Source: Fox and Long, PDDL2.1, JAIR 2003 (levels 1 and 2: typing, quantified and conditional effects, numeric
    fluents); Hoffmann and Edelkamp, The Deterministic Part of IPC-4, JAIR 2005 (derived predicates).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from makedo_core.enums import StrEnum
from makedo_core.failure import FailureCause, MakedoError
from makedo_core.goals.goal import AllOf, Goal, Universe, Variable, literals
from makedo_core.skills import Literal

OBJECT = "object"
"""The type above all types."""

EQUALITY = "="
Fluent = tuple[str, tuple[str, ...]]
"""A numeric function with its terms."""


class DomainError(MakedoError):
    """A domain or problem that makes no sense; the message says where and what was expected."""

    cause = FailureCause.INVALID_GOAL


@dataclass(frozen=True, slots=True)
class Symbol:
    """A declared predicate or numeric function with its typed parameters."""

    name: str
    parameters: tuple[Variable, ...]

    def __str__(self) -> str:
        return " ".join((self.name, *(f"{v.name} - {v.type}" for v in self.parameters)))


class NumericChange(StrEnum):
    """What a numeric effect does."""

    ASSIGN = "assign"
    INCREASE = "increase"
    DECREASE = "decrease"


@dataclass(frozen=True, slots=True)
class NumericEffect:
    """The value of a numeric fluent is changed by a number."""

    change: NumericChange
    function: str
    terms: tuple[str, ...]
    amount: float


@dataclass(frozen=True, slots=True)
class Effect:
    """A literal that becomes true (or false), for all values of the variables for which the condition holds."""

    literal: Literal
    condition: Goal = field(default_factory=lambda: AllOf(()))
    variables: tuple[Variable, ...] = ()


@dataclass(frozen=True, slots=True)
class Operator:
    """An operator: what may be done with any things of the types of its parameters (":action" in PDDL).

    Attributes:
        cost: of one application, for engines that minimise it.
        cost_of: the number that is the cost instead, over the parameters; its value is the task's.
    """

    name: str
    parameters: tuple[Variable, ...]
    precondition: Goal
    effects: tuple[Effect, ...]
    numeric: tuple[NumericEffect, ...] = ()
    cost: float = 1.0
    cost_of: Fluent | None = None


@dataclass(frozen=True, slots=True)
class Derived:
    """A predicate that holds exactly where its condition does; no operator changes it."""

    symbol: Symbol
    condition: Goal


@dataclass(frozen=True)
class Domain:
    """A planning domain.

    Attributes:
        types: each type and its parent; OBJECT has none and is always there.
    """

    name: str
    types: Mapping[str, str]
    predicates: Mapping[str, Symbol]
    operators: Mapping[str, Operator]
    constants: tuple[Variable, ...] = ()
    functions: Mapping[str, Symbol] = field(default_factory=dict)
    derived: Mapping[str, Derived] = field(default_factory=dict)
    requirements: tuple[str, ...] = ()

    def __hash__(self) -> int:
        return hash((self.name, *self.operators))

    def supertypes(self, type_name: str) -> Iterator[str]:
        """The type, its parent, and so on up to OBJECT."""
        while type_name != OBJECT:
            yield type_name
            type_name = self.types[type_name]
        yield OBJECT

    def is_a(self, type_name: str, ancestor: str) -> bool:
        """Whether a type is another or below it."""
        return ancestor in self._above[type_name]

    @cached_property
    def _above(self) -> Mapping[str, frozenset[str]]:
        """Each type with those above it, itself among them."""
        return {name: frozenset(self.supertypes(name)) for name in (OBJECT, *self.types)}

    @cached_property
    def defines_by_itself(self) -> bool:
        """Whether a derived predicate depends on itself, over whatever others."""
        uses = {name: {x.predicate for x in literals(rule.condition)} for name, rule in self.derived.items()}
        for _ in self.derived:
            uses = {name: some.union(*(uses.get(x, set()) for x in some)) for name, some in uses.items()}
        return any(name in some for name, some in uses.items())

    @cached_property
    def fluents(self) -> frozenset[str]:
        """Predicates that some operator changes, and those derived from them."""
        changed = {effect.literal.predicate for operator in self.operators.values() for effect in operator.effects}
        return frozenset(changed | set(self.derived))

    @cached_property
    def costs(self) -> frozenset[str]:
        """Numeric functions whose values are what operators cost."""
        return frozenset(operator.cost_of[0] for operator in self.operators.values() if operator.cost_of)

    @cached_property
    def arities(self) -> Mapping[str, int]:
        """Every predicate with the number of its terms, as `goal_from_json` wants them."""
        return {name: len(symbol.parameters) for name, symbol in (*self.predicates.items(), *_derived(self))}


def _derived(domain: Domain) -> list[tuple[str, Symbol]]:
    return [(name, rule.symbol) for name, rule in domain.derived.items()]


@dataclass(frozen=True)
class PddlTask:
    """A planning problem: objects, what is true of them, and what is wanted."""

    name: str
    domain: Domain
    objects: tuple[Variable, ...]  # name and type of each
    initial: frozenset[Literal]
    goal: Goal
    values: Mapping[Fluent, float] = field(default_factory=dict)

    @cached_property
    def universe(self) -> Universe:
        """Objects (constants too) by type and all types above, and the values of numeric fluents."""
        members: dict[str, dict[str, None]] = {name: {} for name in (OBJECT, *self.domain.types)}
        for thing in (*self.domain.constants, *self.objects):
            for above in self.domain.supertypes(thing.type):
                members[above][thing.name] = None
        return Universe({name: tuple(ids) for name, ids in members.items()}, self.values)
