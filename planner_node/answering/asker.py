# SPDX-License-Identifier: Apache-2.0
"""What clauses demand that are no errands with things: questions, and what is done with people."""

from __future__ import annotations

from collections.abc import Sequence

from planner_node.answering.looking import ask
from planner_node.answering.people import attend
from planner_node.grounding.demand import Demand
from planner_node.grounding.found import GroundedClause
from planner_node.grounding.scene import Scene
from planner_node.language.request import Attend, Inquire


def asked(clause: Inquire | Attend, scene: Scene, done: Sequence[Demand]) -> GroundedClause:
    """What a clause demands, given what is demanded before it."""
    return ask(clause, scene, done) if isinstance(clause, Inquire) else attend(clause, scene)
