# SPDX-License-Identifier: Apache-2.0
"""What a check found, how bad it is, and what helps."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from enum import Enum


class Level(Enum):
    """How bad it is: with a fault the robot does not work as described, with a warning it may."""

    OK = "ok"
    WARNING = "warning"
    FAULT = "fault"


class Area(Enum):
    """The areas of the check, in the order of the report."""

    SECURITY = "security"
    NODES = "nodes"
    CLOCKS = "clocks"
    TOPICS = "topics"
    CAMERA = "camera"
    JOINTS = "joints"
    FRAMES = "frames"
    CONTROLLERS = "controllers"
    MOVEIT = "MoveIt"
    NAVIGATION = "navigation"
    BATTERY = "battery"


APART = "end one of them, or give each robot a ROS_DOMAIN_ID of its own"  # where two robots are in one domain
_SHOWN = 3


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the report.

    Attributes:
        area: what kind of thing was checked.
        subject: which one, by name.
        level: how bad it is.
        found: what is the case.
        remedy: what helps; empty exactly when all is well.

    Raises:
        ValueError: for bad news without a remedy, or a remedy where nothing is wrong.
    """

    area: Area
    subject: str
    level: Level
    found: str
    remedy: str = ""

    def __post_init__(self) -> None:
        if (self.level is Level.OK) == bool(self.remedy):
            raise ValueError(f"{self.subject}: {self.level.value} with the remedy {self.remedy!r}")

    def __str__(self) -> str:
        return f"{self.subject}: {self.found}" + (f" ({self.remedy})" if self.remedy else "")


def faults(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Those that are faults."""
    return tuple(f for f in findings if f.level is Level.FAULT)


def some(names: Collection[str]) -> str:
    """The first few of some names, and how many more there are."""
    shown = ", ".join(list(names)[:_SHOWN])
    return shown if len(names) <= _SHOWN else f"{shown} and {len(names) - _SHOWN} more"
