# SPDX-License-Identifier: Apache-2.0
"""A thing for each place in variants that speak of the same things, of some of them, or of others.

Each thing that is to be chosen is a slot. Slots of one referent are one choice, with the things that suit them all.
The choices are made one after the other, best things first, and taken back where they leave none for another.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from planner_node.relaxation.relax import Variant

_MOST_STEPS = 3000
_MOST_GIVEN = 50

SlotKey = tuple[int, int]
"""Index of a variant, and which of its things."""

Purposes = Mapping[SlotKey, tuple[int, str]]
"""Of each slot its stage and what it excludes there: a thing serves a purpose once in a stage."""


@dataclass(slots=True)
class BoundThing:
    """One thing that is to be chosen, for one slot or for several that are to have the same.

    Attributes:
        slots: for which.
        pool: ids it can be chosen from, best first.
        within: slots of those of which it has to be one; empty: any will do.
        apart: slots whose things it must not be.
    """

    slots: list[SlotKey]
    pool: tuple[str, ...]
    within: list[SlotKey] = field(default_factory=list)
    apart: list[SlotKey] = field(default_factory=list)


def choices_bound(chosen: Sequence[Variant], purposes: Purposes) -> list[BoundThing]:
    """The choices that depend on each other by what the instruction says; none: any things will do.

    A choice comes behind those of which it has to be one.

    Args:
        chosen: the variants.
        purposes: of each slot.
    """
    present = {v.referent.number for v in chosen if v.referent.number and v.pools}
    bound: dict[int, list[BoundThing]] = {}
    for index in sorted(
        range(len(chosen)), key=lambda i: (chosen[i].referent.within in present, -len(chosen[i].pools))
    ):
        who = chosen[index].referent
        if who.number:
            _join(bound.setdefault(who.number, []), index, chosen[index].pools, purposes)
    slots = {number: [c.slots[0] for c in choices] for number, choices in bound.items()}
    involved: set[int] = set()
    for variant in chosen:
        who = variant.referent
        others = [n for n in (*sorted(who.apart), who.within) if n in present and n != who.number]
        for choice in bound.get(who.number, ()) if variant.pools else ():
            choice.within = slots[who.within] if who.within in others else choice.within
            choice.apart = [s for n in sorted(who.apart) if n in others for s in slots[n]] or choice.apart
        if others and variant.pools:
            involved |= {who.number, *others}
    involved |= {n for n, choices in bound.items() if any(len(c.slots) > 1 for c in choices)}
    return [choice for number, choices in bound.items() if number in involved for choice in choices]


def _join(choices: list[BoundThing], index: int, pools: Sequence[tuple[str, ...]], purposes: Purposes) -> None:
    """Have the things of another variant be those of the same referent: "a cup on each table" are several, though."""
    free = [c for c in choices if all(purposes[s] != purposes[index, 0] for s in c.slots)] if pools else []
    for at, pool in enumerate(pools):
        if at < len(free):
            free[at].slots.append((index, at))
            free[at].pool = tuple(i for i in free[at].pool if i in set(pool))
        else:
            choices.append(BoundThing([(index, at)], pool))


def ways_to_choose(choices: Sequence[BoundThing], purposes: Purposes) -> Iterator[Mapping[SlotKey, str]]:
    """Ways to choose, best first: the thing of each slot.

    Args:
        choices: as `choices_bound` has them.
        purposes: of each slot.
    """
    steps = [_MOST_STEPS]

    def choose(at: int, made: dict[SlotKey, str]) -> Iterator[Mapping[SlotKey, str]]:
        if at == len(choices):
            yield dict(made)
            return
        choice = choices[at]
        allowed = {made[s] for s in choice.within if s in made} if choice.within else None
        barred = {made[s] for s in choice.apart if s in made}
        barred |= {made[o.slots[0]] for o in choices[:at] if not set(o.apart).isdisjoint(choice.slots)}
        for other, taken in made.items():
            if any(purposes[other] == purposes[s] for s in choice.slots):
                barred.add(taken)
        for node_id in choice.pool:
            steps[0] -= 1
            if steps[0] < 0:
                return
            if node_id in barred or (allowed is not None and node_id not in allowed):
                continue
            yield from choose(at + 1, {**made, **dict.fromkeys(choice.slots, node_id)})

    for given, made in enumerate(choose(0, {})):
        if given == _MOST_GIVEN:
            return
        yield made
