# SPDX-License-Identifier: Apache-2.0
"""A correction as a sentence, for who gave it."""

from __future__ import annotations

from makedo_core.goals.goal_text import named
from makedo_core.graph.changes import place_of
from makedo_core.graph.correction import GraphCorrection
from makedo_core.graph.scene_graph import SceneGraph
from makedo_core.ontology.words import spaced, with_article


def said_back(correction: GraphCorrection, graph: SceneGraph, node_id: str, name: str) -> str:
    """What was taken over, one sentence.

    Args:
        correction: what was said.
        graph: after it.
        node_id: of the node from now on.
        name: what people call it from now on; empty: as before.
    """
    node = graph[node_id]
    parts = []
    if correction.label:
        looks = " ".join([*sorted(node.attributes), spaced(node.label)])
        parts.append(f"is {with_article(looks)}")
    if correction.gone:
        parts.append("is gone")
    if correction.moves:
        parts.append(f"is {place_of(graph, node_id)}")
    if name:
        parts.append(f'is called "{name}"')
    former = "" if node_id == correction.node_id else f", which was {named(correction.node_id)},"
    text = f"{named(node_id)}{former} {' and '.join(parts)}"
    return text[:1].upper() + text[1:]
