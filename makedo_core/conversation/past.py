# SPDX-License-Identifier: Apache-2.0
"""What was said and done before: what "it", "the other one" and "put it back" speak of."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from makedo_core.failure import MakedoError
from makedo_core.graph.scene_graph import NodeKind, Relation, RelationType, SceneGraph


class PastError(MakedoError):
    """Text that is no past."""


@dataclass(frozen=True, slots=True)
class Moved:
    """A thing that was moved.

    Attributes:
        node_id: the thing.
        origin: what it rested on, or was in; empty: nobody knows.
        was_inside: whether it was in it, not on it.
    """

    node_id: str
    origin: str = ""
    was_inside: bool = False


@dataclass(frozen=True, slots=True)
class PastInstruction:
    """The instruction before, what was moved while it was carried out, and which furniture was opened or switched."""

    instruction: str
    moved: tuple[Moved, ...] = ()
    touched: tuple[str, ...] = ()

    def to_json(self) -> str:
        """As text."""
        moved = [{"id": m.node_id, "origin": m.origin, "inside": m.was_inside} for m in self.moved]
        return json.dumps({"instruction": self.instruction, "moved": moved, "touched": self.touched})


def past_from_json(text: str) -> PastInstruction | None:
    """A past from text; None for an empty text.

    Raises:
        PastError: if the text is none.
    """
    if not text:
        return None
    try:
        raw = json.loads(text)
        moved = tuple(Moved(str(m["id"]), str(m["origin"]), bool(m["inside"])) for m in raw["moved"])
        return PastInstruction(str(raw["instruction"]), moved, tuple(map(str, raw.get("touched", ()))))
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise PastError(f'{text[:60]!r} is no past; expected {{"instruction": ..., "moved": [...]}}') from error


def past_of(instruction: str, before: SceneGraph, after: SceneGraph, handled: Sequence[str]) -> PastInstruction:
    """What an instruction moved and touched: of what was handled, the things that rest elsewhere now, and furniture."""
    moved = []
    for node in before.of_kind(NodeKind.OBJECT):
        old = before.placement(node.id)
        new = after.placement(node.id) if node.id in after else None
        if node.id in handled and new is not None and not _same(old, new):
            origin = old if old is not None and old.type is not RelationType.HELD_BY else None
            inside = origin is not None and origin.type is RelationType.INSIDE
            moved.append(Moved(node.id, origin.target if origin is not None else "", inside))
    touched = (h for h in handled if h in after and after[h].kind is NodeKind.ASSET)
    return PastInstruction(instruction, tuple(moved), tuple(dict.fromkeys(touched)))


def _same(old: Relation | None, new: Relation) -> bool:
    return old is not None and (old.type, old.target) == (new.type, new.target)
