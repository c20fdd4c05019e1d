# SPDX-License-Identifier: Apache-2.0
"""What an operator sets about planning with a language model in the loop."""

from __future__ import annotations

from dataclasses import dataclass

from makedo_core.failure import MakedoError


class ContextSettingsError(MakedoError):
    """Settings that cannot be used."""


@dataclass(frozen=True, slots=True)
class ContextSettings:
    """Limits of Algorithm 1; docs/strategies.md says where each comes from.

    Attributes:
        goals: how many goals are tried: the one that was asked for, then its changes.
        problems: how many versions of the PDDL problem are tried for one goal: the first, then refined ones.
        first_limit_s: longest search for a plan of the first version [s, wall].
        refined_limit_s: longest search for a plan of a refined version [s, wall].
        time_limit_s: of one planning, model and search together, unless the task sets one [s, wall].
        max_states: of one search.
        max_relaxation_cost: what changes the goal further is refused.
        generate_domain: let the model write the domain, from the actions of the robot or of the user's domain.
        relax_unproven: also change a goal for which no acceptable problem was found, as published. Otherwise a goal
            is only changed where it is proven that it cannot be reached.
        json_goals: ask the model for goals as JSON in place of PDDL problems, which small models do not write.
        tidy_up: close again what a plan opened.
        scene_characters: longest description of the scene in a prompt.
    """

    goals: int = 4
    problems: int = 4
    first_limit_s: float = 60.0
    refined_limit_s: float = 180.0
    time_limit_s: float = 600.0
    max_states: int = 200_000
    max_relaxation_cost: float = 8.0
    generate_domain: bool = False
    relax_unproven: bool = False
    json_goals: bool = False
    tidy_up: bool = True
    scene_characters: int = 12_000

    def __post_init__(self) -> None:
        for name in ("goals", "problems", "max_states", "scene_characters"):
            if getattr(self, name) < 1:
                raise ContextSettingsError(f"{name} is {getattr(self, name)}; it must be at least 1")
        if not self.max_relaxation_cost >= 0:
            raise ContextSettingsError(f"max_relaxation_cost is {self.max_relaxation_cost}; it must be at least 0")
        for name in ("first_limit_s", "refined_limit_s", "time_limit_s"):
            if not getattr(self, name) > 0:
                raise ContextSettingsError(f"{name} is {getattr(self, name)}; it must be above 0")
