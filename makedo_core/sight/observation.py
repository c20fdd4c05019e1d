# SPDX-License-Identifier: Apache-2.0
"""What one camera image showed: the noun between perception and the scene graph."""

from __future__ import annotations

from dataclasses import dataclass, field

from makedo_core.geometry import Pose, Vector
from makedo_core.graph.scene_graph import Shape, State
from makedo_core.sight.view import View


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
    """

    label: str
    score: float
    pose: Pose
    size: Vector
    shape: Shape
    visibility: float = 1.0


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
