# SPDX-License-Identifier: Apache-2.0
"""What can be chosen of the strategy "memory_graph"."""

from __future__ import annotations

from dataclasses import dataclass

from planner_node.seeking.order import ORDERS


@dataclass(frozen=True, slots=True)
class MemoryGraphOptions:
    """Options of the strategy "memory_graph".

    Attributes:
        order: in which order to look; "soonest": that which is expected to find things soonest.
        looks: places that are looked into for one instruction; then one makes do with what there is.
        hope: where no place has this chance any more, one makes do as well.
    """

    order: str = "soonest"
    looks: int = 12
    hope: float = 0.02

    def __post_init__(self) -> None:
        if self.order not in ORDERS:
            raise ValueError(f"the option order is {self.order!r}; it must be one of {', '.join(ORDERS)}")
        if self.looks < 0:
            raise ValueError(f"the option looks is {self.looks}; it must be 0 or more")
        if not 0.0 <= self.hope <= 1.0:
            raise ValueError(f"the option hope is {self.hope:g}; it must be from 0 to 1")
