# SPDX-License-Identifier: Apache-2.0
"""The recovery ladder: what to do after a skill failed. Every rung is bounded; the last one is to fail safely."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from makedo_core.enums import StrEnum
from makedo_core.failure import FailureCause, Outcome
from makedo_core.known_failure import FailureKind, KnownFailure
from makedo_core.skills import SkillCall


class Rung(StrEnum):
    """What to do next, cheapest first."""

    RETRY = "retry"  # the same skill with another grasp or base pose
    LOOK = "look"  # have perception look again, then the same skill
    REPLAN = "replan"  # from the newest graph, with what was learnt
    SEARCH = "search"  # for what is not where it should be, in other places, before it is given up
    ASK = "ask"  # the operator, who may have helped, whether to plan once more
    RESUME = "resume"  # the same skill from how things are now, once nobody pauses the task any more
    GIVE_UP = "give up"


FINAL = frozenset(
    {
        FailureCause.CANCELED,
        FailureCause.STOPPED,
        FailureCause.COMPONENT_LOST,
        FailureCause.NOT_ACTIVE,
        FailureCause.BUSY,
        FailureCause.INTERNAL_ERROR,
        FailureCause.NOT_APPROVED,
    }
)
"""Causes after which nothing is tried."""
INTERRUPTIONS = FINAL | {FailureCause.PAUSED, FailureCause.HANDED_OVER}
"""Causes that come from outside and say nothing about the skill."""

_RETRY = frozenset(
    {
        FailureCause.NAVIGATION_FAILED,
        FailureCause.UNREACHABLE,
        FailureCause.IN_COLLISION,
        FailureCause.MOTION_PLANNING_FAILED,
        FailureCause.EXECUTION_FAILED,
        FailureCause.GRASP_FAILED,
        FailureCause.NO_FREE_SPACE,
        FailureCause.JOINT_STUCK,
        FailureCause.WRONG_END_STATE,
        FailureCause.TIMEOUT,
        FailureCause.WAY_BLOCKED,
    }
)
_SEARCHED = frozenset({FailureCause.UNREACHABLE, FailureCause.NO_FREE_SPACE})
"""What a search for a way ended with: without anything new to be known, the next would end the same."""
_LOOK = frozenset(
    {
        *_RETRY,
        FailureCause.OBJECT_NOT_FOUND,
        FailureCause.NOT_VISIBLE,
        FailureCause.EFFECT_NOT_OBSERVED,
        FailureCause.OBJECT_LOST,
    }
) - {FailureCause.NAVIGATION_FAILED}
_AT_FURNITURE = frozenset({"pick_up", "put_on", "put_inside"})
"""Skills at whose furniture lies what fell out of the hand meanwhile: it is looked for before another stands in."""
_BACK_TO_PLANNING = frozenset({FailureCause.OBJECT_LOST, FailureCause.PRECONDITION_FAILED})
"""Causes that repeating the skill cannot mend: the world is another one."""


@dataclass(frozen=True, slots=True)
class RecoveryLimits:
    """How often each rung may be taken.

    Attributes:
        retries: per skill call.
        looks: per skill call.
        replans: per instruction.
        search: strategy by which one looks elsewhere, once per instruction; empty: one does not.
        ask: whether the operator is asked before an instruction on which something was done is given up; once.
        planner_s: so long one asks a planner that has ended or is not active again [s, wall]; 0: one does not.
    """

    retries: int = 2
    looks: int = 1
    replans: int = 4
    search: str = ""
    ask: bool = False
    planner_s: float = 0.0


@dataclass(slots=True)
class RecoveryLadder:
    """Decides after each failure, and remembers what was tried.

    Attributes:
        taken: how often each rung was taken, over the whole instruction.
        learnt: facts for the planner, in the order in which they were learnt.
        paused: what a pause interrupted, if nothing else has failed since.
    """

    limits: RecoveryLimits = field(default_factory=RecoveryLimits)
    taken: Counter[Rung] = field(default_factory=Counter)
    learnt: list[KnownFailure] = field(default_factory=list)
    paused: SkillCall | None = None
    _retries: Counter[SkillCall] = field(default_factory=Counter)
    _in_vain: set[tuple[SkillCall, FailureCause]] = field(default_factory=set)
    _looks: Counter[SkillCall] = field(default_factory=Counter)
    _failed: tuple[SkillCall, FailureCause] | None = None  # what failed last for a reason of its own
    _left: set[tuple[SkillCall, FailureCause]] = field(default_factory=set)  # after which the robot was elsewhere

    def after(self, call: SkillCall, outcome: Outcome, brings: SkillCall | None = None) -> Rung:
        """What to do after a call failed with an outcome.

        Args:
            call: that failed.
            outcome: of it.
            brings: of a drive with something in the hand: the call that is to leave it there.
        """
        if outcome.cause in (FailureCause.PAUSED, FailureCause.HANDED_OVER):
            self.paused = call
        elif outcome.cause is not FailureCause.PRECONDITION_FAILED or call != self.paused:
            self.paused = None
        rung = self._rung(call, outcome.cause)
        if rung is Rung.REPLAN and self.paused is not None:
            self.paused = None  # it may have been done by the time of the pause: this is no try of recovery
        else:
            self.taken[rung] += 1
        if rung is Rung.RETRY:
            self._retries[call] += 1
        elif rung is Rung.LOOK:
            self._looks[call] += 1
        elif rung is Rung.REPLAN:
            known = learnt_from(call, outcome.cause) or self._learnt_before(call, outcome.cause)
            if known is not None and known.kind is FailureKind.BLOCKED and brings is not None:
                # The arm may have had no room with it: without it the same furniture may be driven to, and closed.
                in_vain = learnt_from(brings, FailureCause.UNREACHABLE)
                known = in_vain if in_vain not in self.learnt else known
            if known is not None and known not in self.learnt:
                self.learnt.append(known)
            self._retries.clear()
            self._looks.clear()
        if outcome.cause is not FailureCause.PRECONDITION_FAILED:
            self._failed = call, outcome.cause
        return rung

    def _learnt_before(self, call: SkillCall, cause: FailureCause) -> KnownFailure | None:
        """The lesson of a call that cannot be tried again from here; the first time it gets a new chance."""
        if cause is not FailureCause.PRECONDITION_FAILED or self._failed is None or self._failed[0] != call:
            return None
        if self._failed in self._left:
            return learnt_from(*self._failed)
        self._left.add(self._failed)
        return None

    def search(self) -> str:
        """How to look elsewhere for what is not where it should be; empty: not any more."""
        if not self.limits.search or self.taken[Rung.SEARCH]:
            return ""
        self.taken[Rung.SEARCH] += 1
        return self.limits.search

    def ask(self, outcome: Outcome) -> bool:
        """Whether to ask the operator before giving up after this outcome."""
        if not self.limits.ask or self.taken[Rung.ASK] or outcome.cause in INTERRUPTIONS:
            return False
        self.taken[Rung.ASK] += 1
        return True

    def renew(self) -> None:
        """Begin at the bottom again, with one new plan at the most: the operator may have changed anything."""
        self.learnt.clear()
        self._retries.clear()
        self._looks.clear()
        self._in_vain.clear()
        self._left.clear()
        self.taken[Rung.REPLAN] = max(0, self.limits.replans - 1)

    def attempts(self, call: SkillCall) -> int:
        """How often a call was tried before."""
        return self._retries[call] + self._looks[call]

    def looks(self, call: SkillCall) -> int:
        """How many of the attempts were followed by looking again."""
        return self._looks[call]

    def _rung(self, call: SkillCall, cause: FailureCause) -> Rung:
        if cause in FINAL:
            return Rung.GIVE_UP
        if cause in (FailureCause.PAUSED, FailureCause.HANDED_OVER):
            return Rung.RESUME
        if cause in _RETRY - _SEARCHED and self._retries[call] < self.limits.retries:
            return Rung.RETRY
        again = cause in _LOOK and cause not in _BACK_TO_PLANNING
        again |= cause is FailureCause.OBJECT_LOST and call.skill in _AT_FURNITURE
        again |= cause is FailureCause.PRECONDITION_FAILED and call.skill == "pick_up"  # it may only be out of sight
        if again and self._looks[call] < self.limits.looks:
            return Rung.LOOK
        spent = self.taken[Rung.REPLAN] >= self.limits.replans and self.paused is None
        if spent or (call, cause) in self._in_vain:
            return Rung.GIVE_UP
        if cause in _RETRY and learnt_from(call, cause) is None:
            self._in_vain.add((call, cause))  # nothing was learnt: another plan like this one would end like it
        return Rung.REPLAN


_PICK_UNREACHABLE = _RETRY - {FailureCause.NAVIGATION_FAILED, FailureCause.TIMEOUT, FailureCause.WAY_BLOCKED}
_NOT_MOVED = _PICK_UNREACHABLE | {FailureCause.NOT_CAPABLE}
_NOT_HANDED_OVER = _PICK_UNREACHABLE | {FailureCause.NOT_TAKEN, FailureCause.NOT_CAPABLE}


def learnt_from(call: SkillCall, cause: FailureCause) -> KnownFailure | None:
    """What a failed call teaches the planner, e.g. that the arm cannot reach an object; None: nothing."""
    match call.skill:
        case "go_to" if cause is FailureCause.NAVIGATION_FAILED:
            return KnownFailure(FailureKind.BLOCKED, call.arguments[0])
        case "pick_up" if cause in _PICK_UNREACHABLE:
            return KnownFailure(FailureKind.UNREACHABLE, call.arguments[0])
        case "pick_up" if cause in (FailureCause.OBJECT_NOT_FOUND, FailureCause.NOT_VISIBLE):
            return KnownFailure(FailureKind.MISSING, call.arguments[0])
        case "put_on" if cause in _PICK_UNREACHABLE:
            return KnownFailure(FailureKind.FULL_ON, call.arguments[1])
        case "put_inside" if cause in _PICK_UNREACHABLE:
            return KnownFailure(FailureKind.FULL_INSIDE, call.arguments[1])
        case "hand_over" if cause in _NOT_HANDED_OVER:
            return KnownFailure(FailureKind.FULL, call.arguments[1])
        case "pour" if cause in _NOT_HANDED_OVER:
            return KnownFailure(FailureKind.FULL_INSIDE, call.arguments[1])
        case "open" | "close" | "turn_on" | "turn_off" | "press" | "turn_over" if cause in _NOT_MOVED:
            return KnownFailure(FailureKind.STUCK, call.arguments[0])
    return None
