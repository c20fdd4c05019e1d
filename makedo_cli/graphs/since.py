# SPDX-License-Identifier: Apache-2.0
"""Times as people give them: "yesterday", "2h", "2026-03-01T08:00"."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

_AGO = re.compile(r"(\d+(?:\.\d+)?)\s*(m|min|h|d|w)")
_UNITS = {
    "m": timedelta(minutes=1),
    "min": timedelta(minutes=1),
    "h": timedelta(hours=1),
    "d": timedelta(days=1),
    "w": timedelta(weeks=1),
}


def moment(text: str, now: datetime) -> datetime:
    """The time that is meant.

    Args:
        text: "today" (its first minute), "yesterday" (a day ago), so many m, h, d or w ago, or an ISO time (of the time
            zone of `now` where it names none).
        now: with a time zone.

    Raises:
        ValueError: if it is none of these, or not in the past.
    """
    words = text.strip().lower()
    try:
        if words == "today":
            return now.replace(hour=0, minute=0, second=0, microsecond=0)
        if words == "yesterday":
            return now - timedelta(days=1)
        ago = _AGO.fullmatch(words)
        if ago is not None:
            return now - float(ago[1]) * _UNITS[ago[2]]
        given = datetime.fromisoformat(text.strip())
    except (ValueError, OverflowError):
        raise ValueError(
            f"{text!r} is no time that is known; give 'today', 'yesterday', '30m', '2h', '3d', '1w' "
            "or an ISO time such as 2026-03-01T08:00"
        ) from None
    given = given if given.tzinfo is not None else given.replace(tzinfo=now.tzinfo)
    if given > now:
        raise ValueError(f"{text!r} is not in the past")
    return given
