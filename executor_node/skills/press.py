# SPDX-License-Identifier: Apache-2.0
"""turn_on, turn_off and press: push the button."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from executor_node.context import SkillContext, SkillResult, failed, spoken
from executor_node.geometry.furniture import Furniture
from executor_node.motion.motions import grip, move_to, run_motion
from executor_node.motion.seeing import look
from executor_node.motion.stowing import stow
from executor_node.motion.surroundings import asset, see_surroundings
from executor_node.skills.plans.pressing import PUSH_M, PUSHED_M, PressPlan, plan_press
from executor_node.skills.plans.standing import plan_here_or_elsewhere
from makedo_core.failure import FailureCause, Outcome
from makedo_core.geometry import Pose
from makedo_core.graph.asset_model import SwitchKind
from makedo_core.graph.scene_graph import State
from makedo_core.skills import SkillCall

SLOW = 3.0
READINGS = 20
READING_S = 0.05  # wall time between two


@dataclass(frozen=True, slots=True)
class Purpose:
    """What a button is pushed for.

    Attributes:
        kind: of the switch that serves it.
        wanted: state that the asset has then; None: it shows none.
        lacking: what is said of an asset without such a switch, behind its name.
    """

    kind: SwitchKind
    wanted: State | None
    lacking: str


_ON = Purpose(SwitchKind.TOGGLE, State.ON, "has no switch")
_OFF = Purpose(SwitchKind.TOGGLE, State.OFF, "has no switch")
_PUSH = Purpose(SwitchKind.BUTTON, None, "has no button")


def turn_on(context: SkillContext, call: SkillCall) -> SkillResult:
    """Carry out a turn_on call (arguments: asset)."""
    return _press(context, call, _ON)


def turn_off(context: SkillContext, call: SkillCall) -> SkillResult:
    """Carry out a turn_off call (arguments: asset)."""
    return _press(context, call, _OFF)


def press(context: SkillContext, call: SkillCall) -> SkillResult:
    """Carry out a press call (arguments: asset)."""
    return _press(context, call, _PUSH)


def _press(context: SkillContext, call: SkillCall, purpose: Purpose) -> SkillResult:
    furniture = asset(context, call.arguments[0])
    name = furniture.node.id
    if furniture.model.switch is None or furniture.model.switch.kind is not purpose.kind:
        return failed(FailureCause.NOT_CAPABLE, f"{spoken(name)} {purpose.lacking}")
    if purpose.wanted is not None and purpose.wanted in furniture.node.states:
        return SkillResult()
    plan, outcome = _plan(context, call, furniture)
    if plan is None:
        return SkillResult(outcome)
    steps: tuple[Callable[[], Outcome], ...] = (
        lambda: grip(context, 0.0),
        lambda: move_to(context, plan.attempt.pre),
        lambda: see_surroundings(context, leave_out={name}),
        lambda: _push(context, plan, purpose, name),
        lambda: stow(context),
    )
    for step in steps:
        outcome = step()
        if not outcome.ok:
            return SkillResult(outcome)
    x, y, _ = furniture.node.pose.position
    context.ports.photographer.take(f"{call.skill}_{name}")
    if purpose.wanted is None:
        return SkillResult()
    return SkillResult(look_at=(x, y, 0.8 * furniture.node.size[2]))


def _push(context: SkillContext, plan: PressPlan, purpose: Purpose, name: str) -> Outcome:
    """Push and go back. What shows no state was pushed if the hand came far enough."""
    outcome = run_motion(context, plan.attempt.lines[0].slowed(SLOW))
    short_m = _short_m(context, plan.pushed) if outcome.ok and purpose.wanted is None else 0.0
    if outcome.ok:
        outcome = run_motion(context, plan.attempt.lines[1])
    if not outcome.ok or short_m <= PUSH_M - PUSHED_M:
        return outcome
    reason = f"the hand stopped {1000 * short_m:.0f} mm short of pushing {spoken(name)}"
    return Outcome(FailureCause.WRONG_END_STATE, reason)


def _short_m(context: SkillContext, pushed: Pose) -> float:
    """How much the hand lacks of where it was to come; its pose is measured a little later than it is there."""
    short_m = 0.0
    for _ in range(READINGS):
        tool = context.ports.base.pose() @ context.ports.arm.tool()
        short_m = -(pushed.inverse() @ tool).position[0]
        if short_m <= PUSH_M - PUSHED_M:
            break
        context.token.wait(READING_S)
        context.token.check()
    return short_m


def _plan(context: SkillContext, call: SkillCall, furniture: Furniture) -> tuple[PressPlan | None, Outcome]:
    look(context, furniture.node.centre)
    return plan_here_or_elsewhere(
        context,
        call,
        lambda base, reasons: plan_press(context, furniture, base, reasons),
        f"the switch of {spoken(furniture.node.id)} cannot be reached",
    )
