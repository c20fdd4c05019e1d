# SPDX-License-Identifier: Apache-2.0
"""A strategy's name with its options, "name" or "name:option=value,option=value", read and checked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, TypeVar

from planner_node.strategies.parts import Parts, StrategyError

_SWITCH: Mapping[str, bool] = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}
_Options = TypeVar("_Options")


@dataclass(frozen=True, slots=True)
class Choice:
    """A strategy as it is asked for: its name, and options as text."""

    name: str
    options: Mapping[str, str]


def read_choice(text: str) -> Choice:
    """The name and the options of a text such as "hierarchical:ablation=HV,library=off".

    Raises:
        StrategyError: on an option without a value, or one that is given twice.
    """
    name, _, rest = text.strip().partition(":")
    options: dict[str, str] = {}
    for item in filter(None, (part.strip() for part in rest.split(","))):
        option, sign, value = (part.strip() for part in item.partition("="))
        if not sign or not option or not value:
            raise StrategyError(f"{text!r}: {item!r} sets nothing; write name:option=value,option=value")
        if option in options:
            raise StrategyError(f"{text!r}: {option!r} is set twice; set it once")
        options[option] = value
    return Choice(name.strip(), options)


def read_options(parts: Parts, defaults: _Options) -> _Options:
    """The options of some parts as a strategy's own dataclass.

    Args:
        parts: whose options are read.
        defaults: a frozen dataclass whose fields hold booleans, whole numbers, numbers or text.

    Raises:
        StrategyError: on an option that the strategy does not have, or a value of the wrong kind.
    """
    known = {field.name: getattr(defaults, field.name) for field in fields(defaults)}  # type: ignore[arg-type]
    unknown = [name for name in parts.options if name not in known]
    if unknown:
        there = ", ".join(f"{name} ({_said(value)})" for name, value in known.items()) or "none"
        raise StrategyError(f"there is no option {unknown[0]!r}; there are: {there}")
    values = {name: _value(name, text, known[name]) for name, text in parts.options.items()}
    try:
        return type(defaults)(**{**known, **values})
    except ValueError as error:
        raise StrategyError(str(error)) from None


def _value(name: str, text: str, default: Any) -> Any:
    """A value of the kind of a default."""
    if isinstance(default, bool):
        if text.lower() not in _SWITCH:
            raise StrategyError(f"the option {name} is {text!r}; it must be one of {', '.join(_SWITCH)}")
        return _SWITCH[text.lower()]
    if isinstance(default, int | float):
        kind = "whole number" if isinstance(default, int) else "number"
        try:
            return type(default)(text)
        except ValueError:
            raise StrategyError(f"the option {name} is {text!r}; it must be a {kind}") from None
    return text


def _said(value: Any) -> str:
    """A default in a message."""
    return f"default {str(value).lower() if isinstance(value, bool) else repr(value)}"
