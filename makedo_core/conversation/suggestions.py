# SPDX-License-Identifier: Apache-2.0
"""What a name may have meant that nobody has."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

_LIKE = 0.6  # how alike two names are that may be one, misspelt (difflib's ratio)
_SHOWN = 3
_LISTED = 12  # so many are all named


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
    listed = there if len(there) <= _LISTED else there[: 2 * _SHOWN]
    more = f" and {len(there) - len(listed)} more" if len(there) > len(listed) else ""
    return f"there are {', '.join(listed)}{more}"
