# SPDX-License-Identifier: Apache-2.0
"""What a node of ours says of itself twice a second: values to decide by, and a sentence for people."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from makedo_core.enums import StrEnum


class NodeCondition(StrEnum):
    """How a node is."""

    ACTIVE = "active"
    INACTIVE = "inactive"
    TROUBLED = "troubled"  # it has a problem, whatever the state of its life cycle
    OUTDATED = "outdated"  # it is active, but what it publishes is out of date


@dataclass(frozen=True, slots=True)
class Heartbeat:
    """One sign of life of a node.

    Attributes:
        condition: how it is.
        problem: of a node that is troubled or outdated, one sentence for people.
        figures: for people, by name.
        waits_for: of a supervisor, the node that it cannot bring up; empty: none.
        gave_up: of a supervisor, whether the bring-up has ended without success: it does not go on by itself.
        is_active: of a troubled node, whether it is active all the same.
        process: that sent it, as health/processes.py names it; empty: not told.
    """

    condition: NodeCondition
    problem: str = ""
    figures: Mapping[str, str] = field(default_factory=dict)
    waits_for: str = ""
    gave_up: bool = False
    is_active: bool = False
    process: str = ""

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong with it."""
        return self.condition in (NodeCondition.ACTIVE, NodeCondition.INACTIVE)

    @property
    def works(self) -> bool:
        """Whether it is active, whatever else is to be said of it: a full disk keeps nobody from working."""
        return self.is_active or self.condition in (NodeCondition.ACTIVE, NodeCondition.OUTDATED)

    @property
    def said(self) -> str:
        """Its state in words for people: the problem, if there is one."""
        return self.problem or str(self.condition)
