# SPDX-License-Identifier: Apache-2.0
"""What one camera image showed: the noun between perception and the scene graph."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from makedo_core.geometry import Pose, Vector
from makedo_core.graph.scene_graph import Shape, State
from makedo_core.sight.colours import NOT_MEASURED, Colouring
from makedo_core.sight.view import View

ONE_SIDE = 0.7  # from this share on, the largest side of a box is nearly all that is seen
CLEARLY_SEEN = 0.5  # share of its outline from which a thing's colours are those that are seen


@dataclass(frozen=True, slots=True)
class Observation:
    """One object in the map frame.

    Attributes:
        label: class.
        score: 0..1.
        pose: of the centre of the base of its upright box, as in `Node`.
        size: full extents of the box [m].
        shape: primitive that fits it.
        visibility: share of its expected outline that was seen, 0..1; 1 when unknown.
        colouring: which colours its visible surface shows.
    """

    label: str
    score: float
    pose: Pose
    size: Vector
    shape: Shape
    visibility: float = 1.0
    colouring: Colouring = NOT_MEASURED

    def seen_from(self, eye: Vector) -> Observation:
        """The same, knowing whether an eye at a point of the map [m] sees more than one side of it, or only a part."""
        if not self.colouring.is_measured:
            return self
        hidden = self.visibility < CLEARLY_SEEN
        one_sided = hidden or (self.shape is Shape.BOX and _largest_side(self, eye) > ONE_SIDE)
        return replace(self, colouring=replace(self.colouring, one_sided=one_sided))


def _largest_side(observation: Observation, eye: Vector) -> float:
    """Of the three sides of a box that face an eye, the share of the largest in what is seen, 1/3..1."""
    x, y, z = observation.size
    dx, dy, dz = observation.pose.inverse().transform(eye)
    areas = (abs(dx) * y * z, abs(dy) * x * z, max(dz - z / 2, 0.0) * x * y)
    return max(areas) / max(sum(areas), 1e-9)


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """All that one image showed, and where it looked.

    Attributes:
        stamp: the image's own time [s].
        view: a small depth image with its camera pose, for negative evidence.
        steady: whether the camera stood still meanwhile; only then do objects move in the graph.
        states: asset id and the state that was read from the image.
        openings: asset id and how far its door or drawer is open, where the image shows it [rad or m].
    """

    stamp: float
    view: View
    observations: tuple[Observation, ...] = ()
    states: tuple[tuple[str, State], ...] = field(default=())
    steady: bool = True
    openings: tuple[tuple[str, float], ...] = ()
