# SPDX-License-Identifier: Apache-2.0
"""Reads PDDL effects: literals, quantified and conditional ones, changes of numbers, and the cost of an operator."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from makedo_core.goals.goal import AllOf, Goal, Variable
from planner_node.pddl.model import Effect, Fluent, NumericChange, NumericEffect
from planner_node.pddl.reading.conditions import TRUE, condition, function, literal, number
from planner_node.pddl.reading.declarations import TOTAL_COST, variables_of
from planner_node.pddl.reading.expressions import Expression, Parenthesis
from planner_node.pddl.reading.scope import NameTable, Scope

_SHAPE = "an effect: (predicate terms ...), (not ...), (and ...), (when ...), (forall ...), (increase ...), ..."
_CHOICES = frozenset({"or", "imply", "exists", "oneof", "probabilistic", "=", "<", "<=", ">", ">="})


@dataclass(frozen=True, slots=True)
class _Context:
    """What stands around an effect."""

    variables: NameTable[str]
    condition: Goal = TRUE
    quantified: tuple[Variable, ...] = ()

    @property
    def is_plain(self) -> bool:
        """Whether the effect happens always, and once."""
        return self.condition == TRUE and not self.quantified


@dataclass(slots=True)
class Effects:
    """What an operator does; cost and cost_of are None where it says nothing of `total-cost`."""

    literals: list[Effect] = field(default_factory=list)
    numeric: list[NumericEffect] = field(default_factory=list)
    cost: float | None = None
    cost_of: Fluent | None = None


def effects(expression: Expression, scope: Scope, variables: NameTable[str]) -> Effects:
    """All effects of an operator with these parameters."""
    result = Effects()
    if not (isinstance(expression, Parenthesis) and not expression.items):
        _collect(expression, scope, _Context(variables), result)
    return result


def _collect(expression: Expression, scope: Scope, context: _Context, result: Effects) -> None:
    if not isinstance(expression, Parenthesis) or not expression.head:
        scope.findings.wrong(expression.place, str(expression), _SHAPE)
        return
    head, parts = expression.head, expression.items[1:]
    match head:
        case "and":
            for part in parts:
                _collect(part, scope, context, result)
        case "not" if (
            len(parts) == 1 and isinstance(parts[0], Parenthesis) and parts[0].head not in ("and", "not", "when")
        ):
            _literal(parts[0], True, scope, context, result)
        case "when" if len(parts) == 2:
            premise = condition(parts[0], scope, context.variables)
            whole = premise if context.condition == TRUE else AllOf((context.condition, premise))
            _collect(parts[1], scope, replace(context, condition=whole), result)
        case "forall" if len(parts) == 2 and isinstance(parts[0], Parenthesis):
            _collect(parts[1], scope, _quantified(parts[0], scope, context), result)
        case "increase" | "decrease" | "assign" if len(parts) == 2 and isinstance(parts[0], Parenthesis):
            _numeric(NumericChange(head), parts[0], parts[1], scope, context, result)
        case "not" | "when" | "forall" | "increase" | "decrease" | "assign" | "scale-up" | "scale-down":
            scope.findings.wrong(expression.place, f"{expression} with {len(parts)} parts", _SHAPE)
        case _ if head in _CHOICES:
            scope.findings.wrong(expression.place, f"{expression} in an effect", _SHAPE)
        case _:
            _literal(expression, False, scope, context, result)


def _literal(expression: Parenthesis, negated: bool, scope: Scope, context: _Context, result: Effects) -> None:
    if not expression.head or expression.head in _CHOICES:
        scope.findings.wrong(expression.place, f"{expression} in an effect", _SHAPE)
        return
    changed = literal(expression, scope, context.variables)
    if changed is None:
        return
    if changed.predicate in scope.derived:
        found = f"an effect on the derived predicate {changed.predicate!r}"
        scope.findings.wrong(expression.place, found, "effects on what it is derived from")
        return
    result.literals.append(Effect(~changed if negated else changed, context.condition, context.quantified))


def _quantified(declared: Parenthesis, scope: Scope, context: _Context) -> _Context:
    """The context inside of `forall`."""
    own = variables_of(declared.items, scope)
    for variable in own:
        if variable.name in context.variables:
            found = f"the variable {variable.name!r} again"
            scope.findings.wrong(declared.place, found, "another name than those of parameters and outer variables")
    inner = scope.inner(context.variables, own, declared.place)
    return replace(context, variables=inner, quantified=(*context.quantified, *own))


def _numeric(
    change: NumericChange, target: Parenthesis, amount: Expression, scope: Scope, context: _Context, result: Effects
) -> None:
    """A change of a number by a plain number; that of `total-cost` is the cost of the operator."""
    if not context.is_plain:
        found = "a change of a number inside of 'when' or 'forall'"
        scope.findings.wrong(target.place, found, "one that always happens")
        return
    if target.head == TOTAL_COST and scope.has_costs:
        _cost(change, target, amount, scope, context, result)
        return
    fluent = function(target, scope, context.variables)
    value = number(amount, scope)
    if fluent and value is not None:
        result.numeric.append(NumericEffect(change, *fluent, value))


def _cost(
    change: NumericChange, target: Parenthesis, amount: Expression, scope: Scope, context: _Context, result: Effects
) -> None:
    """What an operator costs: a plain number, or a function of its arguments that the task gives values."""
    if change is not NumericChange.INCREASE or len(target.items) > 1:
        found = f"{change} of total-cost"
        scope.findings.wrong(target.place, found, "(increase (total-cost) <number or function>), not below 0")
    elif result.cost is not None or result.cost_of is not None:
        scope.findings.wrong(target.place, "a second increase of total-cost", "one cost of an action")
    elif isinstance(amount, Parenthesis) and amount.head != TOTAL_COST:
        result.cost_of = function(amount, scope, context.variables)
    else:
        result.cost = number(amount, scope)
        if result.cost is not None and result.cost < 0:
            scope.findings.wrong(target.place, "a negative cost", "(increase (total-cost) <number>), not below 0")
