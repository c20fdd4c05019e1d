# SPDX-License-Identifier: Apache-2.0
"""turn_on and turn_off: push the button."""

from __future__ import annotations

from executor_node.context import SkillContext, SkillResult, failed, spoken
from executor_node.driving import drive
from executor_node.furniture import Furniture
from executor_node.looking import look
from executor_node.motions import grip, move_to, run_motion
from executor_node.reach import Attempt, Reasons
from executor_node.skills.pressing import plan_press
from executor_node.skills.standing import stands_for
from executor_node.stowing import stow
from executor_node.surroundings import asset, see_surroundings
from makedo_core.failure import FailureCause, Outcome
from makedo_core.plan import SkillCall
from makedo_core.scene_graph import State

SLOW = 3.0
OBSERVE_S = 3.0


def turn_on(context: SkillContext, call: SkillCall) -> SkillResult:
    """Carry out a turn_on call (arguments: asset)."""
    return _press(context, call, State.ON)


def turn_off(context: SkillContext, call: SkillCall) -> SkillResult:
    """Carry out a turn_off call (arguments: asset)."""
    return _press(context, call, State.OFF)


def _press(context: SkillContext, call: SkillCall, wanted: State) -> SkillResult:
    furniture = asset(context, call.arguments[0])
    name = furniture.node.id
    if furniture.model.switch is None:
        return failed(FailureCause.NOT_CAPABLE, f"{spoken(name)} has no switch")
    if wanted in furniture.node.states:
        return SkillResult()
    attempt, outcome = _plan(context, call, furniture)
    if attempt is None:
        return SkillResult(outcome)
    for step in (
        lambda: grip(context, 0.0),
        lambda: move_to(context, attempt.pre),
        lambda: see_surroundings(context, leave_out={name}),
        lambda: run_motion(context, attempt.lines[0].slowed(SLOW)),
        lambda: run_motion(context, attempt.lines[1]),
        lambda: stow(context),
    ):
        outcome = step()
        if not outcome.ok:
            return SkillResult(outcome)
    x, y, _ = furniture.node.pose.position
    context.ports.photographer.take(f"{call.skill}_{name}")
    return SkillResult(look_at=(x, y, 0.8 * furniture.node.size[2]))


def _plan(context: SkillContext, call: SkillCall, furniture: Furniture) -> tuple[Attempt | None, Outcome]:
    reasons = Reasons()
    look(context, furniture.node.centre)
    attempt = plan_press(context, furniture, context.ports.base.pose(), reasons)
    if attempt is not None:
        return attempt, Outcome()
    for stand in stands_for(context, call, reasons)[:2]:
        if drive(context, stand).ok:
            attempt = plan_press(context, furniture, context.ports.base.pose(), reasons)
            if attempt is not None:
                return attempt, Outcome()
    return None, reasons.outcome(f"the switch of {spoken(furniture.node.id)} cannot be reached")
