# SPDX-License-Identifier: Apache-2.0
"""Options of planning on a reduced state."""

from __future__ import annotations

from dataclasses import dataclass

POLICIES = ("search", "mcts")


@dataclass(frozen=True, slots=True)
class PruneSettings:
    """Options of the strategy "prune".

    Attributes:
        policy: who finds the skill calls on the reduced state: one of `POLICIES`.
        playouts: of tree search before each step.
        depth: longest playout [calls].
        steps: longest plan of tree search [calls].
        seed: of the playouts.

    Raises:
        ValueError: on a value that cannot be used.
    """

    policy: str = "search"
    playouts: int = 50
    depth: int = 20
    steps: int = 150
    seed: int = 0

    def __post_init__(self) -> None:
        if self.policy not in POLICIES:
            raise ValueError(f"policy is {self.policy!r}; it must be one of {', '.join(POLICIES)}")
        for name in ("playouts", "depth", "steps"):
            if getattr(self, name) < 1:
                raise ValueError(f"{name} is {getattr(self, name)}; it must be at least 1")
