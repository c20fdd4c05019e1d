# SPDX-License-Identifier: Apache-2.0
"""Writes domains, tasks and conditions as PDDL text that reads back as the same values.

Declarations keep their order, and what has none is sorted, so equal values give equal texts. Requirements are
computed from what is used.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from decimal import Decimal
from itertools import combinations

from makedo_core.goals.goal import (
    AllOf,
    AnyOf,
    AtLeast,
    Compare,
    Exists,
    ForAll,
    Goal,
    Holds,
    InOrder,
    Not,
    Universe,
    Variable,
    grounded,
)
from makedo_core.skills import Literal
from planner_node.pddl.layout import Nested, lay_out
from planner_node.pddl.model import (
    EQUALITY,
    OBJECT,
    Domain,
    DomainError,
    Effect,
    NumericEffect,
    Operator,
    PddlTask,
    Symbol,
)
from planner_node.pddl.reading.declarations import TOTAL_COST
from planner_node.pddl.reading.scope import NAME, NAME_WORDS
from planner_node.pddl.requirements import COSTS, covered, goal_uses, required

MOST_COMBINATIONS = 64
"""Ways to choose `count` of the objects of an AtLeast that are written out."""
_LINE = 80  # characters of names on one line


def domain_to_pddl(domain: Domain) -> str:
    """The text of a domain. Costs of operators are written if one of them is not 1.

    Raises:
        DomainError: for a name or a number that PDDL cannot say, and what `condition_to_pddl` cannot write.
    """
    typed = bool(domain.types)
    declared = dict(domain.predicates)
    for name, rule in domain.derived.items():
        declared.setdefault(name, rule.symbol)
    flags = required(domain)
    functions = [_symbol(symbol, typed) for symbol in domain.functions.values()]
    functions += [(TOTAL_COST,)] if COSTS in flags else []
    kind = ("-", "number") if typed else ()
    blocks: list[Nested] = [
        (":requirements", *flags),
        (":types", *_lines(_types(domain))),
        (":constants", *_lines(_things(domain.constants, typed))),
        (":predicates", *(_symbol(symbol, typed) for symbol in declared.values())),
        (":functions", *(part for function in functions for part in (function, *kind))),
    ]
    blocks = [block for block in blocks if len(block) > 1 or block == (":predicates",)]
    for rule in domain.derived.values():
        blocks.append((":derived", _symbol(rule.symbol, typed), _condition(rule.condition)))
    blocks += [_operator(operator, typed, COSTS in flags) for operator in domain.operators.values()]
    return _definition("domain", domain.name, blocks)


def task_to_pddl(task: PddlTask) -> str:
    """The text of a problem, without that of its domain.

    Raises:
        DomainError: as `domain_to_pddl`.
    """
    typed = bool(task.domain.types)
    _check_different(thing.name for thing in (*task.domain.constants, *task.objects))
    flags = required(task.domain)
    more = [flag for flag in goal_uses(task.goal) if flag not in covered(flags)]
    facts: list[Nested] = [_literal(fact) for fact in sorted(task.initial, key=lambda f: (f.predicate, f.terms))]
    if any(fact.negated for fact in task.initial):
        raise DomainError("the initial state has a negated literal; what is not among the facts is false anyway")
    facts += [("=", _fluent(f, terms), _number(value)) for (f, terms), value in sorted(task.values.items())]
    blocks: list[Nested] = [(":domain", _name(task.domain.name))]
    if more:
        blocks.append((":requirements", *more))
    blocks += [
        (":objects", *_lines(_things(task.objects, typed))),
        (":init", *facts),
        (":goal", _condition(task.goal)),
    ]
    if COSTS in flags:
        facts.append(("=", (TOTAL_COST,), "0"))
        blocks[-2] = (":init", *facts)
        blocks.append((":metric", "minimize", (TOTAL_COST,)))
    return _definition("problem", task.name, blocks)


def condition_to_pddl(goal: Goal, universe: Universe | None = None) -> str:
    """The text of a condition.

    A count of objects is written as the choices that satisfy it.

    Args:
        goal: what to write.
        universe: if given, quantifiers are replaced by the cases that they stand for in it.

    Raises:
        DomainError: for parts in order, which PDDL cannot say, for a count with more than 64 choices, and for names
            and numbers that PDDL does not have.
    """
    return lay_out(_condition(goal if universe is None else grounded(goal, universe)))


def _definition(kind: str, name: str, blocks: Sequence[Nested]) -> str:
    laid = "\n\n".join(f"  {lay_out(block, 1)}" for block in blocks)
    return f"(define ({kind} {_name(name)})\n{laid}\n)\n"


def _operator(operator: Operator, typed: bool, costs: bool) -> Nested:
    effects = [_effect(effect, typed) for effect in operator.effects]
    effects += [_numeric(change) for change in operator.numeric]
    if operator.cost_of:
        effects.append(("increase", (TOTAL_COST,), _fluent(*operator.cost_of)))
    elif costs and operator.cost:
        if operator.cost < 0:
            raise DomainError(f"the action {operator.name} costs {operator.cost:g}; costs are not below 0")
        effects.append(("increase", (TOTAL_COST,), _number(operator.cost)))
    return (
        ":action",
        _name(operator.name),
        ":parameters",
        _variables(operator.parameters, typed),
        ":precondition",
        _condition(operator.precondition),
        ":effect",
        ("and", *effects),
    )


def _effect(effect: Effect, typed: bool) -> Nested:
    result = _literal(effect.literal)
    if effect.condition != AllOf(()):
        result = ("when", _condition(effect.condition), result)
    return ("forall", _variables(effect.variables, typed), result) if effect.variables else result


def _numeric(change: NumericEffect) -> Nested:
    return (change.change.value, _fluent(change.function, change.terms), _number(change.amount))


def _condition(goal: Goal) -> Nested:
    match goal:
        case Holds(literal):
            return _literal(literal)
        case Not(part):
            return ("not", _condition(part))
        case AllOf(parts):
            return ("and", *map(_condition, parts))
        case AnyOf(parts):
            return ("or", *map(_condition, parts))
        case AtLeast():
            return _condition(_choices(goal))
        case Compare(function, terms, comparator, value):
            return (comparator.value, _fluent(function, terms), _number(value))
        case Exists(variables, part):
            return ("exists", _variables(variables, True), _condition(part))
        case ForAll(variables, part):
            return ("forall", _variables(variables, True), _condition(part))
        case InOrder():
            raise DomainError("a goal of parts in order cannot be said in PDDL; reach the parts one after the other")


def _choices(goal: AtLeast) -> Goal:
    """The choices of objects that satisfy a count."""
    cases = tuple(Holds(literal) for literal in goal.instances())
    if goal.count <= 0:
        return AllOf(())
    if goal.count == len(cases):
        return AllOf(cases)
    if goal.count == 1 or goal.count > len(cases):
        return AnyOf(cases if goal.count == 1 else ())
    ways = math.comb(len(cases), goal.count)
    if ways > MOST_COMBINATIONS:
        raise DomainError(
            f"{goal.count} of {len(cases)} objects can be chosen in {ways} ways, of which at most "
            f"{MOST_COMBINATIONS} are written as PDDL; the count must be grounded first: choose objects in the graph"
        )
    return AnyOf(tuple(AllOf(chosen) for chosen in combinations(cases, goal.count)))


def _literal(literal: Literal) -> Nested:
    head = literal.predicate if literal.predicate == EQUALITY else _name(literal.predicate)
    positive = (str(head), *map(_term, literal.terms))
    return ("not", positive) if literal.negated else positive


def _fluent(function: str, terms: Sequence[str]) -> Nested:
    return (_name(function), *map(_term, terms))


def _symbol(symbol: Symbol, typed: bool) -> Nested:
    return (_name(symbol.name), *_variables(symbol.parameters, typed))


def _variables(variables: Sequence[Variable], typed: bool) -> tuple[str, ...]:
    return tuple(f"{_variable(v.name)} - {_name(v.type)}" if typed else _variable(v.name) for v in variables)


def _things(things: Sequence[Variable], typed: bool) -> list[tuple[str, str]]:
    return [(_name(thing.name), _name(thing.type) if typed else "") for thing in things]


def _types(domain: Domain) -> list[tuple[str, str]]:
    return [(_name(child), _name(parent)) for child, parent in domain.types.items() if child != OBJECT]


def _lines(typed: Iterable[tuple[str, str]]) -> list[str]:
    """Neighbours of the same type share a line, while there is room: "cup_1 cup_2 - cup"."""
    lines: list[tuple[list[str], str]] = []
    for name, type_name in typed:
        if not lines or lines[-1][1] != type_name or len(" ".join(lines[-1][0])) > _LINE:
            lines.append(([], type_name))
        lines[-1][0].append(name)
    return [" ".join(names) + (f" - {type_name}" if type_name else "") for names, type_name in lines]


def _number(value: float) -> str:
    """Digits without an exponent, which PDDL does not have."""
    if not math.isfinite(value):
        raise DomainError(f"the number {value} cannot be said in PDDL; it must be finite")
    return str(int(value)) if value == int(value) else format(Decimal(repr(value)), "f")


def _term(term: str) -> str:
    return _variable(term) if term.startswith("?") else _name(term)


def _variable(name: str) -> str:
    return "?" + _name(name.removeprefix("?"))


def _name(name: str) -> str:
    if not NAME.fullmatch(name):
        raise DomainError(f"{name!r} is no name in PDDL; expected {NAME_WORDS} (see planner_node.pddl.names)")
    return str(name)


def _check_different(names: Iterable[str]) -> None:
    """No two names differ by their case only: planners take them for the same."""
    seen: dict[str, str] = {}
    for name in names:
        other = seen.setdefault(name.lower(), name)
        if other != name:
            raise DomainError(f"{name!r} and {other!r} are the same name in PDDL, which does not tell capitals apart")
