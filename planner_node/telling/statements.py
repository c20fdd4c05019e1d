# SPDX-License-Identifier: Apache-2.0
"""Sentences that only say what somebody does or did, in words that are orders elsewhere: "Ben took the cup"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from planner_node.language.telling.frames import present_of
from planner_node.telling.facts import may_be_somebody
from planner_node.telling.slots import Slots

_WHO = re.compile(
    r"(?P<who>(?:(?:the|my|our|his|her|your|their|old|little|mr|mrs|ms|dr) )*[^\W\d][\w-]*?)"
    r"(?P<short>'s|'ve|'d|'re|'m)? "
    r"(?:(?:just|already|also|now|recently|still|once|then|usually|always|often|never) )*(?P<verb>[a-z]+)(?P<rest>.*)"
)
_BE = frozenset({"am", "is", "are", "was", "were"})
_HAVE = frozenset({"has", "have", "had"})
_WISHING = frozenset({"ask", "order", "want", "need", "request", "call", "wish", "go", "come", "get"})
"""What somebody does who is to be helped: "Ben asked for the corkscrew", "I'm going to fix the shelf"."""
_SPEAKERS = frozenset({"i", "we", "you"})


def only_states(words: Sequence[str], slots: Slots) -> bool:
    """Whether a sentence states what others do, or somebody did, and asks for nothing by it.

    Args:
        words: of one sentence, in lower case, without its full stop.
        slots: the scene.
    """
    found = _WHO.fullmatch(" ".join(words))
    if found is None or not may_be_somebody(found["who"], slots):
        return False
    verb, short = found["verb"], found["short"] or ""
    behind = found["rest"].split()
    if short in ("'s", "'re", "'m") or verb in _BE:
        deed = verb if short else (behind or [""])[0]
        if short == "'m" or found["who"] in _SPEAKERS:
            return False
        return deed.endswith("ing") and _is_order_verb(_bases(deed.removesuffix("ing")), slots)
    if short in ("'ve", "'d") or verb in _HAVE:
        deed = verb if short else (behind or [""])[0]
        return _is_order_verb((*present_of(deed), *([deed] if deed == "put" else [])), slots)
    now = [base for base in present_of(verb) if base != verb]
    if now:
        return _is_order_verb(now, slots)
    return verb == "put" and found["who"] not in _SPEAKERS and may_be_somebody(found["who"], slots, strangers=False)


def _bases(stem: str) -> tuple[str, ...]:
    """What a verb may be without "ing"."""
    doubled = (stem[:-1],) if len(stem) > 2 and stem[-1] == stem[-2] else ()
    return (stem, f"{stem}e", *doubled)


def _is_order_verb(bases: Sequence[str], slots: Slots) -> bool:
    return _WISHING.isdisjoint(bases) and any(
        base and slots.book.said_verbs.find((base,), 0) is not None for base in bases
    )
