# SPDX-License-Identifier: Apache-2.0
"""What is watched while the arm moves through the open: that nothing has come into its way since that was planned."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

import numpy as np

from executor_node.context import SkillContext, spoken
from executor_node.obstacles import Clearance, near_obstacles
from makedo_core.failure import SUCCESS, FailureCause, Outcome
from makedo_core.geometry import Vector
from makedo_core.ports import Arm, Joints, Motion, Obstacle
from makedo_core.scene_graph import NodeKind, SceneGraph

MOVED_M = 0.05  # what is seen elsewhere by less has merely been measured anew
FAR = (math.inf, math.inf, math.inf)
POSTURES = 16  # so many along the rest of a motion are asked about


class WayWatch:
    """Compares each new scene graph with that of the motion's beginning.

    Only what is new or was moved counts: the planner knew of everything else, and may have had reasons to come near it.

    Args:
        context: of the skill.
        motion: that is being carried out.
    """

    def __init__(self, context: SkillContext, motion: Motion) -> None:
        self._context, self._motion = context, motion
        self._before = self._seen = context.ports.graph.newest()
        self._asked: dict[str, Vector] = {}  # where what came was when the planner was asked about it

    def wrong(self) -> Outcome:
        """Whether something has come into the way; SUCCESS if not. The planner is asked only when something came."""
        graph = self._context.ports.graph.newest()
        if graph is self._seen:
            return SUCCESS
        self._seen = graph
        came = {i for i in _came(self._before, graph) if math.dist(self._asked.get(i, FAR), graph[i].centre) > MOVED_M}
        if not came:
            return SUCCESS
        self._asked.update((i, graph[i].centre) for i in came)
        ports = self._context.ports
        known = {node.id for node in graph} - came
        near = near_obstacles(graph, ports.base.pose(), {}, leave_out=known, clearance=Clearance.ROOMY)
        if not near:
            return SUCCESS
        outcome = touched(ports.arm, rest_of(self._motion, ports.arm.joints()), near)
        if outcome.cause is FailureCause.IN_COLLISION:
            what = " or ".join(spoken(o.name) for o in near)
            return Outcome(FailureCause.WAY_BLOCKED, f"{what} came into the way of the arm, which stopped")
        if not outcome.ok:
            self._context.note("way not watched", reason=str(outcome))
        return SUCCESS


def _came(before: SceneGraph, now: SceneGraph) -> set[str]:
    """Objects that are where none of them was before; not what is carried."""
    in_hand = now.held()

    def is_new(node_id: str) -> bool:
        node, old = now[node_id], before.nodes.get(node_id)
        if not node.pose.is_known or node.is_belief or node_id == in_hand:
            return False
        if old is None or old.is_belief or not old.pose.is_known or node_id == before.held():
            return True
        return math.dist(old.centre, node.centre) > MOVED_M

    return {node.id for node in now.of_kind(NodeKind.OBJECT) if is_new(node.id)}


def touched(arm: Arm, postures: Iterable[Joints], obstacles: Sequence[Obstacle]) -> Outcome:
    """IN_COLLISION if the arm would touch one of these obstacles in one of the postures, whatever else there is.

    The planner's world is as it was afterwards.
    """
    world, held = arm.scene()
    outcome = arm.show(obstacles, held)
    for posture in postures if outcome.ok else ():
        found = arm.plan(posture, posture).outcome
        if found.cause is FailureCause.IN_COLLISION:
            outcome = found
            break
    again = arm.show(world, held)
    return outcome if again.ok else again


def rest_of(motion: Motion, here: Joints) -> list[Joints]:
    """Postures along what is left of a motion, from where the arm is on it to its end."""
    now = np.array([here[joint] for joint in motion.joints])
    nearest = int(np.argmin(np.abs(motion.positions - now).max(axis=1)))
    last = len(motion.positions) - 1
    rows = sorted({round(i) for i in np.linspace(nearest, last, POSTURES)})
    return [dict(zip(motion.joints, map(float, motion.positions[i]), strict=True)) for i in rows]
