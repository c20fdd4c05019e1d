# SPDX-License-Identifier: Apache-2.0
"""Which of several supports a thing rests on directly, for files that also list what lies further below."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from makedo_core.graph.scene_graph import Relation, RelationType


@dataclass(frozen=True, slots=True)
class Settled:
    """At most one placement for each thing, by its id, without cycles; and what was left out: a sentence each."""

    placements: Mapping[str, Relation]
    notes: tuple[str, ...]


def settle(stated: Iterable[Relation]) -> Settled:
    """The direct placement of each thing.

    A cup on a saucer on a table may be listed as on both. It rests on the one from which all others can be reached.
    Where there is none, the one that reaches most is taken, inside before on, with a note. Of placements in a
    circle the last by id is left out, also with a note.
    """
    options: dict[str, set[Relation]] = {}
    for relation in stated:
        options.setdefault(relation.source, set()).add(relation)
    notes: list[str] = []
    placements: dict[str, Relation] = {}
    for source in sorted(options):
        chosen, note = _nearest(options[source], options)
        notes += [note] if note else []
        if _carries(source, chosen.target, placements):
            notes.append(f"'{chosen}' closes a circle of things that rest on each other; left out")
        else:
            placements[source] = chosen
    return Settled(placements, tuple(notes))


def _nearest(choices: set[Relation], options: Mapping[str, set[Relation]]) -> tuple[Relation, str]:
    """The relation to the support from which most of the others can be reached, and a note if not all can."""
    targets = {choice.target for choice in choices}
    if len(choices) == 1:
        return next(iter(choices)), ""
    reached = {target: len(targets & _below(target, options)) for target in targets}
    best, *others = sorted(choices, key=lambda r: (-reached[r.target], r.type is not RelationType.INSIDE, r.target))
    if reached[best.target] == len(targets) and len(targets) == len(choices):
        return best, ""
    rest = ", ".join(f"'{other}'" for other in others)
    return best, f"'{best}' was taken for its place; {rest} cannot be so at once"


def _below(start: str, options: Mapping[str, set[Relation]]) -> frozenset[str]:
    """A thing and everything that it is said to rest on, directly or not."""
    found = {start}
    waiting = [start]
    while waiting:
        for relation in options.get(waiting.pop(), ()):
            if relation.target not in found:
                found.add(relation.target)
                waiting.append(relation.target)
    return frozenset(found)


def _carries(source: str, at: str, placements: Mapping[str, Relation]) -> bool:
    """Whether something rests on `source` in the end."""
    while at != source and at in placements:
        at = placements[at].target
    return at == source
