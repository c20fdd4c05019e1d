# SPDX-License-Identifier: Apache-2.0
"""What an instruction asks for, before it is tied to a scene graph."""

from __future__ import annotations

from dataclasses import dataclass, field

from makedo_core.enums import StrEnum
from makedo_core.graph.scene_graph import State
from planner_node.language.kinds import Asking, Aspect, Deed, Measure
from planner_node.language.things import NounPhrase, Place


@dataclass(frozen=True, slots=True)
class Put:
    """Things are to rest at a place."""

    what: tuple[NounPhrase, ...]
    place: Place


@dataclass(frozen=True, slots=True)
class Hold:
    """Something is to be in the hand."""

    what: NounPhrase


@dataclass(frozen=True, slots=True)
class SetState:
    """Furniture is to be open, closed, on or off."""

    what: NounPhrase
    state: State


@dataclass(frozen=True, slots=True)
class GoTo:
    """The robot is to be at furniture or in a room."""

    what: NounPhrase


@dataclass(frozen=True, slots=True)
class Look:
    """A place, or where something is thought to be, is to be looked at."""

    what: NounPhrase


@dataclass(frozen=True, slots=True)
class Change:
    """Things, furniture or the floors of rooms are to become "clean", "empty", "full", ...

    The robot's own skills bring none of these about; those of a user's domain may.
    """

    what: tuple[NounPhrase, ...]
    quality: str
    using: NounPhrase | None = None


@dataclass(frozen=True, slots=True)
class PutBack:
    """Things are to rest again where they were before the instruction, or in another container.

    Attributes:
        what: the things; None: all that were in or on the sources.
        sources: furniture that they were in or on.
        place: where they go instead; None: back to where each came from.
    """

    sources: tuple[NounPhrase, ...]
    what: NounPhrase | None = None
    place: Place | None = None


@dataclass(frozen=True, slots=True)
class TryOut:
    """Furniture is to be switched on and off again, to see whether it works."""

    what: NounPhrase


@dataclass(frozen=True, slots=True)
class SceneQuestion:
    """A question that was understood.

    Attributes:
        asking: what is wanted to be known.
        text: the question as it was put, without politeness.
        things: what it is about; empty: whatever is there.
        place: where; None: anywhere.
        measure: of MOST and HOLDS_MOST; of MORE: None where as many will do.
        state: of STATE: a state or an attribute, e.g. "open".
        aspect: of ASPECT.
        some: of STATE: whether one that is so will do ("is any plate dirty"); False: all are to be.
        either: of STATE: whether it is asked which of two it is ("is it on or off").
        among: of HOLDS_MOST: the places.
    """

    asking: Asking
    text: str
    things: tuple[NounPhrase, ...] = ()
    place: Place | None = None
    measure: Measure | None = None
    state: str = ""
    aspect: Aspect | None = None
    some: bool = False
    either: bool = False
    among: NounPhrase | None = None


@dataclass(frozen=True, slots=True)
class Inquire:
    """A question is to be answered.

    Attributes:
        question: what is wanted to be known.
        whom: who is told; None: the speaker.
    """

    question: SceneQuestion
    whom: NounPhrase | None = None


@dataclass(frozen=True, slots=True)
class Attend:
    """Something is to be done with people: met, followed, told something, ...

    Attributes:
        deed: what is done.
        whom: with whom; None: with whoever is there.
        source: where that begins: "follow Anna from the sofa".
        place: where it happens or leads to.
        words: what is said, answered, offered; of INTRODUCE: who is.
        text: the words behind the verb.
        verb: as it was said, e.g. "remind"; empty: nobody said one.
    """

    deed: Deed
    whom: NounPhrase | None = None
    source: Place | None = None
    place: Place | None = None
    words: str = ""
    text: str = ""
    verb: str = ""


Errand = Put | Hold | SetState | GoTo | Look | Change | PutBack | TryOut
"""What is done with things and furniture; a language model may read these."""

Clause = Errand | Inquire | Attend


class LimitKind(StrEnum):
    """What the robot is not to do to something."""

    LEFT_ALONE = "left alone"
    KEPT_SHUT = "kept shut"


@dataclass(frozen=True, slots=True)
class Limit:
    """What must not be done on the way, whatever is asked for: "don't touch the red one".

    Attributes:
        kind: what is not to be done.
        what: to which things or furniture; with count None: to all of them.
    """

    kind: LimitKind
    what: NounPhrase


@dataclass(frozen=True, slots=True)
class StatedCondition:
    """Something on which it depends what is asked for.

    Attributes:
        text: the words of the speaker.
        what: the things, with how many and where; or the furniture.
        state: how the furniture is; None: whether the things are there.
        negated: whether the words say that it is not so.
        so: whether the words are to be true.
        others: further things of which the same is said: "the cup and the plate are in the sink".
        only: whether more things than so many are not so: "exactly two"; "at most two" is said by the things.
    """

    text: str
    what: NounPhrase
    state: State | None = None
    negated: bool = False
    so: bool = True
    others: tuple[NounPhrase, ...] = ()
    only: bool = False


class Basis(StrEnum):
    """By what a request is what was asked for."""

    ORDER = "order"  # it was said
    CASE = "case"  # it was said for the case that is given
    NEED = "need"  # it is a reading of a need that was said
    PIECES = "pieces"  # it is what the pieces of what was said come to


@dataclass(frozen=True, slots=True)
class Request:
    """Everything that one instruction asks for.

    Attributes:
        clauses: what is asked for.
        stages: for each clause in which stage it belongs ("then" begins a new one); empty: all in one.
        notes: what was understood otherwise than it was written, e.g. "I read 'rubbsih' as 'rubbish'".
        limits: what must not be done.
        when: what has to be so for this to be asked for.
        basis: by what it is what was asked for.
        instead: what the speaker wants in other cases, or where this cannot be had; first named, first tried.
        turned: the words that other ways to say its orders begin with: "get rid of".
    """

    instruction: str
    clauses: tuple[Clause, ...]
    stages: tuple[int, ...] = ()
    notes: tuple[str, ...] = ()
    limits: tuple[Limit, ...] = ()
    when: tuple[StatedCondition, ...] = ()
    basis: Basis = Basis.ORDER
    instead: tuple[Request, ...] = ()
    turned: frozenset[tuple[str, ...]] = field(default=frozenset(), compare=False)

    @property
    def is_open(self) -> bool:
        """Whether the scene has to decide what is done."""
        return bool(self.when or self.instead)
