# SPDX-License-Identifier: Apache-2.0
"""Demands of the cleaning tasks: rubbish into its bin, the floors of kitchen and living room, a clean mop.

Shelbiana has no living room, so no task can be met there in full; its kitchen can still be done. "Clean the mop
immediately after each room" is a demand on the order of the steps, and the mop is clean at the end.
"""

from __future__ import annotations

from makedo_core.plan import RelaxationKind
from makedo_eval.contextmatters.conditions import Condition, Things
from makedo_eval.contextmatters.household_conditions import (
    Clean,
    CleanedAfterUse,
    FloorClean,
    NotThrownInto,
    ThrownAway,
)
from makedo_eval.contextmatters.specification import Alternative, Specification

_NO_LIVING_ROOM = frozenset({"Shelbiana"})
_SCENES = frozenset({"Parole"}) | _NO_LIVING_ROOM
_CHANGED = frozenset(
    {
        RelaxationKind.DROP,
        RelaxationKind.LOWER_COUNT,
        RelaxationKind.SUBSTITUTE,
        RelaxationKind.GENERALISE,
        RelaxationKind.CHANGE_PLACE,
    }
)
_COLA = Things(("cola_can",))
_PEEL_AND_APPLE = (Things(("banana_peel",)), Things(("rotting_apple",)))
_EMPTY_BOTTLES = Things(("empty_glass_bottle", "empty_plastic_bottle"))
_FULL_BOTTLE = Things(("full_glass_bottle",))
_ANY_BIN = Things(("rubbish_bin", "organic_bin", "plastic_bin", "paper_bin", "metal_bin", "glass_bin", "undefined_bin"))
_KITCHEN = FloorClean(Things(("kitchen",)))
_LIVING_ROOM = FloorClean(Things(("living_room",)))
_MOP = (CleanedAfterUse(), Clean(Things(("mop",))))
_BOTH_FLOORS: tuple[Condition, ...] = (_KITCHEN, _LIVING_ROOM, *_MOP)
# The content of a full bottle is no rubbish, whatever bin the bottle fits.
_KEPT: Condition = NotThrownInto(_FULL_BOTTLE, _ANY_BIN)


def _into(bin_label: str, *things: Things) -> tuple[Condition, ...]:
    return tuple(ThrownAway(each, Things((bin_label,))) for each in things)


_RUBBISH = _into("rubbish_bin", _COLA, *_PEEL_AND_APPLE)
_SORTED_BUT_GLASS = (
    *_into("metal_bin", _COLA),
    *_into("plastic_bin", Things(("empty_plastic_bottle",))),
    *_into("organic_bin", *_PEEL_AND_APPLE),
    _KEPT,
)
_SORTED = (*_SORTED_BUT_GLASS, *_into("glass_bin", Things(("empty_glass_bottle",))))
# No bin is right for glass then; in a wrong one it would spoil what was sorted.
_GLASS_KEPT = NotThrownInto(Things(("empty_glass_bottle",)), _ANY_BIN)
# The bin without a label takes what has no bin of its own; leaving that where it is, is as good.
_ORGANIC_SORTED = (
    *_into("organic_bin", *_PEEL_AND_APPLE),
    NotThrownInto(Things((*_COLA.labels, *_EMPTY_BOTTLES.labels)), Things(("organic_bin",))),
    _KEPT,
)


def specification(problem: str, scene: str) -> Specification | None:
    """The demand of a task in a scene; None for an unknown one."""
    if scene not in _SCENES:
        return None
    there: tuple[Condition, ...] = (_KITCHEN, *_MOP) if scene in _NO_LIVING_ROOM else _BOTH_FLOORS
    room = "there is no living room" if scene in _NO_LIVING_ROOM else ""
    demanded, thing, left = {
        "problem_1": (_RUBBISH, "", (*_RUBBISH, *there)),
        "problem_2": (_RUBBISH, "there is no banana peel and no apple", (*_into("rubbish_bin", _COLA), *there)),
        "problem_3": (_RUBBISH, "there is no mop", _RUBBISH),
        "problem_4": (_SORTED, "", (*_SORTED, *there)),
        "problem_5": (_SORTED, "there is no bin for glass", (*_SORTED_BUT_GLASS, _GLASS_KEPT, *there)),
        "problem_6": (_SORTED, "there is no bin for glass, plastic or metal", (*_ORGANIC_SORTED, *there)),
    }.get(problem, ((), "", ()))
    if not demanded:
        return None
    shortage = "; ".join(reason for reason in (thing, room) if reason)
    alternatives = (Alternative(left, _CHANGED),) if shortage else ()
    return Specification((*demanded, *_BOTH_FLOORS), shortage, alternatives)
