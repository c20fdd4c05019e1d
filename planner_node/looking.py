# SPDX-License-Identifier: Apache-2.0
"""The last resort where nobody can be asked: go and look for what an instruction needs and nobody knows of."""

from __future__ import annotations

from collections.abc import Sequence

from makedo_core.failure import FailureCause
from makedo_core.goal import AtLeast
from makedo_core.goal_text import spoken
from makedo_core.plan import Relaxation, RelaxationKind
from makedo_core.scene_graph import AGENT_ID, NodeKind
from makedo_core.skills import Literal
from planner_node.demand import Demand
from planner_node.missing import bare_text
from planner_node.relax import Variant
from planner_node.request import Refusal
from planner_node.scene import Scene

LOOK_COST = 6.0  # nothing of what was asked is done yet


def looking_for(demands: Sequence[Demand], scene: Scene, refusal: Refusal) -> Variant | None:
    """Being where the missing thing would usually be, as a variant; None if nothing is missing or it cannot be said."""
    missing = _missing(demands, scene)
    if missing is None or refusal.cause is FailureCause.AMBIGUOUS:
        return None
    concept, named = missing
    places, literal = _where(concept, scene)
    if literal is None or not places:
        return None
    first = scene.graph[places[0]]
    article = "in" if first.kind is NodeKind.ROOM else "at"
    done = f"looking for {named} {article} {spoken(first.id)}"
    usual = scene.ontology.usual_places(concept)
    why = "where such things usually are" if usual else "as good a place to begin as any"
    wrong = refusal.message.split("; ")[-1].split(". ")[0].rstrip(".")
    reason = f"{wrong}; {spoken(first.id)} is {why}"
    asked = " and ".join(d.text for d in demands)
    change = Relaxation(RelaxationKind.GENERALISE, asked, done, reason, LOOK_COST)
    return Variant(AtLeast(1, tuple(places), literal), literal, (tuple(places),), (change,), 0.0)


def _missing(demands: Sequence[Demand], scene: Scene) -> tuple[str, str] | None:
    """The class of the first thing that is asked for, or is to be used, and that nobody knows of; and its name."""
    for demand in demands:
        phrase = demand.phrase
        if phrase is not None and phrase.concept is not None and not demand.wanted:
            return phrase.concept, bare_text(phrase)
        for means in demand.means:
            if not any(scene.ontology.is_a(n.label, means) for n in scene.graph):
                return means, scene.ontology.phrase(means)
    return None


def _where(concept: str, scene: Scene) -> tuple[list[str], Literal | None]:
    """Places worth going to, the best first, and the literal that says that the robot looks there."""
    graph, ontology = scene.graph, scene.ontology
    usual = ontology.usual_places(concept)
    likely = [n for n in graph.of_kind(NodeKind.ASSET) if ontology.ancestors(n.label) & usual]
    explored = scene.backend.explored()
    if explored is not None:
        fresh = [n.id for n in likely if n.last_seen is None] or [n.id for n in likely]
        return fresh, explored
    here = graph.room_of(AGENT_ID)
    rooms = [r for n in likely if (r := graph.room_of(n.id)) is not None] or [
        r.id for r in graph.of_kind(NodeKind.ROOM)
    ]
    return [r for r in dict.fromkeys(rooms) if r != here], scene.backend.robot_in()
