# SPDX-License-Identifier: Apache-2.0
"""Which stacks run in this ROS domain, for whoever asks in the wrong namespace or means all of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rclpy.node import Node

STOP = "/stop"
_TYPE = "makedo/srv/Stop"  # what every executor serves


def stacks(node: Node) -> tuple[str, ...]:
    """The namespaces in which a stack runs, sorted: "" or like "/left".

    Args:
        node: of the operator's command; one that has run for a moment knows who is there.
    """
    named = (name for name, types in node.get_service_names_and_types() if name.endswith(STOP) and _TYPE in types)
    return tuple(sorted(name.removesuffix(STOP) for name in named))


def elsewhere(node: Node) -> str:
    """What to say to an operator who finds nobody: in which other namespaces a stack runs; empty: in none."""
    own = node.get_namespace().rstrip("/")
    names = [name for name in stacks(node) if name != own]
    if not names:
        return ""
    remedy = f"add --namespace {names[0]}" if names[0] else "leave --namespace out"
    return f"; a stack runs in {listed(names)}: {remedy}"


def listed(names: list[str]) -> str:
    """Namespaces as people read them."""
    return ", ".join(name or "no namespace" for name in names)
