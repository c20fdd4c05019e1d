# SPDX-License-Identifier: Apache-2.0
"""Demands of the dining tasks: set a table, for a number of people or an occasion.

A table set for n people has n plates, n forks, n knives and n glasses on it: what every guide to a simple cover names.
Spoons and napkins are welcome and not demanded; with soup, each needs a bowl and a spoon, and neither plate, fork nor
knife. Any one table will do, as long as everything is on the same one.

None of the tables for a stated number can be set in full: the scenes hold one plate for two, or one glass for four.
The authors expected a change of the goal for three people only.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from makedo_core.plan import RelaxationKind
from makedo_eval.contextmatters.conditions import Gathered, Location, LocationKind, Quantified, Things
from makedo_eval.contextmatters.specification import Alternative, Specification

_TABLE = Location(LocationKind.ON, Things(("table", "dining_table")))
_CHANGED = frozenset(
    {RelaxationKind.LOWER_COUNT, RelaxationKind.SUBSTITUTE, RelaxationKind.GENERALISE, RelaxationKind.DROP}
)
_DECORATION = ("balloon", "rose", "vase")


def _on_table(counts: Mapping[str | tuple[str, ...], int], unwanted: tuple[str, ...] = ()) -> Gathered:
    """So many of each class on one table."""
    groups = tuple(
        Quantified(Things((labels,) if isinstance(labels, str) else labels), count) for labels, count in counts.items()
    )
    return Gathered(_TABLE, groups, Things(unwanted))


def _cover(people: int) -> Gathered:
    return _on_table(dict.fromkeys(("plate", "fork", "knife", "glass"), people))


def _instead(counts: Mapping[str | tuple[str, ...], int]) -> tuple[Alternative, ...]:
    return (Alternative((_on_table(counts),), _CHANGED),)


_PLATE_OR_BOWL = ("plate", "bowl")

_SPECIFICATIONS: Mapping[str, Specification] = MappingProxyType(
    {
        "problem_1": Specification(
            (_cover(2),),
            shortage="there is only 1 of 2 plates",
            alternatives=_instead({"plate": 1, "fork": 2, "knife": 2, "glass": 2}),
        ),
        "problem_2": Specification(
            (_cover(3),),
            shortage="there are only 2 of 3 plates, and 1 of 3 glasses",
            alternatives=_instead({"plate": 2, _PLATE_OR_BOWL: 3, "fork": 3, "knife": 3, "glass": 1}),
        ),
        # The bowl is a plate for the fourth, as it is for the third above. Roses are no part of the demand.
        "problem_3": Specification(
            (_cover(4),),
            shortage="there are only 3 of 4 plates and knives, and 1 of 4 glasses",
            alternatives=_instead({"plate": 3, _PLATE_OR_BOWL: 4, "fork": 4, "knife": 3, "glass": 1}),
        ),
        # The second bowl may be a plate, deep or not; with less than both there would be one cover only.
        "problem_4": Specification(
            (_on_table({"bowl": 2, "spoon": 2, "glass": 2}),),
            shortage="there is only 1 of 2 bowls, spoons and glasses",
            alternatives=_instead({"bowl": 1, _PLATE_OR_BOWL: 2, "spoon": 1, "glass": 1}),
        ),
        # No number is stated. A party is more than one, and there is one glass in the house: two plates and forks,
        # something to drink from, and something that decorates.
        "problem_5": Specification((_on_table({"plate": 2, "fork": 2, "glass": 1, _DECORATION: 1}),)),
        # A buffet needs no knife at each plate. Balloons are what a professional table does without; flowers are not.
        "problem_6": Specification(
            (_on_table({"plate": 2, "fork": 2, "glass": 1, "napkin": 1}, unwanted=("balloon",)),)
        ),
    }
)


def specification(problem: str, scene: str) -> Specification | None:
    """The demand of a task, the same in both scenes; None for an unknown one."""
    return _SPECIFICATIONS.get(problem)
