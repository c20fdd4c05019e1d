# SPDX-License-Identifier: Apache-2.0
"""hand_over: hold something out to a person, feel that it is taken, let go, retreat."""

from __future__ import annotations

from collections.abc import Callable

from executor_node.context import SkillContext, SkillResult, failed, spoken
from executor_node.geometry.furniture import Furniture
from executor_node.motion.feeling import holds_something
from executor_node.motion.motions import move_to, open_gripper, pace_of, run_line, run_motion
from executor_node.motion.seeing import look
from executor_node.motion.stowing import stow
from executor_node.motion.surroundings import asset, happened, see_surroundings
from executor_node.skills.plans.offering import OfferPlan, middle_of, plan_offer
from executor_node.skills.plans.standing import plan_here_or_elsewhere
from makedo_core.failure import FailureCause, Outcome
from makedo_core.graph.asset_model import RegionKind
from makedo_core.ports import Joints
from makedo_core.skills import SkillCall

SLOW = 3.0
SETTLE_S = 0.5  # the arm comes to rest before its joints are listened to
PATIENCE_S = 20.0
LISTEN_S = 0.05  # wall time between two readings
PULLED_FOR = 3  # so often in a row: a touch in passing is no pull


def hand_over(context: SkillContext, call: SkillCall) -> SkillResult:
    """Carry out a hand_over call (arguments: object, asset)."""
    object_id, asset_id = call.arguments
    held = context.memory.held
    if held is None or held.object_id != object_id:
        return failed(FailureCause.PRECONDITION_FAILED, f"{spoken(object_id)} is not in the hand")
    if not holds_something(context):
        context.memory.held = None
        return failed(FailureCause.OBJECT_LOST, f"{spoken(object_id)} fell out of the hand")
    if not context.ports.arm.efforts():
        reason = "the joints report no effort, so that a pull at what is in the hand cannot be felt"
        return failed(FailureCause.NOT_CAPABLE, reason)
    plan, outcome = _plan(context, call, asset(context, asset_id))
    if plan is None:
        return SkillResult(outcome)
    outcome = _offer(context, plan, object_id)
    if outcome.ok:
        outcome = open_gripper(context)
    if not outcome.ok:
        return SkillResult(_withdrawn(context, plan, outcome))
    context.memory.held = None
    outcome = happened(context, call, ((object_id, plan.rest),))
    if not outcome.ok:
        return SkillResult(outcome)
    _retreat(context, plan, object_id)
    context.ports.photographer.take(f"handed_over_{object_id}")
    return SkillResult(poses=((object_id, plan.rest),), look_at=plan.rest.position, told=True)


def _plan(context: SkillContext, call: SkillCall, person: Furniture) -> tuple[OfferPlan | None, Outcome]:
    object_id, asset_id = call.arguments
    hands = person.places(RegionKind.HAND)
    if not hands:
        return None, Outcome(FailureCause.NOT_CAPABLE, f"{spoken(asset_id)} is nobody who takes things")
    look(context, middle_of(hands[0]))
    return plan_here_or_elsewhere(
        context,
        call,
        lambda base, reasons: plan_offer(context, person, base, reasons),
        f"{spoken(object_id)} cannot be held out to {spoken(asset_id)}",
    )


def _offer(context: SkillContext, plan: OfferPlan, object_id: str) -> Outcome:
    """Hold it out, slowly at last, and wait until somebody pulls at it."""
    steps: tuple[Callable[[], Outcome], ...] = (
        lambda: move_to(context, plan.attempt.pre),
        lambda: see_surroundings(context),
        lambda: run_motion(context, plan.attempt.lines[0].slowed(max(1.0, SLOW / pace_of(context)))),
        lambda: _pulled(context, object_id),
    )
    for step in steps:
        outcome = step()
        if not outcome.ok:
            return outcome
    return outcome


def _pulled(context: SkillContext, object_id: str) -> Outcome:
    """Listen to the joints until a pull shows in them, or nobody has pulled for long enough."""
    clock, arm = context.ports.clock, context.ports.arm
    until = clock.now_s() + SETTLE_S
    rest = arm.efforts()
    while clock.now_s() < until:
        context.token.wait(LISTEN_S)
        context.token.check()
        rest = arm.efforts()
    context.note("offered", object=object_id)
    until = clock.now_s() + PATIENCE_S
    in_a_row, largest_nm = 0, 0.0
    while clock.now_s() < until:
        context.token.wait(LISTEN_S)
        context.token.check()
        if not holds_something(context):
            context.memory.held = None
            reason = f"{spoken(object_id)} left the hand before anybody was felt to pull at it"
            return Outcome(FailureCause.OBJECT_LOST, reason)
        pull = pull_nm(rest, arm.efforts())
        largest_nm = max(largest_nm, pull)
        in_a_row = in_a_row + 1 if pull > context.ports.config.arm.tug_nm else 0
        if in_a_row == PULLED_FOR:
            context.note("pulled", after_s=round(PATIENCE_S - (until - clock.now_s()), 2))
            return Outcome()
    context.note("not taken", largest_pull_nm=round(largest_nm, 2))
    reason = f"nobody took {spoken(object_id)} within {PATIENCE_S:.0f} s"
    return Outcome(FailureCause.NOT_TAKEN, reason)


def pull_nm(rest: Joints, now: Joints) -> float:
    """The largest change of a joint's effort since the arm held still with nobody at it [Nm]."""
    return max((abs(now[joint] - effort) for joint, effort in rest.items()), default=0.0)


def _withdrawn(context: SkillContext, plan: OfferPlan, outcome: Outcome) -> Outcome:
    """After a failed hand-over: back with what is in the hand, away from the person; the failure stays what it was."""
    back, _ = run_line(context, [plan.back])
    stowed = stow(context) if back.ok else back
    if not stowed.ok:
        context.note("not stowed", reason=str(stowed))
    return outcome


def _retreat(context: SkillContext, plan: OfferPlan, object_id: str) -> None:
    """Back away from the person's hand and bring the arm close; whoever drives next stows the arm if this fails."""
    outcome = see_surroundings(context, leave_out={object_id})
    if outcome.ok:
        outcome, _ = run_line(context, [plan.back])
    if outcome.ok:
        outcome = stow(context, leave_out={object_id})
    if not outcome.ok:
        context.note("not stowed", reason=str(outcome))
