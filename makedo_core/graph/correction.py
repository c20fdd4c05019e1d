# SPDX-License-Identifier: Apache-2.0
"""How a person corrects the scene graph: what a node is, what it is like, where it is, that it is gone."""

from __future__ import annotations

from dataclasses import dataclass

from makedo_core.geometry import Vector
from makedo_core.graph.nodes import Relation


@dataclass(frozen=True, slots=True)
class GraphCorrection:
    """What a person says of one node. What is empty or None is not spoken of.

    Attributes:
        node_id: of which.
        label: the class that it is of.
        attributes: all that it has, in place of those that it had.
        place: what it rests on or in (ON, INSIDE), or the room whose floor it is on (IN).
        point: where the centre of its base is, map frame [m]; without `place`, what is below decides.
        gone: it is not where it was, and nobody knows where it is.
    """

    node_id: str
    label: str = ""
    attributes: frozenset[str] | None = None
    place: Relation | None = None
    point: Vector | None = None
    gone: bool = False

    @property
    def moves(self) -> bool:
        """Whether it says where the node is."""
        return self.place is not None or self.point is not None

    def __bool__(self) -> bool:
        return bool(self.label or self.moves or self.gone) or self.attributes is not None


@dataclass(frozen=True, slots=True)
class SpokenCorrection:
    """The same as people say it, before it is read; what is empty or None is not spoken of.

    Attributes:
        node_id: of which.
        what: it is, e.g. "green apple".
        side: "on" or "in".
        place: id of what it is on or in.
        point: where the centre of its base is, map frame [m].
        gone: it is not where it was.
        name: what people call it.
    """

    node_id: str
    what: str = ""
    side: str = ""
    place: str = ""
    point: Vector | None = None
    gone: bool = False
    name: str = ""
