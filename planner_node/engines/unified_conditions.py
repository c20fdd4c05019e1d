# SPDX-License-Identifier: Apache-2.0
"""Conditions as expressions of unified-planning, built by its expression manager; the library is not imported here."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from makedo_core.goal import (
    AllOf,
    AnyOf,
    AtLeast,
    Comparator,
    Compare,
    Exists,
    ForAll,
    Goal,
    Holds,
    Not,
    Variable,
)
from makedo_core.skills import Literal
from planner_node.pddl.model import EQUALITY, DomainError

Scope = Mapping[str, Any]
"""Expressions of the parameters and variables that a condition may use."""


@dataclass(frozen=True, slots=True)
class Expressions:
    """Builds the expressions of one problem.

    Attributes:
        manager: the expression manager of the problem's environment.
        fluents: by predicate or function.
        objects: by name.
        variable: makes a variable of a name and a type of ours.
    """

    manager: Any
    fluents: Mapping[str, Any]
    objects: Mapping[str, Any]
    variable: Callable[[Variable], Any]

    def bound(self, variables: Sequence[Variable], scope: Scope) -> tuple[list[Any], Scope]:
        """Variables of a quantifier, and the scope inside of it."""
        made = [self.variable(v) for v in variables]
        expressions = {v.name: self.manager.VariableExp(m) for v, m in zip(variables, made, strict=True)}
        return made, {**scope, **expressions}

    def term(self, name: str, scope: Scope) -> Any:
        """A parameter, a variable or an object.

        Raises:
            DomainError: if it is none of them.
        """
        if name in scope:
            return scope[name]
        if name not in self.objects:
            raise DomainError(f"{name!r} is neither an object nor a variable that is bound here")
        return self.manager.ObjectExp(self.objects[name])

    def fluent(self, symbol: str, terms: Sequence[str], scope: Scope) -> Any:
        """A fluent with its terms.

        Raises:
            DomainError: for what the domain does not declare, and for wrong terms.
        """
        if symbol not in self.fluents:
            raise DomainError(f"{symbol!r} is not declared; declared are {', '.join(sorted(self.fluents))}")
        fluent = self.fluents[symbol]
        if len(terms) != fluent.arity:
            raise DomainError(f"{symbol} takes {fluent.arity} terms, got {list(terms)}")
        return self.manager.FluentExp(fluent, tuple(self.term(t, scope) for t in terms))

    def number(self, value: float) -> Any:
        """A constant, exactly as it is written in decimals.

        Raises:
            DomainError: for what is no finite number.
        """
        try:
            return self.manager.Real(Fraction(str(value)))
        except ValueError as error:
            raise DomainError(f"{value} is no finite number") from error

    def literal(self, literal: Literal, scope: Scope) -> Any:
        """A literal; equality too."""
        if literal.predicate == EQUALITY:
            first, second = (self.term(t, scope) for t in literal.terms)
            positive = self.manager.Equals(first, second)
        else:
            positive = self.fluent(literal.predicate, literal.terms, scope)
        return self.manager.Not(positive) if literal.negated else positive

    def condition(self, goal: Goal, scope: Scope) -> Any:
        """A condition.

        Raises:
            DomainError: for parts in order, which an expression cannot say, and as `fluent` and `term`.
        """
        manager = self.manager
        match goal:
            case Holds(literal):
                return self.literal(literal, scope)
            case Not(part):
                return manager.Not(self.condition(part, scope))
            case AllOf(parts):
                return manager.And([self.condition(p, scope) for p in parts]) if parts else manager.TRUE()
            case AnyOf(parts):
                return manager.Or([self.condition(p, scope) for p in parts]) if parts else manager.FALSE()
            case AtLeast(count):
                return self._at_least(count, [self.literal(i, scope) for i in goal.instances()])
            case Compare():
                return self._comparison(goal, scope)
            case Exists(variables, part) | ForAll(variables, part):
                if not variables:
                    return self.condition(part, scope)
                made, inner = self.bound(variables, scope)
                quantify = manager.Exists if isinstance(goal, Exists) else manager.Forall
                return quantify(self.condition(part, inner), *made)
        raise DomainError(f"{type(goal).__name__} is no condition of a single state")

    def _comparison(self, goal: Compare, scope: Scope) -> Any:
        left = self.fluent(goal.function, goal.terms, scope)
        right = self.number(goal.value)
        match goal.comparator:
            case Comparator.LESS:
                return self.manager.LT(left, right)
            case Comparator.AT_MOST:
                return self.manager.LE(left, right)
            case Comparator.AT_LEAST:
                return self.manager.LE(right, left)
            case Comparator.MORE:
                return self.manager.LT(right, left)
        return self.manager.Equals(left, right)

    def _at_least(self, count: int, cases: Sequence[Any]) -> Any:
        """Count by dividing: with the first and one fewer of the others, or as many of the others.

        Equal parts are one expression, so it grows with the count times the cases, not with the choices.
        """
        manager = self.manager
        count = max(count, 0)
        of_rest = [manager.TRUE(), *(manager.FALSE() for _ in range(count))]  # at least so many of none
        for case in reversed(cases):
            with_first = [case if fewer.is_true() else manager.And(case, fewer) for fewer in of_rest[:-1]]
            of_rest[1:] = [
                first if same.is_false() else manager.Or(first, same)
                for first, same in zip(with_first, of_rest[1:], strict=True)
            ]
        return of_rest[count]
