# SPDX-License-Identifier: Apache-2.0
"""Where the files that come with Makedo lie: beside the packages, or where they were installed."""

from __future__ import annotations

import sys
from pathlib import Path


def shipped(folder: str) -> tuple[Path, ...]:
    """Where a folder of the distribution may be, the likeliest first: "scenes", "config/robots"."""
    here = Path(__file__).resolve().parents
    installed = (*(root / "share" / "makedo" for root in here), Path(sys.prefix) / "share" / "makedo")
    return tuple(root / folder for root in (here[2], *installed))
