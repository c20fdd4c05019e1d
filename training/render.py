# SPDX-License-Identifier: Apache-2.0
"""Renders what the robot's own camera sees in randomised homes, with labels from the renderer, as a YOLO data set.

Usage: python -m training.render build/training/data --images 4000 --seed 1
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

import cv2
import numpy as np
import yaml

from training.homes import Home
from training.noise import noisy_colour
from training.outlines import outlines, yolo_lines

ROOT = Path(__file__).resolve().parent.parent
LOOKS_PER_HOME = 8
EMPTY_SHARE = 0.06  # of the images may show no object: what is not one must be learnt too
JPEG_QUALITY = 93


def render(folder: Path, split: str, count: int, seed: int, scene: Path) -> None:
    """Write `count` images and their labels.

    Args:
        folder: of the data set.
        split: "train" or "val".
        count: of images.
        seed: equal seeds give equal images.
        scene: scenes/<name>.
    """
    images, labels = folder / "images" / split, folder / "labels" / split
    for path in (images, labels):
        path.mkdir(parents=True, exist_ok=True)
    home = Home(scene)
    numbers = {label: i for i, label in enumerate(home.scene.classes)}
    (folder / "data.yaml").write_text(_description(folder, tuple(numbers)))
    rng = np.random.default_rng([seed, 20])
    begun, done, empty = time.monotonic(), 0, 0
    while done < count:
        home.rearrange(rng)
        for _ in range(LOOKS_PER_HOME):
            shot = home.look(rng)
            assert shot.view.labels is not None
            wanted = {i: numbers[home.labels[name]] for i, name in shot.names.items()}
            found = outlines(shot.view.labels, wanted)
            colour = noisy_colour(shot.view.colour, rng)
            if not found:
                if empty >= EMPTY_SHARE * count:
                    continue
                empty += 1
            if done == count:
                break
            name = f"{seed}_{done:05d}"
            cv2.imwrite(str(images / f"{name}.jpg"), colour[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
            (labels / f"{name}.txt").write_text(yolo_lines(found))
            done += 1
        if sys.stdout.isatty() or done == count or done % 400 < LOOKS_PER_HOME:
            print(f"{split}: {done} of {count} images, {time.monotonic() - begun:.0f} s", flush=True)
    home.close()


def _description(folder: Path, names: tuple[str, ...]) -> str:
    return yaml.safe_dump(
        {"path": str(folder.resolve()), "train": "images/train", "val": "images/val", "names": dict(enumerate(names))},
        sort_keys=False,
    )


def main() -> int:
    """Render one split."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--images", type=int, default=4000)
    parser.add_argument("--split", choices=("train", "val"), default="train")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--scene", type=Path, default=ROOT / "scenes" / "home")
    given = parser.parse_args()
    render(given.folder, given.split, given.images, given.seed, given.scene)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
