# SPDX-License-Identifier: Apache-2.0
"""Reads PDDL conditions into the formulas of makedo_core.goals.goal.

Every literal is checked against what is declared. What is wrong is added to the findings and read as true, so
that the rest is checked too; the findings keep such a condition from being used.

Source: Fox and Long, PDDL2.1, JAIR 2003, appendix A.
"""

from __future__ import annotations

import math
import re

from makedo_core.goals.goal import AllOf, AnyOf, Comparator, Compare, Exists, ForAll, Goal, Holds, Not
from makedo_core.skills import Literal
from planner_node.pddl.model import EQUALITY
from planner_node.pddl.reading.declarations import variables_of
from planner_node.pddl.reading.expressions import Expression, Parenthesis, Word
from planner_node.pddl.reading.scope import EFFECT_WORDS, NameTable, Scope

TRUE = AllOf(())
NO_VARIABLES: NameTable[str] = NameTable()
_NUMBER = re.compile(r"[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d{1,3})?")
_MIRRORED = {
    Comparator.LESS: Comparator.MORE,
    Comparator.AT_MOST: Comparator.AT_LEAST,
    Comparator.EQUAL: Comparator.EQUAL,
    Comparator.AT_LEAST: Comparator.AT_MOST,
    Comparator.MORE: Comparator.LESS,
}
_UNSUPPORTED = frozenset(
    "preference always sometime within at-most-once sometime-after sometime-before always-within hold-during "
    "hold-after over".split()
)
_SHAPE = "a condition: (predicate terms ...), (and ...), (or ...), (not ...), (imply ...), (exists ...), (forall ...)"


def condition(expression: Expression, scope: Scope, variables: NameTable[str] = NO_VARIABLES) -> Goal:
    """The formula of an expression, over variables with known types."""
    if not isinstance(expression, Parenthesis) or not expression.head:
        scope.findings.wrong(expression.place, str(expression), _SHAPE)
        return TRUE
    head = expression.head
    parts = expression.items[1:]
    match head:
        case "and":
            return AllOf(tuple(condition(part, scope, variables) for part in parts))
        case "or":
            return AnyOf(tuple(condition(part, scope, variables) for part in parts))
        case "not":
            return negation(condition(parts[0], scope, variables)) if _counted(expression, 1, scope) else TRUE
        case "imply":
            if not _counted(expression, 2, scope):
                return TRUE
            premise, conclusion = (condition(part, scope, variables) for part in parts)
            return AnyOf((negation(premise), conclusion))
        case "exists" | "forall":
            return _quantified(expression, scope, variables)
        case "<" | "<=" | ">" | ">=" | "=":
            return _compared(expression, scope, variables)
    if head in EFFECT_WORDS or (head in _UNSUPPORTED and scope.predicates.spelling(head) is None):
        scope.findings.wrong(expression.place, f"'({head} ...)' in a condition", _SHAPE)
        return TRUE
    found = literal(expression, scope, variables)
    return Holds(found) if found else TRUE


def negation(goal: Goal) -> Goal:
    """The opposite of a formula; of a positive literal the negated literal."""
    return Holds(~goal.literal) if isinstance(goal, Holds) and not goal.literal.negated else Not(goal)


def literal(expression: Parenthesis, scope: Scope, variables: NameTable[str]) -> Literal | None:
    """The literal of a predicate with terms; None, and a mistake, if it is none."""
    head = expression.items[0]
    assert isinstance(head, Word)
    items = expression.items[1:]
    terms = [scope.term(item, variables) for item in items]
    symbol = scope.predicate(head, [term[1] if term else None for term in terms])
    if symbol is None or not scope.check_terms(head, symbol, items, terms):
        return None
    return Literal(symbol.name, tuple(term[0] for term in terms if term))


def function(expression: Parenthesis, scope: Scope, variables: NameTable[str]) -> tuple[str, tuple[str, ...]] | None:
    """A numeric function with its terms; None, and a mistake, if it is none."""
    head = expression.items[0] if expression.items else None
    if not isinstance(head, Word):
        scope.findings.wrong(expression.place, str(expression), "a numeric function with its terms")
        return None
    if head.text in ("+", "-", "*", "/"):
        scope.findings.wrong(head.place, f"arithmetic ({head.text!r})", "a function and a plain number")
        return None
    name = scope.resolve(head, scope.functions, "function")
    items = expression.items[1:]
    terms = [scope.term(item, variables) for item in items]
    if name is None or not scope.check_terms(head, scope.functions[name], items, terms):
        return None
    return name, tuple(term[0] for term in terms if term)


def number(expression: Expression, scope: Scope) -> float | None:
    """A number; None, and a mistake, if it is none."""
    if is_number(expression):
        value = float(expression.text)  # type: ignore[union-attr]
        if math.isfinite(value):
            return value
    scope.findings.wrong(expression.place, str(expression), "a plain number")
    return None


def is_number(expression: Expression) -> bool:
    """Whether it is written as a number."""
    return isinstance(expression, Word) and _NUMBER.fullmatch(expression.text) is not None


def _quantified(expression: Parenthesis, scope: Scope, variables: NameTable[str]) -> Goal:
    if not _counted(expression, 2, scope):
        return TRUE
    _, declared, part = expression.items
    if not isinstance(declared, Parenthesis):
        scope.findings.wrong(declared.place, str(declared), "variables in parentheses, e.g. (?x - type)")
        return TRUE
    own = variables_of(declared.items, scope)
    inner = condition(part, scope, scope.inner(variables, own, declared.place))
    return (Exists if expression.head == "exists" else ForAll)(own, inner)


def _compared(expression: Parenthesis, scope: Scope, variables: NameTable[str]) -> Goal:
    """Equality of terms, or a numeric function compared with a number, on whichever side it stands."""
    if not _counted(expression, 2, scope):
        return TRUE
    _, left, right = expression.items
    comparator = Comparator(expression.head)
    if (
        expression.head == EQUALITY
        and isinstance(left, Word)
        and isinstance(right, Word)
        and not (is_number(left) or is_number(right))
    ):
        terms = [scope.term(side, variables) for side in (left, right)]
        return Holds(Literal(EQUALITY, tuple(t[0] for t in terms if t))) if all(terms) else TRUE
    if is_number(left):
        left, right, comparator = right, left, _MIRRORED[comparator]
    if not isinstance(left, Parenthesis):
        scope.findings.wrong(left.place, str(left), "a numeric function with its terms")
        return TRUE
    fluent = function(left, scope, variables)
    value = number(right, scope)
    return Compare(*fluent, comparator, value) if fluent and value is not None else TRUE


def _counted(expression: Parenthesis, wanted: int, scope: Scope) -> bool:
    """Whether an operator has the number of parts that it takes."""
    count = len(expression.items) - 1
    if count != wanted:
        scope.findings.wrong(expression.place, f"{count} parts of '({expression.head} ...)'", str(wanted))
    return count == wanted


def precondition(expression: Expression, scope: Scope, variables: NameTable[str] = NO_VARIABLES) -> Goal:
    """A condition that may be empty: `()` always holds."""
    if isinstance(expression, Parenthesis) and not expression.items:
        return TRUE
    return condition(expression, scope, variables)
