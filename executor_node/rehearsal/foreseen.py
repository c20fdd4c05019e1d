# SPDX-License-Identifier: Apache-2.0
"""What is foreseen of a skill call before anything moves: its preconditions, the base's way, the arm's first motion.

Each is a verdict. RED means that something was looked for and does not exist; the unknown is YELLOW with the reason.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from executor_node.context import SkillContext, spoken
from executor_node.motion.driving import SAME_M, SAME_RAD
from executor_node.motion.reach import Reasons, show
from executor_node.motion.stowing import suiting
from executor_node.motion.surroundings import held_as_obstacle, surroundings
from makedo_core.failure import SUCCESS, FailureCause, Outcome
from makedo_core.geometry import Pose, wrap_angle
from makedo_core.goals.facts import facts, failing_preconditions
from makedo_core.graph.scene_graph import SceneGraph
from makedo_core.plan import Light
from makedo_core.ports import Base, Joints
from makedo_core.skills import SkillCall

_SILENCE = frozenset({FailureCause.NOT_CAPABLE, FailureCause.COMPONENT_LOST, FailureCause.TIMEOUT})
ARM_S = 0.3  # a motion that takes longer to find is left to the time when it is needed [s]


@dataclass(frozen=True, slots=True)
class Verdict:
    """A light, why it is not green, and what doing it would end with, where what it needs does not exist."""

    light: Light = Light.GREEN
    reason: str = ""
    cause: FailureCause = FailureCause.SUCCESS


def preconditions(call: SkillCall, graph: SceneGraph) -> Verdict:
    """Whether a call could be made in a world; the facts are those of its arguments and of the robot."""
    gone = [spoken(a) for a in call.arguments if a not in graph]
    if gone:
        return Verdict(Light.RED, f"{', '.join(gone)} is no longer known")
    failing = failing_preconditions(call, facts(graph, only=call.arguments))
    return Verdict(Light.RED, f"it could not begin: {'; '.join(failing)}") if failing else Verdict()


@dataclass(slots=True)
class Ways:
    """Asks the navigation for ways between imagined poses.

    Attributes:
        base: that is asked.
        changed: whether the plan has moved furniture by then; the navigation knows the floor as it is now only.
    """

    base: Base
    changed: bool = False
    _silent: Outcome = field(init=False, default=SUCCESS)
    _told: dict[tuple[Pose, Pose], Outcome] = field(init=False, default_factory=dict)  # by target and start

    def to(self, place: str, stands: Sequence[Pose], start: Pose) -> tuple[Verdict, Pose]:
        """Which of the places to stand the base would get to, in the order in which it would try them.

        Args:
            place: asset that they are at.
            stands: one or more, map frame.
            start: where the base would be, map frame.

        Returns:
            the verdict and that place; the first one where it gets to none or nobody knows.
        """
        refused: list[Outcome] = []
        for stand in stands:
            outcome = self._way(stand, start)
            if outcome.cause is FailureCause.NAVIGATION_FAILED:
                refused.append(outcome)
                continue
            return _of_answer(outcome), stand
        no_way = f"no way to {spoken(place)}"
        if self.changed:
            return Verdict(Light.YELLOW, f"{no_way} as the floor is now: {refused[0]}"), stands[0]
        return Verdict(Light.RED, f"{no_way}: {refused[0]}", FailureCause.NAVIGATION_FAILED), stands[0]

    def _way(self, stand: Pose, start: Pose) -> Outcome:
        if start.distance(stand) < SAME_M and abs(wrap_angle(start.yaw - stand.yaw)) < SAME_RAD:
            return SUCCESS
        if not self._silent.ok:  # a server that did not answer is not waited for again
            return self._silent
        if (stand, start) in self._told:  # the floor is the same as a moment ago
            return self._told[stand, start]
        outcome = self.base.plan_to(stand, start)
        if outcome.cause in _SILENCE:
            self._silent = outcome
        elif outcome.cause in (FailureCause.SUCCESS, FailureCause.NAVIGATION_FAILED):
            self._told[stand, start] = outcome
        return outcome


def _of_answer(outcome: Outcome) -> Verdict:
    """Of an answer that is not "no way"; where nobody is to be asked, a green light says so."""
    if outcome.ok or outcome.cause is FailureCause.NOT_CAPABLE:
        return Verdict(Light.GREEN, outcome.message)
    return Verdict(Light.YELLOW, f"it is not known whether the base gets there: {outcome}")


def first_motion(context: SkillContext, base: Pose, goal: Joints) -> Verdict:
    """Whether the arm gets from how it is carried to where its work begins, the base standing there (map frame).

    The search is short, so that finding nothing means little: YELLOW at worst. It begins at about how the arm will be
    carried: where that has no room the arm will be carried otherwise, and nothing is said.
    """
    start = _carried(context)
    if start is None or base in context.memory.postures:  # there it is stretched out before the base comes in
        return Verdict()
    reasons = Reasons()
    held = held_as_obstacle(context, context.ports.graph.newest())
    if show(context, surroundings(context, base), held, reasons):
        outcome = context.ports.arm.plan(goal, start, limit_s=ARM_S).outcome
        if outcome.ok or outcome.cause is FailureCause.IN_COLLISION:
            return Verdict()
        reasons.add("from how it is carried", outcome)
    return Verdict(Light.YELLOW, str(reasons.outcome("no short way of the arm was found")))


def _carried(context: SkillContext) -> Joints | None:
    """About how the arm is when the base arrives; None: that depends on the place and on what is held."""
    arm, held = context.ports.config.arm, context.memory.held
    if held is None:
        return arm.postures["ready"]
    slim = suiting(arm, held.pitch)
    return slim[0].near if slim else None
