# SPDX-License-Identifier: Apache-2.0
"""Where things go that are not kept as they are: dirty ones are washed first, what is spoilt is waste."""

from __future__ import annotations

from collections.abc import Sequence

from makedo_core.failure import FailureCause
from makedo_core.graph.scene_graph import Node, NodeKind
from planner_node.language.phrasebook.sections import AdjectiveWords
from planner_node.language.reading.cursor import NotUnderstoodError
from planner_node.language.things import NounPhrase, Place, Side
from planner_node.language.words.naming import Names

_BIN = Place(Side.INSIDE, NounPhrase("the bin", concept="bin", definite=False))
_WASTE = "waste"


def not_kept(
    node: Node, names: Names, looks: AdjectiveWords, surfaces: tuple[str, ...], left: str = ""
) -> Place | None:
    """Where a thing goes that is not kept as it is: to be washed, or into a bin; None: it is kept.

    Args:
        node: the thing.
        names: what can be named in the scene.
        looks: which looks are those of dirty and of spoilt things.
        surfaces: places that a question offers.
        left: the furniture that it is to leave; empty: none.

    Raises:
        NotUnderstoodError: if the scene has no such place; candidates are places.
    """
    marks = sorted(node.attributes & (looks.soiled | looks.spoilt))
    said = " ".join((*marks[:1], node.label.replace("_", " ")))
    if node.attributes & looks.spoilt or names.ontology.is_a(node.label, _WASTE):
        if _first("bin", names, left) is not None:
            return _BIN
        raise _unplaced(said, ("bin",), names, left, surfaces)
    kinds = sorted(names.ontology.washing(node.label))
    if not (node.attributes & looks.soiled and kinds):
        return None
    place = next((found for kind in kinds if (found := _first(kind, names, left)) is not None), None)
    if place is None:
        raise _unplaced(said, kinds, names, left, surfaces)
    return Place(Side.ANY, NounPhrase(place.id.replace("_", " "), place.label, place.id))


def _first(kind: str, names: Names, left: str) -> Node | None:
    assets = (node for node in names.graph.of_kind(NodeKind.ASSET) if node.id != left)
    return next((node for node in assets if names.ontology.is_a(node.label, kind)), None)


def _unplaced(
    thing: str, kinds: Sequence[str], names: Names, left: str, surfaces: tuple[str, ...]
) -> NotUnderstoodError:
    is_one = any(left and names.ontology.is_a(names.graph[left].label, kind) for kind in kinds)
    place = ("other " if is_one else "") + " or ".join(kind.replace("_", " ") for kind in kinds)
    message = f"Where shall the {thing} go? It is not kept as it is, and I know of no {place} here."
    return NotUnderstoodError(FailureCause.AMBIGUOUS, message, surfaces)
