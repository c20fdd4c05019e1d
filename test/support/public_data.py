# SPDX-License-Identifier: Apache-2.0
"""The public data sets, which are no part of this repository: where they are, and what needs them.

`support.own_data` has small data of our own in their formats, on which the same code is tested everywhere. What is left
asks for the data themselves: that all of it is read, or what a certain task of it demands.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

PUBLIC_DATA = Path(os.environ.get("MAKEDO_DATA", Path(__file__).resolve().parents[3] / "shared" / "data"))
_WHY = "the public data is not here; MAKEDO_DATA names its folder"


def needs(path: Path) -> pytest.MarkDecorator:
    """Skips a test where a file or a folder of the data is not there."""
    return pytest.mark.skipif(not path.exists(), reason=_WHY)


def cases_of(path: Path, cases: Iterable[Any]) -> list[Any]:
    """The cases of a test; where the data is not there, a single one that is skipped: one test is left out, not all."""
    found = list(cases)
    if path.exists():
        return found
    first = found[0] if isinstance(found[0], tuple) else (found[0],)
    return [pytest.param(*first, marks=needs(path), id="without public data")]
