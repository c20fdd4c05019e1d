# SPDX-License-Identifier: Apache-2.0
"""How ids of a scene graph are said: "table 2", "table-2", "Jason's office", "the buffet table"."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from makedo_core.graph.scene_graph import Node, SceneGraph


def joined_id(said: str) -> str:
    """An id, or the words for one, without what joins them."""
    return said.replace("_", "").replace("'", "").replace("-", "")


def stem_of(node_id: str) -> str:
    """What stands before the number of an id: buffet_table, of buffet_table_1."""
    return node_id.rstrip("0123456789").rstrip("_")


def stems_of_labels(graph: SceneGraph) -> Mapping[str, frozenset[str]]:
    """What stands before the numbers of ids, by the labels of their nodes."""
    return graph.once(stems_of_labels, lambda: _stems_of_labels(graph))


def _stems_of_labels(graph: SceneGraph) -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for node in graph:
        found.setdefault(node.label, set()).add(stem_of(node.id))
    return {label: frozenset(stems) for label, stems in found.items()}


def ids_as_said(graph: SceneGraph, is_taken: Callable[[str, str], bool]) -> dict[str, str | None]:
    """Ids by how they are said; None: the words alone do not say which.

    Args:
        graph: the scene.
        is_taken: whether words name something else than what a label says, or something that is here; what stands
            before the number of an id then does not name its node.
    """
    found: dict[str, str | None] = {}
    stems: dict[str, list[Node]] = {}
    for node in graph:
        key = joined_id(node.id.lower())
        found[key] = None if key in found else node.id
        stems.setdefault(stem_of(node.id.lower()), []).append(node)
    for stem, several in stems.items():  # "the buffet table" is buffet_table_1, a table
        if len(several) == 1 and not is_taken(stem.replace("_", " "), several[0].label):
            found.setdefault(joined_id(stem), several[0].id)
    return found
