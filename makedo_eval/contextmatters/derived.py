# SPDX-License-Identifier: Apache-2.0
"""Derived predicates written out, for tools that do not know them or are strict about their types."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from makedo_eval.contextmatters.expressions import (
    NestedList,
    PddlTextError,
    parse,
    replaced,
    sections,
    typed,
    variables,
    write,
)

_MAX_DEPTH = 20


def plain(domain: str, problem: str) -> tuple[str, str]:
    """Domain and problem without derived predicates.

    One of the data set's domains derives a predicate that it does not declare, from a quantifier over all objects
    where only some have the predicate; no common tool reads it as it is.
    """
    plain_domain, plain_problem = without_derived(parse(domain), parse(problem))
    return write(plain_domain), write(plain_problem)


@dataclass(frozen=True, slots=True)
class _Derived:
    parameters: tuple[str, ...]
    body: NestedList


def without_derived(domain: NestedList, problem: NestedList) -> tuple[NestedList, NestedList]:
    """Domain and problem with each use of a derived predicate replaced by its definition.

    Raises:
        PddlTextError: when a predicate is derived from itself.
    """
    types = {
        str(predicate[0]): tuple(type_ for _, type_ in typed(predicate[1:]))
        for declared in sections(domain, ":predicates")
        for predicate in declared[1:]
        if isinstance(predicate, list)
    }
    rules: dict[str, _Derived] = {}
    for head, body in (_rule(part) for part in sections(domain, ":derived")):
        name = str(head[0])
        if name in rules:
            raise PddlTextError(f"{name} is derived twice; write one rule with 'or'")
        rules[name] = _Derived(variables(head[1:]), _narrowed(body, types))
    if not rules:
        return domain, problem
    kept: NestedList = [part for part in domain if not (isinstance(part, list) and part[:1] == [":derived"])]
    actions: NestedList = []
    for part in kept:
        if isinstance(part, list) and part[:1] == [":action"]:
            actions.append([_expanded(p, rules, 0) if isinstance(p, list) else p for p in part])
        elif isinstance(part, list) and part[:1] == [":predicates"]:
            actions.append([p for p in part if not (isinstance(p, list) and p[0] in rules)])
        elif isinstance(part, list) and part[:1] == [":requirements"]:
            actions.append([":requirements", ":adl"])
        else:
            actions.append(part)
    goal: NestedList = []
    for part in problem:
        is_goal = isinstance(part, list) and part[:1] == [":goal"]
        goal.append(_expanded(part, rules, 0) if is_goal and isinstance(part, list) else part)
    return actions, goal


def _rule(part: NestedList) -> tuple[NestedList, NestedList]:
    if len(part) != 3 or not isinstance(part[1], list) or not isinstance(part[2], list) or not part[1]:
        raise PddlTextError(f"{write(part)}: expected (:derived (name parameters) condition)")
    return part[1], part[2]


def _narrowed(body: NestedList, types: Mapping[str, tuple[str, ...]]) -> NestedList:
    """Quantifiers over all objects as quantifiers over those that the predicates inside are about."""
    if body[:1] not in (["forall"], ["exists"]) or len(body) != 3:
        return [_narrowed(part, types) if isinstance(part, list) else part for part in body]
    quantifier, bound, inner = body
    if not isinstance(bound, list) or not isinstance(inner, list):
        raise PddlTextError(f"{write(body)}: expected ({quantifier} (variables) condition)")
    names: NestedList = []
    for name, type_ in typed(bound):
        about = next(_types_of(name, inner, types), type_) if type_ == "object" else type_
        names += [name, "-", about]
    return [quantifier, names, _narrowed(inner, types)]


def _types_of(variable: str, body: NestedList, types: Mapping[str, tuple[str, ...]]) -> Iterator[str]:
    for part in body:
        if isinstance(part, list):
            yield from _types_of(variable, part, types)
    if variable in body[1:] and str(body[0]) in types:
        yield types[str(body[0])][body.index(variable) - 1]


def _expanded(expression: NestedList, rules: Mapping[str, _Derived], depth: int) -> NestedList:
    if depth > _MAX_DEPTH:
        raise PddlTextError("a predicate is derived from itself; it cannot be written out")
    head = expression[0] if expression else ""
    if isinstance(head, str) and head in rules:
        rule = rules[head]
        arguments = [str(part) for part in expression[1:]]
        if len(arguments) != len(rule.parameters):
            raise PddlTextError(f"{write(expression)}: {head} takes {len(rule.parameters)} arguments")
        # Variables that the rule itself binds must not capture one that it is given.
        own = {p for p in _words(rule.body) if p.startswith("?") and p not in rule.parameters}
        renamed = {name: f"{name}_{depth}_{head}" for name in own}
        body = replaced(rule.body, renamed | dict(zip(rule.parameters, arguments, strict=True)))
        return _expanded(body, rules, depth + 1)
    return [_expanded(part, rules, depth) if isinstance(part, list) else part for part in expression]


def _words(expression: NestedList) -> Iterator[str]:
    for part in expression:
        if isinstance(part, str):
            yield part
        else:
            yield from _words(part)
