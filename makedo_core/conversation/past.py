# SPDX-License-Identifier: Apache-2.0
"""What was said and done before: what "it", "the other one" and "put it back" speak of."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from makedo_core.failure import MakedoError
from makedo_core.graph.scene_graph import NodeKind, Relation, RelationType, SceneGraph

MOST_EARLIER = 3
"""How many things are remembered that were moved before the last instruction."""


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
    """The instruction before.

    Attributes:
        instruction: in full.
        moved: what was moved while it was carried out.
        touched: which furniture was opened or switched.
        earlier: what the instructions before it moved, the newest first; the oldest are forgotten.
    """

    instruction: str
    moved: tuple[Moved, ...] = ()
    touched: tuple[str, ...] = ()
    earlier: tuple[Moved, ...] = ()

    def to_json(self) -> str:
        """As text."""
        moved, earlier = ([_moved_to_json(m) for m in some] for some in (self.moved, self.earlier))
        parts = {"instruction": self.instruction, "moved": moved, "touched": self.touched, "earlier": earlier}
        return json.dumps(parts)


def _moved_to_json(moved: Moved) -> dict[str, str | bool]:
    return {"id": moved.node_id, "origin": moved.origin, "inside": moved.was_inside}


def past_from_json(text: str) -> PastInstruction | None:
    """A past from text; None for an empty text.

    Raises:
        PastError: if the text is none.
    """
    if not text:
        return None
    try:
        raw = json.loads(text)
        moved, earlier = (
            tuple(Moved(str(m["id"]), str(m["origin"]), bool(m["inside"])) for m in some)
            for some in (raw["moved"], raw.get("earlier", ()))
        )
        return PastInstruction(str(raw["instruction"]), moved, tuple(map(str, raw.get("touched", ()))), earlier)
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise PastError(f'{text[:60]!r} is no past; expected {{"instruction": ..., "moved": [...]}}') from error


def past_of(
    instruction: str,
    before: SceneGraph,
    after: SceneGraph,
    handled: Sequence[str],
    earlier: PastInstruction | None = None,
) -> PastInstruction:
    """What an instruction moved and touched: of what was handled, the things that rest elsewhere now, and furniture.

    Args:
        instruction: in full.
        before: the scene before it.
        after: the scene after it.
        handled: ids of things and furniture, in order.
        earlier: the instruction before it.
    """
    moved = []
    for node in before.of_kind(NodeKind.OBJECT):
        old = before.placement(node.id)
        new = after.placement(node.id) if node.id in after else None
        if node.id in handled and new is not None and not _same(old, new):
            origin = old if old is not None and old.type is not RelationType.HELD_BY else None
            inside = origin is not None and origin.type is RelationType.INSIDE
            moved.append(Moved(node.id, origin.target if origin is not None else "", inside))
    touched = (h for h in handled if h in after and after[h].kind is NodeKind.ASSET)
    ids = {m.node_id for m in moved}
    known = (*earlier.moved, *earlier.earlier) if earlier is not None else ()
    others = tuple(m for m in known if m.node_id not in ids and m.node_id in after)[:MOST_EARLIER]
    return PastInstruction(instruction, tuple(moved), tuple(dict.fromkeys(touched)), others)


def _same(old: Relation | None, new: Relation) -> bool:
    return old is not None and (old.type, old.target) == (new.type, new.target)
