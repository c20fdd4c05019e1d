# SPDX-License-Identifier: Apache-2.0
"""What a snapshot has in common with the one that it was made from: only what changed is looked at, and filed, anew."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from operator import attrgetter
from types import MappingProxyType

from makedo_core.graph.laws import MOST_STACKED
from makedo_core.graph.nodes import PLACEMENTS, Relation, RelationType

_ORDER = attrgetter("source", "type", "target")
Groups = Mapping[str, tuple[Relation, ...]]
"""Relations by one of their ends, each group in its order."""


@dataclass(frozen=True, slots=True)
class Filed:
    """The relations of a snapshot by their source, by their target, and its placements by what is placed."""

    outgoing: Groups
    incoming: Groups
    placements: Mapping[str, Relation]


def grouped(relations: Iterable[Relation], key: Callable[[Relation], str]) -> Groups:
    """Relations by one of their ends."""
    groups: dict[str, list[Relation]] = {}
    for relation in relations:
        groups.setdefault(key(relation), []).append(relation)
    # Most groups have one member, so that sorting within them is far less than sorting all.
    return {name: tuple(sorted(group, key=_ORDER)) for name, group in groups.items()}


def regrouped(
    groups: Groups, key: Callable[[Relation], str], dropped: Collection[Relation], added: Collection[Relation]
) -> Groups:
    """The groups after some relations went and others came."""
    result = dict(groups)
    for name in {key(r) for r in (*dropped, *added)}:
        kept = {r for r in result.pop(name, ()) if r not in dropped}
        kept.update(r for r in added if key(r) == name)
        if kept:
            result[name] = tuple(sorted(kept, key=_ORDER))
    return result


def placed_anew(
    placements: Mapping[str, Relation], dropped: Iterable[Relation], added: Iterable[Relation]
) -> Mapping[str, Relation]:
    """Placements by what is placed, after some relations went and others came."""
    result = dict(placements)
    for relation in dropped:
        if result.get(relation.source) == relation:
            del result[relation.source]
    result.update({r.source: r for r in added if r.type in PLACEMENTS})
    return MappingProxyType(result)


def is_plainly_lawful(nodes: Collection[str], added: Iterable[Relation], removed: Iterable[str], filed: Filed) -> bool:
    """Whether a lawful snapshot was surely left so by what changed of it; where in doubt, False.

    Args:
        nodes: ids of those after the change.
        added: relations that came to what was left of it.
        removed: ids of nodes that are gone.
        filed: all relations after the change.
    """
    if any(i in filed.outgoing or i in filed.incoming for i in removed):
        return False
    for relation in added:
        source, target = relation.source, relation.target
        if source not in nodes or target not in nodes or source == target:
            return False
        kinds = PLACEMENTS if relation.type in PLACEMENTS else {relation.type}
        if relation.type is RelationType.IN or relation.type in PLACEMENTS:
            if sum(r.type in kinds for r in filed.outgoing.get(source, ())) > 1:
                return False
        if relation.type in PLACEMENTS and not _is_flat(relation, filed):
            return False
    return True


def _is_flat(relation: Relation, filed: Filed) -> bool:
    """Whether nothing rests on what is put somewhere, and less than a whole pile is below it."""
    if any(r.type in PLACEMENTS for r in filed.incoming.get(relation.source, ())):
        return False
    below: Relation | None = relation
    for _ in range(MOST_STACKED):
        if below is None:
            return True
        below = filed.placements.get(below.target)
    return below is None
