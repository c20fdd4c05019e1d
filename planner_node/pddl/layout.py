# SPDX-License-Identifier: Apache-2.0
"""Nested lists as indented text."""

from __future__ import annotations

from typing import TypeAlias, Union

Nested: TypeAlias = Union[str, tuple["Nested", ...]]  # noqa: UP007 - a union with its own name needs this on 3.10
_WIDTH = 100
_INDENT = "  "
_WITH_NAME = frozenset({":action", ":derived", "exists", "forall"})
"""What the part after these belongs on the same line."""


def lay_out(nested: Nested, depth: int = 0) -> str:
    """The text of a list: on one line if it fits, else each part on a line of its own.

    Actions are never on one line; each of their fields has one.
    """
    flat = _flat(nested)
    if isinstance(nested, str) or not nested:
        return flat
    if len(flat) + len(_INDENT) * depth <= _WIDTH and nested[0] != ":action":
        return flat
    count = 2 if nested[0] in _WITH_NAME else 1
    lines = [" ".join(_flat(part) for part in nested[:count])]
    keyword = ""
    for part in nested[count:]:
        if nested[0] == ":action" and isinstance(part, str):
            keyword = f"{part} "
        else:
            lines.append(keyword + lay_out(part, depth + 1))
            keyword = ""
    return "(" + f"\n{_INDENT * (depth + 1)}".join(lines) + ")"


def _flat(nested: Nested) -> str:
    return nested if isinstance(nested, str) else f"({' '.join(map(_flat, nested))})"
