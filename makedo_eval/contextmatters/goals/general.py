# SPDX-License-Identifier: Apache-2.0
"""Demands of the general tasks: collect things from all over a house at one place.

How the instructions were read:
- "all", "every" and a bare plural mean every thing of that class in the scene, also those that were there before the
  data set's authors added theirs.
- "the refrigerator", "the kitchen sink": one and the same for all things, whichever of several it is.
- "in" a refrigerator, cupboard or toy box means inside. With a bookshelf, a sink, a rack, a bowl or a basket people
  say in and on alike, so both count.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from makedo_core.plan import RelaxationKind
from makedo_eval.contextmatters.conditions import Gathered, Location, LocationKind, Quantified, Things
from makedo_eval.contextmatters.specification import Alternative, Specification

_GLASSES = Things(("glass",))
_MAGAZINES = Things(("magazine",))
_CUPBOARD = Location(LocationKind.INSIDE, Things(("cupboard",), room="kitchen"))
_RACK = Location(LocationKind.IN_OR_ON, Things(("magazine_rack",), room="living_room"))
_NEW_PLACE = frozenset(
    {RelaxationKind.CHANGE_PLACE, RelaxationKind.SUBSTITUTE, RelaxationKind.GENERALISE, RelaxationKind.WEAKEN_RELATION}
)
_FEWER = frozenset(
    {RelaxationKind.LOWER_COUNT, RelaxationKind.SUBSTITUTE, RelaxationKind.GENERALISE, RelaxationKind.DROP}
)


def _all(place: Location, *labels: tuple[str, ...], room: str = "") -> Gathered:
    """Every thing of each of the classes at the same place; there must be one of each class."""
    return Gathered(place, tuple(Quantified(Things(names, room)) for names in labels))


_SPECIFICATIONS: Mapping[str, Specification] = MappingProxyType(
    {
        "problem_1": Specification(
            (_all(Location(LocationKind.INSIDE, Things(("refrigerator", "fridge"))), ("apple",)),),
        ),
        "problem_2": Specification(
            (_all(Location(LocationKind.IN_OR_ON, Things(("bookshelf",), room="living_room")), ("book",)),),
        ),
        # A bowl or a bottle is neither a glass nor a cup.
        "problem_3": Specification(
            (_all(Location(LocationKind.IN_OR_ON, Things(("sink",), room="kitchen")), ("glass",), ("cup", "cups")),),
        ),
        # "organize" names no rack, so anywhere in one bathroom is what was asked.
        "problem_4": Specification((_all(Location(LocationKind.IN_ROOM, Things(("bathroom",))), ("shoes",)),)),
        "problem_5": Specification((_all(_RACK, ("newspaper",), ("magazine",)),)),
        # A sports ball may be a toy to somebody; that it goes into the box too is neither demanded nor wrong.
        "problem_6": Specification((_all(Location(LocationKind.INSIDE, Things(("toy_box",))), ("toy",)),)),
        # No towel of the scenes is said to be used or fresh; all that hang in bathrooms are taken for used.
        "problem_7": Specification(
            (_all(Location(LocationKind.IN_OR_ON, Things(("laundry_basket",))), ("towel",), room="bathroom"),),
        ),
        # Nothing in these homes could stand in for an apple in a fruit bowl: there is no food at all.
        "problem_8": Specification(
            (_all(Location(LocationKind.IN_OR_ON, Things(("fruit_bowl",), room="dining_room")), ("apple",)),),
            shortage="there is no apple, nor any other fruit",
            may_refuse=True,
        ),
        # Best together in one living room; a table elsewhere keeps them together too.
        "problem_9": Specification(
            (_all(_RACK, ("magazine",)),),
            shortage="there is no magazine rack",
            alternatives=(
                Alternative(
                    (Gathered(Location(LocationKind.IN_ROOM, Things(("living_room",))), (Quantified(_MAGAZINES),)),),
                    _NEW_PLACE,
                ),
                Alternative(
                    (
                        Gathered(
                            Location(LocationKind.ON, Things(("dining_table", "table"))), (Quantified(_MAGAZINES),)
                        ),
                    ),
                    _NEW_PLACE,
                ),
            ),
        ),
        # The three glasses there are; cups beside them do no harm.
        "problem_10": Specification(
            (Gathered(_CUPBOARD, (Quantified(_GLASSES, 5),)),),
            shortage="there are only 3 of 5 glasses",
            alternatives=(Alternative((Gathered(_CUPBOARD, (Quantified(_GLASSES),)),), _FEWER),),
        ),
        # A television or a telephone does what a remote control does for nobody who asked to have those put away.
        "problem_11": Specification(
            (
                _all(
                    Location(LocationKind.ON, Things(("coffee_table",), room="living_room")),
                    ("remote", "remote_control", "tv_remote"),
                ),
            ),
            shortage="there is no remote control",
            may_refuse=True,
        ),
    }
)


def specification(problem: str, scene: str) -> Specification | None:
    """The demand of a task, the same in every scene; None for an unknown one."""
    return _SPECIFICATIONS.get(problem)
