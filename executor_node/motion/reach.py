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
from executor_node.geometry.grasps import Grasp
from executor_node.motion.surroundings import note_cleared
from makedo_core.failure import FailureCause, Outcome
from makedo_core.geometry import Pose
from makedo_core.ports import Joints, Motion, Obstacle

LINE_COMPLETE = 0.995
REACHING = "reaching it"
STRAIGHT = "moving in a straight line"
STANDING = "standing there"
SURROUNDINGS = "describing the surroundings"
UPRIGHT = "keeping it upright on the way"
CLOSE = "the posture that is out of the way"
RAW, TOLD = 6, 2  # so many reasons are kept for engineers, and told to people
_SAID = {
    STANDING: "where the robot would stand, {}",
    "describing the surroundings": "{}",
    UPRIGHT: "keeping it upright on the way, {}",
    "getting to it": "on the way to it, {}",
    CLOSE: "where it would be out of the way, {}",
}


@dataclass(slots=True)
class Reasons:
    """Counts why attempts failed, to say it in one sentence.

    Attributes:
        counts: attempts by cause and by what the software said.
        steps: attempts by the step at which they failed.
        told: attempts, keyed by their description for people.
        places: base poses (map frame) that were tried in vain, keyed by their description for people.
        short_m: by so much the target is out of reach from the nearest pose that was too far away [m]; None: from none.
    """

    counts: Counter[tuple[FailureCause, str]] = field(default_factory=Counter)
    steps: Counter[str] = field(default_factory=Counter)
    told: Counter[str] = field(default_factory=Counter)
    places: dict[str, set[Pose]] = field(default_factory=dict)
    short_m: float | None = None

    def add(self, step: str, outcome: Outcome, base: Pose | None = None) -> None:
        """One more failed attempt at a step, from a base pose (map frame) if that is known."""
        self.counts[(outcome.cause, f"{step}: {outcome.in_detail}")] += 1
        self.steps[step] += 1
        told = _SAID.get(step, "{}").format(outcome)
        self.told[told] += 1
        if base is not None:
            self.places.setdefault(told, set()).add(base)

    def too_far(self, away_m: float, limit_m: float) -> None:
        """A base pose is farther from the target than any arm reaches [m]."""
        text = f"{REACHING}: it is {away_m:.2f} m away from there"
        self.counts[(FailureCause.UNREACHABLE, text)] += 1
        self.steps[REACHING] += 1
        self.short_m = min(away_m - limit_m, math.inf if self.short_m is None else self.short_m)

    def failed(self, step: str) -> int:
        """How many attempts failed at a step."""
        return self.steps[step]

    def outcome(self, what: str) -> Outcome:
        """All of it as one sentence; its cause is the most frequent one."""
        if not self.counts:
            return Outcome(FailureCause.UNREACHABLE, f"{what}: there is no way to try")
        (cause, _), _ = self.counts.most_common(1)[0]
        return Outcome(cause, f"{what}: {self.sentence()}", self.raw())

    def raw(self) -> str:
        """What the software said, the most frequent first, for engineers."""
        return "; ".join(f"{text} ({n}x)" for (_, text), n in self.counts.most_common(RAW))

    def sentence(self) -> str:
        """Why, most frequent first. Being too far away decides only where nothing else was tried."""
        if not self.told:
            return f"it is {self.short_m or 0.0:.2f} m out of reach"
        return ", and ".join(self._with_places(text) for text, _ in self.told.most_common(TOLD))

    def _with_places(self, text: str) -> str:
        count = len(self.places.get(text, ()))
        return f"{text} (at {count} places to stand)" if count > 1 else text


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
            reasons.add(REACHING, found.outcome, base)
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
            reasons.add(STRAIGHT, partly(line.outcome), base)
            return None
        motions.append(line.motion)
        shares.append(line.fraction)
        start = {**start, **line.motion.end}
    return Attempt(begin, tuple(motions), tuple(shares))


def partly(outcome: Outcome) -> Outcome:
    """A line that was planned in part only, in words that do not differ by how much of it was."""
    if not outcome.ok and outcome.cause is not FailureCause.UNREACHABLE:
        return outcome
    raw = "only part of the line is reachable" if outcome.ok else outcome.in_detail
    return Outcome(FailureCause.UNREACHABLE, "the hand cannot go all the way in a straight line", raw)


def show(context: SkillContext, obstacles: Iterable[Obstacle], held: Obstacle | None, reasons: Reasons) -> bool:
    """Set the planner's world for something to be touched; False (with the reason noted) if it refused."""
    outcome = context.ports.arm.show(tuple(obstacles), held, alone=True)
    note_cleared(context, outcome)
    if not outcome.ok:
        reasons.add(SURROUNDINGS, outcome)
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
