# SPDX-License-Identifier: Apache-2.0
"""Things of the kind that was asked about that are otherwise, or may be as was asked: cups that may be clean."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from makedo_core.graph.scene_graph import Node, NodeKind, State
from planner_node.grounding.scene import Scene
from planner_node.language.kinds import Asking
from planner_node.language.request import SceneQuestion

_ASKING = frozenset({Asking.WHAT, Asking.COUNT, Asking.WHETHER})
_OPPOSITES = tuple(map(frozenset, (("open", "closed", "ajar"), ("on", "off"), ("clean", "dirty"), ("full", "empty"))))


def of_any_look(question: SceneQuestion) -> SceneQuestion | None:
    """A question after things of one kind as they may look: "which cups?" of "which cups are clean?".

    None: it does not ask which of a kind look so.
    """
    if question.asking not in _ASKING or len(question.things) != 1:
        return None
    (thing,) = question.things
    if thing.concept is None or thing.node_id is not None or not thing.attributes:
        return None
    return replace(question, things=(replace(thing, attributes=frozenset()),))


def looks_otherwise(nodes: Sequence[Node], looks: frozenset[str], scene: Scene) -> dict[str, bool]:
    """Those of some nodes that do not look so; the value: whether that is known."""
    found: dict[str, bool] = {}
    for node in nodes:
        known = [is_so(node, look, scene) for look in looks]
        if not all(known):
            found[node.id] = False in known
    return found


def is_so(node: Node, state: str, scene: Scene) -> bool | None:
    """Whether a node is in a state or has an attribute; furniture is empty with nothing on it. None: nobody knows."""
    if state == State.EMPTY and node.kind is not NodeKind.OBJECT:
        return not scene.graph.contents(node.id)
    said = {str(s) for s in node.states} | node.attributes
    if state in said:
        return True
    opposites = (*_OPPOSITES, scene.book.adjectives.colours)
    return False if any(state in group and said & group for group in opposites) else None
