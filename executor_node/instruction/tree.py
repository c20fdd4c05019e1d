# SPDX-License-Identifier: Apache-2.0
"""From a plan to a tree: every skill call = look again if asked, check preconditions, act, confirm, recover."""

from __future__ import annotations

import py_trees
from py_trees.common import Status

from executor_node.certainty import PLACING
from executor_node.instruction.behaviours import (
    Act,
    CheckPreconditions,
    Confirm,
    ConfirmGoal,
    FollowPlan,
    LookAgain,
    MakeSure,
    Recover,
    Replan,
)
from executor_node.instruction.planning import Approve, AskOperator, MakePlan, Rehearse, RehearseRest
from executor_node.instruction.task import Task
from executor_node.instruction.worker import Worker
from makedo_core.goals.goal import constants
from makedo_core.plan import Plan
from makedo_core.record.tree_view import BehaviourProgress, TreeNode
from makedo_core.skills import SkillCall


def instruction_tree(task: Task) -> py_trees.behaviour.Behaviour:
    """The whole tree of an instruction: plan, follow the plan, plan again when it fails, ask before it is given up."""
    plan_and_follow = py_trees.composites.Sequence(
        "plan and follow",
        memory=True,
        children=[
            AskOperator("ask whether to try once more if need be", task),
            MakePlan("plan", task),
            Rehearse("try out without moving", task),
            Approve("wait for approval if need be", task),
            FollowPlan(task, plan_tree),
        ],
    )
    return Replan(plan_and_follow, task)


def plan_tree(task: Task) -> py_trees.behaviour.Behaviour:
    """The subtree of the task's plan: one recovering sequence for each skill call; of no call, a look where one failed.

    The look is taken where a call for the same goal failed, on what that call was about.
    """
    plan = task.plan
    calls = plan.calls if plan is not None else ()
    steps: list[py_trees.behaviour.Behaviour] = []
    failed = task.failed_call
    if plan is not None and not calls and failed is not None and _is_about(plan, failed):
        steps.append(Recover(ConfirmGoal(task, plan, failed), task, failed))
    for i, call in enumerate(calls):
        step = py_trees.composites.Sequence(
            f"{i + 1}. {call}",
            memory=True,
            children=[
                LookAgain(task, call),
                CheckPreconditions(task, call, i + 1),
                Act(task, call, calls[i + 1 :]),
                Confirm(task, call),
            ],
        )
        steps.append(Recover(step, task, call))
        if call.skill == "pick_up":
            steps.append(RehearseRest(task, call, calls[i + 1 :]))
    if plan is not None and not plan.provisional and any(call.skill in PLACING for call in calls):
        steps.append(MakeSure(task, plan))
    return py_trees.composites.Sequence("skill calls", memory=True, children=steps)


def _is_about(plan: Plan, call: SkillCall) -> bool:
    """Whether the goal of a plan names the asset that a call was about."""
    return call.arguments[-1] in constants(plan.goal)


_PROGRESS = {
    Status.INVALID: BehaviourProgress.WAITING,
    Status.RUNNING: BehaviourProgress.RUNNING,
    Status.SUCCESS: BehaviourProgress.SUCCEEDED,
    Status.FAILURE: BehaviourProgress.FAILED,
}


def view(tree: py_trees.behaviour.Behaviour, depth: int = 0) -> tuple[TreeNode, ...]:
    """The tree as it is now, each behaviour before its children; what had nothing to do counts as not begun."""
    idle = isinstance(tree, Worker) and tree.idle and tree.status is Status.SUCCESS
    nodes = [TreeNode(tree.name, depth, BehaviourProgress.WAITING if idle else _PROGRESS[tree.status])]
    for child in tree.children:
        nodes.extend(view(child, depth + 1))
    return tuple(nodes)
