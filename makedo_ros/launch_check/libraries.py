# SPDX-License-Identifier: Apache-2.0
"""The libraries that are too old on some systems: looked at before anything is imported that fails deep inside.

Standard library only; nothing here imports what it looks at.
"""

from __future__ import annotations

import re
import sys
from importlib.metadata import PackageNotFoundError, distribution

LEAST = {"pydantic": (2, 0)}
"""The first version of each library that will do. Ubuntu 22.04 and 24.04 offer pydantic 1 as python3-pydantic."""


def too_old(least: dict[str, tuple[int, int]] = LEAST) -> str:
    """What is too old or missing, in one sentence with its remedy; empty: nothing is.

    Args:
        least: first version that will do, by the name of a distribution.
    """
    for name, (major, minor) in least.items():
        remedy = (
            f'install it for this Python: {sys.executable} -m pip install "{name}>={major}" (in a virtual environment '
            "with --system-site-packages where the system's Python refuses, see docs/installing.md)"
        )
        try:
            found = distribution(name)
        except PackageNotFoundError:
            return f"Makedo needs {name} {major} or newer, and there is none; {remedy}"
        numbers = re.findall(r"\d+", found.version)[:2]
        if tuple(map(int, numbers)) < (major, minor):
            where = found.locate_file("")
            return f"Makedo needs {name} {major} or newer, and finds {found.version} in {where}; {remedy}"
    return ""


def check_libraries() -> None:
    """End the program with that sentence if there is one: the first thing that a program does."""
    if problem := too_old():
        raise SystemExit(f"{sys.argv[0].rpartition('/')[2]}: {problem}")
