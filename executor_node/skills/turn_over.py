# SPDX-License-Identifier: Apache-2.0
"""turn_over: take the handle, lift, turn the wrist by half a turn, set down, let go."""

from __future__ import annotations

from collections.abc import Callable

from executor_node.context import SkillContext, SkillResult, failed, spoken
from executor_node.geometry.furniture import Furniture
from executor_node.motion.feeling import holds_something
from executor_node.motion.motions import gets_off, grip, move_to, open_gripper, run_line, run_motion
from executor_node.motion.seeing import look
from executor_node.motion.stowing import stow
from executor_node.motion.surroundings import asset, happened, see_surroundings
from executor_node.skills.plans.standing import plan_here_or_elsewhere
from executor_node.skills.plans.turning import TurnPlan, plan_turn
from makedo_core.cancel import Cancelled
from makedo_core.failure import FailureCause, Outcome
from makedo_core.graph.scene_graph import State
from makedo_core.skills import SkillCall

SLOW = 2.0  # what hangs from one end sways


def turn_over(context: SkillContext, call: SkillCall) -> SkillResult:
    """Carry out a turn_over call (arguments: asset)."""
    furniture = asset(context, call.arguments[0])
    name = furniture.node.id
    if furniture.model.turning is None:
        return failed(FailureCause.NOT_CAPABLE, f"{spoken(name)} has no handle to turn it over by")
    if State.UPSIDE_DOWN not in furniture.node.states:
        return SkillResult()
    plan, outcome = _plan(context, call, furniture)
    if plan is None:
        return SkillResult(outcome)
    outcome = _take(context, name, plan)
    if not outcome.ok:
        return SkillResult(outcome)
    outcome = _turned(context, name, plan)
    if not outcome.ok:
        return SkillResult(outcome)
    outcome = happened(context, call, ((name, plan.rest),))
    if not outcome.ok:
        return SkillResult(outcome)
    away = run_motion(context, plan.attempt.lines[-1])
    context.ports.photographer.take(f"turned_{name}")
    stowed = stow(context) if away.ok else away
    if not stowed.ok:  # it stands as it should; whoever moves the arm next stows it first
        context.note("not stowed", reason=str(stowed))
    return SkillResult(poses=((name, plan.rest),), look_at=asset(context, name).node.centre)


def _plan(context: SkillContext, call: SkillCall, furniture: Furniture) -> tuple[TurnPlan | None, Outcome]:
    look(context, furniture.node.centre)
    return plan_here_or_elsewhere(
        context,
        call,
        lambda base, reasons: plan_turn(context, furniture, base, reasons),
        f"{spoken(furniture.node.id)} cannot be turned over",
    )


def _take(context: SkillContext, name: str, plan: TurnPlan) -> Outcome:
    """Reach around the handle and close; back again if the fingers miss it."""
    steps: tuple[Callable[[], Outcome], ...] = (
        lambda: open_gripper(context),
        lambda: move_to(context, plan.attempt.pre),
        lambda: see_surroundings(context, leave_out={name}),
        lambda: run_motion(context, plan.attempt.lines[0]),
        lambda: grip(context, 0.0),
    )
    for step in steps:
        outcome = step()
        if not outcome.ok:
            return outcome
    if holds_something(context):
        return Outcome()
    open_gripper(context)
    run_line(context, [plan.back], avoid_collisions=False)
    return Outcome(FailureCause.GRASP_FAILED, f"the fingers missed the handle of {spoken(name)}")


def _turned(context: SkillContext, name: str, plan: TurnPlan) -> Outcome:
    """Turn it; whoever moves the arm after that was cut short lets go of the handle first."""
    try:
        outcome = _turn(context, name, plan)
    except Cancelled:
        gets_off(context, name)
        raise
    if not outcome.ok:
        gets_off(context, name)
    return outcome


def _turn(context: SkillContext, name: str, plan: TurnPlan) -> Outcome:
    """Lift, turn and set down; let go only where it stands."""
    for line in plan.attempt.lines[1:-1]:
        outcome = run_motion(context, line.slowed(SLOW))
        if not outcome.ok:
            return outcome
        if not holds_something(context):
            return Outcome(FailureCause.OBJECT_LOST, f"{spoken(name)} slipped out of the hand while it was turned over")
    return open_gripper(context)
