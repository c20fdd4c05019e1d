# SPDX-License-Identifier: Apache-2.0
"""The detector port: an image set in, detections out. Backends live in `detectors/`, one importing file each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
import numpy.typing as npt

from perception_node.camera import ColourImage, DepthImage, LabelImage

Mask = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class ImageSet:
    """Registered images of one instant.

    Attributes:
        stamp: when they were taken [s].
        depth: shape (h, w) [m]; 0: no reading.
        colour: shape (h, w, 3), red first; None when the camera sends none.
        labels: shape (h, w), instance numbers; only a simulated camera has them.
        classes: instance number -> class, to go with `labels`.
    """

    stamp: float
    depth: DepthImage
    colour: ColourImage | None = None
    labels: LabelImage | None = None
    classes: Mapping[int, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, eq=False)
class Detection:
    """One object in an image.

    Attributes:
        label: class.
        score: 0..1.
        rows, columns: where `mask` lies in the image.
        mask: shape of rows x columns.
        others: classes that it may be instead, with their scores, best first.
    """

    label: str
    score: float
    rows: slice
    columns: slice
    mask: Mask
    others: tuple[tuple[str, float], ...] = ()

    @property
    def area(self) -> int:
        """Pixels of the mask."""
        return int(np.count_nonzero(self.mask))


class Detector(Protocol):
    """Finds objects in an image set."""

    def detect(self, images: ImageSet) -> tuple[Detection, ...]:
        """All objects that are seen well enough, in a stable order."""

    def diagnostics(self) -> Mapping[str, str]:
        """What an operator should know of it; may be empty."""
