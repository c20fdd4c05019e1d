# SPDX-License-Identifier: Apache-2.0
"""What a name may have meant that nobody has."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

_LIKE = 0.6  # how alike two names are that may be one, misspelt (difflib's ratio)
_SHOWN = 3


def nearest(name: str, known: Iterable[str]) -> tuple[str, ...]:
    """Known names that look like this one, the most alike first; what differs in case alone is alike."""
    by_lower = {k.lower(): k for k in sorted(known)}
    return tuple(by_lower[m] for m in difflib.get_close_matches(name.lower(), by_lower, _SHOWN, _LIKE))


def choices(name: str, known: Iterable[str]) -> str:
    """What a name may have meant, for a remedy: the nearest names, else what there is."""
    there = sorted(known)
    alike = nearest(name, there)
    if alike:
        return f"nearest: {', '.join(alike)}"
    if not there:
        return "there are none"
    more = f" and {len(there) - 2 * _SHOWN} more" if len(there) > 2 * _SHOWN else ""
    return f"there are {', '.join(there[: 2 * _SHOWN])}{more}"
