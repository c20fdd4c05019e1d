# SPDX-License-Identifier: Apache-2.0
"""What is to be done with people, tied to the scene: a way to them, or an honest refusal of its kind."""

from __future__ import annotations

from planner_node.grounding.found import GroundedClause, cannot
from planner_node.grounding.scene import Scene
from planner_node.language.request import Attend


def attend(clause: Attend, scene: Scene) -> GroundedClause:
    """What the robot can do of it."""
    return cannot(f"{clause.deed} somebody")
