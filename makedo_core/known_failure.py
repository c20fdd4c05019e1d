# SPDX-License-Identifier: Apache-2.0
"""What the scene graph does not say and planning has to know: what carrying out a plan has taught, what is too wide."""

from __future__ import annotations

from dataclasses import dataclass

from makedo_core.enums import StrEnum
from makedo_core.failure import MakedoError


class FailureKind(StrEnum):
    """What does not work although the graph has nothing against it."""

    UNREACHABLE = "unreachable"  # object: the arm cannot get it
    BLOCKED = "blocked"  # asset: the base cannot get there
    MISSING = "missing"  # object: not where the graph says
    STUCK = "stuck"  # asset: its door, drawer or button does not move, or it cannot be turned over
    FULL = "full"  # asset: no free space on or in it; of a person: takes nothing
    FULL_ON = "full_on"  # asset: nothing more can be put on it
    FULL_INSIDE = "full_inside"  # asset: nothing more can be put inside
    SEARCHED = "searched"  # asset: looked into, and what the instruction needs was not there
    TOO_WIDE = "too_wide"  # object: it does not fit between the robot's fingers; known before anything moves


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
