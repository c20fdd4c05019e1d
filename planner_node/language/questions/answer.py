# SPDX-License-Identifier: Apache-2.0
"""What the scene graph says to a question, how sure that is, and where nobody has looked."""

from __future__ import annotations

from dataclasses import dataclass
from enum import auto

from makedo_core.enums import StrEnum
from planner_node.language.request import SceneQuestion


class Doubt(StrEnum):
    """Why an answer may be wrong."""

    BELIEVED = auto()  # it was assumed and never seen
    NOT_LOOKED = auto()  # at some of the places nobody has looked
    UNMEASURED = auto()  # the measure is not known of some, or stands for another: size for weight
    OUT_OF_SIGHT = auto()  # nothing looks for people
    UNKNOWN = auto()  # the graph does not say it


@dataclass(frozen=True, slots=True)
class Sighting:
    """One node that an answer is about.

    Attributes:
        node_id: the node.
        place: what it rests on or in, or the room; empty: nobody knows.
        room: its room; empty: nobody knows.
        inside: whether it is in the place and not on it.
        age_s: time since it was last seen [s]; None: never seen.
        believed: whether it was assumed rather than seen.
        missed: whether it was not to be seen there when somebody looked.
    """

    node_id: str
    place: str = ""
    room: str = ""
    inside: bool = False
    age_s: float | None = None
    believed: bool = False
    missed: bool = False


@dataclass(frozen=True, slots=True)
class SceneAnswer:
    """An answer.

    Attributes:
        question: what was asked.
        sightings: the nodes that it is about, those that were seen first; of MOST the first is the one.
        holds: of STATE and WHETHER: whether it is so; None: nobody knows, or that was not asked.
        so: of STATE: the nodes of which it is so; of MOST all that share the greatest or least measure.
        unsure: the nodes of which nobody knows whether it is so; of STATE some of the sightings, else of the kindred.
        kindred: what there is of the kind that was asked about and is not as was asked, or may be: of "which cups are
            clean?" the dirty ones, and those of which nobody knows.
        against: of WHETHER: what speaks against it, e.g. those of the things that are elsewhere.
        told: of ASPECT: what is known of it, e.g. "sitting".
        told_of_each: of ASPECT: what is known of each of the sightings, in their order.
        doubts: why it may be wrong; empty: it was seen to be so.
        numbers: of HOLDS_MOST: how many of the things each place has; of MORE: how many there are of each kind.
        unlooked: furniture where what was asked about may be and nobody has looked, the likeliest first.
    """

    question: SceneQuestion
    sightings: tuple[Sighting, ...] = ()
    holds: bool | None = None
    so: frozenset[str] = frozenset()
    unsure: frozenset[str] = frozenset()
    told: tuple[str, ...] = ()
    told_of_each: tuple[tuple[str, ...], ...] = ()
    doubts: frozenset[Doubt] = frozenset()
    numbers: tuple[tuple[str, int], ...] = ()
    unlooked: tuple[str, ...] = ()
    kindred: tuple[Sighting, ...] = ()
    against: tuple[Sighting, ...] = ()

    @property
    def count(self) -> int:
        """How many nodes it is about."""
        return len(self.sightings)
