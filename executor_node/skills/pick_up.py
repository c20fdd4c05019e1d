# SPDX-License-Identifier: Apache-2.0
"""pick_up: look, choose a grasp (and another place to stand if need be), take, lift, bring close."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

from executor_node.context import Held, SkillContext, SkillResult, WayOut, failed, spoken
from executor_node.motion.feeling import holds_something
from executor_node.motion.motions import (
    back_out,
    grip,
    open_gripper,
    run_line,
    run_motion,
)
from executor_node.motion.reach import Reasons
from executor_node.motion.seeing import discover, look, nobody_there, seen_since, something_unseen
from executor_node.motion.stowing import move_off, stow
from executor_node.motion.surroundings import asset, happened, see_surroundings
from executor_node.robot.measured import measured
from executor_node.skills.plans.picking import PickPlan, plan_pick
from executor_node.skills.plans.standing import plan_here_or_elsewhere
from executor_node.skills.views import look_past_the_arm, much_hidden, stand_elsewhere
from makedo_core.cancel import Cancelled
from makedo_core.failure import SUCCESS, FailureCause, Outcome
from makedo_core.geometry import Pose
from makedo_core.graph.scene_graph import Node, Shape
from makedo_core.skills import SkillCall

LIFTED = 0.3  # share of the way up after which an object is clear of what it stood on
HANGS_M = 0.01  # so far above where it was taken, an object hangs in the hand
BROUGHT_OUT = 0.9  # share of the way out of furniture after which the arm may turn
RECENTLY_S = 2.0  # what was seen so short ago need not be looked at again
ELSEWHERE_M = 0.1  # farther from where it was than looking from nearer, or the hand, moves it in the graph
ANOTHER_M = 0.015  # what differs by more from its width as it was seen is another thing, or not where it was seen
SAME_PLACE_M, FAR_AWAY = 0.1, (math.inf, math.inf, math.inf)
NEAR_M = 0.01  # off its target by more than this, the hand may not have been seen to arrive
TURNS_M = 0.004  # fingers farther apart by more than this than what they take is wide may be turning it
TURNED_M = 0.001  # nearer by less than this, they turn it no farther
CLOSINGS = 3  # so often at most, what turns between them is closed on once more


def pick_up(context: SkillContext, call: SkillCall) -> SkillResult:
    """Carry out a pick_up call (arguments: object, asset)."""
    object_id, asset_id = call.arguments
    held = context.memory.held
    if held is not None and holds_something(context):  # lifted before; open fingers would drop it
        if held.object_id != object_id:
            return failed(FailureCause.PRECONDITION_FAILED, f"{spoken(held.object_id)} is in the hand")
        return _brought_close(context, call, held)
    context.memory.held = None
    back_out(context)
    node = _find(context, object_id, asset_id)
    if node is None:
        return SkillResult(nobody_there(context, object_id, asset_id))
    if math.dist(context.memory.refused.get(object_id, FAR_AWAY), node.centre) < SAME_PLACE_M:
        return SkillResult(Outcome(FailureCause.OBJECT_NOT_FOUND, f"what stands there is not {spoken(object_id)}"))
    plan, outcome = _plan(context, call, node)
    if plan is None:
        return SkillResult(outcome)
    context.note("grasp", pitch_deg=round(math.degrees(plan.grasp.pitch)), width_m=round(plan.grasp.width, 3))
    planned_for, node = node, context.ports.graph.newest()[object_id]
    outcome = _approach(context, node, planned_for, plan)
    if not outcome.ok:
        return SkillResult(outcome)
    held, outcome = _take(context, node, plan)
    return SkillResult(outcome) if held is None else _brought_close(context, call, held)


def _brought_close(context: SkillContext, call: SkillCall, held: Held) -> SkillResult:
    """Bring the lifted thing out of furniture, report to the scene graph that it is held, and bring it close."""
    object_id = held.object_id
    outcome = _bring_out(context, held)
    if not outcome.ok:
        return SkillResult(outcome)
    if not holds_something(context):
        context.memory.held = None
        return failed(FailureCause.OBJECT_LOST, f"{spoken(object_id)} slipped out of the hand while it was lifted")
    outcome = happened(context, call)
    if not outcome.ok:
        return SkillResult(outcome)
    context.ports.photographer.take(f"picked_{object_id}")
    stowed = stow(context)
    if stowed.cause is FailureCause.OBJECT_LOST:
        return SkillResult(stowed)
    if not stowed.ok:  # the object is in the hand; whoever drives next stows the arm first
        context.note("not stowed", reason=str(stowed))
    return SkillResult()


def _find(context: SkillContext, object_id: str, asset_id: str) -> Node | None:
    """Look where the object should be, and have the whole asset looked over, at a second try from elsewhere too.

    The asset is looked over first when something is only believed to be there: what is not seen is knocked over. If
    much of it was hidden then, it is the view that must change, and at once: past the arm, if the object was seen.
    """
    recently = context.ports.clock.now_s() - RECENTLY_S
    elsewhere = context.attempt > 0
    if something_unseen(context, asset_id):
        hidden = much_hidden(discover(context, asset_id))
        elsewhere |= hidden
        if hidden and _is_seen(context, object_id, recently) and something_unseen(context, asset_id):
            look_past_the_arm(context, asset_id)
    node = context.ports.graph.newest().nodes.get(object_id)
    since = context.ports.clock.now_s()
    if node is not None and node.pose.is_known and not node.is_belief:
        if (node.last_seen or -math.inf) > recently:
            return node
        look(context, node.centre)
        seen = seen_since(context, object_id, since)
        if seen is None and elsewhere and stand_elsewhere(context, asset_id):
            since = context.ports.clock.now_s()
            look(context, node.centre)
            seen = seen_since(context, object_id, since)
        if seen is not None:
            return seen
    elif elsewhere:
        stand_elsewhere(context, asset_id)
    discover(context, asset_id)
    return seen_since(context, object_id, since, timeout_s=0.5)


def _is_seen(context: SkillContext, object_id: str, since_s: float) -> bool:
    node = context.ports.graph.newest().nodes.get(object_id)
    return node is not None and (node.last_seen or -math.inf) > since_s


def _plan(context: SkillContext, call: SkillCall, node: Node) -> tuple[PickPlan | None, Outcome]:
    """A way to take the object from here, or from a better place to stand, where the robot then is."""
    object_id, asset_id = call.arguments
    furniture = asset(context, asset_id)

    def seen_anew(base: Pose, reasons: Reasons) -> PickPlan | None:
        since = context.ports.clock.now_s()
        look(context, node.centre)
        return plan_pick(context, seen_since(context, object_id, since) or node, furniture, base, reasons)

    return plan_here_or_elsewhere(
        context,
        call,
        lambda base, reasons: plan_pick(context, node, furniture, base, reasons),
        f"{spoken(object_id)} cannot be reached",
        undemanding=seen_anew,
    )


def _approach(context: SkillContext, node: Node, planned_for: Node, plan: PickPlan) -> Outcome:
    """Open the hand, go before the object, and reach around it; back again if that fails, or it is elsewhere by now."""
    steps: tuple[Callable[[], Outcome], ...] = (
        lambda: open_gripper(context) if plan.grasp.opening is None else grip(context, plan.grasp.opening),
        lambda: move_off(context, plan.attempt.pre),
        lambda: see_surroundings(context, leave_out={node.id}),
        lambda: _still_there(context, planned_for),
    )
    for step in steps:
        outcome = step()
        if not outcome.ok:
            return outcome
    context.memory.way_out = WayOut(node.id, (plan.pre,))
    outcome = run_motion(context, plan.attempt.lines[0])
    if outcome.ok:
        outcome = _still_there(context, planned_for)
    if not outcome.ok:
        back_out(context)
    return outcome


def _take(context: SkillContext, node: Node, plan: PickPlan) -> tuple[Held | None, Outcome]:
    """Close, check that something is between the fingers, and lift it off what it stood on."""
    outcome = grip(context, 0.0)
    if not outcome.ok:
        return None, outcome
    ports, target = context.ports, plan.grasp.tool
    tool = measured(lambda: ports.base.pose() @ ports.arm.tool(), lambda t: t.distance(target) < NEAR_M, context.token)
    outcome = _close_on_what_turns(context, plan.grasp.width)
    if not outcome.ok:
        return None, outcome
    if not holds_something(context):
        back_out(context)
        return None, Outcome(FailureCause.GRASP_FAILED, f"the fingers closed without {spoken(node.id)} between them")
    width = context.ports.gripper.width()
    context.note("gripped", width_m=round(width, 3), expected_m=round(plan.grasp.width, 3))
    if abs(width - plan.grasp.width) > ANOTHER_M:
        back_out(context)
        what = f"what is between the fingers is {100 * width:.1f} cm wide, and {spoken(node.id)} would be"
        return None, Outcome(_is_another(context, node), f"{what} {100 * plan.grasp.width:.1f} cm; it was let go")
    out = tuple(pose for line in plan.lift[1:] for pose in line)
    held = Held(node.id, tool.inverse() @ node.pose, width, plan.grasp.pitch, out=out)
    outcome = _lift(context, plan, held)
    return (held if outcome.ok else None), outcome


def _close_on_what_turns(context: SkillContext, expected_m: float) -> Outcome:
    """Close once more on a thing that was askew between the fingers, until it lies flat against them.

    Else they would come nearer while it is carried, as if it had slipped out.
    """
    gripper = context.ports.gripper
    for _ in range(CLOSINGS):
        width = gripper.width()
        if width - expected_m < TURNS_M:
            break
        outcome = grip(context, 0.0)
        if not outcome.ok:
            return outcome
        if width - gripper.width() < TURNED_M:
            break
    return SUCCESS


def _still_there(context: SkillContext, node: Node) -> Outcome:
    """A failure where images since show an object away from where it was about to be taken: there is another thing."""
    newest = context.ports.graph.newest().nodes.get(node.id)
    if newest is None or not newest.pose.is_known or newest.last_seen in (None, node.last_seen):
        return SUCCESS
    if math.dist(newest.centre, node.centre) <= ELSEWHERE_M:
        return SUCCESS
    what = f"{spoken(node.id)} was seen elsewhere while the hand reached for it; nothing was taken"
    return Outcome(FailureCause.OBJECT_NOT_FOUND, what)


def _is_another(context: SkillContext, node: Node) -> FailureCause:
    """What a wrong width means: a round thing has the same width from every side, others may be grasped otherwise."""
    if node.shape is not Shape.SPHERE:
        return FailureCause.GRASP_FAILED
    context.memory.refused[node.id] = node.centre
    return FailureCause.OBJECT_NOT_FOUND


def _lift(context: SkillContext, plan: PickPlan, held: Held) -> Outcome:
    """Bring it up. From then on it is in the hand, and nothing is under it."""
    # On its first centimetres the object still touches what it stands on: the planner learns of it afterwards.
    first = plan.lift[0]
    try:
        outcome, fraction = run_line(context, first)
        if fraction < LIFTED and outcome.cause in (FailureCause.SUCCESS, FailureCause.UNREACHABLE):
            # The hand seems to touch something by millimetres where it got to: up is away from it.
            outcome, fraction = run_line(context, first, avoid_collisions=False)
    except Cancelled:
        if _is_up(context, plan):
            context.memory.held, context.memory.way_out = held, None
        raise
    up = _is_up(context, plan)
    if up or (outcome.ok and fraction >= LIFTED):
        context.memory.held, context.memory.way_out = held, None
    else:
        back_out(context)
    if not outcome.ok:
        return outcome
    return Outcome() if fraction >= LIFTED else _stuck(held)


def _is_up(context: SkillContext, plan: PickPlan) -> bool:
    """Whether something hangs in the hand: letting go now would drop it."""
    tool = context.ports.base.pose() @ context.ports.arm.tool()
    return holds_something(context) and tool.position[2] - plan.grasp.tool.position[2] > HANGS_M


def _bring_out(context: SkillContext, held: Held) -> Outcome:
    """Bring what was lifted out of furniture, unless it is out of it: brought close meanwhile, for one."""
    tool = context.ports.base.pose() @ context.ports.arm.tool()
    inside_m = context.ports.config.arm.reach.inside_m
    if held.out and not context.memory.stowed and NEAR_M < tool.distance(held.out[-1]) <= inside_m:
        fraction, outcome = 0.0, see_surroundings(context)
        if outcome.ok:
            outcome, fraction = run_line(context, held.out)
        if not outcome.ok or fraction < BROUGHT_OUT:
            return outcome if not outcome.ok else _stuck(held)
    context.memory.held = replace(held, out=())
    return Outcome()


def _stuck(held: Held) -> Outcome:
    return Outcome(FailureCause.UNREACHABLE, f"{spoken(held.object_id)} cannot be brought out of where it stands")


__all__ = ["pick_up"]
