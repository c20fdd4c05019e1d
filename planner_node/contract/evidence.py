# SPDX-License-Identifier: Apache-2.0
"""How a fact is known that a plan rests on: it was seen, is believed or described, or nothing speaks against it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from makedo_core.contract.receipt import EvidenceKind, FactEvidence
from makedo_core.conversation.story import Story, ago
from makedo_core.goals.goal_text import enumerate_words, spoken
from makedo_core.graph.persons_word import Matter
from makedo_core.graph.scene_graph import OPENINGS, Node, NodeKind, SceneGraph, State
from makedo_core.skills import Literal, Predicate

_OF_ROBOT = frozenset({Predicate.AT, Predicate.HOLDING, Predicate.HAND_EMPTY})
_NOT_DENIED = frozenset({Predicate.GRASPABLE, Predicate.REACHABLE, Predicate.CLEAR})
_OF_FURNITURE = frozenset(
    {
        Predicate.SURFACE,
        Predicate.CONTAINER,
        Predicate.OPENABLE,
        Predicate.SWITCHABLE,
        Predicate.RECIPIENT,
        Predicate.PRESSABLE,
        Predicate.TURNABLE,
    }
)

_SAID = {Matter.CLASS: "what", Matter.ATTRIBUTES: "of what looks", Matter.PLACE: "where"}
_TELLING: Mapping[str, frozenset[State]] = {
    Predicate.OPEN: OPENINGS,
    Predicate.CLOSED: OPENINGS,
    Predicate.SWITCHED_ON: frozenset({State.ON, State.OFF}),
    Predicate.UPSIDE_DOWN: frozenset({State.UPRIGHT, State.UPSIDE_DOWN}),
    Predicate.FULL: frozenset({State.FULL, State.EMPTY}),
}
"""States of a node that tell whether a literal holds, or does not."""


def evidence_of(literal: Literal, graph: SceneGraph, story: Story) -> FactEvidence:
    """How a literal is known that holds in a graph.

    Args:
        literal: of the skill catalogue, or of a user's domain.
        graph: that it was read from.
        story: of which the pictures are.
    """
    if literal.predicate in _OF_ROBOT and not literal.negated:
        return FactEvidence(EvidenceKind.MEASURED, seen_s=graph.stamp, revision=graph.revision, confidence=1.0)
    node = graph.nodes.get(literal.terms[0]) if literal.terms else None
    if node is None:
        return FactEvidence(EvidenceKind.NOT_DENIED, revision=graph.revision)
    return FactEvidence(
        _kind(literal, node), node.id, node.last_seen, graph.revision, node.confidence, _picture(node.id, story)
    )


def evidence_words(evidence: FactEvidence, now_s: float) -> str:
    """How it is known, in words.

    Args:
        evidence: of a fact.
        now_s: of the graph's clock [s].
    """
    match evidence.kind:
        case EvidenceKind.MEASURED:
            return "measured"
        case EvidenceKind.DESCRIBED:
            return "as the map describes it"
        case EvidenceKind.NOT_DENIED:
            return "nothing known speaks against it"
        case EvidenceKind.BELIEVED if evidence.seen_s is None:
            return "believed, not seen yet"
    when = "" if evidence.seen_s is None else f" {ago(max(0.0, now_s - evidence.seen_s))}"
    known = "believed, seen" if evidence.kind is EvidenceKind.BELIEVED else "seen"
    return f"{known}{when}, confidence {evidence.confidence:.2f}"


def persons_words(node_ids: Iterable[str], graph: SceneGraph) -> tuple[str, ...]:
    """A sentence for each node of which a person said what, or where, it is, and nobody has seen better since.

    Args:
        node_ids: of nodes of the graph; others are passed over.
        graph: that a plan was made on.
    """
    found = []
    for node_id in dict.fromkeys(node_ids):
        node = graph.nodes.get(node_id)
        told = None if node is None else node.told
        matters = [] if told is None else [words for matter, words in _SAID.items() if matter in told.matters]
        if told is not None and matters:
            when = ago(max(0.0, graph.stamp - told.said_s))
            found.append(f"A person said {enumerate_words(matters)} {spoken(node_id)} is, {when}.")
    return tuple(found)


def _kind(literal: Literal, node: Node) -> EvidenceKind:
    told_by_states = bool(node.states & _TELLING.get(literal.predicate, frozenset()))
    if (literal.negated and not told_by_states) or literal.predicate in _NOT_DENIED:
        return EvidenceKind.NOT_DENIED
    if literal.predicate in _OF_FURNITURE and node.model is not None:
        return EvidenceKind.DESCRIBED
    if literal.predicate == Predicate.OPEN and not node.states & OPENINGS:
        return EvidenceKind.DESCRIBED  # it has no door
    if node.is_belief:
        return EvidenceKind.BELIEVED
    if node.last_seen is not None:
        return EvidenceKind.SEEN
    return EvidenceKind.DESCRIBED if node.kind is not NodeKind.OBJECT else EvidenceKind.BELIEVED


def _picture(node_id: str, story: Story) -> str:
    """The newest picture of a deed that was about a node."""
    return next((d.picture for d in reversed(story.deeds) if d.picture and node_id in d.call.arguments), "")
