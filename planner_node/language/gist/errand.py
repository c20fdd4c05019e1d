# SPDX-License-Identifier: Apache-2.0
"""What is to be done, as the clauses of an instruction come to it."""

from __future__ import annotations

from dataclasses import dataclass, field

from planner_node.language.gist.frame import ClauseFrame, SpokenThing
from planner_node.language.piecing.clauses import ALONE
from planner_node.language.piecing.pieces import SentencePiece
from planner_node.language.sentence.sentence import Words


@dataclass(frozen=True)
class Errand:
    """Something that is to be done.

    Attributes:
        frame: the clause that asks for it.
        things: that it is about.
        goal: where they go; None: nowhere.
        source: where they are from.
        when: what has to be so: "if the lamp is off"; empty: nothing.
    """

    frame: ClauseFrame
    things: tuple[SpokenThing, ...] = ()
    goal: SentencePiece | None = None
    source: Words = ()
    when: Words = ()

    @property
    def has_end(self) -> bool:
        """Whether it says what becomes of its things."""
        return self.goal is not None or self.frame.state is not None or self.frame.verb in ALONE


@dataclass
class ToldErrands:
    """What an instruction comes to.

    Attributes:
        errands: in the order in which they were asked for.
        kept: things that stay where they are.
        named: things that are named, in order.
        noted: clauses that say more of an errand before them.
    """

    errands: list[Errand] = field(default_factory=list)
    kept: list[SpokenThing] = field(default_factory=list)
    named: list[SpokenThing] = field(default_factory=list)
    noted: list[ClauseFrame] = field(default_factory=list)


class UnclearError(Exception):
    """A clause asks for something that is not clear."""
