# SPDX-License-Identifier: Apache-2.0
"""pour: bring what is held over a container, upright and gently, turn it slowly, wait, turn it back.

No camera sees what is in a cup. That it is empty afterwards, and that what was in it is in the container, is taken for
granted when nothing went wrong; the run's record says so.
"""

from __future__ import annotations

import time

from executor_node.context import SkillContext, SkillResult, failed, spoken
from executor_node.geometry.furniture import Furniture
from executor_node.motion.feeling import holds_something
from executor_node.motion.motions import run_line, run_motion
from executor_node.motion.seeing import look
from executor_node.motion.stowing import GENTLE, stow
from executor_node.motion.surroundings import asset, happened
from executor_node.skills.plans.pouring import PourPlan, plan_pour, why_not_pourable
from executor_node.skills.plans.standing import plan_here_or_elsewhere
from makedo_core.failure import FailureCause, Outcome
from makedo_core.graph.scene_graph import State
from makedo_core.skills import SkillCall

SLOW = 4.0  # times as long: what is tipped fast flies
RUNS_OUT_S = 1.0  # on the robot's clock
PATIENCE_S, POLL_S = 3.0, 0.02  # the robot's clock may stand still [s, wall]


def pour(context: SkillContext, call: SkillCall) -> SkillResult:
    """Carry out a pour call (arguments: object, asset)."""
    source, target = call.arguments
    held, furniture = context.memory.held, asset(context, target)
    if held is None or held.object_id != source:
        return failed(FailureCause.PRECONDITION_FAILED, f"{spoken(source)} is not in the hand")
    if not holds_something(context):
        context.memory.held = None
        return failed(FailureCause.OBJECT_LOST, f"{spoken(source)} fell out of the hand")
    if State.FULL not in context.ports.graph.newest()[source].states:
        return failed(FailureCause.PRECONDITION_FAILED, f"there is nothing in {spoken(source)}")
    never = why_not_pourable(held, furniture)
    if never:
        return failed(FailureCause.NOT_CAPABLE, never)
    plan, outcome = _plan(context, call, furniture)
    if plan is not None:
        outcome = _tip(context, source, plan)
    if plan is None or not outcome.ok:
        return SkillResult(outcome)
    outcome = happened(context, call)
    if not outcome.ok:
        return SkillResult(outcome)
    context.note("taken for granted", what=f"what was in {spoken(source)} is in {spoken(target)}; nobody sees it")
    stowed = stow(context)
    if not stowed.ok:  # it is poured; whoever moves the arm next stows it first
        context.note("not stowed", reason=str(stowed))
    context.ports.photographer.take(f"poured_{source}")
    return SkillResult(look_at=furniture.node.centre)


def _plan(context: SkillContext, call: SkillCall, furniture: Furniture) -> tuple[PourPlan | None, Outcome]:
    source, target = call.arguments
    look(context, furniture.node.centre)
    return plan_here_or_elsewhere(
        context,
        call,
        lambda base, reasons: plan_pour(context, furniture, base, reasons, from_hand=True),
        f"{spoken(source)} cannot be poured into {spoken(target)}",
    )


def _tip(context: SkillContext, source: str, plan: PourPlan) -> Outcome:
    """Over the container, around, a moment's patience, and back; upright again if the turn fails half-way."""
    over, around, back = plan.attempt.lines
    outcome = run_motion(context, over.slowed(GENTLE))
    if outcome.ok and holds_something(context):
        outcome = run_motion(context, around.slowed(SLOW))
        if outcome.ok:
            _wait(context)
            outcome = run_motion(context, back.slowed(GENTLE))
        else:
            run_line(context, [plan.upright], avoid_collisions=False)
    if outcome.ok and not holds_something(context):
        context.memory.held = None
        return Outcome(FailureCause.OBJECT_LOST, f"{spoken(source)} slipped out of the hand while it was poured")
    return outcome


def _wait(context: SkillContext) -> None:
    """Until what is loose has run out."""
    clock, late = context.ports.clock, time.monotonic() + PATIENCE_S
    until = clock.now_s() + RUNS_OUT_S
    while clock.now_s() < until and time.monotonic() < late and not context.token.wait(POLL_S):
        pass
    context.token.check()
