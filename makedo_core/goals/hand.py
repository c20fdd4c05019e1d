# SPDX-License-Identifier: Apache-2.0
"""What a robot's hand can take at all: its description, and the shape of a thing as it stands.

A necessary condition, known before anything moves. Fingers open level, so that how high a thing is does not matter:
a bowl that is wider than they open is taken by its rim or not at all, however low it is.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

from makedo_core.geometry import Vector
from makedo_core.graph.scene_graph import Node, NodeKind, SceneGraph, Shape
from makedo_core.known_failure import FailureKind, KnownFailure
from makedo_core.sight.known_shapes import KnownShape


@dataclass(frozen=True, slots=True)
class Hand:
    """A parallel gripper.

    Attributes:
        widest_m: what fits between the fingers [m].
        by_rim: classes of dishes that are taken by their wall.
        shapes: by scene and class, of things that were not seen yet. What the plates of a home are like that nobody
            described, nobody knows before they are seen.
    """

    widest_m: float
    by_rim: frozenset[str] = frozenset()
    shapes: Mapping[str, Mapping[str, KnownShape]] = field(default_factory=dict)

    def takes(self, node: Node, scene: str = "") -> bool:
        """Whether a thing of a scene may fit; of what nothing is known, it may."""
        known = self.shapes.get(scene, {}).get(node.label)
        if known is not None and max(node.size) <= 0:
            return self._fits(node.label, known.shape, known.size)
        return self._fits(node.label, node.shape, node.size)

    def _fits(self, label: str, shape: Shape, size: Vector) -> bool:
        if any(map(math.isnan, size)):
            return True
        match shape:
            case Shape.CYLINDER:
                return max(size[:2]) <= self.widest_m or label in self.by_rim
            case Shape.BOX:
                return min(size[:2]) <= self.widest_m
            case Shape.SPHERE:
                return size[0] <= self.widest_m
        return min(size) <= self.widest_m  # of what shape, nobody knows: it may lie, and be taken by another side


def too_wide(graph: SceneGraph, hand: Hand) -> tuple[KnownFailure, ...]:
    """The objects that no robot with such a hand takes; of the others, the hand finds out."""
    things = graph.of_kind(NodeKind.OBJECT)
    return tuple(KnownFailure(FailureKind.TOO_WIDE, node.id) for node in things if not hand.takes(node, graph.scene))
