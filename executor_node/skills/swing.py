# SPDX-License-Identifier: Apache-2.0
"""open and close: take the handle, follow its way, let go, step back."""

from __future__ import annotations

import math
from collections.abc import Callable
from contextlib import suppress

from executor_node.context import SkillContext, SkillResult, failed, spoken
from executor_node.geometry.furniture import Furniture
from executor_node.motion.feeling import holds_something
from executor_node.motion.motions import gets_off, grip, move_to, open_gripper, run_line, run_motion
from executor_node.motion.reach import Reasons
from executor_node.motion.seeing import look
from executor_node.motion.stowing import stow, touches_something
from executor_node.motion.surroundings import asset, see_surroundings
from executor_node.motion.watching import StallWatch
from executor_node.skills.plans.standing import PlanFrom, plan_here_or_elsewhere
from executor_node.skills.plans.swinging import (
    SwingPlan,
    WayOff,
    moving_along,
    plan_swing,
    swing_range,
    value_at,
    ways_off,
)
from makedo_core.cancel import Cancelled
from makedo_core.failure import SUCCESS, FailureCause, MakedoError, Outcome
from makedo_core.geometry import Pose
from makedo_core.graph.asset_model import JointKind
from makedo_core.graph.openings import state_at, values_in
from makedo_core.graph.scene_graph import State
from makedo_core.ports import GraphChange
from makedo_core.skills import SkillCall

OPEN_SURELY = 1.05  # times open_at: what is felt is not exact, and a hand that lets go may push the door back a little
GOES = 3  # of a hand that gets off a handle
NARROWER_M = (0.05, 0.0)  # between fingers beyond the end of a bar
NEARLY = 0.9  # of what a place to stand was chosen for: the base does not stand there to the last centimetre
SLOW = 2.5  # a door is moved this many times slower than the arm could
FEEL_SEEN = (0.0, -0.04, 0.04, -0.09)  # by attempt, shares of the range: beside the joint value that was measured
FEEL = (0.0, -0.09, 0.09, -0.18)  # the same of one that was not: a little less, a little more, much less
FEEL_AJAR = (0.0, -0.25, 0.25, -0.45)  # shares of the range in which it is ajar


def open_asset(context: SkillContext, call: SkillCall) -> SkillResult:
    """Carry out open(asset)."""
    return _swing(context, call, opening=True)


def close_asset(context: SkillContext, call: SkillCall) -> SkillResult:
    """Carry out close(asset)."""
    return _swing(context, call, opening=False)


def _swing(context: SkillContext, call: SkillCall, *, opening: bool) -> SkillResult:
    context.memory.supposed.pop(call.arguments[0], None)
    furniture = asset(context, call.arguments[0])
    if furniture.model.articulation is None:
        return failed(FailureCause.NOT_CAPABLE, f"{spoken(furniture.node.id)} has nothing that opens")
    try:
        return _swung(context, call, furniture, opening)
    finally:
        context.memory.supposed.pop(furniture.node.id, None)  # the graph knows, or nobody does


def _swung(context: SkillContext, call: SkillCall, furniture: Furniture, opening: bool) -> SkillResult:
    unsure = not opening or State.AJAR in furniture.node.states
    if context.attempt and unsure and furniture.node.id not in context.memory.felt:
        furniture = _felt_for(context, furniture)
    plan, outcome = _plan(context, call, furniture, opening)
    if plan is None:
        return SkillResult(outcome)
    context.memory.stands[furniture.node.id] = context.ports.base.pose()
    outcome = _pull(context, furniture, plan)
    value = context.memory.supposed.get(furniture.node.id, plan.start)
    context.note("swung", asset=furniture.node.id, before=round(plan.start, 2), after=round(value, 2))
    told = _tell(context, furniture, value, opening)
    retreated = _retreat(context, furniture.node.id)
    context.ports.photographer.take(f"{call.skill}_{furniture.node.id}")
    if outcome.cause is FailureCause.JOINT_STUCK and furniture.node.id in context.memory.felt:
        context.note("held back", reason=str(outcome))
        if _far_enough(furniture, value, opening):
            outcome = SUCCESS  # it goes no farther, and needs not
    for step in (outcome, told):
        if not step.ok:
            return SkillResult(step)
    if not _far_enough(furniture, value, opening):
        wanted = "open wide enough" if opening else "closed"
        what = f"{spoken(furniture.node.id)} is not {wanted}: it stands {_how_far(furniture, value)} open"
        return failed(FailureCause.JOINT_STUCK, what)
    return SkillResult(retreated, look_at=furniture.handle()[0])


def _how_far(furniture: Furniture, value: float) -> str:
    """A joint value [rad or m] in degrees or centimetres."""
    hinge = furniture.articulation.kind is JointKind.HINGE
    return f"{math.degrees(abs(value)):.0f} degrees" if hinge else f"{100 * abs(value):.0f} cm"


def _felt_for(context: SkillContext, furniture: Furniture) -> Furniture:
    """The furniture as it may stand instead, after its handle was missed: something may have pushed the door."""
    articulation = furniture.articulation
    ajar, seen = State.AJAR in furniture.node.states, furniture.node.opening is not None
    low, high = values_in(articulation, furniture.node.states) if ajar and not seen else articulation.range
    feel = FEEL_SEEN if seen else FEEL_AJAR if ajar else FEEL
    value = furniture.value + feel[min(context.attempt, len(feel) - 1)] * (high - low)
    context.memory.supposed[furniture.node.id] = min(max(value, low), high)
    return asset(context, furniture.node.id)


def _tell(context: SkillContext, furniture: Furniture, value: float, opening: bool) -> Outcome:
    """Tell the scene graph how far a door or drawer was felt to be open: no image may show it for a while."""
    node_id, felt = furniture.node.id, _felt_state(furniture, value, opening)
    if node_id not in context.memory.felt:
        return SUCCESS
    return _tell_graph(context, node_id, felt, value)


def _tell_graph(context: SkillContext, node_id: str, felt: State, value: float) -> Outcome:
    return context.ports.graph.update(GraphChange(states=((node_id, felt),), openings=((node_id, value),)))


def _felt_state(furniture: Furniture, value: float, opening: bool) -> State:
    articulation = furniture.articulation
    return state_at(articulation, value / OPEN_SURELY if opening else value)


def _far_enough(furniture: Furniture, value: float, opening: bool) -> bool:
    return _felt_state(furniture, value, opening) is (State.OPEN if opening else State.CLOSED)


def _plan(
    context: SkillContext, call: SkillCall, furniture: Furniture, opening: bool
) -> tuple[SwingPlan | None, Outcome]:
    start, end, enough = swing_range(furniture, opening)
    outcome = stow(context)
    if not outcome.ok:
        return None, outcome
    nearly = max(NEARLY * enough[0], enough[-1]) if opening else enough[0]

    def by_at_least(*ends: float) -> PlanFrom[SwingPlan]:
        def plan_from(base: Pose, reasons: Reasons) -> SwingPlan | None:
            plans = (plan_swing(context, furniture, base, start, end, least, reasons) for least in ends)
            return next((plan for plan in plans if plan is not None), None)

        return plan_from

    failing = f"the handle of {spoken(furniture.node.id)} cannot be moved far enough"
    undemanding = by_at_least(nearly, enough[-1])
    return plan_here_or_elsewhere(context, call, by_at_least(nearly), failing, undemanding=undemanding)


def _pull(context: SkillContext, furniture: Furniture, plan: SwingPlan) -> Outcome:
    """Take the handle and follow its way; remembers where the joint came to."""
    context.memory.felt.discard(furniture.node.id)
    look(context, plan.grasp.tool.position)
    steps: tuple[Callable[[], Outcome], ...] = (
        lambda: open_gripper(context),
        lambda: move_to(context, plan.attempt.pre),
        lambda: see_surroundings(context, **moving_along(context, furniture)),
    )
    for step in steps:
        outcome = step()
        if not outcome.ok:
            return outcome
    try:
        return _pull_handle(context, furniture, plan)
    except Cancelled:
        gets_off(context, furniture.node.id)  # whoever moves the arm next lets go of the handle first
        raise


def _pull_handle(context: SkillContext, furniture: Furniture, plan: SwingPlan) -> Outcome:
    to_handle, along = plan.attempt.lines
    outcome = run_motion(context, to_handle)
    if outcome.ok:
        outcome = grip(context, 0.0)
    if not outcome.ok:
        return outcome
    if not holds_something(context):
        return Outcome(FailureCause.GRASP_FAILED, f"the fingers missed the handle of {spoken(furniture.node.id)}")
    articulation = furniture.articulation
    taken = context.ports.base.pose() @ context.ports.arm.tool()
    along = along.slowed(SLOW)
    low, high = articulation.range

    def came_to() -> float:
        now = context.ports.base.pose() @ context.ports.arm.tool()
        return min(max(value_at(furniture, articulation, taken, plan.start, now), low), high)

    try:
        outcome = run_motion(context, along, StallWatch(context, along, spoken(furniture.node.id)).wrong)
    except Cancelled:
        with suppress(MakedoError):  # nobody looks at it any more: what is felt is all that will be known
            if holds_something(context):  # else the handle is where the hand is not
                _tell_graph(context, furniture.node.id, state_at(articulation, value := came_to()), value)
        raise
    value = came_to()
    slipped = not holds_something(context)
    if slipped:
        return Outcome(FailureCause.JOINT_STUCK, f"the hand slipped off the handle of {spoken(furniture.node.id)}")
    context.memory.supposed[furniture.node.id] = value
    context.memory.felt.add(furniture.node.id)
    return outcome


def _retreat(context: SkillContext, node_id: str) -> Outcome:
    """Let go, get off the handle, and bring the arm close."""
    outcome = open_gripper(context)
    if not outcome.ok:
        return outcome
    furniture = asset(context, node_id)
    outcome = see_surroundings(context, **moving_along(context, furniture))
    if not outcome.ok:
        return outcome
    if not _get_off(context, furniture):
        gets_off(context, node_id)
        for width_m in NARROWER_M if touches_something(context) else ():
            grip(context, width_m)  # open fingers that stand askew touch the door
            if not touches_something(context):
                context.memory.way_out = None  # whose hand opens again on the way
                break
    return stow(context)


def _get_off(context: SkillContext, furniture: Furniture) -> bool:
    """Bring the open hand off the handle the way that goes farthest, in several goes where none goes far enough."""
    for _ in range(GOES):
        base, arm = context.ports.base.pose(), context.ports.arm
        best: tuple[float, WayOff] | None = None
        for way in ways_off(furniture, base @ arm.tool()):
            share = arm.plan_line([base.inverse() @ way.to]).fraction / way.enough
            if best is None or share > best[0]:
                best = (share, way)
            if share >= 1.0:
                break
        assert best is not None  # there are always some
        outcome, fraction = run_line(context, [best[1].to])
        if outcome.ok and fraction >= best[1].enough:
            return True
        context.note("retreat cut short", fraction=round(fraction, 2), reason=str(outcome))
    return False
