# SPDX-License-Identifier: Apache-2.0
"""Declaring parameters: described, typed by their default, and forgiving where YAML is not (a whole number for 1.0)."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from rcl_interfaces.msg import ParameterDescriptor, SetParametersResult
from rclpy.exceptions import InvalidParameterTypeException
from rclpy.node import Node
from rclpy.parameter import Parameter

from makedo_core.failure import MakedoError

_EXPECTED = {bool: "true or false", int: "a whole number", str: "text", list: "a list"}
T = TypeVar("T", bool, int, float, str, list[str], list[float])


class ParameterError(MakedoError):
    """A parameter of a type or value that cannot be meant; the message names it."""


def declare(node: Node, name: str, default: T, description: str) -> T:
    """Declare a parameter if it is not yet, and return its value in the type of the default.

    Raises:
        ParameterError: if the value is of another type than the default; not-a-number (.nan) is no number.
    """
    is_number = isinstance(default, float)
    if not node.has_parameter(name):
        descriptor = ParameterDescriptor(description=description, dynamic_typing=is_number)
        try:
            node.declare_parameter(name, default, descriptor)
        except InvalidParameterTypeException:
            expected = f"{_EXPECTED[type(default)]}, e.g. {_written(default)}"
            raise ParameterError(f"parameter {name} {_given(node, name)}, expected {expected}") from None
    value = node.get_parameter(name).value
    if not is_number:
        declared: T = value  # rclpy holds a parameter to the type it was declared with
        return declared
    if isinstance(value, bool) or not isinstance(value, (int, float)) or math.isnan(value):
        raise ParameterError(f"parameter {name} is {value!r}, expected a number, e.g. {default}")
    number: Any = float(value)
    converted: T = number  # T is float here
    return converted


def declare_rate(node: Node, name: str, default: float, description: str) -> float:
    """Declare a parameter if it is not yet, and return its value, of which the reciprocal is a time [Hz].

    Raises:
        ParameterError: if the value is no number, or not a finite one above 0.
    """
    value = declare(node, name, default, description)
    if not 0.0 < value < math.inf:
        raise ParameterError(f"parameter {name} is {value}, expected a finite rate above 0 Hz, e.g. {default}")
    return value


def hold_parameters(node: Node, changeable: Mapping[str, Callable[[Any], str]] | None = None) -> None:
    """Refuse every change of a parameter that a node has read already, with the reason.

    Call it where the node is made. rclpy would say "successful" to any value and nothing would come of it. A value that
    a launch file or a file of parameters sets is none of these changes: it is there when the parameter is declared.

    Args:
        node: whose parameters these are.
        changeable: for those that can be set at any time, what is wrong with a new value; empty: nothing is, and the
            node has taken it over.
    """
    checks = changeable or {}

    def on_set(parameters: list[Parameter]) -> SetParametersResult:
        held = [p.name for p in parameters if node.has_parameter(p.name) and p.name not in checks]
        if held:
            others = f"; what can be set at any time: {', '.join(sorted(checks))}" if checks else ""
            reason = f"{held[0]} is read once, when {node.get_name()} starts: set it there and start again{others}"
            return SetParametersResult(successful=False, reason=reason)
        changes = [p for p in parameters if node.has_parameter(p.name)]
        problem = next(filter(None, (checks[p.name](p.value) for p in changes)), "")
        return SetParametersResult(successful=not problem, reason=problem)

    node.add_on_set_parameters_callback(on_set)


def _given(node: Node, name: str) -> str:
    """What was given for a parameter, where rclpy lets that be known: it has no public way to ask."""
    overrides = getattr(node, "_parameter_overrides", {})
    return f"is {overrides[name].value!r}" if name in overrides else "is of another type"


def _written(value: object) -> str:
    """As it is written in a parameter file, or after := ."""
    return json.dumps(value)
