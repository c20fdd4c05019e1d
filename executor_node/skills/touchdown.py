# SPDX-License-Identifier: Apache-2.0
"""How what is put down comes to stand: as planned, or sooner, for it may have slid down in the hand unseen."""

from __future__ import annotations

import math
from dataclasses import replace

from executor_node.context import Held, SkillContext
from executor_node.motion.motions import run_line
from executor_node.motion.reach import LINE_COMPLETE, shifted
from executor_node.skills.plans.putting import PutPlan
from makedo_core.failure import SUCCESS, FailureCause, Outcome
from makedo_core.geometry import Pose
from makedo_core.graph.scene_graph import Node

NEARLY_M = 0.05  # from where it is to be let go
STEP_M = 0.01  # what is felt for is pressed on no farther than this
STOPPED = frozenset({FailureCause.EXECUTION_FAILED, FailureCause.WRONG_END_STATE})
"""How a motion ends that came upon something."""


def is_nearly_down(context: SkillContext, plan: PutPlan) -> bool:
    """Whether the hand is nearly where it lets go: what has slid in it a little stands sooner than it was to."""
    return _tool(context).distance(plan.tool) < NEARLY_M


def take_for_slid(context: SkillContext, plan: PutPlan) -> None:
    """A thing that touched right above its free spot is assumed to hang lower than it was grasped, if that is possible.

    So nothing is swept along by the lower end of it, and at the next spot it is let go higher up, after feeling for
    what is below.
    """
    held = context.memory.held
    if held is None:
        return
    (x, y, z), (goal_x, goal_y, goal_z) = _tool(context).position, plan.tool.position
    by_m = z - goal_z
    if math.hypot(x - goal_x, y - goal_y) > NEARLY_M:
        return
    if not 0.0 < by_m <= _most(held, context.ports.graph.newest()[held.object_id], context):
        return
    context.memory.held = replace(held, in_tool=held.in_tool @ Pose((0.0, 0.0, -by_m)), slid_m=held.slid_m + by_m)
    context.note("taken for slid", by_m=round(by_m, 3))


def feel_down(context: SkillContext) -> Outcome:
    """Lower what may have slid until it touches something, to where it would be let go if it had not slid."""
    held = context.memory.held
    for _ in range(math.ceil(held.slid_m / STEP_M) if held is not None else 0):
        before = _tool(context)
        outcome, share = run_line(context, [shifted(before, 0.0, 0.0, -STEP_M)], avoid_collisions=False)
        if outcome.cause not in STOPPED and not outcome.ok:
            return outcome
        if share < LINE_COMPLETE:
            context.note("cannot feel farther down", share=round(share, 2))
            break
        if _tool(context).distance(before) < STEP_M / 2:  # so short a way counts as done even where it was barred
            break
    return SUCCESS


def _most(held: Held, node: Node, context: SkillContext) -> float:
    """How far something can slide down before it is out of the hand [m]."""
    above_base = held.in_tool.inverse().position[2]
    return node.size[2] - above_base + context.ports.config.gripper.pad_half_m


def _tool(context: SkillContext) -> Pose:
    return context.ports.base.pose() @ context.ports.arm.tool()
