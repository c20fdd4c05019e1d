# SPDX-License-Identifier: Apache-2.0
"""Dry runs: can the arm take, place, pull or push this from that base pose? Plans without moving anything.

The planner's world is set to what it would be from the (real or imagined) base pose, so one function answers both
"is this a good place to stand?" and "what are the motions?".
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from executor_node.context import SkillContext
from executor_node.grasps import Grasp
from makedo_core.failure import FailureCause, Outcome
from makedo_core.geometry import Pose
from makedo_core.ports import Joints, Motion, Obstacle

LINE_COMPLETE = 0.995
STRAIGHT = "moving in a straight line"


@dataclass(slots=True)
class Reasons:
    """Counts why attempts failed, to say it in one sentence."""

    counts: Counter[tuple[FailureCause, str]] = field(default_factory=Counter)

    def add(self, step: str, outcome: Outcome) -> None:
        """One more failed attempt at a step."""
        self.counts[(outcome.cause, f"{step}: {outcome}")] += 1

    def failed(self, step: str) -> int:
        """How many attempts failed at a step."""
        return sum(count for (_, text), count in self.counts.items() if text.startswith(f"{step}:"))

    def outcome(self, what: str) -> Outcome:
        """All of it as one outcome whose cause is the most frequent one."""
        if not self.counts:
            return Outcome(FailureCause.UNREACHABLE, f"{what}: there is no way to try")
        (cause, _), _ = self.counts.most_common(1)[0]
        tried = "; ".join(f"{text} ({n}x)" for (_, text), n in self.counts.most_common(3))
        return Outcome(cause, f"{what}: {tried}")


@dataclass(frozen=True, slots=True, eq=False)
class Attempt:
    """A way to do something with the arm, planned from a base pose.

    Attributes:
        pre: joint values before the first line.
        lines: straight motions that follow each other, starting at `pre`.
        shares: how much of each line could be planned; 1 but for the last.
    """

    pre: Joints
    lines: tuple[Motion, ...]
    shares: tuple[float, ...]


def plan_lines(
    context: SkillContext,
    base: Pose,
    pre: Pose,
    lines: Sequence[Sequence[Pose]],
    reasons: Reasons,
    *,
    seed: Joints | None = None,
    start: Joints | None = None,
    opening: float | None = None,
    avoid_collisions: Sequence[bool] | None = None,
    complete: float = LINE_COMPLETE,
) -> Attempt | None:
    """Plan a first tool pose and the lines that follow it; None if any of it cannot be done.

    Args:
        context: of the skill.
        base: where the robot stands or would stand, map frame.
        pre: first tool pose, map frame.
        lines: waypoints of the tool of each line, map frame.
        reasons: counts what went wrong.
        seed: joint values to start the search from.
        start: joint values at which the lines begin, whatever the first tool pose; None: at that pose.
        opening: of the fingers [m]; None: as they are now.
        avoid_collisions: for each line; default all True.
        complete: share of the last line that is enough.
    """
    context.token.check()
    arm, to_base = context.ports.arm, base.inverse()
    fingers = {} if opening is None else dict.fromkeys(context.ports.config.gripper.joints, opening / 2)
    if start is None:
        found = arm.solve_ik(to_base @ pre, {**(seed or {}), **fingers} or None)
        if found.joints is None:
            reasons.add("reaching it", found.outcome)
            return None
        start = found.joints
    begin = start
    motions: list[Motion] = []
    shares: list[float] = []
    for i, waypoints in enumerate(lines):
        careful = True if avoid_collisions is None else avoid_collisions[i]
        line = arm.plan_line([to_base @ w for w in waypoints], {**start, **fingers}, avoid_collisions=careful)
        needed = complete if i == len(lines) - 1 else LINE_COMPLETE
        if line.motion is None or line.fraction < needed:
            reasons.add(STRAIGHT, _short(line.outcome))
            return None
        motions.append(line.motion)
        shares.append(line.fraction)
        start = {**start, **line.motion.end}
    return Attempt(begin, tuple(motions), tuple(shares))


def _short(outcome: Outcome) -> Outcome:
    if outcome.ok:
        return Outcome(FailureCause.UNREACHABLE, "only part of the line is reachable")
    return outcome


def show(
    context: SkillContext, obstacles: Iterable[Obstacle], held: Obstacle | None, reasons: Reasons
) -> bool:
    """Set the planner's world; False (with the reason noted) if it refused."""
    outcome = context.ports.arm.show(tuple(obstacles), held)
    if not outcome.ok:
        reasons.add("describing the surroundings", outcome)
    return outcome.ok


def shifted(pose: Pose, dx: float, dy: float, dz: float) -> Pose:
    """A pose moved in its parent's frame."""
    x, y, z = pose.position
    return Pose((x + dx, y + dy, z + dz), pose.orientation)


def lifts(grasp: Grasp, headroom: float, out: tuple[float, float]) -> tuple[tuple[Pose, ...], ...]:
    """Lines of the tool after closing: up where there is room, else a little up and then out to the front.

    Args:
        grasp: the grasp.
        headroom: free height above where the object rests [m].
        out: unit vector out of the furniture (map frame, horizontal) times the distance to go [m].
    """
    if math.isinf(headroom):
        return ((shifted(grasp.tool, 0.0, 0.0, 0.10),),)
    up = shifted(grasp.tool, 0.0, 0.0, 0.025)
    return ((up,), (shifted(up, out[0], out[1], 0.0),))
