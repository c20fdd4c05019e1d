# SPDX-License-Identifier: Apache-2.0
"""Things and places as they are spoken of, before they are tied to a scene graph."""

from __future__ import annotations

from dataclasses import dataclass, field

from makedo_core.enums import StrEnum


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
        unsaid: whether nothing says how many, so that the count is what is likely: "put toys in the chest".
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
    unsaid: bool = field(default=False, compare=False)
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
