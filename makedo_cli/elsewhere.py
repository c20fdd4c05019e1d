# SPDX-License-Identifier: Apache-2.0
"""Where a stack runs, for whoever asks in the wrong namespace."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rclpy.node import Node

_STOP, _TYPE = "/stop", "makedo/srv/Stop"  # what every executor serves


def elsewhere(node: Node) -> str:
    """What to say to an operator who finds nobody: in which other namespaces a stack runs; empty: in none.

    Args:
        node: of the operator's command; a node that has run for a moment knows who is there.
    """
    own = node.get_namespace().rstrip("/")
    names = sorted(
        name.removesuffix(_STOP)
        for name, types in node.get_service_names_and_types()
        if name.endswith(_STOP) and _TYPE in types and name.removesuffix(_STOP) != own
    )
    if not names:
        return ""
    where = ", ".join(name or "no namespace" for name in names)
    remedy = f"add --namespace {names[0]}" if names[0] else "leave --namespace out"
    return f"; a stack runs in {where}: {remedy}"
