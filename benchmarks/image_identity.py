# SPDX-License-Identifier: Apache-2.0
"""How many names an image tracker gives to an object, for the same detections as the scene graph has."""

from __future__ import annotations

import json
import statistics
import subprocess
import tempfile
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from benchmarks.staged_home import ROOT
from perception_node.detectors.detector import Detection, Detector, ImageSet

PYTHON = ROOT / "build" / "training" / "venv" / "bin" / "python"
MIN_SHARE = 0.5  # of a mask on one thing, to be of that thing


class Watching:
    """A detector that remembers what it found, and of which instance each detection really is.

    Args:
        detector: does the work.
    """

    def __init__(self, detector: Detector) -> None:
        self._detector = detector
        self._labels: dict[str, int] = {}
        self.frames: list[list[list[float]]] = []  # left, top, right, bottom, score, class
        self.truth: list[list[int | None]] = []  # instance of each, None: of nothing

    def detect(self, images: ImageSet) -> tuple[Detection, ...]:
        """What the detector finds."""
        found = self._detector.detect(images)
        self.frames.append([self._row(d) for d in found])
        self.truth.append([_instance(d, images) for d in found])
        return found

    def diagnostics(self) -> Mapping[str, str]:
        """The detector's own."""
        return self._detector.diagnostics()

    def _row(self, d: Detection) -> list[float]:
        number = self._labels.setdefault(d.label, len(self._labels))
        return [d.columns.start, d.rows.start, d.columns.stop, d.rows.stop, d.score, number]


def ids_of_trackers(scenes: Sequence[Watching]) -> dict[str, float]:
    """Mean number of names of an object in a scene, by tracker.

    Raises:
        SystemExit: without the training venv, which has the trackers.
    """
    if not PYTHON.is_file():
        raise SystemExit(f"--tracker needs Ultralytics in {PYTHON.parent.parent}; `make train` makes it")
    with tempfile.TemporaryDirectory() as folder:
        given, answer = Path(folder) / "frames.json", Path(folder) / "ids.json"
        given.write_text(json.dumps([scene.frames for scene in scenes]))
        program = ROOT / "benchmarks" / "image_tracker.py"
        subprocess.run([PYTHON, program, given, answer], check=True, cwd=folder)
        ids = json.loads(answer.read_text())
    return {"ByteTrack": _names(scenes, ids)}


def _names(scenes: Sequence[Watching], ids: Sequence[Sequence[Sequence[int | None]]]) -> float:
    counts = []
    for scene, frames in zip(scenes, ids, strict=True):
        names: dict[int, set[int]] = defaultdict(set)
        for truth, numbers in zip(scene.truth, frames, strict=True):
            for instance, number in zip(truth, numbers, strict=True):
                if instance is not None and number is not None:
                    names[instance].add(number)
        counts += [len(n) for n in names.values()]
    return statistics.mean(counts) if counts else 0.0


def _instance(detection: Detection, images: ImageSet) -> int | None:
    """The instance that most of a mask lies on."""
    assert images.labels is not None
    under = images.labels[detection.rows, detection.columns][detection.mask]
    numbers, counts = np.unique(under, return_counts=True)
    best = int(counts.argmax())
    number = int(numbers[best])
    return number if number in images.classes and counts[best] >= MIN_SHARE * len(under) else None
