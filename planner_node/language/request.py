# SPDX-License-Identifier: Apache-2.0
"""What an instruction asks for, before it is tied to a scene graph, and how planning is refused."""

from __future__ import annotations

from dataclasses import dataclass, field

from makedo_core.conversation.question import QuestionKind
from makedo_core.enums import StrEnum
from makedo_core.failure import FailureCause
from makedo_core.graph.scene_graph import State
from planner_node.language.kinds import Asking, Aspect, Deed, Measure


@dataclass(frozen=True, slots=True)
class Gap:
    """What an answer to a refusal would fill.

    Attributes:
        kind: what is asked.
        about: words of the instruction, as they were read, that the answer replaces or stands behind.
        yes: of WHETHER, what stands in their place if so.
        no: of WHETHER, what does if not; empty: nothing is done then.
        tells: a sentence with "{}" for the answer, which holds from then on and stands before the instruction, in the
            place of another word in it: "{} is mine."; empty: the answer replaces words.
        instead: of WHERE, whether the answer stands in the place of the words and not behind them.
    """

    kind: QuestionKind
    about: str
    yes: str = ""
    no: str = ""
    tells: str = ""
    instead: bool = False


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why there is no plan.

    Attributes:
        cause: typed cause.
        message: one sentence for people.
        candidates: what could have been meant, or what could be had instead.
        unknown: the word that nobody knows, if that is the trouble.
        begins: the first of the words that name nothing known, as it was read; empty: that is not the trouble.
        gap: what an answer would fill; None: no answer in a word or two would.
        lacking: what no skill does, of an instruction about people.
    """

    cause: FailureCause
    message: str
    candidates: tuple[str, ...] = ()
    unknown: str = ""
    begins: str = ""
    gap: Gap | None = None
    lacking: tuple[Deed, ...] = ()


class Side(StrEnum):
    """How something rests at a place, as it was said."""

    ON = "on"
    INSIDE = "inside"
    ANY = "at"  # "to the shelf": whatever the place offers
    POURED = "poured"  # out of what it is in, into the place


class Dimension(StrEnum):
    """By what things are compared."""

    SIZE = "size"
    HEIGHT = "height"
    LENGTH = "length"
    WIDTH = "width"
    THICKNESS = "thickness"
    WEIGHT = "weight"
    DISTANCE = "distance"
    SIDE = "side"  # how far to the left
    CONTENTS = "contents"  # how many things are on or in it
    ROOM = "room"  # how much room is left there, as far as the things there tell
    ORDER = "order"  # as people count things off, which no scene graph tells
    UNTOLD = "untold"  # age, price, beauty: no scene graph tells


@dataclass(frozen=True, slots=True)
class Superlative:
    """Those that come first in an order: "the second biggest".

    Attributes:
        measure: what is compared.
        most: whether the largest value comes first.
        word: as it was said.
        rank: 2 for the second one; 0 for the one in the middle.
        to: of distances, from where; None: from the robot.
        of: of contents, what is counted; None: whatever is there.
        listed: ids of those that were named, of which it is one; empty: none were.
    """

    measure: Dimension
    most: bool
    word: str
    rank: int = 1
    to: NounPhrase | None = None
    of: NounPhrase | None = None
    listed: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Compared:
    """More or less of a measure than something else has: "bigger than the bowl"."""

    measure: Dimension
    more: bool
    word: str
    than: NounPhrase


@dataclass(frozen=True, slots=True)
class Beside:
    """Near something else: "next to the plate"."""

    word: str
    what: NounPhrase


@dataclass(frozen=True, slots=True)
class UsuallyAt:
    """Things whose usual place it is: "that belong in the fridge"."""

    place: Place


@dataclass(frozen=True, slots=True)
class Bearing:
    """Furniture that something is on or in: "the table that the mug is on", "the same shelf as the flour".

    Attributes:
        what: the thing.
        is_lacking: whether it is that which has none of it: "every table that has no candle".
    """

    what: NounPhrase
    is_lacking: bool = False


@dataclass(frozen=True, slots=True)
class OwnedBy:
    """Somebody's things: "Anna's", "my" (of the speaker: "you")."""

    owner: str


Restriction = Compared | Beside | UsuallyAt | Bearing | OwnedBy


@dataclass(frozen=True, slots=True)
class Referent:
    """Which things a phrase speaks of, towards those of other phrases of the same instruction.

    Attributes:
        number: phrases with one number speak of the very same things; 0: nothing is known of that.
        within: the number of those of which these are some ("one of them"); 0: none.
        apart: numbers of those which these are not ("another", "the rest").
    """

    number: int = 0
    within: int = 0
    apart: frozenset[int] = frozenset()

    def is_same(self, other: Referent) -> bool:
        """Whether the very same things are spoken of."""
        return self.number != 0 and self.number == other.number

    def shares(self, other: Referent) -> bool:
        """Whether the same things are spoken of, or one of both is some of the other."""
        parts = (self.number == other.within != 0) or (other.number == self.within != 0)
        return parts or self.is_same(other)


UNTRACKED = Referent()
"""Nothing is known of what else speaks of these things."""


@dataclass(frozen=True, slots=True)
class NounPhrase:
    """Things that were spoken of.

    Attributes:
        text: the words, e.g. "4 kid snacks".
        concept: class of the ontology or label of the graph; None: things of any class.
        node_id: a scene graph node that was named; None: none was.
        count: how many; None: all there are.
        definite: whether one certain thing was meant ("the table").
        requirements: what each must be, e.g. "kid_safe".
        attributes: what each must look like, e.g. "red".
        excluded: what must not be taken.
        source: where they are to be taken from; of a place: the room that it is in.
        implied: nobody said it, but it belongs to what was said ("set the table" implies plates).
        or_fewer: whether fewer are just as well ("at most 4", "as many as possible").
        only_there: whether nothing from elsewhere than the source may stand in.
        each: whether what is said goes for every single one of them: "on each table".
        apart: whether, as places, no two things go to the same of them: "on different tables".
        parts: phrases of a list that together are one place: "tables 1 and 2"; each gets its share.
        restrictions: what else was said of which are meant: "next to the plate", "Anna's".
        superlative: which of all those are meant: "the biggest".
        share: which part of all there are: 0.5 for "half of"; None: none was said.
        left: how many of all there are not meant: 2 for "all but two".
        besides: what was spoken of before and is not meant: "the others", "the rest".
        among: ids of the only nodes that can be meant, once that is known; None: any.
        referent: which things it speaks of, towards other phrases; two phrases may be equal and speak of others.
    """

    text: str
    concept: str | None = None
    node_id: str | None = None
    count: int | None = 1
    definite: bool = False
    requirements: frozenset[str] = frozenset()
    attributes: frozenset[str] = frozenset()
    excluded: tuple[NounPhrase, ...] = ()
    source: Place | None = None
    implied: bool = False
    or_fewer: bool = False
    only_there: bool = False
    each: bool = False
    apart: bool = False
    parts: tuple[NounPhrase, ...] = ()
    restrictions: tuple[Restriction, ...] = ()
    superlative: Superlative | None = None
    share: float | None = None
    left: int = 0
    besides: tuple[NounPhrase, ...] = ()
    among: frozenset[str] | None = None
    referent: Referent = field(default=UNTRACKED, compare=False)

    @property
    def is_shared_out(self) -> bool:
        """Whether, as a place, it is several, and each of them gets what is said."""
        return self.each or self.apart or bool(self.parts) or (self.count is not None and self.count > 1)


@dataclass(frozen=True, slots=True)
class Place:
    """Where something is or is to go: furniture or a room, and on which side of it.

    Attributes:
        side: of the furniture.
        what: the furniture or the room.
        sides: of each of several parts, where they differ: "in the chest and on the table, respectively".
    """

    side: Side
    what: NounPhrase
    sides: tuple[Side, ...] = ()

    def __str__(self) -> str:
        word = {Side.ON: "on", Side.INSIDE: "in", Side.ANY: "to", Side.POURED: "into"}[self.side]
        return f"{word} {self.what.text}"


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
        measure: of MOST.
        state: of STATE: a state or an attribute, e.g. "open".
        aspect: of ASPECT.
    """

    asking: Asking
    text: str
    things: tuple[NounPhrase, ...] = ()
    place: Place | None = None
    measure: Measure | None = None
    state: str = ""
    aspect: Aspect | None = None


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
    """

    deed: Deed
    whom: NounPhrase | None = None
    source: Place | None = None
    place: Place | None = None
    words: str = ""
    text: str = ""


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
