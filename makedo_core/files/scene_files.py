# SPDX-License-Identifier: Apache-2.0
"""The scenes that come with Makedo, by their names."""

from __future__ import annotations

from pathlib import Path

from makedo_core.files.shipped import shipped


def scene_file(scene: str) -> Path:
    """The graph of a scene.

    Raises:
        FileNotFoundError: naming the scenes that there are.
    """
    roots = (*shipped("scenes"), Path("scenes"))
    for root in roots:
        path = root / scene / "graph.json"
        if path.is_file():
            return path
    known = sorted({p.parent.name for root in roots for p in root.glob("*/graph.json")})
    raise FileNotFoundError(f"there is no scene {scene!r}; there are: {', '.join(known) or 'none'}")
