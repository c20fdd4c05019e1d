# SPDX-License-Identifier: Apache-2.0
"""Where the files that come with Makedo lie: beside the packages, or where they were installed."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def shipped(folder: str) -> tuple[Path, ...]:
    """Where a folder of the distribution may be, the likeliest first: "scenes", "config/robots".

    In a ROS workspace the packages lie in lib/python3 of a prefix and the files in share of the same one, which ament
    lists in AMENT_PREFIX_PATH.
    """
    here = Path(__file__).resolve().parents
    sourced = (Path(prefix) for prefix in os.environ.get("AMENT_PREFIX_PATH", "").split(os.pathsep) if prefix)
    prefixes = (*here, Path(sys.prefix), *sourced)
    return tuple(root / folder for root in (here[2], *(prefix / "share" / "makedo" for prefix in prefixes)))
