# SPDX-License-Identifier: Apache-2.0
"""How a danger is told: what it is, why, and what would be safe instead."""

from __future__ import annotations

from makedo_core.danger.values import FoundDanger


def told(found: FoundDanger, asks: bool = False) -> str:
    """A danger in words.

    Args:
        found: the danger, with the deed.
        asks: whether it is asked if it is meant all the same.
    """
    danger, thing = found.danger, found.deed.thing
    about = f" ({thing.label.replace('_', ' ')})" if thing is not None and thing.label else ""
    question = " Is it meant all the same?" if asks else ""
    return f"That is dangerous{about}: {danger.because}. Safe would be {danger.instead}.{question}"
