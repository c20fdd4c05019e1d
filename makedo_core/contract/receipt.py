# SPDX-License-Identifier: Apache-2.0
"""Why a step of a plan is there: what it makes true for what follows, and what it rests on."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from makedo_core.skills import Literal


class EvidenceKind(IntEnum):
    """How a fact is known; the numbers are those of msg/FactEvidence.msg."""

    SEEN = 0
    BELIEVED = 1
    DESCRIBED = 2
    MEASURED = 3
    NOT_DENIED = 4


@dataclass(frozen=True, slots=True)
class FactEvidence:
    """How a fact is known that a plan rests on.

    Attributes:
        kind: by what.
        node_id: what it is about; empty: the robot.
        seen_s: when that was seen last [s of the graph's clock]; None: never.
        revision: of the scene graph that it was read from.
        confidence: 0..1; below 0.5 is a belief.
        picture: path of the newest one that the robot took when it had to do with the node; empty: none.
    """

    kind: EvidenceKind
    node_id: str = ""
    seen_s: float | None = None
    revision: int = 0
    confidence: float = 0.0
    picture: str = ""


@dataclass(frozen=True, slots=True)
class FactLink:
    """A fact that joins a step to another one, or to the goal.

    Attributes:
        literal: the fact.
        words: the same in plain language.
        step: the other step, from 1; 0: the goal, or, of what a step rests on, the time before the plan.
        evidence: how it is known; None: a step of the plan makes it so, or it is the goal's.
    """

    literal: Literal
    words: str
    step: int = 0
    evidence: FactEvidence | None = None


@dataclass(frozen=True, slots=True)
class Receipt:
    """Why a step is there.

    Attributes:
        step: from 1.
        needed: whether the plan fails without it.
        looks: it is there to find out what is only believed, or where something is.
        serves: which parts of what was asked it serves in the end, in plain language.
        makes: what it makes true that a later step, or the goal, rests on.
        rests_on: what its preconditions rest on.
        words: all of it in plain language.
    """

    step: int
    needed: bool
    looks: bool = False
    serves: tuple[str, ...] = ()
    makes: tuple[FactLink, ...] = ()
    rests_on: tuple[FactLink, ...] = ()
    words: str = ""
