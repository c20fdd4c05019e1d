# SPDX-License-Identifier: Apache-2.0
"""Whether and when a failed call is repeated."""

from __future__ import annotations

import email.utils
from collections.abc import Mapping
from random import Random

from makedo_llm.chat import ModelError, ModelFault

FIRST_PAUSE_S = 0.5
LONGEST_PAUSE_S = 8.0
_PASSING = frozenset({ModelFault.UNAVAILABLE, ModelFault.RATE_LIMITED})


def passes(error: ModelError) -> bool:
    """Whether a fault may be gone when the server is asked again."""
    return error.fault in _PASSING


def pause_s(attempt: int, retry_after_s: float | None, random: Random) -> float:
    """How long to wait after a failed attempt [s].

    Doubles with each attempt, between half and all of it by chance, so that many clients do not come back
    together; never shorter than what the server asked for.

    Args:
        attempt: number of the attempt that failed, from 1.
        retry_after_s: what the server asked for [s]; None: nothing.
        random: source of chance.
    """
    pause = min(FIRST_PAUSE_S * 2.0 ** (attempt - 1), LONGEST_PAUSE_S)
    pause *= random.uniform(0.5, 1.0)
    return max(pause, retry_after_s or 0.0)


def retry_after_s(headers: Mapping[str, str], now_s: float) -> float | None:
    """The header Retry-After, which holds seconds or a date [s]; None: absent or unreadable.

    Source: RFC 9110, section 10.2.3.

    Args:
        headers: of the response; names in lower case.
        now_s: the present time since the epoch [s].
    """
    value = headers.get("retry-after", "").strip()
    if value.isascii() and value.isdigit():
        return float(value[:6])
    try:
        return max(email.utils.parsedate_to_datetime(value).timestamp() - now_s, 0.0)
    except (ValueError, OverflowError):
        return None
