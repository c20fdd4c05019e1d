# SPDX-License-Identifier: Apache-2.0
"""The gate for weights: renders images that no training saw, and measures what the detector finds in them.

Usage: python -m training.gate [WEIGHTS] [--images 240]
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import yaml

from makedo_core.failure import MakedoError
from perception_node.detectors import DetectorSettings, build_detector
from perception_node.detectors.detector import ImageSet
from training.homes import Home
from training.noise import noisy_colour
from training.render import LOOKS_PER_HOME, ROOT
from training.score import Tally

SETTINGS = Path(__file__).resolve().parent / "settings.yaml"
SEED = 7_000_001  # far from those of the training images


def measure(weights: str, count: int, seed: int, scene: Path) -> tuple[Tally, float]:
    """What the detector finds in `count` images, and the CPU time that it takes for one [ms, median].

    Args:
        weights: file; empty: the package's own.
        count: of images.
        seed: equal seeds give equal images.
        scene: scenes/<name>.

    Raises:
        MakedoError: if the weights cannot be used.
    """
    home = Home(scene)
    detector = build_detector(DetectorSettings("onnx", frozenset(home.scene.classes), weights=weights))
    rng = np.random.default_rng([seed, 21])
    tally, took = Tally(), []
    for i in range(count):
        if i % LOOKS_PER_HOME == 0:
            home.rearrange(rng)
        shot = home.look(rng)
        assert shot.view.labels is not None
        colour = noisy_colour(shot.view.colour, rng)
        begun = time.process_time()
        found = detector.detect(ImageSet(float(i), shot.view.depth, colour))
        took.append(1e3 * (time.process_time() - begun))
        tally.add(found, shot.view.labels, {number: home.labels[name] for number, name in shot.names.items()})
    home.close()
    return tally, statistics.median(took)


def shortfalls(tally: Tally, limits: Mapping[str, float]) -> list[str]:
    """What is worse than it has to be, in words.

    Args:
        tally: of held-out images.
        limits: least `recall` and `precision` over all classes, least `class_recall` of each class.
    """
    result = []
    for name, value in (("recall", tally.recall()), ("precision", tally.precision())):
        if value < limits[name]:
            result.append(f"{name} is {value:.3f}, at least {limits[name]:.3f} is needed")
    for label in tally.labels:
        if tally.recall(label) < limits["class_recall"]:
            result.append(
                f"recall of {label} is {tally.recall(label):.3f}, at least {limits['class_recall']:.3f} is needed"
            )
    return result


def table(tally: Tally) -> str:
    """Counts, recall and precision of each class, as text."""
    lines = [f"{'class':16s} {'in view':>8s} {'recall':>7s} {'precision':>9s}"]
    for label in tally.labels:
        seen = tally.found.get(label, 0) + tally.missed.get(label, 0)
        lines.append(f"{label:16s} {seen:8d} {tally.recall(label):7.3f} {tally.precision(label):9.3f}")
    seen = sum(tally.found.values()) + sum(tally.missed.values())
    lines.append(f"{'all':16s} {seen:8d} {tally.recall():7.3f} {tally.precision():9.3f}")
    return "\n".join(lines)


def main() -> int:
    """Measure and judge."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("weights", nargs="?", default="", help="ONNX file; default: the package's own")
    parser.add_argument("--images", type=int, default=240)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--scene", type=Path, default=ROOT / "scenes" / "home")
    given = parser.parse_args()
    try:
        tally, took_ms = measure(given.weights, given.images, given.seed, given.scene)
    except MakedoError as error:
        print(error, file=sys.stderr)
        return 2
    print(table(tally))
    print(f"{took_ms:.0f} ms CPU an image (median of {given.images})")
    short = shortfalls(tally, yaml.safe_load(SETTINGS.read_text())["gate"])
    for line in short:
        print(line, file=sys.stderr)
    return 1 if short else 0


if __name__ == "__main__":
    raise SystemExit(main())
