# SPDX-License-Identifier: Apache-2.0
"""Demands of the PC tasks: gather parts in the dining room, anywhere in it.

A computer that starts and shows something needs a mainboard, a processor, memory, a graphics card (no processor of
the scenes is said to have one built in), a power supply, and a case to be a desktop PC. Monitor, keyboard and mouse
are connected to a PC, not assembled into one: accessories.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from makedo_core.plan import RelaxationKind
from makedo_eval.contextmatters.conditions import Gathered, Location, LocationKind, Quantified, Things
from makedo_eval.contextmatters.specification import Alternative, Specification

_BOARD_AND_CARDS = ("motherboard", "cpu", "ram", "gpu")
_PARTS = (*_BOARD_AND_CARDS, "psu", "case")
_ACCESSORIES = ("monitor", "keyboard", "mouse")
_DINING_ROOM = Location(LocationKind.IN_ROOM, Things(("dining_room",)))


def _gathered(*labels: str) -> Gathered:
    return Gathered(_DINING_ROOM, tuple(Quantified(Things((label,))) for label in labels))


_SPECIFICATIONS: Mapping[str, Specification] = MappingProxyType(
    {
        "problem_1": Specification((_gathered(*_PARTS),)),
        # The authors expected no change here, but without a power supply there is no PC to assemble.
        "problem_2": Specification(
            (_gathered(*_PARTS),),
            shortage="there is no power supply and no case",
            alternatives=(
                Alternative(
                    (_gathered(*_BOARD_AND_CARDS),), frozenset({RelaxationKind.DROP, RelaxationKind.LOWER_COUNT})
                ),
            ),
        ),
        "problem_3": Specification(
            (Gathered(_DINING_ROOM, (Quantified(Things(_PARTS), 4), Quantified(Things(_ACCESSORIES), 1))),)
        ),
    }
)


def specification(problem: str, scene: str) -> Specification | None:
    """The demand of a task, the same in both scenes; None for an unknown one."""
    return _SPECIFICATIONS.get(problem)
