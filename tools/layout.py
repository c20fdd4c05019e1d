# SPDX-License-Identifier: Apache-2.0
"""Where set-up finds its inputs and puts its products, and how it recognises that a product is still good.

Standard library only: this runs before anything is installed.
"""

from __future__ import annotations

import hashlib
import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
VENV_PYTHON = VENV / "bin" / "python"
BUILD = ROOT / "build" / "setup"
LOCK_FILE = ROOT / "tools" / "requirements.lock"
WHEEL_CMAKE = ROOT / "tools" / "cmake" / "wheels.cmake"
OVERLAY = ROOT / "overlay"
SUPPORTED_PYTHONS = ((3, 12), (3, 11), (3, 10))


def cache_directory() -> Path:
    """Return the folder for products that outlive a checkout (built interfaces, the robot's meshes)."""
    base = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(base) / "makedo"


def digest(*parts: str | Path) -> str:
    """Return a short hash of strings, and of the names and contents of files and folders, in this order."""
    total = hashlib.sha256()
    for part in parts:
        if isinstance(part, str):
            total.update(part.encode() + b"\0")
            continue
        files = sorted(filter(Path.is_file, part.rglob("*"))) if part.is_dir() else [part]
        for file in files:
            total.update(str(file.relative_to(part.parent)).encode() + b"\0" + file.read_bytes() + b"\0")
    return total.hexdigest()[:16]


def build_pins() -> str:
    """Return the locked versions that decide what generated interface code looks like."""
    lines = LOCK_FILE.read_text().splitlines()
    return "\n".join(line for line in lines if line.startswith(("ros-", "empy", "numpy", "lark-parser")))


def python_tag() -> str:
    """Return the running interpreter's version as it appears in folder names, e.g. ``cp311``."""
    return f"cp{sys.version_info[0]}{sys.version_info[1]}"
