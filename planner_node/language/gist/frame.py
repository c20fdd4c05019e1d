# SPDX-License-Identifier: Apache-2.0
"""What a clause of a sentence is about: its deed, its things, where they go, what stays or is missing."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum, auto

from makedo_core.graph.scene_graph import State
from planner_node.language.gist.marking.mark import MarkKind, WordMark
from planner_node.language.piecing.pieces import SentencePiece
from planner_node.language.sentence.sentence import Words
from planner_node.language.things import Side
from planner_node.language.words.verbs import Verb

POINTING = frozenset({("it",), ("them",), ("that",), ("those",), ("there",), ("this",)})


class SpokenKind(Enum):
    """How a thing is spoken of."""

    NAMED = auto()
    PLACE = auto()  # furniture that something is done to
    POINTER = auto()
    COUNT = auto()
    REST = auto()


@dataclass(frozen=True, slots=True)
class SpokenThing:
    """What a clause speaks of.

    Attributes:
        kind: how.
        words: that name it; of a REST, of what, if that was said.
        count: of a COUNT; -1: "the one"; 0: "some".
        at: words for the place where it is said to be; empty: nothing is said.
        side: on or inside that place.
        looks: of a COUNT: "red", of "the red one".
        is_whole: of a POINTER, whether all of it is meant: "all of them".
        is_bare: whether it is a plural with nothing before it: "knives".
    """

    kind: SpokenKind
    words: Words = ()
    count: int = 0
    at: Words = ()
    side: Side = Side.ANY
    looks: Words = ()
    is_whole: bool = False
    is_bare: bool = False


@dataclass
class Unread:
    """Words of a clause of which nothing is made, with what stands around them.

    Attributes:
        words: one after another.
        before: what stands before them; None: nothing.
        behind: what stands behind them; None: nothing.
    """

    words: Words
    before: WordMark | None = None
    behind: WordMark | None = None

    def follows(self, kind: MarkKind) -> bool:
        """Whether a mark of a kind stands before them."""
        return self.before is not None and self.before.kind is kind


@dataclass
class ClauseFrame:
    """One clause.

    Attributes:
        words: of the clause, as they were said.
        deed: its verb; None: there is none.
        is_inherited: whether that is the verb of the clause before.
        is_own: whether the speaker tells what he does himself.
        is_reason: whether it tells why something is wanted.
        things: what it speaks of.
        source: where they are from.
        goal: where they go or are.
        state: that something is to have.
        excepted: things that are left out.
        excepts: whether it says that something is left out.
        stays: whether its things stay where they are.
        leaves: whether its deed is to leave or keep something.
        denied: whether it is denied.
        has_none: whether it says that there is not what was asked for.
        is_condition: whether it says what has to be so.
        is_instead: whether it is wanted where something else cannot be had.
        is_later: whether it comes after what was said before.
        exists: whether it only tells that there is something.
        needs: whether its place is to have its things.
        for_speaker: whether things are for whoever speaks.
        each: whether so much is for each.
        narrowed: whether a word that nobody knows says which of its things are meant: "the zorchy fork".
        unread: words of which nothing is made.
    """

    words: list[str] = field(default_factory=list)
    deed: SentencePiece | None = None
    is_inherited: bool = False
    is_own: bool = False
    is_reason: bool = False
    things: list[SpokenThing] = field(default_factory=list)
    source: Words = ()
    goal: SentencePiece | None = None
    state: State | None = None
    excepted: list[SpokenThing] = field(default_factory=list)
    excepts: bool = False
    stays: bool = False
    leaves: bool = False
    denied: bool = False
    has_none: bool = False
    is_condition: bool = False
    is_instead: bool = False
    is_later: bool = False
    exists: bool = False
    needs: bool = False
    for_speaker: bool = False
    each: bool = False
    narrowed: bool = False
    unread: list[Unread] = field(default_factory=list)

    @property
    def verb(self) -> Verb | None:
        """What is to be done."""
        return None if self.deed is None else self.deed.verb

    @property
    def only_places(self) -> bool:
        """Whether all that it speaks of is furniture."""
        return bool(self.things) and all(thing.kind is SpokenKind.PLACE for thing in self.things)

    @property
    def only_pointers(self) -> bool:
        """Whether all that it speaks of was spoken of before."""
        return bool(self.things) and all(thing.kind is SpokenKind.POINTER for thing in self.things)

    @property
    def is_whole(self) -> bool:
        """Whether it says what becomes of something."""
        return bool(self.things) and bool(self.goal or self.stays or self.state is not None)

    @property
    def is_empty(self) -> bool:
        """Whether nothing in it is known."""
        known = (self.deed, self.things, self.goal, self.source, self.state, self.excepted)
        return not (any(known) or self.has_none or self.is_condition or self.stays)
