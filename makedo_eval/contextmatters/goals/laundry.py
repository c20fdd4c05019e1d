# SPDX-License-Identifier: Apache-2.0
"""Demands of the laundry tasks: every dirty piece of clothing washed in the washing machine.

Dishes are no clothes, dirty or not. Washing takes a machine and a detergent: the domain asks for a cleaning supply,
and nobody who asks for washed clothes means water alone. Dish soap cleans too, and is a change that must be reported.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from makedo_core.plan import RelaxationKind
from makedo_eval.contextmatters.conditions import Gathered, Location, LocationKind, Quantified, Things
from makedo_eval.contextmatters.household_conditions import Washed
from makedo_eval.contextmatters.specification import Alternative, Specification

_GARMENTS = ("dirty_pants", "dirty_shirt", "dirty_socks", "dirty_underwear", "dirty_jacket")
_CLOTHES = Things(_GARMENTS)
_MACHINE = Things(("washing_machine",))
_DETERGENT = Things(("detergent", "washing_powder", "laundry_detergent"))
_DEMANDED = (Washed(_CLOTHES, _MACHINE, _DETERGENT),)
_EACH = tuple(Quantified(Things((label,))) for label in _GARMENTS)
_OTHER_MEANS = frozenset({RelaxationKind.SUBSTITUTE, RelaxationKind.GENERALISE})
_LESS = frozenset(
    {
        RelaxationKind.DROP,
        RelaxationKind.CHANGE_PLACE,
        RelaxationKind.WEAKEN_RELATION,
        RelaxationKind.SUBSTITUTE,
        RelaxationKind.GENERALISE,
    }
)

_SPECIFICATIONS: Mapping[str, Specification] = MappingProxyType(
    {
        "problem_2": Specification(
            _DEMANDED,
            shortage="there is no detergent; there is dish soap",
            alternatives=(Alternative((Washed(_CLOTHES, _MACHINE, Things(("dish_soap",))),), _OTHER_MEANS),),
        ),
        # Ready to be washed by hand, at one room with a sink. A dishwasher is no place for a jacket.
        "problem_4": Specification(
            _DEMANDED,
            shortage="there is no washing machine",
            alternatives=(
                Alternative((Gathered(Location(LocationKind.IN_ROOM, Things(("bathroom", "kitchen"))), _EACH),), _LESS),
            ),
            may_refuse=True,
        ),
        # Ready in the machine.
        "problem_5": Specification(
            _DEMANDED,
            shortage="there is no detergent and no soap",
            alternatives=(Alternative((Gathered(Location(LocationKind.INSIDE, _MACHINE), _EACH),), _LESS),),
            may_refuse=True,
        ),
        "problem_6": Specification(_DEMANDED, shortage="there are no dirty clothes", may_refuse=True),
    }
)


def specification(problem: str, scene: str) -> Specification | None:
    """The demand of a task; None for an unknown one. There is one scene."""
    return _SPECIFICATIONS.get(problem)
