# SPDX-License-Identifier: Apache-2.0
"""Cuts crops around small things out of the training images: most of an image is wall, and walls are soon learnt.

A crop keeps the image's scale, so that what is learnt from it holds for whole images, at a quarter of the cost.

Usage: python -m training.crops build/training/data
"""

from __future__ import annotations

import argparse
import shutil
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
import yaml

from training.outlines import Labels, Polygon, outlines, yolo_lines
from training.render import JPEG_QUALITY

SETTINGS = Path(__file__).resolve().parent / "settings.yaml"
AWAY = 0.35  # times the crop's size, at most so far from its middle is the thing that it was cut around

Image = npt.NDArray[np.uint8]


def read_labels(text: str, width: int, height: int) -> tuple[Labels, dict[int, int]]:
    """The label image of a label file's outlines, shape (height, width), and the class number of each label id."""
    labels = np.zeros((height, width), np.int32)
    classes = {}
    for i, line in enumerate(text.splitlines(), 1):
        number, *values = line.split()
        corners = np.array(values, float).reshape(-1, 2) * (width, height)
        cv2.fillPoly(labels, [corners.round().astype(np.int32)], i)
        classes[i] = int(number)
    return labels, classes


def crops(
    image: Image, labels: Labels, classes: dict[int, int], size: tuple[int, int], count: int, rng: np.random.Generator
) -> list[tuple[Image, list[tuple[int, Polygon]]]]:
    """`count` crops of an image with the outlines in them; small things are in more of them than large ones.

    Args:
        image: shape (h, w, 3).
        labels: label id of each pixel, shape (h, w).
        classes: label id -> class number.
        size: of a crop (width, height) [px].
        count: of crops.
        rng: decides.
    """
    ids, areas = np.unique(labels[labels > 0], return_counts=True)
    result = []
    for _ in range(count):
        if len(ids):
            weights = 1 / np.sqrt(areas)
            rows, columns = np.nonzero(labels == rng.choice(ids, p=weights / weights.sum()))
            middle = np.array([columns.mean(), rows.mean()]) + rng.uniform(-AWAY, AWAY, 2) * size
        else:
            middle = rng.uniform((0, 0), labels.shape[::-1])
        room = np.subtract(labels.shape[::-1], size)
        x, y = np.clip((middle - np.array(size) / 2).astype(int), 0, room)
        part = (slice(y, y + size[1]), slice(x, x + size[0]))
        result.append((image[part], outlines(labels[part], classes)))
    return result


def cut(folder: Path, size: Sequence[int], count: int, seed: int) -> Path:
    """Cut crops out of all training images of a data set; returns the description of the data set of crops."""
    source = yaml.safe_load((folder / "data.yaml").read_text())
    images, texts = folder / "images" / "crops", folder / "labels" / "crops"
    for path in (images, texts):
        shutil.rmtree(path, ignore_errors=True)
        path.mkdir(parents=True)
    rng = np.random.default_rng([seed, 22])
    for path in sorted((folder / source["train"]).glob("*.jpg")):
        image = np.asarray(cv2.imread(str(path)), np.uint8)
        height, width = image.shape[:2]
        labels, classes = read_labels((folder / "labels" / "train" / f"{path.stem}.txt").read_text(), width, height)
        for i, (crop, found) in enumerate(crops(image, labels, classes, (size[0], size[1]), count, rng)):
            cv2.imwrite(str(images / f"{path.stem}_{i}.jpg"), crop, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
            (texts / f"{path.stem}_{i}.txt").write_text(yolo_lines(found))
    description = folder / "crops.yaml"
    description.write_text(yaml.safe_dump({**source, "train": "images/crops"}, sort_keys=False))
    return description


def main() -> int:
    """Cut the crops that the settings ask for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("folder", type=Path)
    given = parser.parse_args()
    wanted = yaml.safe_load(SETTINGS.read_text())["images"]
    print(cut(given.folder, wanted["crop"], int(wanted["crops_each"]), int(wanted["seed"])))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
