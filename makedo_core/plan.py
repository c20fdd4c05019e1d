# SPDX-License-Identifier: Apache-2.0
"""Plans: ordered skill calls for one goal and one revision of the scene graph, with what was relaxed."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from makedo_core.contract.choice import OperatorChoice
from makedo_core.contract.contract import Contract
from makedo_core.contract.receipt import Receipt
from makedo_core.goals.goal import Goal
from makedo_core.goals.relaxation import Relaxation, RelaxationKind
from makedo_core.skills import SkillCall

__all__ = ["Light", "Plan", "PlannedCall", "Relaxation", "RelaxationKind"]


class Light(IntEnum):
    """What a dry run says of a skill call, worst last; the numbers are those of msg/PlannedCall.msg."""

    GREEN = 1
    YELLOW = 2
    RED = 3


@dataclass(frozen=True, slots=True)
class PlannedCall:
    """A skill call with its light, and why that is not green, or what a green one leaves out."""

    call: SkillCall
    light: Light
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Plan:
    """A plan that was validated on one revision of the scene graph.

    Attributes:
        provisional: it only finds out what the instruction needs; once it is carried out, one plans again.
        choices: what the operator chose, as it was said.
        contract: its terms; None: nobody asked for them, or they are not known.
        receipts: why each call is there, in their order; empty as `contract`.
    """

    instruction: str
    goal: Goal
    calls: tuple[SkillCall, ...]
    revision: int
    relaxations: tuple[Relaxation, ...] = ()
    provisional: bool = False
    choices: tuple[OperatorChoice, ...] = ()
    contract: Contract | None = None
    receipts: tuple[Receipt, ...] = ()

    @property
    def relaxation_cost(self) -> float:
        """Sum of the costs of the changes; zero only when nothing was changed."""
        return sum(r.cost for r in self.relaxations)
