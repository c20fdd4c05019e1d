# SPDX-License-Identifier: Apache-2.0
"""The dry run of pick_up."""

from __future__ import annotations

from executor_node.context import SkillContext
from executor_node.furniture import furniture
from executor_node.reach import Reasons
from executor_node.skills.picking import plan_pick
from makedo_core.failure import FailureCause
from makedo_core.geometry import Pose


def test_what_is_too_far_away_is_known_without_asking_the_solver(make_task, world):
    asked = []
    solve = world.solve_ik
    world.solve_ik = lambda target, *seed, **options: asked.append(target) or solve(target, *seed, **options)
    task = make_task()
    context = SkillContext(task.ports, task.memory, task.token)
    can, table = world.graph["can_1"], furniture(world.graph["table_1"])
    x, y, _ = can.centre
    reasons = Reasons()
    assert plan_pick(context, can, table, Pose.planar(x - 1.2, y), reasons) is None
    assert asked == []
    outcome = reasons.outcome("the can 1")
    assert outcome.cause is FailureCause.UNREACHABLE
    assert "it is 1.20 m away from there" in outcome.message
    assert plan_pick(context, can, table, Pose.planar(x - 0.7, y), reasons) is not None
    assert asked
