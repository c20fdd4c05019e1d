# SPDX-License-Identifier: Apache-2.0
"""One image set -> one frame of observations. No ROS here; benchmarks and tests call the same code as the node."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import numpy as np

from makedo_core.geometry import Pose
from makedo_core.graph.scene_graph import Node
from makedo_core.sight.known_shapes import KnownShape
from makedo_core.sight.observation import Frame
from makedo_core.sight.view import Intrinsics, View, reduced_image
from perception_node.asset_states import AssetStates, StateSettings, asset_states
from perception_node.camera import check_same_size
from perception_node.detectors.detector import Detection, Detector, ImageSet
from perception_node.detectors.settings import PERSON
from perception_node.lifting.colouring import colouring_of
from perception_node.lifting.lift import LiftSettings, lift
from perception_node.lifting.solids import is_furniture


@dataclass(frozen=True, slots=True)
class PipelineSettings:
    """How an image set is processed.

    Attributes:
        reduction: every so many rows and columns go into the small depth image.
    """

    lift: LiftSettings = field(default_factory=LiftSettings)
    states: StateSettings = field(default_factory=StateSettings)
    reduction: int = 4


class Pipeline:
    """Detect, lift, read asset states.

    Args:
        detector: backend.
        catalogue: known shapes.
        settings: limits.
    """

    def __init__(
        self, detector: Detector, catalogue: Mapping[str, KnownShape], settings: PipelineSettings | None = None
    ) -> None:
        self._detector = detector
        self._catalogue = catalogue
        self._settings = settings or PipelineSettings()

    def diagnostics(self) -> Mapping[str, str]:
        """What the detector says of itself."""
        return self._detector.diagnostics()

    def process(
        self, images: ImageSet, camera: Intrinsics, pose: Pose, *, steady: bool, assets: Iterable[Node] = ()
    ) -> Frame:
        """Process one image set: `detect` and `frame` in one.

        Raises:
            ImageError: if an image is of another size than the camera says.
        """
        return self.frame(images, camera, pose, self.detect(images, camera), steady=steady, assets=assets)

    def detect(self, images: ImageSet, camera: Intrinsics) -> tuple[Detection, ...]:
        """All that the detector finds, persons among it where it is to report them.

        Raises:
            ImageError: if an image is of another size than the camera says.
        """
        named = {"depth": images.depth, "colour": images.colour, "label": images.labels}
        check_same_size(camera, **{name: i.shape for name, i in named.items() if i is not None})
        return self._detector.detect(images)

    def view(self, images: ImageSet, camera: Intrinsics, pose: Pose) -> View:
        """What an image set looked at, as a small depth image."""
        factor = self._settings.reduction
        return View(pose, camera.reduced(factor), reduced_image(images.depth, factor).astype(np.float32))

    def frame(
        self,
        images: ImageSet,
        camera: Intrinsics,
        pose: Pose,
        detections: Iterable[Detection],
        *,
        steady: bool,
        assets: Iterable[Node] = (),
    ) -> Frame:
        """Lift what was found, and read the states of furniture.

        Args:
            images: registered images.
            camera: of all of them.
            pose: of the optical frame in the map frame at the images' stamp.
            detections: what was found in them; persons are no things.
            steady: whether the camera stood still.
            assets: whose states are read, and whose solid parts are no things.
        """
        found = (
            lift(
                detection,
                images.depth,
                camera,
                pose,
                self._catalogue,
                self._settings.lift,
                colouring_of(detection, images.colour),
            )
            for detection in detections
            if detection.label != PERSON
        )
        assets = tuple(assets)
        observations = tuple(o for o in found if o is not None and not is_furniture(o, assets))
        view = self.view(images, camera, pose)
        colour = images.colour
        if colour is not None:
            colour = reduced_image(colour, self._settings.reduction).astype(np.uint8)
        told = asset_states(assets, view, colour, self._settings.states) if steady else AssetStates()
        return Frame(images.stamp, view, observations, told.states, steady, told.openings)


def is_steady(before: Pose, now: Pose, max_move_m: float, max_turn_rad: float) -> bool:
    """Whether a camera stood still between two instants, by its poses."""
    dot = abs(float(np.dot(before.orientation, now.orientation)))
    turn = 2 * math.acos(min(1.0, dot))
    return before.distance(now) <= max_move_m and turn <= max_turn_rad
