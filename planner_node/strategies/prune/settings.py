# SPDX-License-Identifier: Apache-2.0
"""Options of planning on a reduced state."""

from __future__ import annotations

from dataclasses import dataclass

POLICIES = ("search", "mcts", "model")
SELECTIONS = ("", "ontology", "model")


@dataclass(frozen=True, slots=True)
class PruneSettings:
    """Options of the strategy "prune".

    Attributes:
        selection: who selects nodes: one of `SELECTIONS`; empty: a model where one is configured.
        policy: who finds the skill calls on the reduced state: one of `POLICIES`.
        fallback: search where the calls of a model do not reach the goal, and say so.
        taxonomy: file with the hierarchy of BDDL that a model is led along; empty: our own ontology.
        levels: of categories that a model is asked about.
        expansions: how often relations are followed at most.
        reasks: how often a model may mend an answer.
        limit_s: of one planning with a model, unless the task sets one [s, wall].
        playouts: of tree search before each step.
        depth: longest playout [calls].
        steps: longest plan of tree search or of a model's calls.
        seed: of the playouts.

    Raises:
        ValueError: on a value that cannot be used.
    """

    selection: str = ""
    policy: str = "search"
    fallback: bool = True
    taxonomy: str = ""
    levels: int = 4
    expansions: int = 5
    reasks: int = 3
    limit_s: float = 300.0
    playouts: int = 50
    depth: int = 20
    steps: int = 150
    seed: int = 0

    def __post_init__(self) -> None:
        for name, known in (("policy", POLICIES), ("selection", SELECTIONS)):
            if getattr(self, name) not in known:
                choices = ", ".join(repr(k) for k in known)
                raise ValueError(f"{name} is {getattr(self, name)!r}; it must be one of {choices}")
        for name in ("levels", "playouts", "depth", "steps"):
            if getattr(self, name) < 1:
                raise ValueError(f"{name} is {getattr(self, name)}; it must be at least 1")
        for name in ("expansions", "reasks"):
            if getattr(self, name) < 0:
                raise ValueError(f"{name} is {getattr(self, name)}; it must be at least 0")
        if not self.limit_s > 0:
            raise ValueError(f"limit_s is {self.limit_s}; it must be above 0")
