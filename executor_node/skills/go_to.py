# SPDX-License-Identifier: Apache-2.0
"""go_to: choose a place to stand that suits what comes next, bring the arm close, drive there."""

from __future__ import annotations

from executor_node.context import Held, SkillContext, SkillResult, failed, spoken
from executor_node.motion.driving import drive
from executor_node.motion.feeling import holds_something
from executor_node.motion.reach import Reasons
from executor_node.motion.stowing import stow
from executor_node.motion.surroundings import asset
from executor_node.skills.plans.standing import generic_stands, nowhere_to_stand, stands_for
from executor_node.skills.views import look_before_coming_in
from makedo_core.failure import FailureCause, Outcome
from makedo_core.geometry import Pose
from makedo_core.skills import SkillCall

TRIES = 3


def go_to(context: SkillContext, call: SkillCall) -> SkillResult:
    """Carry out a go_to call (arguments: asset)."""
    (asset_id,) = call.arguments
    carried = context.memory.held
    outcome = stow(context)  # what it needs room for on the way is known only then
    if not outcome.ok:
        return SkillResult(outcome)
    stands = places_to_stand(context, asset_id)
    if not stands:
        return SkillResult(nowhere_to_stand(context, asset(context, asset_id)))
    if _is_for_putting(context, asset_id) and look_before_coming_in(context, asset_id, stands[0]):
        stands = places_to_stand(context, asset_id) or stands  # as it is now known to be
    if carried is not None and context.memory.held is None:
        return _lost(carried)
    for stand in stands[context.attempt : context.attempt + TRIES] or stands[:TRIES]:
        outcome = drive(context, stand)
        if outcome.ok:
            return _still_held(context)
        context.note("could not get there", reason=str(outcome))
        if outcome.cause not in (FailureCause.NAVIGATION_FAILED, FailureCause.WRONG_END_STATE):
            break
    if outcome.cause in (FailureCause.NAVIGATION_FAILED, FailureCause.WRONG_END_STATE):
        outcome = Outcome(outcome.cause, f"the robot did not get to {spoken(asset_id)}: {outcome}", outcome.in_detail)
    return SkillResult(outcome)


def _is_for_putting(context: SkillContext, asset_id: str) -> bool:
    """Whether what is held is put on the asset next."""
    following = context.upcoming[:1]
    return any(call.skill == "put_on" and call.arguments[-1] == asset_id for call in following)


def places_to_stand(context: SkillContext, asset_id: str) -> tuple[Pose, ...]:
    """Places to stand for the first call there that needs the arm, else for no special purpose."""
    for call in context.upcoming:
        if call.skill == "go_to" or asset_id not in call.arguments:
            break
        if call.skill == "discover_objects":
            continue
        reasons = Reasons()
        found = stands_for(context, call, reasons)
        if found:
            return found
        context.note("nowhere to do it from", call=str(call), reason=reasons.raw())
        break
    return generic_stands(context, asset(context, asset_id))


def _still_held(context: SkillContext) -> SkillResult:
    held = context.memory.held
    if held is None or holds_something(context):
        return SkillResult()
    context.memory.held = None
    return _lost(held)


def _lost(held: Held) -> SkillResult:
    return failed(FailureCause.OBJECT_LOST, f"{spoken(held.object_id)} fell out of the hand on the way")
