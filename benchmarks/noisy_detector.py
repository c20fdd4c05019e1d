# SPDX-License-Identifier: Apache-2.0
"""A detector that errs as small networks do: perfect detections, dropped, confused, doubled, blurred, made up."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from scipy import ndimage

from perception_node.detectors.detector import Detection, Detector, ImageSet


@dataclass(frozen=True, slots=True)
class Noise:
    """How often what goes wrong.

    Attributes:
        drop: share of the detections that are left out.
        flip: share that gets another class.
        double: share that is given twice, the second time as another class and with a little other mask.
        blur: share whose mask is a pixel or two too large or too small.
        invented: mean number of things per image that are not there.
        lasting: share of these that the next image shows again.
        sure, unsure: ranges of the scores of what is there, and of errors.
    """

    drop: float = 0.1
    flip: float = 0.05
    double: float = 0.05
    blur: float = 0.5
    invented: float = 0.1
    lasting: float = 0.5
    sure: tuple[float, float] = (0.55, 0.95)
    unsure: tuple[float, float] = (0.3, 0.7)


class NoisyDetector:
    """Perturbs what another detector finds.

    Args:
        detector: gives the truth.
        vocabulary: classes that errors are drawn from.
        noise: how often what goes wrong.
        seed: of the errors.
    """

    def __init__(self, detector: Detector, vocabulary: Sequence[str], noise: Noise, seed: int) -> None:
        self._detector = detector
        self._vocabulary = sorted(vocabulary)
        self._noise = noise
        self._rng = np.random.default_rng(seed)
        self._again: list[Detection] = []

    def detect(self, images: ImageSet) -> tuple[Detection, ...]:
        """The detections of an image set, with errors."""
        found = [d for true in self._detector.detect(images) for d in self._seen(true, images.depth.shape)]
        invented = [*self._again, *self._made_up(images)]
        self._again = [d for d in invented if d not in self._again and self._rng.random() < self._noise.lasting]
        return (*found, *invented)

    def diagnostics(self) -> Mapping[str, str]:
        """Those of the other detector."""
        return self._detector.diagnostics()

    def _seen(self, true: Detection, shape: tuple[int, ...]) -> Iterator[Detection]:
        if self._rng.random() < self._noise.drop:
            return
        blurred = self._blurred(true, shape) if self._rng.random() < self._noise.blur else true
        if self._rng.random() < self._noise.flip:
            yield replace(blurred, label=self._other(true.label), score=self._score(self._noise.unsure))
            return
        yield replace(blurred, score=self._score(self._noise.sure))
        if self._rng.random() < self._noise.double:
            again = self._blurred(true, shape)
            yield replace(again, label=self._other(true.label), score=self._score(self._noise.unsure))

    def _made_up(self, images: ImageSet) -> Iterator[Detection]:
        """Discs at random places with a depth reading."""
        height, width = images.depth.shape
        for _ in range(int(self._rng.poisson(self._noise.invented))):
            radius = int(self._rng.integers(8, 30))
            row = int(self._rng.integers(radius, height - radius))
            column = int(self._rng.integers(radius, width - radius))
            rows, columns = np.ogrid[-radius : radius + 1, -radius : radius + 1]
            yield Detection(
                self._other(""),
                self._score(self._noise.unsure),
                slice(row - radius, row + radius + 1),
                slice(column - radius, column + radius + 1),
                rows**2 + columns**2 <= radius**2,
            )

    def _blurred(self, true: Detection, shape: tuple[int, ...]) -> Detection:
        """The detection with its mask dilated or eroded; one that erosion would end is left as it is."""
        by = int(self._rng.choice([-2, -1, 1, 2]))
        if by < 0:
            mask = ndimage.binary_erosion(true.mask, iterations=-by)
            return replace(true, mask=mask) if mask.any() else true
        rows = slice(max(0, true.rows.start - by), min(shape[0], true.rows.stop + by))
        columns = slice(max(0, true.columns.start - by), min(shape[1], true.columns.stop + by))
        mask = np.zeros((rows.stop - rows.start, columns.stop - columns.start), bool)
        top, left = true.rows.start - rows.start, true.columns.start - columns.start
        mask[top : top + true.mask.shape[0], left : left + true.mask.shape[1]] = true.mask
        return replace(true, rows=rows, columns=columns, mask=ndimage.binary_dilation(mask, iterations=by))

    def _other(self, label: str) -> str:
        return str(self._rng.choice([c for c in self._vocabulary if c != label]))

    def _score(self, limits: tuple[float, float]) -> float:
        return float(self._rng.uniform(*limits))
