# SPDX-License-Identifier: Apache-2.0
"""Demands of the office tasks: desk, lamp, shelf and locker to the living room, emptied first.

What is in the shelf or the locker at the start, the scenes say in names only ("book into the shelf"). That a piece is
emptied before it is moved, the domain enforces; that it is empty at the end, or what it holds then, is checked here.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from makedo_core.plan import RelaxationKind
from makedo_eval.contextmatters.conditions import Condition, Empty, Gathered, Location, LocationKind, Quantified, Things
from makedo_eval.contextmatters.specification import Alternative, Specification

_LIVING_ROOM = Location(LocationKind.IN_ROOM, Things(("living_room",)))
_SHELF, _LOCKER = Things(("shelf",)), Things(("locker",))
_EMPTIED: tuple[Condition, ...] = (Empty(_SHELF), Empty(_LOCKER))
_LESS = frozenset({RelaxationKind.DROP, RelaxationKind.LOWER_COUNT, RelaxationKind.SUBSTITUTE})
_ELSEWHERE = _LESS | {
    RelaxationKind.CHANGE_PLACE,
    RelaxationKind.GENERALISE,
    RelaxationKind.WEAKEN_RELATION,
}


def _moved(*labels: str) -> Gathered:
    return Gathered(_LIVING_ROOM, tuple(Quantified(Things((label,))) for label in labels))


def _inside(container: Things, *labels: str) -> Gathered:
    return Gathered(Location(LocationKind.INSIDE, container), tuple(Quantified(Things((label,))) for label in labels))


_ALL_FOUR = _moved("desk", "lamp", "shelf", "locker")
_NO_SHELF = "there is no shelf"
_CONTENTS = ("laptop", "mouse", "keyboard", "headphone")

_SPECIFICATIONS: Mapping[str, Specification] = MappingProxyType(
    {
        "problem_1": Specification((_ALL_FOUR, *_EMPTIED)),
        "problem_2": Specification((_ALL_FOUR, *_EMPTIED)),
        "problem_3": Specification((_ALL_FOUR, *_EMPTIED)),
        "problem_4": Specification((_ALL_FOUR, _inside(_SHELF, "book"), _inside(_LOCKER, "laptop"))),
        # "in other containers" than the shelf: the laptop. Whether the book returns is left open by the sentence.
        "problem_5": Specification((_ALL_FOUR, _inside(_SHELF, "laptop"), Empty(_LOCKER))),
        "problem_6": Specification(
            (_ALL_FOUR, *_EMPTIED),
            shortage=_NO_SHELF,
            alternatives=(Alternative((_moved("desk", "lamp", "locker"), Empty(_LOCKER)), _LESS),),
        ),
        # Without a shelf the contents still belong with the furniture: in the locker again, on the desk, or beside.
        "problem_7": Specification(
            (_ALL_FOUR, _inside(_SHELF, *_CONTENTS)),
            shortage=_NO_SHELF,
            alternatives=(Alternative((_moved("desk", "lamp", "locker", *_CONTENTS),), _ELSEWHERE),),
        ),
        # Desk and lamp are not spoken of. Without a shelf there are no contents of it.
        "problem_8": Specification(
            (_moved("shelf", "locker"),),
            shortage=_NO_SHELF,
            alternatives=(Alternative((_moved("locker"),), _LESS),),
        ),
    }
)


def specification(problem: str, scene: str) -> Specification | None:
    """The demand of a task, the same in both scenes; None for an unknown one."""
    return _SPECIFICATIONS.get(problem)
