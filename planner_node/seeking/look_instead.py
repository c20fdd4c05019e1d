# SPDX-License-Identifier: Apache-2.0
"""The last resort: go and look for what an instruction needs and nobody knows of.

It is for where nobody can be asked; what a look has shown not to be where it was is looked for in any case.

One place is looked into at a time: that which the order of the search that is expected to be shortest begins with.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from makedo_core.failure import FailureCause
from makedo_core.goals.facts import is_gone
from makedo_core.goals.goal import OBJECT_VARIABLE, AtLeast
from makedo_core.goals.goal_text import enumerate_words, spoken
from makedo_core.graph.persons_word import Matter
from makedo_core.graph.scene_graph import AGENT_ID, Node, NodeKind, State
from makedo_core.known_failure import FailureKind
from makedo_core.plan import Relaxation, RelaxationKind
from makedo_core.skills import Literal
from planner_node.grounding.demand import Demand
from planner_node.grounding.missing import unknown, why_lost
from planner_node.grounding.scene import Scene
from planner_node.language.refusal import Refusal
from planner_node.language.things import NounPhrase
from planner_node.proof.proof import Stages
from planner_node.relaxation.relax import Variant
from planner_node.seeking.prospect import prospect, reason
from planner_node.seeking.travel import is_shut

LOOK_COST = 6.0  # nothing of what was asked is done yet
MOST_LOOKS = 6
"""With somebody to ask, so many places are looked at for what is not where it was before they are told of it."""


@dataclass(frozen=True, slots=True)
class PlannedLook:
    """Looking into one place, as a variant of the demands and as stages for the search."""

    variant: Variant
    stages: Stages


@dataclass(frozen=True, slots=True)
class _Missing:
    """What nobody knows of: its class, its name, that it is so, and how it is asked for (None: it is to be used)."""

    concept: str
    named: str
    reason: str
    phrase: NounPhrase | None = None


def looking_for(demands: Sequence[Demand], scene: Scene, refusal: Refusal) -> PlannedLook | None:
    """Looking where the missing thing may be, instead of the demands; None if nothing is, or it cannot be said."""
    missing = _missing(demands, scene)
    if missing is None or refusal.cause is FailureCause.AMBIGUOUS:
        return None
    places, literal, why = _where(missing.concept, scene)
    if literal is None or not places:
        return None
    first = scene.graph[places[0]]
    article = "in" if first.kind is NodeKind.ROOM else "at"
    done = f"looking for {missing.named} {article} {spoken(first.id)}"
    asked = " and ".join(d.text for d in demands)
    reasons = (missing.reason, f"{spoken(first.id)} {why}")
    change = Relaxation(RelaxationKind.GENERALISE, asked, done, reasons, LOOK_COST)
    variant = Variant(AtLeast(1, tuple(places), literal), literal, (tuple(places),), (change,), 0.0)
    return PlannedLook(variant, stages_of(first.id, literal, scene))


def was_here(demands: Sequence[Demand], scene: Scene) -> bool:
    """Whether what is missing had its place here, where a look showed that it is not: it is elsewhere, then.

    False where enough was looked at for it, and of what nobody ever knew here.
    """
    missing = _missing(demands, scene)
    looked = [f for f in scene.known_failures if f.kind is FailureKind.SEARCHED]
    if missing is None or missing.phrase is None or len(looked) >= MOST_LOOKS:
        return False
    return bool(_gone(missing.phrase, scene))


def after_looking(refusal: Refusal, scene: Scene) -> Refusal:
    """The refusal with where was looked in vain."""
    searched = [f.node_id for f in scene.known_failures if f.kind is FailureKind.SEARCHED]
    if not searched or refusal.cause is not FailureCause.OBJECT_NOT_FOUND:
        return refusal
    told = f"{refusal.message} I looked at {enumerate_words(map(spoken, dict.fromkeys(searched)))}."
    return replace(refusal, message=told)


def stages_of(place: str, literal: Literal, scene: Scene) -> Stages:
    """Looking into a place, as stages for the search: what is closed is opened first and closed again.

    Args:
        place: id of furniture, or of a room.
        literal: that "?object" was looked at.
        scene: where.
    """
    look = (literal.bind({OBJECT_VARIABLE: place}),)
    is_open, is_closed = scene.backend.state(State.OPEN), scene.backend.state(State.CLOSED)
    if not is_shut(scene.graph[place]) or is_open is None or is_closed is None or scene.backend.explored() is None:
        return (look,)
    door = {OBJECT_VARIABLE: place}
    return ((is_open.bind(door),), look, (is_closed.bind(door),))


def _missing(demands: Sequence[Demand], scene: Scene) -> _Missing | None:
    """The first thing that is asked for, or is to be used, and that nobody knows of."""
    for demand in demands:
        phrase = demand.phrase
        if phrase is not None and phrase.concept is not None and not demand.wanted:
            return _Missing(phrase.concept, phrase.text, _doubt(phrase, scene), phrase)
        for means in demand.means:
            if not any(scene.ontology.is_a(n.label, means) for n in scene.graph):
                return _Missing(means, scene.ontology.phrase(means), f"I know of no {spoken(means)} here")
    return None


def _gone(phrase: NounPhrase, scene: Scene) -> tuple[Node, ...]:
    """Things that are asked for, and that a look has shown not to be where they were; nobody told so."""
    lost = (node for node in scene.lost if is_gone(node) and not node.is_told(Matter.GONE))
    return tuple(node for node in lost if scene.is_named(node, phrase))


def _doubt(phrase: NounPhrase, scene: Scene) -> str:
    """That what is asked for is not where it was, or that nobody knows of it; without a full stop."""
    gone = _gone(phrase, scene)
    return enumerate_words(why_lost(node, scene) for node in gone) if gone else unknown(phrase, scene)


def _where(concept: str, scene: Scene) -> tuple[Sequence[str], Literal | None, str]:
    """Places worth looking into, the best first, the literal that says that the robot looks there, and why there."""
    graph, ontology = scene.graph, scene.ontology
    explored = scene.backend.explored()
    if explored is not None:
        found = prospect(concept, graph, ontology, scene.known_failures).places
        return found, explored, reason(concept, found[0], graph, ontology) if found else ""
    usual = ontology.usual_places(concept)
    likely = [n for n in graph.of_kind(NodeKind.ASSET) if ontology.ancestors(n.label) & usual]
    here = graph.room_of(AGENT_ID)
    every = [r.id for r in graph.of_kind(NodeKind.ROOM)]
    rooms = [r for n in likely if (r := graph.room_of(n.id)) not in (None, here)] or [r for r in every if r != here]
    places = [r for r in dict.fromkeys(rooms) if r is not None]
    return places, scene.backend.robot_in(), reason(concept, places[0], graph, ontology) if places else ""
