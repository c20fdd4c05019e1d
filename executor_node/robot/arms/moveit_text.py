# SPDX-License-Identifier: Apache-2.0
"""What the text beside an error code says, as a value: MoveIt's own interface has contacts and joints nowhere else.

This is the only place that reads such a text; whoever needs to know what it says reads the value.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class BodiesTouch:
    """Two bodies of the planner's world that touch, in the order of the text."""

    first: str
    second: str


@dataclass(frozen=True, slots=True)
class JointOff:
    """A joint that is not where it should be.

    Attributes:
        joint: its name.
        by: how far; radians, or metres if it slides.
        at_start: whether it should be where the motion begins, and not where it ends.
    """

    joint: str
    by: float
    at_start: bool


Said = BodiesTouch | JointOff
_Reader = tuple[re.Pattern[str], Callable[[re.Match[str]], Said]]

_CHUNK = re.compile(r"[(),;]")
_READERS: tuple[_Reader, ...] = (  # what is tried first says more
    (
        re.compile(r"^(?:.*for example |.*: )?(.+?)(?: touches | - )(.+)$"),
        lambda m: BodiesTouch(m.group(1).strip(), m.group(2).strip()),
    ),
    (
        re.compile(r"(?P<start>starts where.*)?\b(?P<joint>\w+) is off by (?P<by>\d+\.\d+)"),
        lambda m: JointOff(m.group("joint"), float(m.group("by")), m.group("start") is not None),
    ),
)


def said(text: str) -> Said | None:
    """The first contact that a text names, else the first joint that is off; None if it names neither.

    Args:
        text: e.g. "... arm_7_link touches table_2/top, ...", "1 contact(s): a - b, ...",
            "arm_controller: missed its goal: arm_5_joint is off by 0.7725, allowed 0.0200".
    """
    chunks = [chunk.strip() for chunk in _CHUNK.split(text)]
    for pattern, value in _READERS:
        for found in filter(None, map(pattern.search, chunks)):
            return value(found)
    return None
