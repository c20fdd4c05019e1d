# SPDX-License-Identifier: Apache-2.0
"""Options of planning with an ontology's priorities."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class OntologySettings:
    """Options of the strategy "ontology".

    Attributes:
        rules: file with priority rules in RDF; empty: our own.
        order: the rules constrain plans; without, they are only told to a model.
        guidance: a model's prompt contains the rules.
        environment: a model's prompt contains types, places and extents; without, ids and furniture only.
        model: a model plans where one is configured.
        reasks: how often a model may mend a plan.
        limit_s: of one planning with a model, unless the task sets one [s, wall].

    Raises:
        ValueError: on a value that cannot be used.
    """

    rules: str = ""
    order: bool = True
    guidance: bool = True
    environment: bool = True
    model: bool = True
    reasks: int = 5
    limit_s: float = 300.0

    def __post_init__(self) -> None:
        if self.reasks < 0:
            raise ValueError(f"reasks is {self.reasks}; it must be at least 0")
        if not self.limit_s > 0:
            raise ValueError(f"limit_s is {self.limit_s}; it must be above 0")
