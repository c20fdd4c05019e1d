# SPDX-License-Identifier: Apache-2.0
"""What can be chosen of the strategy "memory_graph"."""

from __future__ import annotations

from dataclasses import dataclass

from planner_node.seeking.order import ORDERS
from planner_node.seeking.prospect import NO_HOPE

CHOOSERS = ("search", "llm")


@dataclass(frozen=True, slots=True)
class MemoryGraphOptions:
    """Options of the strategy "memory_graph".

    Attributes:
        chooser: who chooses where to look and what to do: "search" or "llm".
        order: in which order to look; "soonest": that which is expected to find things soonest.
        looks: places that are looked into for one instruction; then one makes do with what there is. Looking costs no
            question to a model: by default it is more than most homes have places.
        hope: where no place has this chance any more, one makes do as well.
        actions: that a model may choose in one planning.
        infeasible: after so many in a row that cannot be done, the model is not asked any more.
    """

    chooser: str = "search"
    order: str = "soonest"
    looks: int = 60
    hope: float = NO_HOPE
    actions: int = 40
    infeasible: int = 3

    def __post_init__(self) -> None:
        if self.chooser not in CHOOSERS:
            raise ValueError(f"the option chooser is {self.chooser!r}; it must be one of {', '.join(CHOOSERS)}")
        if self.order not in ORDERS:
            raise ValueError(f"the option order is {self.order!r}; it must be one of {', '.join(ORDERS)}")
        if self.looks < 0:
            raise ValueError(f"the option looks is {self.looks}; it must be 0 or more")
        if min(self.actions, self.infeasible) < 1:
            raise ValueError("the options actions and infeasible must be 1 or more")
        if not 0.0 <= self.hope <= 1.0:
            raise ValueError(f"the option hope is {self.hope:g}; it must be from 0 to 1")
