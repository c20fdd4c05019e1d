# SPDX-License-Identifier: Apache-2.0
"""What a person said of a node of the scene graph: kept beside what was seen, and told apart from it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from makedo_core.enums import StrEnum
from makedo_core.geometry import Vector


class Matter(StrEnum):
    """What of a node a person's word is about."""

    CLASS = "class"
    ATTRIBUTES = "attributes"
    PLACE = "place"
    GONE = "gone"


@dataclass(frozen=True, slots=True)
class PersonsWord:
    """A person's word on a node.

    Attributes:
        matters: what it is about; of these the node has what was said, not what was seen. Never empty.
        said_s: when the newest of it was said [s of the node's clock].
        formerly: ids of the node before it was given other classes, the first of all first.
        mistaken: classes that the thing was seen as and that are wrong, by the person's word.
        left: where the thing was thought to be, and is not, by the person's word (map frame, [m]); None: nowhere.
    """

    matters: frozenset[Matter]
    said_s: float = 0.0
    formerly: tuple[str, ...] = ()
    mistaken: frozenset[str] = frozenset()
    left: Vector | None = None

    def without(self, *matters: Matter) -> PersonsWord | None:
        """What is left of it once some matters are known better; None: nothing."""
        kept = self.matters.difference(matters)
        if not kept:
            return None
        left = self.left if kept & {Matter.PLACE, Matter.GONE} else None
        mistaken = self.mistaken if Matter.CLASS in kept else frozenset[str]()
        return replace(self, matters=kept, left=left, mistaken=mistaken)

    def on_clock(self, now_s: float) -> PersonsWord:
        """The same, said now if it would have been said later than now [s]."""
        return self if self.said_s <= now_s else replace(self, said_s=now_s)
