# SPDX-License-Identifier: Apache-2.0
"""PDDL text as nested lists, and back."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from makedo_core.failure import MakedoError

NestedList = list["NestedList | str"]
"""A parenthesis with words and parentheses in it."""

_COMMENT = re.compile(r";[^\n]*")
_TOKEN = re.compile(r"[()]|[^\s()]+")


class PddlTextError(MakedoError):
    """Text that is not the PDDL that is understood here; the message says where and what was expected."""


def parse(text: str) -> NestedList:
    """The one expression of a PDDL file, in lower case.

    Raises:
        PddlTextError: with the line, when the parentheses do not match or something else stands around them.
    """
    stack: list[tuple[NestedList, int]] = []
    bare = _COMMENT.sub("", text)
    result: NestedList | None = None
    for found in _TOKEN.finditer(bare):
        token = found.group().lower()
        if result is not None:
            raise PddlTextError(f"line {_line(bare, found)}: {token!r} after the end of the definition")
        if token == "(":
            stack.append(([], _line(bare, found)))
        elif not stack:
            raise PddlTextError(f"line {_line(bare, found)}: {token!r} where a '(' should begin the definition")
        elif token == ")":
            done, _ = stack.pop()
            if stack:
                stack[-1][0].append(done)
            else:
                result = done
        else:
            stack[-1][0].append(token)
    if result is None:
        raise PddlTextError(
            f"the '(' of line {stack[-1][1]} is not closed" if stack else "no definition: the text is empty"
        )
    return result


def _line(text: str, found: re.Match[str]) -> int:
    return text.count("\n", 0, found.start()) + 1


def write(expression: NestedList | str) -> str:
    """An expression as text; `parse` reads it back equal."""
    return expression if isinstance(expression, str) else f"({' '.join(write(part) for part in expression)})"


def sections(definition: NestedList, name: str) -> Iterator[NestedList]:
    """The sections of a definition that begin with a word, e.g. ":action"."""
    return (part for part in definition if isinstance(part, list) and part and part[0] == name)


def section(definition: NestedList, name: str) -> NestedList:
    """What stands in the only section of a name.

    Raises:
        PddlTextError: when there is none, or more than one.
    """
    found = list(sections(definition, name))
    if len(found) != 1:
        raise PddlTextError(f"{len(found)} sections {name}; one was expected")
    return found[0][1:]


def typed(names: NestedList, default: str = "object") -> tuple[tuple[str, str], ...]:
    """Names of a typed list with their types: "?a ?b - room" -> (?a, room), (?b, room)."""
    pairs: list[tuple[str, str]] = []
    waiting: list[str] = []
    after_dash = False
    for part in names:
        if after_dash:
            pairs += [(name, write(part)) for name in waiting]
            waiting = []
        elif not isinstance(part, str):
            raise PddlTextError(f"{write(part)} where a name was expected")
        elif part != "-":
            waiting.append(part)
        after_dash = not after_dash and part == "-"
    return (*pairs, *((name, default) for name in waiting))


def variables(names: NestedList) -> tuple[str, ...]:
    """Names of a typed list without their types: "?a ?b - room" -> ?a, ?b."""
    return tuple(name for name, _ in typed(names))


def replaced(expression: NestedList, binding: Mapping[str, str]) -> NestedList:
    """An expression with words replaced by others."""
    return [binding.get(part, part) if isinstance(part, str) else replaced(part, binding) for part in expression]
