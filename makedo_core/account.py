# SPDX-License-Identifier: Apache-2.0
"""What is claimed of a plan: which words of the instruction it mirrors, what becomes of each thing that may be meant.

"This is exactly what was asked for" is a theorem about the instruction. It is said only of an account without a doubt.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum


class ClaimKind(IntEnum):
    """What a claim says of its subject; the numbers are those of msg/PlanClaim.msg."""

    UNUSED = 0  # words that nothing of the plan mirrors
    SUPPOSED = 1  # words that are read as something that was not said
    TAKEN = 2  # a thing that is part of what was asked for, and is seen to
    LEFT = 3  # a thing that is no part of it, for a reason
    DOUBTED = 4  # a thing of which nobody can say whether it is part of it


class ClaimReason(IntEnum):
    """What a claim is drawn from; the numbers are those of msg/PlanClaim.msg."""

    SAID = 0  # the instruction says so
    NOT_MIRRORED = 1  # no value of what was understood stands for the words
    AMOUNT = 2  # nobody said how many
    SPELLING = 3  # the words are like others that are known
    ATTRIBUTE = 4  # it is known to look, or to be, otherwise
    ATTRIBUTE_UNKNOWN = 5  # the graph does not say how it looks, or is
    ELSEWHERE = 6  # it is not where the instruction says
    UNPLACED = 7  # the graph does not say where it is
    EXCLUDED = 8  # the instruction rules it out
    NAME = 9  # only its name says to which class it belongs
    LIKENESS = 10  # only a dictionary, or a thing like it, says to which class it belongs
    NOT_CARRIED = 11  # it is part of the home
    NOT_SERVED = 12  # the plan does nothing for it
    UNEQUAL = 13  # the plan does less for it than for others of its kind
    ANOTHER = 14  # the words fit it as well as what was chosen
    CHANGED = 15  # the goal was changed
    CHOSEN = 16  # one of several readings was chosen
    NONE = 17  # there is nothing of the kind
    BESIDES = 18  # the plan does it without being asked to, and leaves it so
    DESTINATION = 19  # where things are, by the words, may be where they are to go
    UNASKED = 20  # the words can be meant otherwise, and nobody can be asked
    SOILED = 21  # it is dirty or spoilt, and nobody asked for such


_AS_ASKED = frozenset({ClaimReason.SAID, ClaimReason.ATTRIBUTE, ClaimReason.ELSEWHERE, ClaimReason.EXCLUDED})
"""Reasons to leave a thing that the instruction itself gives."""


@dataclass(frozen=True, slots=True)
class PlanClaim:
    """One thing that is claimed of a plan.

    Attributes:
        kind: what it says.
        subject: words of the instruction, or the id of a node.
        reason: what it is drawn from.
        of: what of the instruction it is about, e.g. "the cans"; what the words are read as.
        served: whether the plan does for it what was asked.
    """

    kind: ClaimKind
    subject: str
    reason: ClaimReason = ClaimReason.SAID
    of: str = ""
    served: bool = False

    @property
    def is_as_asked(self) -> bool:
        """Whether the plan does just what the instruction says of the subject."""
        if self.kind is ClaimKind.TAKEN:
            return self.reason is ClaimReason.SAID
        return self.kind is ClaimKind.LEFT and self.reason in _AS_ASKED


@dataclass(frozen=True, slots=True)
class Account:
    """All that is claimed of one plan."""

    claims: tuple[PlanClaim, ...] = ()

    @property
    def exact(self) -> bool:
        """Whether every word is accounted for, nothing is left out, and nothing is in doubt."""
        return all(claim.is_as_asked for claim in self.claims)

    def of_kind(self, kind: ClaimKind) -> Iterator[PlanClaim]:
        """Claims of a kind, in order."""
        return (claim for claim in self.claims if claim.kind is kind)
