# SPDX-License-Identifier: Apache-2.0
"""Carries out a plan on a task, independently of every engine, and says where and why it fails.

Preconditions and effects are taken from the domain as they are written, quantifiers, conditional and numeric
effects and derived predicates included; nothing is instantiated beforehand.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from makedo_core.failure import FailureCause, Outcome
from makedo_core.goals.goal import AllOf, Goal, Universe, bound, grounded, satisfied, satisfied_along, supports
from makedo_core.goals.goal_text import failing
from makedo_core.skills import Literal, SkillCall
from planner_node.pddl.model import EQUALITY, Domain, DomainError, Fluent, NumericChange, Operator, PddlTask

_ALWAYS = AllOf(())


@dataclass(frozen=True, slots=True)
class SimulatedRun:
    """What happened.

    Attributes:
        outcome: success, INVALID_PLAN (a call cannot be made, or the goal does not hold), or UNGROUNDED.
        failing_step: index of the first call that cannot be made; -1: none.
        reasons: each failing conjunct of its precondition, or of the goal, in plain words.
        states: the facts before the first call and after each, without derived ones.
        values: of the numeric fluents in the end.
    """

    outcome: Outcome
    failing_step: int
    reasons: tuple[str, ...]
    states: tuple[frozenset[Literal], ...]
    values: Mapping[Fluent, float]


def simulate(task: PddlTask, calls: Sequence[SkillCall]) -> SimulatedRun:
    """Carry out calls from the initial state and ask for the goal in the end."""
    run = [StateView(task.domain, task.initial, task.universe)]
    for index, call in enumerate(calls):
        wrong = ungrounded(call, task)
        if wrong:
            message = f"Step {index + 1}, {call}: {wrong}."
            return _ended(Outcome(FailureCause.UNGROUNDED, message), run, index, (wrong,))
        operator = task.domain.operators[call.skill]
        binding = {v.name: a for v, a in zip(operator.parameters, call.arguments, strict=True)}
        view = run[-1]
        needed = bound(operator.precondition, binding)
        if not satisfied(needed, view, view.universe):
            reasons = failing(needed, view, view.universe)
            message = f"Step {index + 1}, {call}, cannot be made: {'; '.join(reasons)}."
            return _ended(Outcome(FailureCause.INVALID_PLAN, message), run, index, reasons)
        run.append(view.followed_by(*_after(operator, binding, view)))
    if not satisfied_along(task.goal, run, [view.universe for view in run]):
        reasons = failing(task.goal, run[-1], run[-1].universe) or ("the parts were not reached in their order",)
        message = f"The plan ends without reaching the goal: {'; '.join(reasons)}."
        return _ended(Outcome(FailureCause.INVALID_PLAN, message), run, -1, reasons)
    return _ended(Outcome(), run)


def simulated_views(
    task: PddlTask, calls: Sequence[SkillCall]
) -> tuple[tuple[StateView, ...], tuple[tuple[Literal, ...], ...]]:
    """The states that a valid plan runs through, and of each call the literals by which its precondition holds."""
    run = [StateView(task.domain, task.initial, task.universe)]
    needs = []
    for call in calls:
        operator, view = task.domain.operators[call.skill], run[-1]
        binding = {v.name: a for v, a in zip(operator.parameters, call.arguments, strict=True)}
        needed = grounded(bound(operator.precondition, binding), view.universe)
        needs.append(tuple(x for x in supports(needed, view) if x.predicate != EQUALITY))
        run.append(view.followed_by(*_after(operator, binding, view)))
    return tuple(run), tuple(needs)


def _ended(outcome: Outcome, run: Sequence[StateView], step: int = -1, reasons: tuple[str, ...] = ()) -> SimulatedRun:
    return SimulatedRun(outcome, step, reasons, tuple(view.facts for view in run), run[-1].universe.values)


def ungrounded(call: SkillCall, task: PddlTask) -> str:
    """What is wrong with the names of a call; empty if each argument is an object of the right type."""
    domain = task.domain
    operator = domain.operators.get(call.skill)
    if operator is None:
        return f"there is no action {call.skill!r}; known are {', '.join(domain.operators)}"
    if len(call.arguments) != len(operator.parameters):
        return f"{call.skill} takes {len(operator.parameters)} arguments, got {len(call.arguments)}"
    members = task.universe.objects
    for argument, parameter in zip(call.arguments, operator.parameters, strict=True):
        if argument in members[parameter.type]:
            continue
        if all(argument not in ids for ids in members.values()):
            return f"there is no object {argument!r}"
        return f"{argument!r} is no {parameter.type}, which {call.skill} needs as {parameter.name}"
    return ""


class StateView(Collection[Literal]):
    """The facts of a state with those that derive from them, and its own numbers."""

    def __init__(self, domain: Domain, facts: frozenset[Literal], universe: Universe) -> None:
        self.facts, self.universe = facts, universe  # of facts those that are not derived
        self._domain = domain
        self._asked: dict[Literal, bool] = {}
        self._derived: frozenset[Literal] | None = None
        self._rules: Sequence[tuple[Literal, Goal]] | None = None

    def __contains__(self, literal: object) -> bool:
        if not isinstance(literal, Literal):
            return False
        if literal.predicate == EQUALITY:
            return literal.terms[0] == literal.terms[1]
        if literal.predicate not in self._domain.derived:
            return literal in self.facts
        if self._domain.defines_by_itself:
            if self._derived is None:
                self._derive()
            return literal in (self._derived or ())
        known = self._asked.get(literal)
        if known is None:
            known = self._asked[literal] = self._follows(literal)
        return known

    def __iter__(self) -> Iterator[Literal]:
        return iter(self.facts)

    def __len__(self) -> int:
        return len(self.facts)

    def followed_by(self, facts: frozenset[Literal], universe: Universe) -> StateView:
        """The view of a later state with the same objects."""
        later = StateView(self._domain, facts, universe)
        later._rules = self._rules
        return later

    def _follows(self, literal: Literal) -> bool:
        """Whether a derived fact holds, where no predicate is defined by itself: its condition is asked."""
        rule, types = self._domain.derived[literal.predicate], self.universe.objects
        variables = rule.symbol.parameters
        if any(t not in types[v.type] for v, t in zip(variables, literal.terms, strict=True)):
            return False
        binding = {v.name: t for v, t in zip(variables, literal.terms, strict=True)}
        return satisfied(bound(rule.condition, binding), self, self.universe)

    def _derive(self) -> None:
        """From none of the derived facts to the least set that satisfies all rules."""
        if self._rules is None:
            self._rules = self._bound_rules()
        known: frozenset[Literal] = frozenset()
        while self._derived != known:
            self._derived = known
            known = frozenset(x for x, condition in self._rules if satisfied(condition, self, self.universe))

    def _bound_rules(self) -> Sequence[tuple[Literal, Goal]]:
        """Every fact that may be derived, with the condition that it follows from."""
        return [
            (Literal(rule.symbol.name, tuple(binding.values())), bound(rule.condition, binding))
            for rule in self._domain.derived.values()
            for binding in self.universe.bindings(rule.symbol.parameters)
        ]


def _after(operator: Operator, binding: Mapping[str, str], view: StateView) -> tuple[frozenset[Literal], Universe]:
    """The state that an operator leads to; what it makes both true and false is true."""
    universe = view.universe
    true: set[Literal] = set()
    false: set[Literal] = set()
    for effect in operator.effects:
        for values in universe.bindings(effect.variables) if effect.variables else ({},):
            whole = {**binding, **values} if values else binding
            if effect.condition == _ALWAYS or satisfied(bound(effect.condition, whole), view, universe):
                literal = effect.literal.bind(whole)
                (false if literal.negated else true).add(Literal(literal.predicate, literal.terms))
    numbers = dict(universe.values)
    for change in operator.numeric:
        key = (change.function, tuple(binding.get(t, t) for t in change.terms))
        if change.change is NumericChange.ASSIGN:
            numbers[key] = change.amount
            continue
        if key not in numbers:
            raise DomainError(f"{operator.name} changes {change.function}({', '.join(key[1])}), which has no value")
        numbers[key] += change.amount if change.change is NumericChange.INCREASE else -change.amount
    return (view.facts - false) | true, replace(universe, values=numbers) if operator.numeric else universe
