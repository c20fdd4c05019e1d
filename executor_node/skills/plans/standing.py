# SPDX-License-Identifier: Apache-2.0
"""Where to stand for a skill call: docking poses that a dry run of the call has confirmed, best first.

What can be done from where the robot stands is planned from there; a later try goes elsewhere first.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from executor_node.context import SkillContext, spoken
from executor_node.geometry.base_pose import docking_poses, docking_spots, poses_around
from executor_node.geometry.furniture import Furniture
from executor_node.motion.driving import Tried, best_stand, drive, wary_first
from executor_node.motion.no_place import NoPlace, why_no_place
from executor_node.motion.reach import Reasons
from executor_node.motion.room import standing_still
from executor_node.motion.surroundings import asset, boxes_of_furniture, floor
from executor_node.skills.plans.offering import distances_m, middle_of, plan_offer
from executor_node.skills.plans.picking import place_of, plan_pick
from executor_node.skills.plans.pouring import container, plan_pour
from executor_node.skills.plans.pressing import plan_press
from executor_node.skills.plans.putting import nearest_target, plan_put
from executor_node.skills.plans.swinging import handle_targets, plan_swing, swing_range
from executor_node.skills.plans.turning import plan_turn
from makedo_core.failure import FailureCause, Outcome
from makedo_core.geometry import Pose, Vector
from makedo_core.graph.asset_model import JointKind, RegionKind
from makedo_core.graph.openings import closed_at
from makedo_core.skills import SkillCall

DOOR_OFFSETS_M = (0.0, -0.2, 0.2, -0.4, 0.4)
AROUND = 4  # so many places around the handle of an open door come first
TRIES = 8
ELSEWHERE = 2  # attempts from where the robot stands before it goes elsewhere
STANDS = 2  # places that it drives to in one attempt
SAME_PLACE_M = 0.05  # less than between two places to stand, more than a base is off where it was to stop

_Plan = TypeVar("_Plan")
PlanFrom = Callable[[Pose, Reasons], _Plan | None]
TryFrom = PlanFrom[Tried]


@dataclass(frozen=True, slots=True)
class Options:
    """What can be tried for a call.

    Attributes:
        docks: places to stand, map frame, best first.
        dry_runs: of the call: what is wished for first, what will do last.
        target: what the arm works at, map frame [m]; None: nothing.
        front_only: whether it can be reached from the front of the furniture only.
    """

    docks: tuple[Pose, ...] = ()
    dry_runs: tuple[TryFrom, ...] = ()
    target: Vector | None = None
    front_only: bool = False


def plan_here_or_elsewhere(
    context: SkillContext,
    call: SkillCall,
    plan_from: PlanFrom[_Plan],
    failing: str,
    *,
    undemanding: PlanFrom[_Plan] | None = None,
) -> tuple[_Plan | None, Outcome]:
    """Motions for a call from here, else from better places to stand, where the robot then is.

    After `ELSEWHERE` tries what went wrong may have to do with where the robot stands: it goes to another place first,
    and works from here only if it gets to no other.

    Args:
        context: of the skill.
        call: what is to be done.
        plan_from: plans from a base pose, map frame; None if nothing can be done from there.
        failing: what is said of the call, before the reasons, if there is no way to do it.
        undemanding: what will do once the robot has gone elsewhere for it, or cannot; None: the same.
    """
    reasons, base = Reasons(), context.ports.base
    elsewhere = context.attempt >= ELSEWHERE
    plan = None if elsewhere else plan_from(base.pose(), reasons)
    if plan is not None:
        return plan, Outcome()
    plan_from, arrived = undemanding or plan_from, False
    for stand in stands_for(context, call, reasons, elsewhere=elsewhere)[:STANDS]:
        context.note("standing elsewhere", reason=reasons.raw())
        driven = drive(context, stand)
        if driven.cause is FailureCause.OBJECT_LOST:
            return None, driven
        if driven.ok:
            arrived = True
            plan = plan_from(base.pose(), reasons)
            if plan is not None:
                return plan, Outcome()
    if elsewhere and not arrived:
        plan = plan_from(base.pose(), reasons)
    return plan, Outcome() if plan is not None else why_not(context, call, reasons, failing)


def stands_for(
    context: SkillContext, call: SkillCall, reasons: Reasons, *, elsewhere: bool = False
) -> tuple[Pose, ...]:
    """Base poses for a call: the one that a dry run confirmed first, then others to fall back on; maybe none.

    Where the robot stands is not among them if it is to go `elsewhere`.
    """
    with standing_still(context):
        return _stands_for(context, call, reasons, elsewhere)


def _stands_for(context: SkillContext, call: SkillCall, reasons: Reasons, elsewhere: bool) -> tuple[Pose, ...]:
    furniture = asset(context, call.arguments[-1])
    options = _options(context, call, furniture)
    candidates, dry_runs = options.docks, options.dry_runs
    if elsewhere:
        here = context.ports.base.pose()
        candidates = tuple(c for c in candidates if c.distance(here) > SAME_PLACE_M)
    if not dry_runs or not candidates:
        return wary_first(context, candidates)[:4]
    shifted = candidates[context.attempt :] if len(candidates) > context.attempt + 2 else candidates
    stretched = _is_beside_door(call, furniture)
    for dry_run in dry_runs:
        found = best_stand(context, shifted, dry_run, reasons, TRIES, stretched=stretched)
        if found is not None:
            best, _ = found
            return (best, *(c for c in candidates if c != best))
    return ()


def stand_and_work(context: SkillContext, call: SkillCall, reasons: Reasons) -> tuple[Pose, Tried] | None:
    """A base pose, the present one if possible, and the motions of a call from there; None if there are none."""
    furniture = asset(context, call.arguments[-1])
    options = _options(context, call, furniture)
    candidates, dry_runs = options.docks, options.dry_runs
    here = context.ports.base.pose()
    stretched = _is_beside_door(call, furniture)
    for dry_run in dry_runs:
        work = dry_run(here, reasons)
        if work is not None:
            return here, work
        found = best_stand(context, candidates, dry_run, reasons, TRIES, stretched=stretched)
        if found is not None:
            return found
    return None


def _is_beside_door(call: SkillCall, furniture: Furniture) -> bool:
    """Whether the arm works beside a door that stands open: to unfold it there would push the door."""
    articulation = furniture.model.articulation
    if call.skill not in ("pick_up", "put_inside") or articulation is None:
        return False
    return articulation.kind is JointKind.HINGE and furniture.value > closed_at(articulation)


def generic_stands(context: SkillContext, furniture: Furniture) -> tuple[Pose, ...]:
    """Places to stand at furniture for no special purpose."""
    return _docks(context, furniture, nearest_target(context, furniture, None))


def nowhere_to_stand(context: SkillContext, furniture: Furniture) -> Outcome:
    """Why there is no place to stand at furniture: what blocks the nearest, and how far off the nearest free one is."""
    name = spoken(furniture.node.id)
    target = nearest_target(context, furniture, None)
    if context.ports.config.base is not None:
        why = _no_place(context, furniture, target, front_only=False)
        return Outcome(FailureCause.NAVIGATION_FAILED, why.of(name, f"place to stand at {name}"))
    away = math.dist(context.ports.base.pose().position[:2], target[:2])
    far_m = context.ports.config.arm.reach.far_m
    what = f"{name} is {away:.2f} m away, farther than the arm reaches ({far_m:.2f} m), and the robot stands fixed"
    return Outcome(FailureCause.UNREACHABLE, what)


def why_not(context: SkillContext, call: SkillCall, reasons: Reasons, what: str) -> Outcome:
    """Why a call cannot be done: what the arm failed at, or that there is no place to stand for it.

    Args:
        context: of the skill.
        call: that was tried.
        reasons: of the arm.
        what: cannot be done, e.g. "mug 1 cannot be reached".
    """
    outcome = reasons.outcome(what)
    furniture = asset(context, call.arguments[-1])
    options = _options(context, call, furniture)
    if context.ports.config.base is None or options.docks or options.target is None:
        return outcome
    why = _no_place(context, furniture, options.target, front_only=options.front_only).of("it")
    here = f"; and from where the robot stands, {reasons.sentence()}" if reasons.told else ""
    return Outcome(outcome.cause, f"{what}: {why}{here}", outcome.raw)


def _no_place(context: SkillContext, furniture: Furniture, target: Vector, *, front_only: bool) -> NoPlace:
    config = context.ports.config.base
    if config is None:
        return NoPlace()
    graph, pose = context.ports.graph.newest(), furniture.node.pose
    others = boxes_of_furniture(context, graph)
    others.pop(furniture.node.id, None)
    spots = docking_spots(pose, furniture.footprint(), target, config, front_only=front_only)
    return why_no_place(
        target,
        spots,
        context.ports.base.pose(),
        floor(context, graph),
        others,
        config.radius_m,
        context.ports.config,
        furniture.front if front_only else None,
    )


def stands_across(context: SkillContext, furniture: Furniture) -> tuple[Pose, ...]:
    """Places to stand at the other end of furniture, on the side where the robot is."""
    x, y, z = furniture.node.pose.inverse().transform(nearest_target(context, furniture, None))
    low_x, high_x, low_y, high_y = furniture.footprint()
    other_end = (x, -y, z) if high_y - low_y >= high_x - low_x else (-x, y, z)
    return _docks(context, furniture, furniture.node.pose.transform(other_end))


def _options(context: SkillContext, call: SkillCall, furniture: Furniture) -> Options:
    """Where a call can be tried from, and how."""
    graph = context.ports.graph.newest()
    match call.skill:
        case "pick_up":
            node = graph.nodes.get(call.arguments[0])  # it may have turned out since to have been a mistake
            if node is None or node.is_belief or not node.pose.is_known:
                return Options(generic_stands(context, furniture))
            place = place_of(node, furniture)
            enclosed = place is not None and place.enclosed
            found = context.memory.grasps.get(node.id)
            docks = _docks(context, furniture, node.centre, front_only=enclosed)
            docks = _known_first(context, docks, found.base if found is not None else None)
            picks = (lambda base, reasons: plan_pick(context, node, furniture, base, reasons),)
            return Options(docks, picks, node.centre, enclosed)
        case "put_on" | "put_inside":
            kind = RegionKind.ON if call.skill == "put_on" else RegionKind.INSIDE
            target = nearest_target(context, furniture, kind)
            enclosed = any(p.enclosed for p in furniture.places(kind))
            docks = _docks(context, furniture, target, front_only=enclosed)
            puts = (lambda base, reasons: plan_put(context, furniture, kind, base, reasons),)
            return Options(docks, puts, target, enclosed)
        case "pour":
            into = container(furniture)
            if into is None:
                return Options()
            point = into.pose.position
            docks = _docks(context, furniture, point)
            return Options(docks, (lambda base, reasons: plan_pour(context, furniture, base, reasons),), point)
        case "hand_over":
            hands = furniture.places(RegionKind.HAND)
            if not hands:
                return Options()
            point = middle_of(hands[0])
            distances = distances_m(context)
            options = {} if distances is None else {"distances": distances}
            docks = _docks(context, furniture, point, front_only=True, **options)
            return Options(docks, (lambda base, reasons: plan_offer(context, furniture, base, reasons),), point, True)
        case "open" | "close":
            return _door_options(context, call, furniture)
        case "turn_on" | "turn_off" | "press":
            switch = furniture.model.switch
            if switch is None:
                return Options()
            point = furniture.moved(Pose(switch.position), False).position
            docks = _docks(context, furniture, point, front_only=True)
            return Options(docks, (lambda base, reasons: plan_press(context, furniture, base, reasons),), point, True)
        case "turn_over":
            handle = furniture.model.turning
            if handle is None:
                return Options()
            point = furniture.moved(Pose(handle.position), False).position
            docks = _docks(context, furniture, point)
            return Options(docks, (lambda base, reasons: plan_turn(context, furniture, base, reasons),), point)
    return Options(generic_stands(context, furniture))


def _door_options(context: SkillContext, call: SkillCall, furniture: Furniture) -> Options:
    articulation = furniture.model.articulation
    if articulation is None:
        return Options()
    start, end, enough = swing_range(furniture, call.skill == "open")
    first, last = handle_targets(furniture, start, end)
    middle: Vector = tuple((a + b) / 2 for a, b in zip(first, last, strict=True))  # type: ignore[assignment]
    docks: list[Pose] = []
    base = context.ports.config.base
    distances = base.door_m if base is not None else ()
    for target in (middle, first):
        docks += _docks(context, furniture, target, front_only=True, offsets=DOOR_OFFSETS_M, distances=distances)
    if call.skill == "close" and articulation.kind is JointKind.HINGE and base is not None:
        free, reach = floor(context, context.ports.graph.newest()), context.ports.config.arm.reach
        docks = [*poses_around(first, context.ports.base.pose(), free, base, reach)[:AROUND], *docks]
    used = context.memory.stands.get(furniture.node.id)
    if used is not None:
        docks.insert(0, used)
    clear = tuple(d for d in docks if math.dist(d.position[:2], last[:2]) > 0.42)
    found = context.memory.swings.get(furniture.node.id)
    clear = _known_first(context, clear, found.base if found is not None and found.end == end else None)

    def dry_run(least: float) -> TryFrom:
        return lambda base, reasons: plan_swing(context, furniture, base, start, end, least, reasons)

    return Options(clear, tuple(map(dry_run, enough)), first, True)


def _known_first(context: SkillContext, docks: tuple[Pose, ...], base: Pose | None) -> tuple[Pose, ...]:
    """Of the best places to stand the one first from which it was found to be done; others at later tries."""
    if base is None or context.attempt > 0:
        return docks
    known = [d for d in docks[:TRIES] if d.distance(base) < SAME_PLACE_M]
    return (*known, *(d for d in docks if d not in known))


def _docks(
    context: SkillContext,
    furniture: Furniture,
    target: Vector,
    *,
    front_only: bool = False,
    **options: Sequence[float],
) -> tuple[Pose, ...]:
    config, here = context.ports.config.base, context.ports.base.pose()
    reach = context.ports.config.arm.reach
    if config is None:  # it stands where it is
        return (here,) if math.dist(here.position[:2], target[:2]) < reach.far_m else ()
    return docking_poses(
        furniture.node.pose,
        furniture.footprint(),
        target,
        here,
        floor(context, context.ports.graph.newest()),
        config,
        reach,
        front_only=front_only,
        **options,
    )
