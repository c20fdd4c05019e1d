# SPDX-License-Identifier: Apache-2.0
"""Reads planning domains from PDDL text.

Names count as the same whatever their case, as in PDDL; spelling one differently is mended, not passed over,
because some planners take them as different.

Source: Fox and Long, PDDL2.1, JAIR 2003, appendix A; Hoffmann and Edelkamp, JAIR 2005, for derived predicates.
"""

from __future__ import annotations

from dataclasses import replace

from makedo_core.goals.goal import Variable
from planner_node.pddl.mistakes import Findings, Reading
from planner_node.pddl.model import Derived, Domain, Operator, Symbol
from planner_node.pddl.reading.conditions import TRUE, condition, precondition
from planner_node.pddl.reading.declarations import (
    functions_of,
    name_of,
    predicates_of,
    symbol_of,
    things_of,
    types_of,
    variables_of,
)
from planner_node.pddl.reading.effects import Effects, effects
from planner_node.pddl.reading.expressions import DOMAIN_SECTIONS, Parenthesis, Word, definition
from planner_node.pddl.reading.scope import NameTable, Scope
from planner_node.pddl.reading.sections import fields, flags, sections, title, with_missing
from planner_node.pddl.requirements import uses
from planner_node.pddl.strata import unstratified


def read_domain(text: str, *, tolerant: bool = False, source: str = "") -> Reading[Domain]:
    """The domain that a text defines.

    Args:
        text: PDDL; Markdown fences and prose around it are left out, with a note.
        tolerant: mend what has one meaning only (missing requirements, undeclared predicates, parents that are
            no declared types, capitals, parentheses missing at the end), with a note for each.
        source: name of the text for messages, e.g. a file name.

    Raises:
        PddlError: with every mistake that was found, each with its place and what was expected.
    """
    findings = Findings(source, tolerant)
    group = definition(text, "domain", findings)
    name = title(group, findings)
    found = sections(group, DOMAIN_SECTIONS, findings)
    declared = flags(found[":requirements"], findings)
    scope = Scope(findings, infer=True)
    for section in found[":types"]:
        scope.types = types_of(section, findings)
    constants: tuple[Variable, ...] = ()
    for section in found[":constants"]:
        constants = things_of(section, scope, "a constant")
    for section in found[":predicates"]:
        predicates_of(section, scope)
    for section in found[":functions"]:
        functions_of(section, scope)
    heads = _derived_heads(found[":derived"], scope)
    operators = _operators(found[":action"], scope)
    derived = _derived(heads, scope)
    _declare_inferred(operators, scope)
    findings.check()
    domain = Domain(
        name.text if name else "",
        dict(scope.types),
        dict(scope.predicates),
        operators,
        constants,
        dict(scope.functions),
        derived,
    )
    for at in (group for group, symbol in heads if symbol.name in unstratified(derived)):
        found_text = f"'{at.head}' of a predicate that depends on its own negation"
        findings.wrong(at.place, found_text, "derived predicates that can be evaluated one after the other")
    where = found[":requirements"][0] if found[":requirements"] else group
    return findings.reading(replace(domain, requirements=with_missing(declared, uses(domain), where, findings)))


def _derived_heads(groups: list[Parenthesis], scope: Scope) -> list[tuple[Parenthesis, Symbol]]:
    """The heads of derived predicates, which may be used before they are defined."""
    heads: dict[str, tuple[Parenthesis, Symbol]] = {}
    for group in groups:
        head = group.items[1] if len(group.items) > 1 else None
        if len(group.items) != 3 or not isinstance(head, Parenthesis):
            found = f"{group} with {len(group.items) - 1} parts"
            scope.findings.wrong(group.place, found, "(:derived (name ...) condition)")
            continue
        named = symbol_of(head, scope, "a derived predicate")
        if named is None:
            continue
        atom, symbol = named
        before = scope.predicates.spelling(symbol.name)
        if before in heads:
            first = heads[before][0].place
            expected = f"one rule; join it with the first, in {first}, by (or ...)"
            scope.findings.wrong(atom.place, f"a second rule for {symbol.name!r}", expected)
            continue
        if before is None:
            expected = f"'({symbol})' in (:predicates ...)"
            undeclared = f"the derived predicate {symbol.name!r}, which is not declared"
            scope.findings.mendable(atom.place, undeclared, expected, f"declared as '({symbol})'")
            scope.predicates[symbol.name] = symbol
        else:
            name = scope.resolve(atom, scope.predicates, "predicate") or before
            symbol = Symbol(name, symbol.parameters)
            _check_head(atom, symbol, scope)
        scope.derived.add(symbol.name)
        heads[symbol.name] = (group, symbol)
    return list(heads.values())


def _check_head(atom: Word, symbol: Symbol, scope: Scope) -> None:
    """A derived predicate has the parameters that it was declared with, or narrower ones."""
    declared = scope.predicates[symbol.name]
    types = [v.type for v in symbol.parameters]
    wanted = [v.type for v in declared.parameters]
    if len(types) != len(wanted) or not all(scope.is_a(t, w) for t, w in zip(types, wanted, strict=True)):
        scope.findings.wrong(atom.place, f"the derived predicate '({symbol})'", f"it as declared: '({declared})'")


def _derived(heads: list[tuple[Parenthesis, Symbol]], scope: Scope) -> dict[str, Derived]:
    result = {}
    for group, symbol in heads:
        variables = scope.inner(NameTable(), symbol.parameters, group.place)
        result[symbol.name] = Derived(symbol, condition(group.items[2], scope, variables))
    return result


def _operators(groups: list[Parenthesis], scope: Scope) -> dict[str, Operator]:
    result: NameTable[Operator] = NameTable()
    for group in groups:
        head = group.items[1] if len(group.items) > 1 else None
        name = name_of(head, group, "an action", scope.findings)
        if name and result.spelling(name.text):
            scope.findings.wrong(name.place, f"the action {name.text!r} again", "one definition of each action")
        elif name:
            result[name.text] = _operator(group, name, scope)
    return dict(result)


def _operator(group: Parenthesis, name: Word, scope: Scope) -> Operator:
    given = fields(group, scope.findings)
    declared = given.get(":parameters")
    if declared is None:
        scope.findings.mendable(
            group.place, f"the action {name.text!r} without :parameters", ":parameters (...)", "taken as without any"
        )
    parameters = variables_of(declared.items, scope) if isinstance(declared, Parenthesis) else ()
    variables = scope.inner(NameTable(), parameters, group.place)
    needed = precondition(given[":precondition"], scope, variables) if ":precondition" in given else TRUE
    done = effects(given[":effect"], scope, variables) if ":effect" in given else Effects()
    free = 0.0 if scope.has_costs else 1.0
    cost = free if done.cost is None else done.cost
    return Operator(name.text, parameters, needed, tuple(done.literals), tuple(done.numeric), cost, done.cost_of)


def _declare_inferred(operators: dict[str, Operator], scope: Scope) -> None:
    """Declare the predicates that were taken as declared by their use."""
    changed = {effect.literal.predicate for operator in operators.values() for effect in operator.effects}
    for name, use in scope.inferred.items():
        parameters = tuple(Variable(f"?x{i}", t) for i, t in enumerate(use.types, start=1))
        symbol = Symbol(name, parameters)
        never = "" if name in changed else "; no action changes it"
        message = f"the undeclared predicate {name!r}; declared from its use as '({symbol})'{never}"
        scope.findings.note(use.place, message)
        scope.predicates[name] = symbol
