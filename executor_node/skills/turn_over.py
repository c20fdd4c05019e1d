# SPDX-License-Identifier: Apache-2.0
"""turn_over: take the handle, lift, turn the wrist by half a turn, set down, let go."""

from __future__ import annotations

from collections.abc import Callable

from executor_node.context import SkillContext, SkillResult, failed, spoken
from executor_node.geometry.furniture import Furniture
from executor_node.motion.feeling import holds_something
from executor_node.motion.motions import back_out, gets_off, grip, move_to, open_gripper, run_line, run_motion
from executor_node.motion.seeing import look
from executor_node.motion.stowing import stow
from executor_node.motion.surroundings import asset, happened, see_surroundings
from executor_node.skills.plans.standing import plan_here_or_elsewhere
from executor_node.skills.plans.turning import TurnPlan, angle_between, half_turned, plan_rest_of_turn, plan_turn
from makedo_core.cancel import Cancelled
from makedo_core.failure import FailureCause, Outcome
from makedo_core.graph.scene_graph import State
from makedo_core.ports import Motion
from makedo_core.skills import SkillCall

STAYED_M, STAYED_RAD = 0.02, 0.1  # farther from where it was stopped, somebody has moved the arm
SLOW = 2.0  # what hangs from one end sways


def turn_over(context: SkillContext, call: SkillCall) -> SkillResult:
    """Carry out a turn_over call (arguments: asset)."""
    furniture = asset(context, call.arguments[0])
    name = furniture.node.id
    if furniture.model.turning is None:
        return failed(FailureCause.NOT_CAPABLE, f"{spoken(name)} has no handle to turn it over by")
    plan = _gone_on_with(context, name)
    if plan is None:
        if State.UPSIDE_DOWN not in furniture.node.states:
            return SkillResult()
        if name in context.memory.askew:
            why = "came out of the hand half turned over, and I do not know how it lies: set it upright"
            return failed(FailureCause.GRASP_FAILED, f"{spoken(name)} {why}")
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
    return SkillResult(poses=((name, plan.rest),), look_at=asset(context, name).node.centre, told=True)


def _gone_on_with(context: SkillContext, name: str) -> TurnPlan | None:
    """What is left of a turn that was cut short, if the hand still holds the asset where it was stopped.

    Else the hand lets go of it and gets off.
    """
    half = context.memory.turning
    if half is None or half.asset_id != name:
        return None
    base = context.ports.base.pose()
    tool = base @ context.ports.arm.tool()
    stayed = tool.distance(half.tool) < STAYED_M and angle_between(tool, half.tool) < STAYED_RAD
    plan = None
    if stayed and holds_something(context) and see_surroundings(context, leave_out={name}).ok:
        plan = plan_rest_of_turn(context, half, base)
    if plan is None:
        context.note("let go half turned over", asset=name)
        back_out(context)
        return None
    context.note("going on with the turn", asset=name)
    context.memory.turning = context.memory.way_out = None
    return plan


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
    """Lift, turn and set down; let go only where it stands.

    What is cut short is gone on with from there; whoever moves the arm before lets go of the handle first.
    """
    for number in range(plan.moved_from, len(plan.lines) - 1):
        try:
            outcome = _line(context, name, plan.attempt.lines[number])
        except Cancelled:
            _stays_in_hand(context, name, plan, number)
            raise
        if not outcome.ok:
            _stays_in_hand(context, name, plan, number)
            return outcome
    opened = open_gripper(context)
    if not opened.ok:
        gets_off(context, name)
    return opened


def _stays_in_hand(context: SkillContext, name: str, plan: TurnPlan, number: int) -> None:
    gets_off(context, name)
    tool = context.ports.base.pose() @ context.ports.arm.tool()
    context.memory.turning = half_turned(name, plan, number, tool)


def _line(context: SkillContext, name: str, line: Motion) -> Outcome:
    """Move along one line with what is in the hand."""
    outcome = run_motion(context, line.slowed(SLOW))
    if outcome.ok and not holds_something(context):
        return Outcome(FailureCause.OBJECT_LOST, f"{spoken(name)} slipped out of the hand while it was turned over")
    return outcome
