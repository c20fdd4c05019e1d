# SPDX-License-Identifier: Apache-2.0
"""What an instruction demands of a scene, once every name is tied to nodes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from makedo_core.goals.goal import AllOf, AnyOf, AtLeast, Goal
from makedo_core.plan import Relaxation
from makedo_core.skills import Literal
from planner_node.language.questions.answer import SceneAnswer
from planner_node.language.request import Basis
from planner_node.language.things import NounPhrase, Place
from planner_node.proof.backend import Manner


@dataclass(frozen=True, slots=True)
class DemandChoice:
    """What an operator chose for a demand; none of it is given up.

    Attributes:
        text: what he chose, in plain words.
        required: of each set of ids, one thing is used.
        excluded: ids of what is not used.
        place: id of where it goes; empty: as it was said.
        count: so many things; 0: as many as can be had, up to those that were asked for.
        dropped: it is left out.
    """

    text: str
    required: tuple[tuple[str, ...], ...] = ()
    excluded: frozenset[str] = frozenset()
    place: str = ""
    count: int = 0
    dropped: bool = False


@dataclass(frozen=True, slots=True)
class Demand:
    """At least `count` of the wanted nodes are to satisfy one and the same of the literals.

    Attributes:
        text: what was asked, for people.
        count: how many.
        wanted: ids of everything that is exactly what was asked for.
        literals: alternatives, e.g. one per table of a room; "?object" stands for the node. Empty: the place that was
            asked for does not exist.
        phrase: the words that it came from, for substitutes; None: nothing may stand in.
        place: where things are to go, for other places; None: it is not about a place.
        stage: demands of a later stage ("then ...") are met after those of an earlier one.
        note: a choice that was made and has to be reported, e.g. which of two refrigerators.
        means: classes of what it is done with, as it was said or as people take for granted: detergent for clothes.
        sorted: what is thrown away goes where its kind is collected.
        doubt: why it is left out, because nobody can say whether it was meant; empty: it is pursued.
        instead: what the literals give up of what was asked; None: nothing.
        answer: what is known so far to the question that it looks for an answer to; None: it is none.
        basis: by what it is what was asked for.
        left_alone: ids of what no step may move.
        kept_shut: ids of furniture that no step may open.
        told: what is left alone and kept shut as it was said, for people.
        chosen: what an operator chose; None: nothing.
    """

    text: str
    count: int
    wanted: tuple[str, ...]
    literals: tuple[Literal, ...]
    phrase: NounPhrase | None = None
    place: Place | None = None
    stage: int = 0
    note: str = ""
    means: tuple[str, ...] = ()
    sorted: bool = False
    doubt: str = ""
    instead: Relaxation | None = None
    answer: SceneAnswer | None = None
    basis: Basis = Basis.ORDER
    left_alone: frozenset[str] = frozenset()
    kept_shut: frozenset[str] = frozenset()
    told: str = ""
    chosen: DemandChoice | None = None

    @staticmethod
    def nothing(note: str) -> Demand:
        """That nothing is asked for, and why."""
        return Demand("nothing", 0, (), (), note=note)

    @property
    def is_void(self) -> bool:
        """Whether nothing is asked for."""
        return not self.count and not self.wanted and not self.literals and self.phrase is None

    def noted(self, *notes: str) -> Demand:
        """The demand with further notes in front."""
        told = (*(n.rstrip(".") for n in notes), self.note)
        return replace(self, note="; ".join(n for n in told if n))

    @property
    def is_implied(self) -> bool:
        """Whether nobody said it, but it belongs to what was said."""
        return self.phrase is not None and self.phrase.implied

    def named_among(self, demands: Sequence[Demand]) -> str:
        """What was asked, for people: with its place, where the same is asked for at several places or twice."""
        several = self.place is not None and [d.text for d in demands].count(self.text) > 1
        return f"{self.text} {self.place}" if several else self.text

    def asked(self) -> Goal:
        """The demand as a formula: at any of the places that were named."""
        if self.is_void:
            return AllOf(())
        ways = tuple(AtLeast(self.count, self.wanted, literal) for literal in self.literals)
        return ways[0] if len(ways) == 1 else AnyOf(ways)


def manner_of(demands: Iterable[Demand]) -> Manner:
    """How demands are to be met together."""
    demands = tuple(demands)
    return Manner(
        frozenset(m for d in demands for m in d.means),
        any(d.sorted for d in demands),
        frozenset(n for d in demands for n in d.left_alone),
        frozenset(n for d in demands for n in d.kept_shut),
    )
