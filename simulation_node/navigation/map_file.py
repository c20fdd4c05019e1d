# SPDX-License-Identifier: Apache-2.0
"""The program navigation_map: the map that Nav2's own map server is given of a simulated home.

A launch file runs it in a $(command ...) and gives the file that it names to the map server. The map holds walls and
furniture as they stand in the scene, from above: a laser sees the legs of a table only, and its plate is in the way of
the robot, too.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import yaml

from makedo_core.failure import MakedoError
from simulation_node.navigation.grid import RESOLUTION_M, Grid, build_grid
from simulation_node.navigation.paths import furniture
from simulation_node.robots.assets import cache_folder
from simulation_node.scene.scene import SceneDescription, load_scene

FREE, OCCUPIED = 254, 0  # grey values


def home_grid(scene: SceneDescription) -> Grid:
    """What stands in a home for good, with all its doors and drawers closed."""
    return build_grid([box for _, box in furniture(scene)], *scene.bounds)


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the map of a scene, and say where: navigation_map SHARE SCENE."""
    words = sys.argv[1:] if arguments is None else list(arguments)
    if len(words) != 2:
        sys.stderr.write("navigation_map needs the folder with scenes/ and the name of a scene\n")
        return 2
    try:
        scene = load_scene(Path(words[0]) / "scenes" / words[1])
        path = write_map(home_grid(scene), cache_folder().parent / "nav2", scene.name)
    except (MakedoError, OSError) as error:
        sys.stderr.write(f"Makedo cannot start Nav2: {error}\n")
        return 1
    sys.stdout.write(str(path))
    return 0


def write_map(grid: Grid, folder: Path, name: str) -> Path:
    """A map as the map server reads it: NAME.yaml, which is returned, and the image NAME.pgm."""
    folder.mkdir(parents=True, exist_ok=True)
    cells = np.where(grid.clearance <= 0.0, OCCUPIED, FREE).astype(np.uint8)
    rows = cells.T[::-1]  # the image begins with the row of the largest y
    image = folder / f"{name}.pgm"
    _replace(image, b"P5\n%d %d\n255\n" % (rows.shape[1], rows.shape[0]) + rows.tobytes())
    about = {
        "image": image.name,
        "mode": "trinary",
        "resolution": RESOLUTION_M,
        "origin": [float(grid.origin[0]), float(grid.origin[1]), 0.0],
        "negate": 0,
        "occupied_thresh": 0.65,
        "free_thresh": 0.25,
    }
    path = folder / f"{name}.yaml"
    _replace(path, yaml.safe_dump(about, sort_keys=False).encode())
    return path


def _replace(path: Path, content: bytes) -> None:
    """Whole or not at all: another launch may read it."""
    with tempfile.NamedTemporaryFile("wb", dir=path.parent, suffix=".part", delete=False) as file:
        file.write(content)
    os.replace(file.name, path)
