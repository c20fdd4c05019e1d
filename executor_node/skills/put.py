# SPDX-License-Identifier: Apache-2.0
"""put_on and put_inside: choose a free spot, reach over or into it, let go, retreat."""

from __future__ import annotations

from collections.abc import Callable

from executor_node.context import SkillContext, SkillResult, WayOut, failed, spoken
from executor_node.geometry.furniture import Furniture
from executor_node.motion.feeling import holds_something
from executor_node.motion.motions import RETREATED, back_out, open_gripper, run_line, run_motion
from executor_node.motion.reach import Reasons, shifted
from executor_node.motion.seeing import look
from executor_node.motion.stowing import move_off, stow
from executor_node.motion.surroundings import asset, happened, see_surroundings
from executor_node.skills.plans.putting import PutPlan, is_hidden, is_on_hidden, plan_put
from executor_node.skills.plans.standing import ELSEWHERE, plan_here_or_elsewhere
from executor_node.skills.touchdown import STOPPED, feel_down, is_nearly_down, take_for_slid
from executor_node.skills.views import (
    know_what_is_there,
    learn_what_was_shown,
    look_over_again,
    wait_for_a_newer_image,
)
from makedo_core.failure import SUCCESS, FailureCause, Outcome
from makedo_core.graph.asset_model import RegionKind
from makedo_core.ports import Motion
from makedo_core.skills import SkillCall

Planning = Callable[[], tuple[PutPlan | None, Outcome]]


def put_on(context: SkillContext, call: SkillCall) -> SkillResult:
    """Carry out a put_on call (arguments: object, asset)."""
    return _put(context, call, RegionKind.ON)


def put_inside(context: SkillContext, call: SkillCall) -> SkillResult:
    """Carry out a put_inside call (arguments: object, asset)."""
    return _put(context, call, RegionKind.INSIDE)


def _put(context: SkillContext, call: SkillCall, kind: RegionKind) -> SkillResult:
    object_id, asset_id = call.arguments
    held = context.memory.held
    if held is None or held.object_id != object_id:
        return failed(FailureCause.PRECONDITION_FAILED, f"{spoken(object_id)} is not in the hand")
    if not holds_something(context):
        context.memory.held = None
        return failed(FailureCause.OBJECT_LOST, f"{spoken(object_id)} fell out of the hand")
    if kind is RegionKind.ON:  # before an open door there is no room to fold the arm with what it holds
        known = know_what_is_there(context, asset_id)
        if not known.ok:
            context.note("not looked over", asset=asset_id, reason=str(known))
    furniture = asset(context, asset_id)
    doubt = ""
    try:
        plan, outcome = _plan(context, call, furniture, kind)
        if plan is not None and is_on_hidden(context, furniture, context.ports.graph.newest()[object_id], plan.rest):
            doubt = f"no image had shown what stands where {spoken(object_id)} was put on {spoken(asset_id)}"
            context.note("put where no image shows", object=object_id, asset=asset_id)
    finally:
        context.memory.shown.pop(asset_id, None)
    if plan is None:
        return SkillResult(outcome)
    outcome = _place(context, plan)
    if not outcome.ok:
        return SkillResult(outcome)
    context.memory.held, context.memory.way_out = None, WayOut(object_id, plan.retreat)
    outcome = happened(context, call, ((object_id, plan.rest),))
    if not outcome.ok:
        return SkillResult(outcome)
    retreated = _retreat(context, object_id)
    if not retreated.ok:  # the object is where it should be; whoever drives next stows the arm first
        context.note("not stowed", reason=str(retreated))
    context.ports.photographer.take(f"put_{object_id}")
    return SkillResult(poses=((object_id, plan.rest),), look_at=plan.rest.position, doubt=doubt, told=True)


def _plan(
    context: SkillContext, call: SkillCall, furniture: Furniture, kind: RegionKind
) -> tuple[PutPlan | None, Outcome]:
    """A spot that can be reached from here, or from a better place to stand, where the robot then is.

    On top of furniture it is one that an image has shown, if there is any; what was not shown is looked at first.
    """
    object_id, asset_id = call.arguments
    look(context, furniture.places(kind)[0].pose.position if furniture.places(kind) else furniture.node.centre)

    def plan() -> tuple[PutPlan | None, Outcome]:
        return plan_here_or_elsewhere(
            context,
            call,
            lambda base, reasons: plan_put(context, furniture, kind, base, reasons),
            f"{spoken(object_id)} cannot be put at {spoken(asset_id)}",
        )

    if kind is RegionKind.ON:
        learn_what_was_shown(context, asset_id)
        if is_hidden(context, furniture):
            wait_for_a_newer_image(context)
            found = _plan_where_shown(context, furniture, plan)
            if found[0] is not None or found[1].cause is FailureCause.OBJECT_LOST:
                return found
    shown = context.memory.shown.pop(asset_id, None)  # there is no such spot: any will do
    found = _plan_twice(context, plan)
    if shown is not None:
        context.memory.shown[asset_id] = shown
    return found


def _plan_where_shown(context: SkillContext, furniture: Furniture, plan: Planning) -> tuple[PutPlan | None, Outcome]:
    """A spot on parts that an image has shown: from here; with what another look shows; from elsewhere."""
    asset_id = furniture.node.id
    learn_what_was_shown(context, asset_id)
    if context.attempt < ELSEWHERE:
        from_here = plan_put(context, furniture, RegionKind.ON, context.ports.base.pose(), Reasons())
        if from_here is not None:
            return from_here, SUCCESS
    look_over_again(context, asset_id)
    learn_what_was_shown(context, asset_id)
    return plan()


def _plan_twice(context: SkillContext, plan: Planning) -> tuple[PutPlan | None, Outcome]:
    """A spot off what was come upon, else one that may not be: what was in the way may not have been there."""
    found = plan()
    if found[0] is None and found[1].cause is not FailureCause.OBJECT_LOST and context.memory.came_upon:
        context.memory.came_upon.clear()
        found = plan()
    return found


def _place(context: SkillContext, plan: PutPlan) -> Outcome:
    """Go before the spot, down to it, and let go."""
    outcome = move_off(context, plan.attempt.pre)
    if outcome.ok:
        outcome = see_surroundings(context)
    for line in plan.attempt.lines[:-1]:  # the last one is the retreat
        outcome = _lower(context, plan, line) if outcome.ok else outcome
    if outcome.ok and not holds_something(context):
        context.memory.held = None
        return Outcome(FailureCause.OBJECT_LOST, "it fell out of the hand on the way")
    return open_gripper(context) if outcome.ok else outcome


def _lower(context: SkillContext, plan: PutPlan, line: Motion) -> Outcome:
    """Bring what is held down to where it stands, be it sooner than thought; else back the way it came."""
    outcome = run_motion(context, line)
    if outcome.ok:
        return feel_down(context)
    if outcome.cause in STOPPED:
        if is_nearly_down(context, plan):
            context.note("set down early", reason=str(outcome))
            return SUCCESS
        take_for_slid(context, plan)
        context.memory.came_upon.append(plan.rest.position)
    held = context.memory.held
    back = shifted(plan.pre, 0.0, 0.0, held.slid_m if held is not None else 0.0)
    run_line(context, [back], avoid_collisions=False)  # it came upon something, and touches it
    return outcome


def _retreat(context: SkillContext, object_id: str) -> Outcome:
    """Back away from what was put down, as far as it goes, and bring the arm close."""
    fraction = back_out(context)
    return stow(context, leave_out=() if fraction > RETREATED else {object_id})
