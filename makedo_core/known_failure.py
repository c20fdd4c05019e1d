# SPDX-License-Identifier: Apache-2.0
"""What carrying out a plan has taught that the scene graph does not say: a value for the next planning."""

from __future__ import annotations

from dataclasses import dataclass

from makedo_core.enums import StrEnum
from makedo_core.failure import MakedoError


class FailureKind(StrEnum):
    """What was learnt while moving that the graph does not say."""

    UNREACHABLE = "unreachable"  # object: the arm cannot get it
    BLOCKED = "blocked"  # asset: the base cannot get there
    MISSING = "missing"  # object: not where the graph says
    STUCK = "stuck"  # asset: its door, drawer or button does not move, or it cannot be turned over
    FULL = "full"  # asset: no free space on or in it; of a person: takes nothing
    FULL_ON = "full_on"  # asset: nothing more can be put on it
    FULL_INSIDE = "full_inside"  # asset: nothing more can be put inside
    SEARCHED = "searched"  # asset: looked into, and what the instruction needs was not there


@dataclass(frozen=True, slots=True)
class KnownFailure:
    """Something that was tried and does not work, e.g. "unreachable cola_can_1"."""

    kind: FailureKind
    node_id: str

    def __str__(self) -> str:
        return f"{self.kind} {self.node_id}"

    @staticmethod
    def parse(text: str) -> KnownFailure:
        """Read the text form.

        Raises:
            MakedoError: if it is not a kind of failure and one node id.
        """
        words = text.split()
        if len(words) != 2 or words[0] not in tuple(FailureKind):
            kinds = ", ".join(FailureKind)
            raise MakedoError(f"known failure {text!r}: expected one of {kinds} and a node id")
        return KnownFailure(FailureKind(words[0]), words[1])
