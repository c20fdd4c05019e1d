# SPDX-License-Identifier: Apache-2.0
"""What an instruction needs that has to be looked for: of what nobody knows, or what is only believed somewhere."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from makedo_core.graph.scene_graph import Node, NodeKind
from planner_node.grounding.demand import Demand
from planner_node.grounding.missing import bare_text
from planner_node.grounding.scene import Scene


@dataclass(frozen=True, slots=True)
class Need:
    """Something to look for.

    Attributes:
        concept: its class.
        named: how it was called.
        believed: nodes that would do and were not seen; each is thought to be somewhere.
        unknown: whether too few are known of, seen or not.
    """

    concept: str
    named: str
    believed: tuple[Node, ...]
    unknown: bool


def needs(demands: Sequence[Demand], scene: Scene) -> Iterator[Need]:
    """What is to be looked for, in the order of the demands.

    Where a thing is to come from was said ("from the fridge"), it is there or nowhere; all of something is all that is
    known.
    """
    for demand in demands:
        phrase = demand.phrase
        if phrase is None or phrase.concept is None or phrase.source is not None or phrase.implied or phrase.or_fewer:
            continue
        known = [scene.graph[w] for w in demand.wanted if w in scene.graph]
        if any(node.kind is not NodeKind.OBJECT for node in known):
            continue
        wanted = max(demand.count, 1)
        unseen = tuple(node for node in known if node.is_belief)
        if len(known) - len(unseen) < wanted:
            yield Need(phrase.concept, bare_text(phrase), unseen, len(known) < wanted)
