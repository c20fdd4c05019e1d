# SPDX-License-Identifier: Apache-2.0
"""The metrics of hierarchical planning, as pure functions; shares from 0 to 1.

Source: Petruzzellis et al., Hierarchical Planning for Complex Tasks with Knowledge Graph-RAG and Symbolic
    Verification, section 4.1, and appendix B.3 for partial orders.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean

from makedo_core.skills import SkillCall
from makedo_eval.kitchen.partial_order import PartialOrder


def plan_correctness(calls: Sequence[SkillCall], truth: PartialOrder) -> float:
    """PC: steps that are right before the first that is wrong, by the steps of the ground truth.

    It is the best over the linearisations of the ground truth. What follows the last step of the truth does not count.
    """
    return truth.agreed(calls) / len(truth)


def execution_success(executed: int, truth: PartialOrder) -> float:
    """ES: steps that were carried out before the first failure, by the steps of the ground truth; at most 1."""
    if executed < 0:
        raise ValueError(f"{executed} steps were carried out; it must be at least 0")
    return min(1.0, executed / len(truth))


def length_discrepancy(calls: Sequence[SkillCall], truth: PartialOrder) -> float:
    """LD: by which share of the ground truth's length a plan is longer; negative: it is shorter."""
    return (len(calls) - len(truth)) / len(truth)


def aligned(calls: Sequence[SkillCall], truths: Sequence[PartialOrder]) -> PartialOrder:
    """Of the ground truths of an open task that which a plan agrees with most, and of those the nearest in length."""
    if not truths:
        raise ValueError("there is no ground truth to compare with; give at least one")
    return max(truths, key=lambda t: (plan_correctness(calls, t), -abs(length_discrepancy(calls, t))))


def verified_share(verified: int, total: int) -> float:
    """EPV, MPV and AABV: what was verified of the generated steps, macro actions, or blocks of macro actions.

    Of nothing nothing is verified: 0.
    """
    if not 0 <= verified <= total:
        raise ValueError(f"{verified} of {total} were verified; it must be from 0 to {total}")
    return verified / total if total else 0.0


@dataclass(frozen=True, slots=True)
class Lengths:
    """How LD is summed up over tasks: means of the signed and of the absolute values, least and greatest."""

    mean: float
    mean_absolute: float
    least: float
    greatest: float

    @classmethod
    def of(cls, discrepancies: Sequence[float]) -> Lengths:
        """Of at least one task."""
        if not discrepancies:
            raise ValueError("there are no length discrepancies to sum up; give at least one")
        absolute = [abs(d) for d in discrepancies]
        return cls(fmean(discrepancies), fmean(absolute), min(discrepancies), max(discrepancies))
