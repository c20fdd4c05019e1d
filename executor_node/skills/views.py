# SPDX-License-Identifier: Apache-2.0
"""Another view of furniture, where much of it was hidden."""

from __future__ import annotations

from executor_node.context import SkillContext
from executor_node.driving import drive
from executor_node.skills.standing import stands_across
from executor_node.surroundings import asset
from makedo_core.ports import Discovery

MUCH_SEEN = 0.8  # of a place: what is not seen there hardly hides in the rest
ANOTHER_VIEW_M = 0.3


def much_hidden(found: Discovery) -> bool:
    """Whether something may well have been hidden from where the robot stood."""
    return any(place.hidden and place.share < MUCH_SEEN for place in found.places)


def stand_elsewhere(context: SkillContext, asset_id: str) -> bool:
    """Drive to where the view is another one: the arm, or something else, may hide what is looked for."""
    here = context.ports.base.pose()
    for stand in stands_across(context, asset(context, asset_id)):
        if stand.distance(here) > ANOTHER_VIEW_M:
            context.note("looking from elsewhere", asset=asset_id)
            return drive(context, stand).ok
    return False
