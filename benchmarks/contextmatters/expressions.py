# SPDX-License-Identifier: Apache-2.0
"""PDDL text as nested lists, and back; derived predicates written out for tools that do not know them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from makedo_core.failure import MakedoError

Expression = list["Expression | str"]
"""A parenthesis with words and parentheses in it."""

_COMMENT = re.compile(r";[^\n]*")
_TOKEN = re.compile(r"[()]|[^\s()]+")
_MAX_DEPTH = 20


class PddlError(MakedoError):
    """Text that is not the PDDL that is understood here; the message says where and what was expected."""


def parse(text: str) -> Expression:
    """The one expression of a PDDL file, in lower case.

    Raises:
        PddlError: with the line, when the parentheses do not match or something else stands around them.
    """
    stack: list[tuple[Expression, int]] = []
    bare = _COMMENT.sub("", text)
    result: Expression | None = None
    for found in _TOKEN.finditer(bare):
        token = found.group().lower()
        if result is not None:
            raise PddlError(f"line {_line(bare, found)}: {token!r} after the end of the definition")
        if token == "(":
            stack.append(([], _line(bare, found)))
        elif not stack:
            raise PddlError(f"line {_line(bare, found)}: {token!r} where a '(' should begin the definition")
        elif token == ")":
            done, _ = stack.pop()
            if stack:
                stack[-1][0].append(done)
            else:
                result = done
        else:
            stack[-1][0].append(token)
    if result is None:
        raise PddlError(
            f"the '(' of line {stack[-1][1]} is not closed" if stack else "no definition: the text is empty"
        )
    return result


def _line(text: str, found: re.Match[str]) -> int:
    return text.count("\n", 0, found.start()) + 1


def write(expression: Expression | str) -> str:
    """An expression as text; `parse` reads it back equal."""
    return expression if isinstance(expression, str) else f"({' '.join(write(part) for part in expression)})"


def sections(definition: Expression, name: str) -> Iterator[Expression]:
    """The sections of a definition that begin with a word, e.g. ":action"."""
    return (part for part in definition if isinstance(part, list) and part and part[0] == name)


def section(definition: Expression, name: str) -> Expression:
    """What stands in the only section of a name.

    Raises:
        PddlError: when there is none, or more than one.
    """
    found = list(sections(definition, name))
    if len(found) != 1:
        raise PddlError(f"{len(found)} sections {name}; one was expected")
    return found[0][1:]


def variables(typed: Expression) -> tuple[str, ...]:
    """Names of a typed list: "?a ?b - room" -> ?a, ?b."""
    names: list[str] = []
    after_dash = False
    for part in typed:
        if not isinstance(part, str):
            if not after_dash:
                raise PddlError(f"{write(part)} where a name was expected")
        elif not after_dash and part != "-":
            names.append(part)
        after_dash = part == "-"
    return tuple(names)


@dataclass(frozen=True, slots=True)
class _Derived:
    parameters: tuple[str, ...]
    body: Expression


def without_derived(domain: Expression, problem: Expression) -> tuple[Expression, Expression]:
    """Domain and problem with each use of a derived predicate replaced by its definition.

    Raises:
        PddlError: when a predicate is derived from itself.
    """
    rules: dict[str, _Derived] = {}
    for _, head, body in (_rule(part) for part in sections(domain, ":derived")):
        name = str(head[0])
        if name in rules:
            raise PddlError(f"{name} is derived twice; write one rule with 'or'")
        rules[name] = _Derived(variables(head[1:]), body)
    if not rules:
        return domain, problem
    kept: Expression = [part for part in domain if not (isinstance(part, list) and part[:1] == [":derived"])]
    actions: Expression = []
    for part in kept:
        if isinstance(part, list) and part[:1] == [":action"]:
            actions.append([_expanded(p, rules, 0) if isinstance(p, list) else p for p in part])
        elif isinstance(part, list) and part[:1] == [":predicates"]:
            actions.append([p for p in part if not (isinstance(p, list) and p[0] in rules)])
        elif isinstance(part, list) and part[:1] == [":requirements"]:
            actions.append([":requirements", ":adl"])
        else:
            actions.append(part)
    goal: Expression = []
    for part in problem:
        is_goal = isinstance(part, list) and part[:1] == [":goal"]
        goal.append(_expanded(part, rules, 0) if is_goal and isinstance(part, list) else part)
    return actions, goal


def _rule(part: Expression) -> tuple[str, Expression, Expression]:
    if len(part) != 3 or not isinstance(part[1], list) or not isinstance(part[2], list) or not part[1]:
        raise PddlError(f"{write(part)}: expected (:derived (name parameters) condition)")
    return ":derived", part[1], part[2]


def _expanded(expression: Expression, rules: Mapping[str, _Derived], depth: int) -> Expression:
    if depth > _MAX_DEPTH:
        raise PddlError("a predicate is derived from itself; it cannot be written out")
    head = expression[0] if expression else ""
    if isinstance(head, str) and head in rules:
        rule = rules[head]
        arguments = [str(part) for part in expression[1:]]
        if len(arguments) != len(rule.parameters):
            raise PddlError(f"{write(expression)}: {head} takes {len(rule.parameters)} arguments")
        # What the rule binds itself must not catch a variable that it is given.
        own = {p for p in _words(rule.body) if p.startswith("?") and p not in rule.parameters}
        renamed = {name: f"{name}_{depth}_{head}" for name in own}
        body = _replaced(rule.body, renamed | dict(zip(rule.parameters, arguments, strict=True)))
        return _expanded(body, rules, depth + 1)
    return [_expanded(part, rules, depth) if isinstance(part, list) else part for part in expression]


def _words(expression: Expression) -> Iterator[str]:
    for part in expression:
        if isinstance(part, str):
            yield part
        else:
            yield from _words(part)


def _replaced(expression: Expression, binding: Mapping[str, str]) -> Expression:
    return [binding.get(part, part) if isinstance(part, str) else _replaced(part, binding) for part in expression]
