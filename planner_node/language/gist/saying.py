# SPDX-License-Identifier: Apache-2.0
"""Clauses that only say where things are, and errands that the next clause says more of."""

from __future__ import annotations

from collections.abc import Collection
from itertools import pairwise

from planner_node.language.gist.errand import Errand
from planner_node.language.gist.frame import ClauseFrame, SpokenThing

_ASKING = frozenset(
    "should need needs want wants like love must belong belongs go goes get gets put placed moved taken".split()
)
_ALIKE = frozenset({"does", "do", "is", "are", "should", "did", "can", "must"})
_IS = frozenset({"is", "are", "was", "were"})


def tells_where(frame: ClauseFrame) -> bool:
    """Whether a clause only says where things are: "some are in the incubator"."""
    if frame.deed is not None or not frame.things or frame.goal is None or frame.state is not None:
        return False
    asks = frame.for_speaker or frame.needs or not _ASKING.isdisjoint(frame.words) or frame.leaves or frame.stays
    said = any(word in _IS and behind not in ("to", "for") for word, behind in pairwise(frame.words))
    return said and not asks and not frame.is_condition


def is_likewise(frame: ClauseFrame) -> bool:
    """Whether a clause says the same of other things: "and so does the one on the table"."""
    return any(one == "so" and other in _ALIKE for one, other in pairwise(frame.words))


def is_taken_on(before: Errand, things: Collection[SpokenThing], has_end: bool) -> bool:
    """Whether an errand had no end, and the next one is about the same things: "fetch the cup and put it there"."""
    return not before.has_end and has_end and bool(things) and set(things) <= set(before.things)


def only_told(before: Errand) -> bool:
    """Whether an errand may be no more than where its things are: "the cup on the table ..."."""
    frame = before.frame
    return frame.deed is None and not frame.needs and _ASKING.isdisjoint(frame.words) and before.goal is not None
