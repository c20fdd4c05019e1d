# SPDX-License-Identifier: Apache-2.0
"""Learnt preferences in words."""

from __future__ import annotations

from collections.abc import Sequence

from makedo_core.preferences.describing import Describer
from makedo_core.preferences.learning import Preferences
from makedo_core.preferences.values import PreferredPlace


def placed(placement: PreferredPlace, describer: Describer) -> str:
    """Where a thing goes, and what it has in common with the examples there."""
    if placement.place is None:
        return f"{placement.thing}: I cannot tell where it belongs; nothing in the examples decides it."
    begin = f"{placement.thing} to {placement.place}"
    if not placement.reasons:
        return f"{begin}: that is one of the examples."
    best = placement.reasons[0]
    return f"{begin}: it is {describer.said(best.trait)}, like {_listed(best.like)}."


def summed_up(preferences: Preferences, describer: Describer) -> str:
    """What was learnt: a line for each place."""
    lines = []
    for place in preferences.examples:
        rules = preferences.rules(place)
        said = "; ".join(f"what is {describer.said(r.trait)} ({_listed(r.like)})" for r in rules)
        lines.append(f"{place}: {said}" if said else f"{place}: its examples have nothing in common that others lack")
    return "\n".join(lines)


def _listed(things: Sequence[str]) -> str:
    return " and ".join(part for part in (", ".join(things[:-1]), things[-1]) if part)
