# SPDX-License-Identifier: Apache-2.0
"""Where the scenes that come with Makedo lie: beside the packages, or where they were installed."""

from __future__ import annotations

import sys
from pathlib import Path


def scene_file(scene: str) -> Path:
    """The graph of a scene.

    Raises:
        FileNotFoundError: naming the scenes that there are.
    """
    here = Path(__file__).resolve().parents[2]
    roots = (here / "scenes", Path(sys.prefix) / "share" / "makedo" / "scenes", Path("scenes"))
    for root in roots:
        path = root / scene / "graph.json"
        if path.is_file():
            return path
    known = sorted({p.parent.name for root in roots for p in root.glob("*/graph.json")})
    raise FileNotFoundError(f"there is no scene {scene!r}; there are: {', '.join(known) or 'none'}")
