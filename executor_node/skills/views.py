# SPDX-License-Identifier: Apache-2.0
"""What stands at furniture, and another view of it where much was hidden."""

from __future__ import annotations

import math

from executor_node.context import SkillContext
from executor_node.motion.driving import drive
from executor_node.motion.seeing import discover, something_unseen
from executor_node.motion.surroundings import asset, floor
from executor_node.motion.ways import way_to
from executor_node.skills.plans.standing import stands_across
from makedo_core.failure import SUCCESS, FailureCause, Outcome
from makedo_core.geometry import Pose
from makedo_core.ports import Discovery

MUCH_SEEN = 0.8  # of a place: what is not seen there hardly hides in the rest
ANOTHER_VIEW_M = 0.3
OTHER_VIEWS = 4  # so many places are tried for one
# Behind a place to stand. Nothing that is carried reaches over the furniture from there; nearer, it hides less.
OUTLOOKS_M = (0.55, 0.4, 0.3)
LOOKED_OVER_S = 300.0  # what was not found by looking furniture over is not looked for there again for so long
NEXT_IMAGE_S = 2.0  # longest wait for one
PAST_THE_ARM = math.radians(50.0)  # turn of the base


def know_what_is_there(context: SkillContext, asset_id: str) -> Outcome:
    """Have furniture looked over before something is put there, unless it was or nothing is thought to be there.

    What is carried hides much of what is ahead; where something is still to be found then, it is looked for past it.
    """
    if not _is_unknown(context, asset_id):
        return SUCCESS
    found = discover(context, asset_id)
    if found.outcome.ok and much_hidden(found) and something_unseen(context, asset_id):
        return look_past_the_arm(context, asset_id)
    return found.outcome


def learn_what_was_shown(context: SkillContext, asset_id: str) -> None:
    """Take for known which parts of furniture images have shown; where nobody says, nothing is."""
    shown = context.ports.graph.seen_places(asset_id)
    if shown is None:
        context.memory.shown.pop(asset_id, None)
    else:
        context.memory.shown[asset_id] = shown


def wait_for_a_newer_image(context: SkillContext) -> None:
    """Until the graph has taken in an image of now, or none came."""
    now_s = context.ports.clock.now_s()
    context.ports.graph.wait_until(lambda graph: graph.stamp >= now_s, NEXT_IMAGE_S, context.token)


def look_over_again(context: SkillContext, asset_id: str) -> None:
    """Have furniture looked over, past the arm too, unless that was done lately."""
    since_s = context.ports.clock.now_s() - context.memory.looked_over.get(asset_id, -math.inf)
    if since_s < LOOKED_OVER_S:
        return
    found = discover(context, asset_id)
    outcome = found.outcome
    if outcome.ok and much_hidden(found):
        outcome = look_past_the_arm(context, asset_id)
    if not outcome.ok:
        context.note("not looked over", asset=asset_id, reason=str(outcome))


def look_before_coming_in(context: SkillContext, asset_id: str, stand: Pose) -> bool:
    """Have furniture looked over from behind a place to stand there: an arm that carries reaches over its edge.

    Whether it was; not where nothing is thought to be there unseen, or the base has no room behind the place.
    """
    if context.memory.held is None or not _is_unknown(context, asset_id):
        return False
    behind = _outlook(context, stand)
    if behind is None:
        return False
    context.note("looking before coming in", asset=asset_id)
    return drive(context, behind).ok and know_what_is_there(context, asset_id).ok


def _is_unknown(context: SkillContext, asset_id: str) -> bool:
    """Whether something is thought to be there that was never seen, and was not looked for lately."""
    since_s = context.ports.clock.now_s() - context.memory.looked_over.get(asset_id, -math.inf)
    return something_unseen(context, asset_id) and since_s >= LOOKED_OVER_S


def _outlook(context: SkillContext, stand: Pose) -> Pose | None:
    """Where the base gets to behind a place to stand, if it has room there."""
    config = context.ports.config.base
    if config is None:
        return None
    ground = floor(context, context.ports.graph.newest())
    places = (stand @ Pose((-back, 0.0, 0.0)) for back in OUTLOOKS_M)
    roomy = (place for place in places if ground.is_free(*place.position[:2], config.radius_m))
    return next((place for place in roomy if way_to(context, place) is not None), None)


def look_past_the_arm(context: SkillContext, asset_id: str) -> Outcome:
    """Look over furniture with the arm turned to the side of it, here or else a step back; the base returns.

    Where there is room for neither, what was seen has to do.
    """
    here = context.ports.base.pose()
    looked = _look_aside(context, asset_id)
    if looked is not None:
        return looked
    behind = _outlook(context, here)
    if behind is None:
        return SUCCESS
    context.note("looking from a step back", asset=asset_id)
    outcome = drive(context, behind)
    if outcome.ok:
        looked = _look_aside(context, asset_id)
        outcome = discover(context, asset_id).outcome if looked is None else looked
    back = drive(context, here)
    return outcome if back.ok else back


def _look_aside(context: SkillContext, asset_id: str) -> Outcome | None:
    """Look over furniture with the arm turned to the side of it; the base turns back. None if there is no room to."""
    here = context.ports.base.pose()
    to_the_hand = math.copysign(PAST_THE_ARM, context.ports.arm.tool().position[1])  # which is out of the way then
    looked: Outcome | None = None
    for turn in (to_the_hand, -to_the_hand):
        aside = here @ Pose.planar(0.0, 0.0, turn)
        if context.ports.config.base is None or way_to(context, aside) != (aside,):
            continue
        context.note("looking past the arm", asset=asset_id)
        outcome = drive(context, aside)
        found = discover(context, asset_id) if outcome.ok else Discovery(outcome)
        back = drive(context, here)
        looked = found.outcome if back.ok else back
        if not (looked.ok and much_hidden(found) and something_unseen(context, asset_id)):
            break
    return looked


def much_hidden(found: Discovery) -> bool:
    """Whether something may well have been hidden from where the robot stood."""
    return any(place.hidden and place.share < MUCH_SEEN for place in found.places)


def stand_elsewhere(context: SkillContext, asset_id: str) -> bool:
    """Drive to where the view is another one: the arm, or something else, may hide what is looked for.

    Where the base does not get to one such place, another will do.
    """
    here = context.ports.base.pose()
    stands = [s for s in stands_across(context, asset(context, asset_id)) if s.distance(here) > ANOTHER_VIEW_M]
    for stand in stands[:OTHER_VIEWS]:
        outcome = drive(context, stand)
        if outcome.ok:
            context.note("looking from elsewhere", asset=asset_id)
            return True
        if outcome.cause is not FailureCause.NAVIGATION_FAILED:
            return False
    return False
