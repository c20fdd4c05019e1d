# SPDX-License-Identifier: Apache-2.0
"""What clauses demand that are no errands with things: questions, searches, and what is done with people."""

from __future__ import annotations

from collections.abc import Sequence

from planner_node.answering.looking import ask, seek
from planner_node.answering.people import attend
from planner_node.grounding.demand import Demand
from planner_node.grounding.found import GroundedClause
from planner_node.grounding.scene import Scene
from planner_node.language.request import Attend, Inquire, Look


def asked(clause: Inquire | Attend | Look, scene: Scene, done: Sequence[Demand]) -> GroundedClause:
    """What a clause demands, given what is demanded before it."""
    match clause:
        case Inquire():
            return ask(clause, scene, done)
        case Look():
            return seek(clause, scene, done)
        case Attend():
            return attend(clause, scene)
