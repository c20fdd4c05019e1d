# SPDX-License-Identifier: Apache-2.0
"""Problems of unified-planning read as tasks, by what they say of themselves; the library is not imported here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from makedo_core.goal import AllOf, AnyOf, Comparator, Compare, Exists, ForAll, Goal, Holds, Not, Variable
from makedo_core.skills import Literal
from planner_node.pddl.model import (
    EQUALITY,
    OBJECT,
    Action,
    Change,
    Domain,
    DomainError,
    Effect,
    Fluent,
    NumericEffect,
    Symbol,
    Task,
)


def from_unified(problem: Any) -> Task:
    """The task of a classical problem: user types, truth values and numbers, actions without duration.

    Quality metrics are not part of a task. Variables and parameters get a question mark before their names.

    Raises:
        DomainError: for what a task cannot say.
    """
    for what, present in (
        ("timed goals or effects", getattr(problem, "timed_goals", None) or getattr(problem, "timed_effects", None)),
        ("trajectory constraints", getattr(problem, "trajectory_constraints", None)),
    ):
        if present:
            raise DomainError(f"the problem has {what}, which a task does not")
    domain = _domain(problem)
    objects = tuple(Variable(o.name, _type(o.type)) for o in problem.all_objects)
    initial, values = _initial(problem)
    goal = AllOf(tuple(_condition(g) for g in problem.goals))
    return Task(problem.name or "problem", domain, objects, initial, goal, values)


def _domain(problem: Any) -> Domain:
    types = {t.name: t.father.name if t.father is not None else OBJECT for t in problem.user_types}
    types.pop(OBJECT, None)
    predicates, functions = {}, {}
    for fluent in problem.fluents:
        symbol = Symbol(fluent.name, tuple(Variable(f"?{p.name}", _type(p.type)) for p in fluent.signature))
        if fluent.type.is_bool_type():
            predicates[symbol.name] = symbol
        elif _is_number(fluent.type):
            functions[symbol.name] = symbol
        else:
            raise DomainError(f"the fluent {fluent.name} has values of type {fluent.type}; truth or numbers are known")
    actions = {action.name: _action(action) for action in problem.actions}
    return Domain(problem.name or "domain", types, predicates, actions, functions=functions)


def _is_number(of: Any) -> bool:
    return bool(of.is_int_type() or of.is_real_type())


def _type(of: Any) -> str:
    if not of.is_user_type():
        raise DomainError(f"a parameter is of type {of}; user types are known")
    return str(of.name)


def _action(action: Any) -> Action:
    if not hasattr(action, "preconditions"):
        raise DomainError(f"the action {action.name} has a duration or senses; instantaneous ones are known")
    if getattr(action, "simulated_effect", None) is not None:
        raise DomainError(f"the action {action.name} has an effect that is a program")
    parameters = tuple(Variable(f"?{p.name}", _type(p.type)) for p in action.parameters)
    condition = AllOf(tuple(_condition(p) for p in action.preconditions))
    truths = tuple(t for e in action.effects if not _is_number(e.fluent.type) for t in _effects(e))
    numbers = tuple(_numeric(e) for e in action.effects if _is_number(e.fluent.type))
    return Action(action.name, parameters, condition, truths, numbers)


def _effects(effect: Any) -> tuple[Effect, ...]:
    """An assignment: of a constant one effect, of an expression one where it is true and one where it is false."""
    if not effect.value.type.is_bool_type():
        raise DomainError(f"the effect {effect} assigns what is neither a truth value nor a number")
    literal, variables = Literal(*_fluent(effect.fluent)), _variables(effect.forall)
    condition, value = _condition(effect.condition), _condition(effect.value)
    if effect.value.is_bool_constant():
        return (Effect(literal if effect.value.is_true() else ~literal, condition, variables),)
    return (
        Effect(literal, AllOf((condition, value)), variables),
        Effect(~literal, AllOf((condition, Not(value))), variables),
    )


def _numeric(effect: Any) -> NumericEffect:
    if not effect.value.is_constant() or effect.is_conditional() or effect.forall:
        raise DomainError(f"the effect {effect} changes a number by what is no constant, or under a condition")
    change = Change.INCREASE if effect.is_increase() else Change.DECREASE if effect.is_decrease() else Change.ASSIGN
    function, terms = _fluent(effect.fluent)
    return NumericEffect(change, function, terms, float(effect.value.constant_value()))


def _variables(variables: Any) -> tuple[Variable, ...]:
    return tuple(Variable(f"?{v.name}", _type(v.type)) for v in variables)


def _fluent(node: Any) -> Fluent:
    """Name and terms of a fluent expression."""
    if not node.is_fluent_exp():
        raise DomainError(f"the expression {node} should be a fluent")
    return node.fluent().name, tuple(_term(argument) for argument in node.args)


def _term(node: Any) -> str:
    if node.is_object_exp():
        return str(node.object().name)
    if node.is_parameter_exp():
        return f"?{node.parameter().name}"
    if node.is_variable_exp():
        return f"?{node.variable().name}"
    raise DomainError(f"the term {node} should be an object, a parameter or a variable")


def _condition(node: Any) -> Goal:
    """A condition as a formula."""
    if node.is_bool_constant():
        return AllOf(()) if node.is_true() else AnyOf(())
    if node.is_fluent_exp():
        return Holds(Literal(*_fluent(node)))
    if node.is_equals() and not _is_number(node.arg(0).type):
        return Holds(Literal(EQUALITY, (_term(node.arg(0)), _term(node.arg(1)))))
    if node.is_equals() or node.is_le() or node.is_lt():
        return _comparison(node)
    if node.is_exists():
        return Exists(_variables(node.variables()), _condition(node.arg(0)))
    if node.is_forall():
        return ForAll(_variables(node.variables()), _condition(node.arg(0)))
    parts = tuple(_condition(argument) for argument in node.args)
    if node.is_and():
        return AllOf(parts)
    if node.is_or():
        return AnyOf(parts)
    if node.is_not():
        return Holds(~parts[0].literal) if isinstance(parts[0], Holds) else Not(parts[0])
    if node.is_implies():
        return AnyOf((Not(parts[0]), parts[1]))
    if node.is_iff():
        return AnyOf((AllOf(parts), AllOf((Not(parts[0]), Not(parts[1])))))
    raise DomainError(f"the expression {node} is none that a condition of a task can have")


_TURNED = {Comparator.LESS: Comparator.MORE, Comparator.AT_MOST: Comparator.AT_LEAST}


def _comparison(node: Any) -> Goal:
    """A fluent compared with a number, whichever of the two comes first."""
    comparator = Comparator.EQUAL if node.is_equals() else Comparator.LESS if node.is_lt() else Comparator.AT_MOST
    first, second = node.args
    if first.is_constant():
        first, second, comparator = second, first, _TURNED.get(comparator, comparator)
    if not second.is_constant():
        raise DomainError(f"the comparison {node} should be of a fluent and a number")
    return Compare(*_fluent(first), comparator, float(second.constant_value()))


def _initial(problem: Any) -> tuple[frozenset[Literal], Mapping[Fluent, float]]:
    """What is true, and the numbers."""
    listed = problem.explicit_initial_values
    if any(default is not None and not default.is_false() for default in problem.fluents_defaults.values()):
        listed = problem.initial_values
    true, values = set(), {}
    for node, value in listed.items():
        name, terms = _fluent(node)
        if not value.is_constant():
            raise DomainError(f"the initial value of {node} is {value}, which is no constant")
        if value.is_true():
            true.add(Literal(name, terms))
        elif not value.is_bool_constant():
            values[name, terms] = float(value.constant_value())
    return frozenset(true), values
