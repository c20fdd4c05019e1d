# SPDX-License-Identifier: Apache-2.0
"""What is watched while the arm moves: that nothing has come into its way, and that nothing holds it back."""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Iterable, Sequence

import numpy as np

from executor_node.context import SkillContext, spoken
from executor_node.geometry.obstacles import Clearance, near_obstacles
from makedo_core.failure import SUCCESS, FailureCause, Outcome
from makedo_core.geometry import Vector
from makedo_core.graph.scene_graph import Node, NodeKind, SceneGraph
from makedo_core.ports import Arm, Joints, Motion, Obstacle

MOVED_M = 0.05  # what is seen elsewhere by less has merely been measured anew
FAR = (math.inf, math.inf, math.inf)
POSTURES = 16  # so many along the rest of a motion are asked about
START_S = 1.0  # until a controller has taken a motion up
STALLED_S = 1.5  # an arm without progress for this long is held back [s]
GOT_ON_S = 0.05  # of the motion's own time
BENT = 0.15  # [rad or m] off its way: some joints get on, and the one that carries the load does not
_OF_USE = frozenset({FailureCause.IN_COLLISION, FailureCause.TIMEOUT, FailureCause.COMPONENT_LOST})
"""Answers that end the questions: it touches something, or nobody knows."""


class WayWatch:
    """Compares each new scene graph with that of the motion's beginning.

    Only what is new or was moved counts: the planner knew of everything else, and may have had reasons to come near it.

    Args:
        context: of the skill.
        motion: that is being carried out.
        clearance: with which it was planned.
        leave_out: objects that it need not keep clear of.
        over: set when the motion has ended.
    """

    def __init__(
        self,
        context: SkillContext,
        motion: Motion,
        clearance: Clearance,
        leave_out: Iterable[str],
        over: threading.Event,
    ) -> None:
        self._context, self._motion, self._clearance = context, motion, clearance
        self._leave_out, self._over = frozenset(leave_out), over
        self._before = self._seen = context.ports.graph.newest()
        self._asked: dict[str, Vector] = {}  # where what came was when the planner was asked about it

    def wrong(self) -> Outcome:
        """Whether something has come into the way; SUCCESS if not. The planner is asked only when something came."""
        graph = self._context.ports.graph.newest()
        if graph is self._seen:
            return SUCCESS
        self._seen = graph
        came = _came(self._before, graph) - self._leave_out
        came = {i for i in came if math.dist(self._asked.get(i, FAR), graph[i].centre) > MOVED_M}
        if not came:
            return SUCCESS
        self._asked.update((i, graph[i].centre) for i in came)
        ports = self._context.ports
        known = {node.id for node in graph} - came
        within_m = ports.config.arm.reach.around_m
        near = near_obstacles(
            graph, ports.base.pose(), {}, leave_out=known, clearance=self._clearance, within_m=within_m
        )
        if not near:
            return SUCCESS
        outcome = touched(ports.arm, rest_of(self._motion, ports.arm.joints()), near, self._is_over)
        if outcome.cause is FailureCause.IN_COLLISION:
            what = " or ".join(spoken(o.name) for o in near)
            return Outcome(FailureCause.WAY_BLOCKED, f"{what} came into the way of the arm, which stopped")
        if not outcome.ok:
            self._context.note("way not watched", reason=str(outcome))
        return SUCCESS

    def _is_over(self) -> bool:
        return self._over.is_set() or self._context.token.cancelled


def _came(before: SceneGraph, now: SceneGraph) -> set[str]:
    """Objects where nothing was seen before, whatever it is called by now; not what is carried."""
    stood = [node.centre for node in _seen(before)]
    return {node.id for node in _seen(now) if all(math.dist(centre, node.centre) > MOVED_M for centre in stood)}


def _seen(graph: SceneGraph) -> list[Node]:
    """Objects that stand somewhere, for all that is known."""
    things = (node for node in graph.of_kind(NodeKind.OBJECT) if node.pose.is_known and not node.is_belief)
    return [node for node in things if node.id != graph.held()]


def touched(
    arm: Arm, postures: Iterable[Joints], obstacles: Sequence[Obstacle], is_over: Callable[[], bool] = lambda: False
) -> Outcome:
    """IN_COLLISION if the arm would touch one of these obstacles in one of the postures, whatever else there is.

    The planner's world is as it was afterwards. Ends early when `is_over`: nobody waits for the answer any more.
    """
    world, held = arm.scene()
    outcome = arm.show(obstacles, held, alone=True)
    for posture in postures:
        if not outcome.ok or is_over():
            break
        found = arm.touches(posture)
        if found.cause in _OF_USE:
            outcome = found
    again = arm.show(world, held)
    return outcome if again.ok else again


class StallWatch:
    """Notices that the arm does not get on, or is bent off its way: something holds it back, and pushing helps nobody.

    The commanded positions would run ahead, and the arm push with all that its motors have, to the end of the motion.

    Args:
        context: of the skill.
        motion: that is being carried out.
        what: is held back, for people.
    """

    def __init__(self, context: SkillContext, motion: Motion, what: str) -> None:
        self._ports, self._motion, self._what = context.ports, motion, what
        self._farthest_s = 0.0
        self._got_on_s: float | None = None  # on the robot's clock; None: not asked yet

    def wrong(self) -> Outcome:
        """Whether the arm is off its way, or has not got on for too long; SUCCESS if not, or it is nearly there."""
        now_s = self._ports.clock.now_s()
        nearest, off = _nearest(self._motion, self._ports.arm.joints())
        on_way_s = float(self._motion.times_s[nearest])
        if self._got_on_s is None:
            self._got_on_s = now_s + START_S
        elif on_way_s > self._farthest_s + GOT_ON_S:
            self._farthest_s, self._got_on_s = on_way_s, max(now_s, self._got_on_s)
        there = on_way_s > self._motion.duration_s - STALLED_S
        if off < BENT and (there or now_s - self._got_on_s < STALLED_S):
            return SUCCESS
        return Outcome(FailureCause.JOINT_STUCK, f"{self._what} does not move on: something holds it back")


def rest_of(motion: Motion, here: Joints) -> list[Joints]:
    """Postures along what is left of a motion, from where the arm is on it to its end."""
    nearest, _ = _nearest(motion, here)
    last = len(motion.positions) - 1
    rows = sorted({round(i) for i in np.linspace(nearest, last, POSTURES)})
    return [dict(zip(motion.joints, map(float, motion.positions[i]), strict=True)) for i in rows]


def _nearest(motion: Motion, here: Joints) -> tuple[int, float]:
    """The row of a motion which the arm is nearest to, and by how much the joint is off that is farthest off there."""
    off = np.abs(motion.positions - np.array([here[joint] for joint in motion.joints])).max(axis=1)
    row = int(np.argmin(off))
    return row, float(off[row])
