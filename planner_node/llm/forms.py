# SPDX-License-Identifier: Apache-2.0
"""Strict JSON schemas for answers: names to choose from, bounded texts and lists, every field in its place.

Servers that keep to schemas write the fields in this order, so what a model should think about first stands first.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

MOST_NAMES = 150
"""Longest list of names to choose from; where there are more, any words are allowed."""

Form = Mapping[str, Any]

_LONGEST_NAME = 80  # characters


def record(**fields: Form) -> Form:
    """All of these fields and no others."""
    return {
        "type": "object",
        "properties": {name: dict(form) for name, form in fields.items()},
        "required": list(fields),
        "additionalProperties": False,
    }


def text(most: int) -> Form:
    """Any words, at most so many characters."""
    return {"type": "string", "maxLength": most}


def exactly(word: str) -> Form:
    """This word."""
    return {"const": word}


def choice(names: Collection[str]) -> Form:
    """One of some names; any words where there are none of them, or too many to list."""
    return {"enum": list(names)} if 0 < len(names) <= MOST_NAMES else text(_LONGEST_NAME)


def some(form: Form, most: int, least: int = 0) -> Form:
    """A list."""
    return {"type": "array", "items": dict(form), "minItems": least, "maxItems": most}


def either(*forms: Form) -> Form:
    """One of several."""
    return {"anyOf": [dict(form) for form in forms]}


def flag() -> Form:
    """Yes or no."""
    return {"type": "boolean"}
