# SPDX-License-Identifier: Apache-2.0
"""Reads planning problems, and goals by themselves, from PDDL text.

Source: Fox and Long, PDDL2.1, JAIR 2003, appendix A.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from makedo_core.goals.goal import Goal, Variable
from makedo_core.skills import Literal
from planner_node.pddl.mistakes import Findings, Reading
from planner_node.pddl.model import EQUALITY, Domain, Fluent, PddlTask
from planner_node.pddl.reading.conditions import function, literal, number, precondition
from planner_node.pddl.reading.declarations import TOTAL_COST, things_of
from planner_node.pddl.reading.expressions import TASK_SECTIONS, Expression, Parenthesis, Word, definition, lone
from planner_node.pddl.reading.scope import NameTable, Scope
from planner_node.pddl.reading.sections import flags, sections, title, with_missing
from planner_node.pddl.requirements import goal_uses

_SECTIONS = (":domain", ":requirements", *TASK_SECTIONS[1:])


def read_task(text: str, domain: Domain, *, tolerant: bool = False, source: str = "") -> Reading[PddlTask]:
    """The problem that a text defines, over a domain.

    Args:
        text: PDDL; Markdown fences and prose around it are left out, with a note.
        domain: what may be said.
        tolerant: mend what has one meaning only, with a note for each.
        source: name of the text for messages.

    Raises:
        PddlError: with every mistake that was found, each with its place and what was expected.
    """
    findings = Findings(source, tolerant)
    group = definition(text, "problem", findings)
    name = title(group, findings)
    found = sections(group, _SECTIONS, findings)
    declared = (*domain.requirements, *flags(found[":requirements"], findings))
    _check_domain(found[":domain"], group, domain, findings)
    scope = _scope(domain, (), findings)
    objects: tuple[Variable, ...] = ()
    for section in found[":objects"]:
        objects = things_of(section, scope, "an object")
    for keyword in (":init", ":goal"):
        if not found[keyword]:
            findings.wrong(group.place, f"a problem without ({keyword} ...)", "one")
    initial, values = _initial(found[":init"][0].items[1:] if found[":init"] else (), scope)
    for section in found[":metric"]:
        _check_metric(section, scope)
    goals = [_only_part(section, scope) for section in found[":goal"]]
    findings.check()
    with_missing(declared, goal_uses(goals[0]), found[":goal"][0], findings)
    return findings.reading(PddlTask(name.text if name else "", domain, objects, initial, goals[0], values))


def read_condition(
    text: str,
    domain: Domain,
    *,
    objects: Iterable[Variable] = (),
    variables: Iterable[Variable] = (),
    tolerant: bool = False,
    source: str = "",
) -> Reading[Goal]:
    """A condition by itself, e.g. a goal; `(:goal condition)` is read too. Requirements are not asked for.

    Args:
        text: PDDL; Markdown fences and prose around it are left out, with a note.
        domain: what may be said.
        objects: names that the condition may use besides the domain's constants, with their types.
        variables: free variables that it may use.
        tolerant: mend what has one meaning only, with a note for each.
        source: name of the text for messages.

    Raises:
        PddlError: with every mistake that was found, each with its place and what was expected.
    """
    findings = Findings(source, tolerant)
    group = lone(text, findings)
    scope = _scope(domain, objects, findings)
    if group.head == ":goal":
        return findings.reading(_only_part(group, scope))
    free = scope.inner(NameTable(), variables, group.place)
    return findings.reading(precondition(group, scope, free))


def _scope(domain: Domain, objects: Iterable[Variable], findings: Findings) -> Scope:
    """What a domain declares, and some objects."""
    scope = Scope(findings, derived=set(domain.derived))
    for name, parent in domain.types.items():
        scope.types[name] = parent
    for symbol in (*domain.predicates.values(), *(rule.symbol for rule in domain.derived.values())):
        if symbol.name not in scope.predicates:
            scope.predicates[symbol.name] = symbol
    for symbol in domain.functions.values():
        scope.functions[symbol.name] = symbol
    for thing in (*domain.constants, *objects):
        scope.things[thing.name] = thing.type
    return scope


def _check_domain(found: Sequence[Parenthesis], group: Parenthesis, domain: Domain, findings: Findings) -> None:
    """The problem is one of the domain."""
    if not found:
        findings.mendable(group.place, "a problem without (:domain ...)", f"(:domain {domain.name})", "taken as of it")
        return
    named = found[0].items[1] if len(found[0].items) == 2 else None
    if not isinstance(named, Word):
        findings.wrong(found[0].place, f"{found[0]} with {len(found[0].items) - 1} parts", "the name of a domain")
    elif named.text != domain.name:
        findings.mendable(named.place, f"the domain {named.text!r}", repr(domain.name), f"read as {domain.name!r}")


def _only_part(section: Parenthesis, scope: Scope) -> Goal:
    """The one condition of a section."""
    if len(section.items) != 2:
        found = f"{section} with {len(section.items) - 1} conditions"
        scope.findings.wrong(section.place, found, "one; join several by (and ...)")
    parts = [precondition(part, scope) for part in section.items[1:]]
    return parts[0] if parts else precondition(Parenthesis((), section.place, section.end), scope)


def _initial(items: Sequence[Expression], scope: Scope) -> tuple[frozenset[Literal], dict[Fluent, float]]:
    """What is true at the start, and the values of numbers. What is said not to be true is checked, too."""
    true: dict[Literal, None] = {}
    false: dict[Literal, None] = {}
    values: dict[Fluent, float] = {}
    for item in items:
        expected = "a literal of objects, or (= (function ...) number)"
        if not isinstance(item, Parenthesis) or not item.head:
            scope.findings.wrong(item.place, str(item), expected)
        elif item.head == EQUALITY:
            _value(item, values, scope)
        elif item.head in ("and", "or", "forall", "exists", "imply", "when"):
            scope.findings.wrong(item.place, f"{item} in (:init ...)", expected)
        else:
            inner = item.items[1] if item.head == "not" and len(item.items) == 2 else item
            if not isinstance(inner, Parenthesis) or not inner.head or inner.head == "not":
                scope.findings.wrong(item.place, str(item), expected)
                continue
            fact = literal(inner, scope, NameTable())
            if fact is None:
                continue
            if fact.predicate in scope.derived:
                found = f"the derived predicate {fact.predicate!r} in (:init ...)"
                scope.findings.wrong(item.place, found, "what it is derived from")
            own, other = (false, true) if inner is not item else (true, false)
            own.setdefault(fact)
            if fact in other:
                scope.findings.wrong(item.place, f"both {fact} and its opposite", "one of them")
    return frozenset(true), values


def _value(item: Parenthesis, values: dict[Fluent, float], scope: Scope) -> None:
    """Read `(= (function terms ...) number)`; a total cost other than 0 has no meaning."""
    target = item.items[1] if len(item.items) == 3 else None
    if not isinstance(target, Parenthesis):
        scope.findings.wrong(item.place, str(item), "(= (function ...) number)")
        return
    value = number(item.items[2], scope)
    if target.head == TOTAL_COST and TOTAL_COST not in scope.functions:
        if value:
            scope.findings.wrong(item.place, f"a total cost of {value:g} at the start", "0")
        return
    fluent = function(target, scope, NameTable())
    if fluent in values:
        scope.findings.wrong(item.place, f"a second value of {fluent[0]}({', '.join(fluent[1])})", "one")
    elif fluent and value is not None:
        values[fluent] = value


def _check_metric(section: Parenthesis, scope: Scope) -> None:
    """Costs are all that can be asked to be small."""
    direction, target = (*section.items[1:], None, None)[:2]
    cheap = isinstance(direction, Word) and direction.text.lower() == "minimize"
    if not (cheap and len(section.items) == 3 and isinstance(target, Parenthesis) and target.head == TOTAL_COST):
        found = "a metric other than the total cost"
        scope.findings.mendable(section.place, found, "(:metric minimize (total-cost))", "left out")
