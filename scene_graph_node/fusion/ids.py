# SPDX-License-Identifier: Apache-2.0
"""Ids of new nodes: <label>_<n>, never used twice, not even after a node is gone."""

from __future__ import annotations

import re
from collections.abc import Iterable

_WORD = re.compile(r"[^a-z0-9_]+")


class IdAllocator:
    """Hands out ids.

    Args:
        used: ids that exist.
    """

    def __init__(self, used: Iterable[str]) -> None:
        self._used = set(used)

    def new(self, label: str) -> str:
        """The next free id of a class."""
        stem = _WORD.sub("_", label.lower()).strip("_") or "object"
        if not stem[0].isalpha():
            stem = f"object_{stem}"
        number = 1
        while f"{stem}_{number}" in self._used:
            number += 1
        self._used.add(f"{stem}_{number}")
        return f"{stem}_{number}"
