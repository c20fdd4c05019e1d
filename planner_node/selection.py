# SPDX-License-Identifier: Apache-2.0
"""Which nodes of a scene graph matter for an instruction: what seed planners call pruning, without a model.

Nothing that a plan needs is lost: the selection holds everything that could fulfil the instruction, what could stand
in, where those are, and what is in their way.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from makedo_core.failure import Outcome
from makedo_core.graph.scene_graph import AGENT_ID
from planner_node.grounding.demand import Demand
from planner_node.grounding.scene import Scene
from planner_node.language.refusal import Refusal
from planner_node.proof.prune import relevant
from planner_node.relaxation.options import make_options


class NodeRole(IntEnum):
    """Why a node matters; the numbers are those of srv/SelectObjects.srv."""

    WANTED = 0
    SUBSTITUTE = 1
    PLACE = 2
    SUPPORT = 3
    ROOM = 4
    ROBOT = 5


@dataclass(frozen=True, slots=True)
class Selection:
    """Nodes that matter, the most important first."""

    outcome: Outcome
    roles: tuple[tuple[str, NodeRole], ...] = ()
    candidates: tuple[str, ...] = ()


def selected(found: tuple[Scene, tuple[Demand, ...]] | Refusal) -> Selection:
    """The nodes that matter for grounded demands."""
    if isinstance(found, Refusal):
        return Selection(Outcome(found.cause, found.message), candidates=found.candidates)
    scene, demands = found
    roles: dict[str, NodeRole] = {}
    options = [make_options(d, scene, other_places=True) for d in demands]
    for option in options:
        roles |= {w: NodeRole.WANTED for w in option.wanted}
    for option in options:
        for substitute in option.substitutes:
            roles.setdefault(substitute.node_id, NodeRole.SUBSTITUTE)
        for target in option.targets:
            for term in target.literal.terms:
                if term in scene.graph:
                    roles.setdefault(term, NodeRole.PLACE)
    part = relevant(scene.graph, [x for option in options for x in option.literals()])
    for node_id in (*part.assets, *part.objects):
        roles.setdefault(node_id, NodeRole.SUPPORT)
    for node_id in list(roles):
        room = scene.graph.room_of(node_id)
        if room is not None:
            roles.setdefault(room, NodeRole.ROOM)
    if AGENT_ID in scene.graph:
        roles[AGENT_ID] = NodeRole.ROBOT
    return Selection(Outcome(), tuple(sorted(roles.items(), key=lambda item: item[1])))
