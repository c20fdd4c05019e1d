# SPDX-License-Identifier: Apache-2.0
"""Doors and drawers between closed and open: which state a joint value is, and which values a state allows."""

from __future__ import annotations

from collections.abc import Collection

from makedo_core.asset_model import Articulation
from makedo_core.scene_graph import State

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
