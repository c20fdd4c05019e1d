# SPDX-License-Identifier: Apache-2.0
"""A home in which there is also what commands of others name."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from makedo_core.graph.scene_graph import Node, NodeKind, Relation, RelationType
from makedo_core.ontology import Ontology
from makedo_eval.gpsr.home import PeopledHome, person_of

_SEEN_S = 60.0
_LOOKS = frozenset("waving sitting standing lying man woman boy girl people person someone".split())


def widened(home: PeopledHome, names: Iterable[tuple[str, str]], ontology: Ontology) -> PeopledHome:
    """The home with each place, thing and person that it lacks.

    Args:
        home: ours.
        names: each with what it is: "place", "thing" or "person".
        ontology: knows which places are rooms.
    """
    graph = home.graph
    for kind, words in dict.fromkeys(names):
        plain = words.lower()
        label = ontology.names.get(plain, plain.replace(" ", "_").replace("'s", "s"))
        if any(n.label == label or n.id == label for n in graph):
            continue
        if kind == "person":
            if not set(plain.split()) & _LOOKS:
                room = next(n.id for n in graph.of_kind(NodeKind.ROOM))
                graph = graph.changed(put=[person_of(label, ())], add=[Relation(label, RelationType.IN, room)])
        elif kind == "place" and ontology.is_a(label, "room"):
            graph = graph.changed(put=[Node(label, label, NodeKind.ROOM)])
        elif kind == "place":
            room = next(n.id for n in graph.of_kind(NodeKind.ROOM))
            asset = Node(f"{label}_1", label, NodeKind.ASSET, size=(1.0, 0.6, 0.7), last_seen=_SEEN_S)
            graph = graph.changed(put=[asset], add=[Relation(asset.id, RelationType.IN, room)])
        elif not any(ontology.is_a(n.label, label) for n in graph.of_kind(NodeKind.OBJECT)):
            thing = Node(f"{label}_1", label, NodeKind.OBJECT, size=(0.07, 0.07, 0.1), last_seen=_SEEN_S)
            graph = graph.changed(put=[thing], add=[Relation(thing.id, RelationType.ON, "desk_1")])
    return replace(home, graph=graph)
