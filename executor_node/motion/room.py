# SPDX-License-Identifier: Apache-2.0
"""Where the arm has room on the robot's base: the motion planner knows, and is asked no question twice."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

from executor_node.context import KnownRoom, SkillContext
from executor_node.geometry.obstacles import Clearance
from executor_node.motion.reach import STANDING, SURROUNDINGS, Reasons
from executor_node.motion.surroundings import held_as_obstacle, surroundings
from makedo_core.failure import FailureCause, Outcome
from makedo_core.geometry import Pose, Vector
from makedo_core.ports import Joints, Obstacle


@contextmanager
def standing_still(context: SkillContext) -> Iterator[None]:
    """As long as nothing moves, the planner is asked each question once: many ways leave and arrive alike."""
    memory = context.memory
    if memory.room is not None:
        yield
        return
    memory.room = KnownRoom()
    try:
        yield
    finally:
        memory.room = None


def has_room(
    context: SkillContext,
    base: Pose,
    reasons: Reasons,
    clearance: Clearance = Clearance.TIGHT,
    posture: Joints | None = None,
) -> bool:
    """Whether the arm, in a posture or stowed as it is, would touch nothing if the robot stood there."""
    return has_room_all_along(context, (base,), reasons, clearance, posture)


def has_room_all_along(
    context: SkillContext,
    bases: Sequence[Pose],
    reasons: Reasons,
    clearance: Clearance = Clearance.TIGHT,
    posture: Joints | None = None,
) -> bool:
    """Whether the arm would touch nothing at any of these base poses.

    The planner is asked once, with all that is around the arm at one pose or another: a question takes it a few
    milliseconds, and its way there and back many more. Where it does not answer, nobody knows of any room.
    """
    if posture is None and not context.memory.stowed:
        return True  # it will be stowed otherwise than it is now
    question = (tuple(bases), clearance, _values(posture))
    outcome = _once(context, question, lambda: _touched(context, bases, clearance, posture))
    if outcome.ok:
        return True
    told = outcome.cause is FailureCause.IN_COLLISION
    reasons.add(STANDING if told else SURROUNDINGS, outcome, bases[-1] if told else None)
    return False


def _touched(context: SkillContext, bases: Sequence[Pose], clearance: Clearance, posture: Joints | None) -> Outcome:
    """What the arm would touch at one of the base poses; success where that is nothing."""
    arm = context.ports.arm
    obstacles = _obstacles(context, bases, clearance, posture)
    if not obstacles:
        return Outcome()
    held = held_as_obstacle(context, context.ports.graph.newest(), clearance)
    outcome = arm.show(obstacles, held, alone=True)
    if not outcome.ok:
        return outcome
    joints = posture or arm.joints()
    outcome = arm.touches(joints)
    if outcome.cause is FailureCause.IN_COLLISION:
        itself = _once(context, ("itself", held, _values(posture)), lambda: _touches_itself(context, held, joints))
        if itself.cause is FailureCause.IN_COLLISION:
            return Outcome()
    return outcome


def _touches_itself(context: SkillContext, held: Obstacle | None, joints: Joints) -> Outcome:
    """Whether the arm touches the robot itself, the turned head for one: that says nothing of a place to stand."""
    outcome = context.ports.arm.show((), held, alone=True)
    return context.ports.arm.touches(joints) if outcome.ok else outcome


def _obstacles(
    context: SkillContext, bases: Sequence[Pose], clearance: Clearance, posture: Joints | None
) -> tuple[Obstacle, ...]:
    """What is around the arm at the base poses, in the frame of the base; each once, with all places where it is."""
    reach = context.ports.config.arm.reach
    reach_m = reach.stowed_m if posture is None else reach.around_m
    around: dict[str, list[Obstacle]] = {}
    seen: dict[Vector, tuple[Pose, tuple[Obstacle, ...]]] = {}  # by place: whatever way it faces
    for base in bases:
        if base.position not in seen:
            seen[base.position] = base, surroundings(context, base, clearance=clearance, within_m=reach_m)
        first, found = seen[base.position]
        turned = base.inverse() @ first
        for obstacle in found:
            around.setdefault(obstacle.name, []).append(replace(obstacle, pose=turned @ obstacle.pose))
    return tuple(replace(o, elsewhere=tuple(other.pose for other in others)) for o, *others in around.values())


def _once(context: SkillContext, question: object, ask: Callable[[], Outcome]) -> Outcome:
    """The answer of the planner; the one that it gave before, while nothing moves. No answer is asked for again."""
    known = context.memory.room
    if known is None:
        return ask()
    graph = context.ports.graph.newest()
    if known.graph is not graph:
        known.graph, known.answers = graph, {}
    if question not in known.answers:
        outcome = ask()
        if not outcome.ok and outcome.cause is not FailureCause.IN_COLLISION:
            return outcome
        known.answers[question] = outcome
    return known.answers[question]


def _values(posture: Joints | None) -> tuple[tuple[str, float], ...] | None:
    return None if posture is None else tuple(sorted(posture.items()))
