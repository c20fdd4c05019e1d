# SPDX-License-Identifier: Apache-2.0
"""Places that the words rule out, where things would go nevertheless: "put it away, but not on the shelf"."""

from __future__ import annotations

from collections.abc import Iterator

from makedo_core.failure import FailureCause
from makedo_core.graph.scene_graph import Node
from planner_node.claims.wording.tokens import tokens
from planner_node.grounding.scene import Scene
from planner_node.language.refusal import Refusal
from planner_node.language.request import Put, Request
from planner_node.language.words import lexicon as lx
from planner_node.language.words.naming import Names

_NOT = frozenset({"not", "never"})
_NO_ORDER = (("is",), ("are",), ("was",), ("were",), ("or",))
_LONGEST = 3  # words of a preposition


def ruled_out(request: Request, scene: Scene) -> Refusal | None:
    """The refusal to put things where the instruction says that they do not go; None: nothing goes there.

    Args:
        request: what was understood, with its things and places resolved.
        scene: where it is done.
    """
    for said, barred in _barred(request, scene):
        for put in (clause for clause in request.clauses if isinstance(clause, Put)):
            goes = {node.id for node in scene.places(put.place.what)}
            if goes and goes <= barred:
                where = " ".join(said)
                text = f"You say '{where}', and I know no other place for that. Say where it goes."
                return Refusal(FailureCause.AMBIGUOUS, text)
    return None


def _barred(request: Request, scene: Scene) -> Iterator[tuple[tuple[str, ...], frozenset[str]]]:
    """What is said to be no place for things: "not on the shelf", with the furniture that is called so."""
    words = tokens(request.instruction)
    names = Names(scene.ontology, scene.graph)
    for at in range(len(words) - 2):
        side = scene.book.places.sides.find(words, at + 1) if words[at] in _NOT else None
        if side is None or side.length > _LONGEST or words[max(0, at - 1) : at] in _NO_ORDER:
            continue  # "what is not in the box" is somewhere else; "dirty or not, on the shelf"
        begin = at + 1 + side.length
        begin += words[begin : begin + 1] != () and words[begin] in lx.ARTICLES
        name = names.match(words, begin)
        if name is None or not names.is_place(name) or names.is_room(name):
            continue
        pieces = (node for node in scene.graph if _is_one(node, name.node_id, name.concept, name.among, scene))
        yield tuple(words[at : begin + name.length]), frozenset(node.id for node in pieces)


def _is_one(node: Node, node_id: str | None, concept: str | None, among: frozenset[str] | None, scene: Scene) -> bool:
    if node_id is not None:
        return node.id == node_id
    return (among is None or node.id in among) and concept is not None and scene.ontology.is_a(node.label, concept)
