# SPDX-License-Identifier: Apache-2.0
"""Goals: formulas over the facts of a state, and when they hold.

The same formulas are the conditions of a user's PDDL actions. Quantifiers range over the objects of a type in
a `Universe`; `grounded` replaces them by conjunctions, disjunctions and counts, so that everything downstream
of it knows the first six kinds of formula only.

Source: Fox and Long, PDDL2.1, JAIR 2003, for the formulas; Musumeci et al., Context Matters!, for what a goal
must be able to say.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import product

from makedo_core.enums import StrEnum
from makedo_core.failure import MakedoError
from makedo_core.skills import Literal

OBJECT_VARIABLE = "?object"
"""In the literal of AtLeast it stands for each of the objects."""


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
        return _instances(self.literal, self.objects)

    def true_in(self, facts: Collection[Literal]) -> list[Literal]:
        """Those of the instances that hold in a state; what is not among the facts is false."""
        if self.literal.negated:
            return [x for x in self.instances() if ~x not in facts]
        return [x for x in self.instances() if x in facts]


@lru_cache(maxsize=32)  # each goal is asked for them several times, and they may be thousands
def _instances(literal: Literal, objects: tuple[str, ...]) -> tuple[Literal, ...]:
    predicate, terms, negated = literal
    if terms.count(OBJECT_VARIABLE) != 1:
        return tuple(literal.bind({OBJECT_VARIABLE: o}) for o in objects)
    at = terms.index(OBJECT_VARIABLE)
    before, behind = terms[:at], terms[at + 1 :]
    return tuple([Literal(predicate, (*before, o, *behind), negated) for o in objects])


class Comparator(StrEnum):
    """How a number is compared."""

    LESS = "<"
    AT_MOST = "<="
    EQUAL = "="
    AT_LEAST = ">="
    MORE = ">"


_COMPARE: Mapping[Comparator, Callable[[float, float], bool]] = {
    Comparator.LESS: operator.lt,
    Comparator.AT_MOST: operator.le,
    Comparator.EQUAL: operator.eq,
    Comparator.AT_LEAST: operator.ge,
    Comparator.MORE: operator.gt,
}


@dataclass(frozen=True, slots=True)
class Compare:
    """The value of a numeric fluent, e.g. fill_level(cup_1), compared with a number."""

    function: str
    terms: tuple[str, ...]
    comparator: Comparator
    value: float


@dataclass(frozen=True, slots=True)
class Variable:
    """A typed variable, e.g. ?room of type room."""

    name: str
    type: str


@dataclass(frozen=True, slots=True)
class Exists:
    """The part must hold for some objects of the variables' types."""

    variables: tuple[Variable, ...]
    part: Goal


@dataclass(frozen=True, slots=True)
class ForAll:
    """The part must hold for all objects of the variables' types."""

    variables: tuple[Variable, ...]
    part: Goal


@dataclass(frozen=True, slots=True)
class InOrder:
    """Each part must hold at some time, one not before the other, and the last in the end."""

    parts: tuple[Goal, ...]


Goal = Holds | Not | AllOf | AnyOf | AtLeast | Compare | Exists | ForAll | InOrder


@dataclass(frozen=True, slots=True)
class Universe:
    """What a state consists of besides its facts.

    Attributes:
        objects: ids by type; a type's objects are among those of its parents too.
        values: of the numeric fluents, by function and terms.
    """

    objects: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    values: Mapping[tuple[str, tuple[str, ...]], float] = field(default_factory=dict)

    def bindings(self, variables: Sequence[Variable]) -> Iterator[dict[str, str]]:
        """Every way to give the variables objects of their types.

        Raises:
            GoalError: on a type that has no meaning here.
        """
        for variable in variables:
            if variable.type not in self.objects:
                known = ", ".join(sorted(self.objects)) or "none"
                raise GoalError(f"{variable.name} is of type {variable.type!r}; known types are {known}")
        for chosen in product(*(self.objects[v.type] for v in variables)):
            yield dict(zip((v.name for v in variables), chosen, strict=True))


NO_UNIVERSE = Universe()


def there_is(objects: Collection[str], literal: Literal) -> Goal:
    """Some object satisfies the literal in which "?object" stands for it."""
    return AtLeast(1, tuple(objects), literal)


def every(objects: Collection[str], literal: Literal) -> Goal:
    """Every object satisfies the literal in which "?object" stands for it."""
    return AllOf(tuple(Holds(literal.bind({OBJECT_VARIABLE: o})) for o in objects))


def satisfied(goal: Goal, facts: Collection[Literal], universe: Universe = NO_UNIVERSE) -> bool:
    """Whether a goal holds in a state; what is not among the facts is false.

    Of ordered parts only the last one is checked: `satisfied_along` says whether the others held before.

    Raises:
        GoalError: if the goal ranges over a type, or compares a fluent, that the universe does not have.
    """
    match goal:
        case Holds(literal):
            return ~literal not in facts if literal.negated else literal in facts
        case Not(part):
            return not satisfied(part, facts, universe)
        case AllOf(parts):
            return all(satisfied(part, facts, universe) for part in parts)
        case AnyOf(parts):
            return any(satisfied(part, facts, universe) for part in parts)
        case AtLeast(count):
            return len(goal.true_in(facts)) >= count
        case Compare(function, terms, comparator, value):
            known = universe.values.get((function, terms))
            if known is None:
                raise GoalError(f"nothing is known of the number {function}({', '.join(terms)})")
            return _COMPARE[comparator](known, value)
        case Exists(variables, part):
            return any(satisfied(bound(part, b), facts, universe) for b in universe.bindings(variables))
        case ForAll(variables, part):
            return all(satisfied(bound(part, b), facts, universe) for b in universe.bindings(variables))
        case InOrder(parts):
            return not parts or satisfied(parts[-1], facts, universe)


def holds_in(literal: Literal, state: Collection[Literal]) -> bool:
    """Whether a literal is true; what is not among the facts is false."""
    return (Literal(literal.predicate, literal.terms) in state) is not literal.negated


def supports(
    formula: Goal, state: Collection[Literal], is_new: Callable[[Literal], bool] = lambda literal: False
) -> Iterator[Literal]:
    """Literals by which a formula without quantifiers holds in a state.

    Of alternatives one is taken, of a number of things so many: those first that are new.

    Args:
        formula: that holds.
        state: where.
        is_new: whether a literal that holds became true on the way.
    """
    match formula:
        case Holds(literal):
            yield literal
        case Not(Holds(literal)):
            yield ~literal
        case AllOf(parts):
            for part in parts:
                yield from supports(part, state, is_new)
        case AnyOf(parts):
            ways = [tuple(supports(p, state, is_new)) for p in parts if satisfied(p, state)]
            yield from max(ways, key=lambda way: sum(map(is_new, way)), default=())
        case AtLeast(count):
            true = [x for x in formula.instances() if holds_in(x, state)]
            yield from sorted(true, key=lambda x: not is_new(x))[:count]


def satisfied_along(
    goal: Goal, states: Sequence[Collection[Literal]], universes: Sequence[Universe] | None = None
) -> bool:
    """Whether a run through states, the first to the last, satisfies a goal: its order too.

    Args:
        goal: what is asked for.
        states: the facts of each.
        universes: of each state, as numbers change on the way; None: the goal needs none.

    Raises:
        GoalError: as `satisfied`; ValueError if there is no state, or not a universe for each.
    """
    run = list(zip(states, universes or [NO_UNIVERSE] * len(states), strict=True))
    match goal:
        case AllOf(parts):
            return all(satisfied_along(part, states, universes) for part in parts)
        case AnyOf(parts):
            return any(satisfied_along(part, states, universes) for part in parts)
        case InOrder(parts) if parts:
            at = 0
            for part in parts[:-1]:
                while at < len(run) and not satisfied(part, *run[at]):
                    at += 1
            return at < len(run) and satisfied_along(parts[-1], states[at:], universes and universes[at:])
    if not run:
        raise ValueError("a run has at least one state")
    return satisfied(goal, *run[-1])


def is_ordered(goal: Goal) -> bool:
    """Whether it matters how a run gets to its last state: something is to be so before something else."""
    match goal:
        case AllOf(parts) | AnyOf(parts):
            return any(map(is_ordered, parts))
    return isinstance(goal, InOrder)


def bound(goal: Goal, binding: Mapping[str, str]) -> Goal:
    """The goal with free variables replaced; those of an inner quantifier stay its own."""
    match goal:
        case Holds(literal):
            return Holds(literal.bind(binding))
        case Not(part):
            return Not(bound(part, binding))
        case AllOf(parts):
            return AllOf(tuple(bound(p, binding) for p in parts))
        case AnyOf(parts):
            return AnyOf(tuple(bound(p, binding) for p in parts))
        case AtLeast(count, objects, literal):
            return AtLeast(count, objects, literal.bind({k: v for k, v in binding.items() if k != OBJECT_VARIABLE}))
        case Compare(function, terms, comparator, value):
            return Compare(function, tuple(binding.get(t, t) for t in terms), comparator, value)
        case Exists(variables, part):
            return Exists(variables, bound(part, _without(binding, variables)))
        case ForAll(variables, part):
            return ForAll(variables, bound(part, _without(binding, variables)))
        case InOrder(parts):
            return InOrder(tuple(bound(p, binding) for p in parts))


def _without(binding: Mapping[str, str], variables: Sequence[Variable]) -> dict[str, str]:
    own = {v.name for v in variables}
    return {k: v for k, v in binding.items() if k not in own}


def grounded(goal: Goal, universe: Universe) -> Goal:
    """The same goal without quantifiers: over one variable and one literal a count, else all cases.

    Raises:
        GoalError: on a type that the universe does not have.
    """
    match goal:
        case Not(part):
            return Not(grounded(part, universe))
        case AllOf(parts):
            return AllOf(tuple(grounded(p, universe) for p in parts))
        case AnyOf(parts):
            return AnyOf(tuple(grounded(p, universe) for p in parts))
        case Exists((variable,), Holds(literal)) if literal.terms.count(variable.name) == 1:
            objects = tuple(b[variable.name] for b in universe.bindings((variable,)))
            return AtLeast(1, objects, literal.bind({variable.name: OBJECT_VARIABLE}))
        case Exists(variables, part):
            return AnyOf(tuple(grounded(bound(part, b), universe) for b in universe.bindings(variables)))
        case ForAll(variables, part):
            return AllOf(tuple(grounded(bound(part, b), universe) for b in universe.bindings(variables)))
        case InOrder(parts):
            return InOrder(tuple(grounded(p, universe) for p in parts))
    return goal


def literals(goal: Goal) -> Iterator[Literal]:
    """Every literal of a goal, as it is written there (not turned round by `Not`)."""
    match goal:
        case Holds(literal):
            yield literal
        case Not(part) | Exists(_, part) | ForAll(_, part):
            yield from literals(part)
        case AllOf(parts) | AnyOf(parts) | InOrder(parts):
            for part in parts:
                yield from literals(part)
        case AtLeast():
            yield from goal.instances()


def asserted(goal: Goal) -> Iterator[Literal]:
    """The literals that a goal without quantifiers asks to hold, in any of its cases; not what it asks not to hold."""
    match goal:
        case Holds(literal) if not literal.negated:
            yield literal
        case AllOf(parts) | AnyOf(parts) | InOrder(parts):
            for part in parts:
                yield from asserted(part)
        case AtLeast() if not goal.literal.negated:
            yield from goal.instances()


def constants(goal: Goal) -> frozenset[str]:
    """Every object that a goal names."""
    match goal:
        case Compare(_, terms):
            return frozenset(t for t in terms if not t.startswith("?"))
        case Not(part) | Exists(_, part) | ForAll(_, part):
            return constants(part)
        case AllOf(parts) | AnyOf(parts) | InOrder(parts):
            return frozenset().union(*(constants(p) for p in parts))
    return frozenset(t for literal in literals(goal) for t in literal.terms if not t.startswith("?"))


def all_of(goals: Sequence[Goal]) -> Goal:
    """A conjunction, of one goal the goal itself."""
    return goals[0] if len(goals) == 1 else AllOf(tuple(goals))


def staged(goals: Sequence[tuple[int, Goal]]) -> Goal:
    """Goals with the numbers of their stages as one: in order, if there are several stages."""
    numbers = sorted({stage for stage, _ in goals})
    parts = [all_of([g for stage, g in goals if stage == number]) for number in numbers]
    return all_of(parts) if len(parts) <= 1 else InOrder(tuple(parts))


def conjuncts(goal: Goal) -> tuple[Goal, ...]:
    """The parts that must hold together, nested conjunctions unfolded."""
    if isinstance(goal, AllOf):
        return tuple(leaf for part in goal.parts for leaf in conjuncts(part))
    return (goal,)
