# SPDX-License-Identifier: Apache-2.0
"""Why something ended as it did: typed causes, mirrored by msg/Outcome.msg, and the value that carries one."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum

CANNOT = "I cannot do this: "
NO_WAY = "I found no way to "
"""How a planner begins a refusal of what is named after it, and a reason that is something which failed before."""


class MakedoError(Exception):
    """Base of every exception that Makedo raises: a bug or broken infrastructure, never an expected outcome."""


class FailureCause(IntEnum):
    """Typed causes; the numbers are those of msg/Outcome.msg."""

    SUCCESS = 0

    INVALID_INSTRUCTION = 100
    NOT_UNDERSTOOD = 101
    AMBIGUOUS = 102
    UNKNOWN_OBJECT = 103
    UNKNOWN_PLACE = 104
    NOT_CAPABLE = 105
    INVALID_CHOICE = 106
    DANGEROUS = 107

    UNSOLVABLE_PROVEN = 200
    UNSOLVABLE_INCOMPLETE = 201
    PLANNING_TIMEOUT = 202
    PLANNING_MEMORY = 203
    INVALID_PLAN = 204
    UNGROUNDED = 205
    STALE_REVISION = 206
    ENGINE_CRASH = 207
    INVALID_GOAL = 208
    NOTHING_ACCEPTABLE = 209
    INVALID_GRAPH = 210

    NAVIGATION_FAILED = 300
    UNREACHABLE = 301
    IN_COLLISION = 302
    MOTION_PLANNING_FAILED = 303
    EXECUTION_FAILED = 304
    GRASP_FAILED = 305
    OBJECT_LOST = 306
    NO_FREE_SPACE = 307
    JOINT_STUCK = 308
    WRONG_END_STATE = 309
    NOT_TAKEN = 310
    WAY_BLOCKED = 311

    PRECONDITION_FAILED = 400
    EFFECT_NOT_OBSERVED = 401
    OBJECT_NOT_FOUND = 402
    NOT_VISIBLE = 403

    CANCELED = 500
    STOPPED = 501
    BUSY = 502
    NOT_ACTIVE = 503
    COMPONENT_LOST = 504
    TIMEOUT = 505
    STALE_GRAPH = 506
    INTERNAL_ERROR = 507
    PAUSED = 508
    NOT_APPROVED = 509
    HANDED_OVER = 510


class CausedError(MakedoError):
    """An error whose kind is known, so that it can become an outcome where it is an expected one.

    Attributes:
        cause: why.
    """

    def __init__(self, cause: FailureCause, message: str) -> None:
        super().__init__(message)
        self.cause = cause


@dataclass(frozen=True, slots=True)
class Outcome:
    """How something ended.

    Attributes:
        cause: typed cause; SUCCESS when all went well.
        message: one sentence for people; empty on success.
        raw: what the software said word by word, for engineers; empty where the message says it all. It is shown to the
            trace of a run only, so that it makes no two outcomes different.
    """

    cause: FailureCause = FailureCause.SUCCESS
    message: str = ""
    raw: str = field(default="", compare=False)

    @property
    def ok(self) -> bool:
        """Whether this is a success."""
        return self.cause is FailureCause.SUCCESS

    @property
    def in_detail(self) -> str:
        """What the software said; the message where that is all there is."""
        return self.raw or str(self)

    def __str__(self) -> str:
        return self.message if self.message else self.cause.name.lower().replace("_", " ")


SUCCESS = Outcome()
