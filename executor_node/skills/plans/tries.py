# SPDX-License-Identifier: Apache-2.0
"""What another try begins with: something else than what failed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

SAME_PLACE_M = 0.1  # more than a base is off where it was to stop: what was found from there may be tried from here

_Option = TypeVar("_Option")


def others_first(options: Sequence[_Option], tried: int) -> tuple[_Option, ...]:
    """The same options, after so many tries those first that were not begun with; the order is a ring."""
    shift = tried % max(1, len(options))
    return (*options[shift:], *options[:shift])
