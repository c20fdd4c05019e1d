# SPDX-License-Identifier: Apache-2.0
"""Doors and drawers between closed and open: which state a joint value is, and which values a state allows."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from makedo_core.graph.asset_model import Articulation
from makedo_core.graph.scene_graph import OPENINGS, Node, State

CLOSED_SHARE = 0.125  # of `open_at`, up to which it counts as closed: as good as anybody sees or feels it


def closed_at(articulation: Articulation) -> float:
    """Joint value up to which the asset counts as closed [rad or m]."""
    return CLOSED_SHARE * articulation.open_at


def state_at(articulation: Articulation, value: float) -> State:
    """OPEN (wide enough to reach in), AJAR or CLOSED at a joint value [rad or m]."""
    if value >= articulation.open_at:
        return State.OPEN
    return State.AJAR if value > closed_at(articulation) else State.CLOSED


def values_in(articulation: Articulation, states: Collection[State]) -> tuple[float, float]:
    """Smallest and largest joint value that the states of an asset allow; zero unless it is open or ajar."""
    if State.OPEN in states:
        return articulation.open_at, articulation.range[1]
    if State.AJAR in states:
        return closed_at(articulation), articulation.open_at
    return 0.0, 0.0


def value_of(node: Node) -> float:
    """Best guess of the joint value [rad or m]: as measured, else its end if open, the middle if ajar, or zero."""
    articulation = None if node.model is None else node.model.articulation
    if articulation is None:
        return 0.0
    if node.opening is not None:
        return node.opening
    low, high = values_in(articulation, node.states)
    return high if State.OPEN in node.states else (low + high) / 2


def opened_to(node: Node, value: float) -> Node:
    """A node whose door or drawer was measured to be so far open [rad or m], within what its state allows.

    Where no state is known, the value decides. What is closed is not open by any value, nor is what never opens.
    """
    articulation = None if node.model is None else node.model.articulation
    if articulation is None:
        return node
    if not node.states & OPENINGS:
        node = node.with_state(state_at(articulation, value))
    if State.CLOSED in node.states:
        return replace(node, opening=None)
    low, high = values_in(articulation, node.states)
    return replace(node, opening=min(max(value, low), high))
