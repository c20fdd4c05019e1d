# SPDX-License-Identifier: Apache-2.0
"""Which of the things of a scene are meant, and which of them goes to which place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from makedo_eval.eai.behavior.naming import SceneNames
from makedo_eval.eai.behavior.prompts import SceneGoal, SentenceTask
from makedo_eval.eai.behavior.wording import SaidState, SaidThings

_DIRT = ("stained", "dusty")
_FLOOR = "floor.n.01"


class SceneChoice:
    """The things of one task, and what was said of them."""

    def __init__(self, task: SentenceTask, names: SceneNames, takes_last: bool = False) -> None:
        """Choose among the things of a scene; of several places the first is meant, or the last one."""
        self._task = task
        self._names = names
        self._last_place = takes_last
        self._kind = {thing.name: thing.kind for thing in task.things}
        self._holds = {fact.words for fact in task.initial if fact.holds}
        self._taken: Counter[str] = Counter()
        self._named: set[str] = set()

    def hear(self, said: Iterable[SaidThings]) -> None:
        """All that the instruction names, before it is read: what is unnamed is none of that."""
        self._named.update(kind for one in said for kind in one.kinds)

    def can(self, state: str, things: Iterable[str]) -> bool:
        """Whether some of the things can have a state."""
        able = {thing.name for thing in self._task.things if state in thing.possible}
        return any(name in able for name in things)

    def can_be_moved(self, said: SaidThings) -> bool:
        """Whether what is named is no furniture."""
        return bool({*said.kinds} & {*self._names.movable})

    def of_kind(self, kind: str) -> list[str]:
        """All things of a kind."""
        return [name for name, own in self._kind.items() if own == kind]

    def by_kind(self, things: Sequence[str]) -> list[list[str]]:
        """Things apart by kind."""
        kinds = dict.fromkeys(self._kind[name] for name in things)
        return [[name for name in things if self._kind[name] == kind] for kind in kinds]

    def things(self, said: SaidThings) -> list[str]:
        """What is meant, where something is done to it: all of a kind, unless a number or a state says which."""
        found = [name for kind in said.kinds for name in self._some(kind, said)]
        for state in said.states:
            already = [name for name in found if ((state.state, name) in self._holds) is state.holds]
            found = already or found
        return found

    def _some(self, kind: str, said: SaidThings) -> list[str]:
        every = self.of_kind(kind)
        if said.numbers:
            return [name for name in every if int(name.rpartition("_")[2]) in said.numbers] or every
        if said.amount and not said.each and len(said.kinds) == 1:
            begun = self._taken[kind] if self._taken[kind] + said.amount <= len(every) else 0
            self._taken[kind] = begun + said.amount
            return every[begun : begun + said.amount]
        return every

    def places(self, said: Sequence[SaidThings], sets: Sequence[Sequence[str]] = ()) -> list[str]:
        """Where something goes: one thing of a kind, or all where several are meant or as many things go there."""
        found: list[str] = []
        for one in said:
            for kind in one.kinds[:1]:
                every = self.of_kind(kind)
                as_many = kind in self._names.movable and {len(some) for some in sets} == {len(every)}
                is_open = not (one.amount or one.numbers or one.other)
                found += every if as_many and is_open else self._places(kind, one)
        return found

    def _places(self, kind: str, said: SaidThings) -> list[str]:
        every = self.of_kind(kind)
        if said.numbers:
            return [name for name in every if int(name.rpartition("_")[2]) in said.numbers] or every[:1]
        if said.each or (said.is_plural and said.amount != 1):
            return every
        if said.other:
            return every[1:2] or every
        return every[-1:] if self._last_place else every[:1]

    def unnamed(self) -> list[str]:
        """Things whose words are not known: those of the one kind that can be moved and was not named."""
        left = [kind for kind in self._names.movable if kind not in self._named]
        return self.of_kind(left[0]) if len(left) == 1 else []

    def dirty(self, dirt: Sequence[SaidState]) -> list[str]:
        """What is dirty in a certain way, or in any."""
        states = {state.state for state in dirt} or {*_DIRT}
        return [name for name in self._kind if any((state, name) in self._holds for state in states)]

    def cleaned(
        self, things: Sequence[str], dirt: Sequence[SaidState], said: Sequence[SaidThings]
    ) -> Iterator[SceneGoal]:
        """Things without dirt: without the one that is told, or the one that things of their kind have."""
        told = {state.state for state in dirt}
        for some in self.by_kind(things):
            soiled = [name for name in some if any((state, name) in self._holds for state in _DIRT)]
            own = {s.state for one in said if self._kind[some[0]] in one.kinds for s in one.states if s.is_dirt}
            has = [state for state in _DIRT if any((state, name) in self._holds for name in some)]
            states = [state for state in _DIRT if state in (told | own)] or has
            for name in soiled or (some if told or own else []):
                yield from (SceneGoal((state, name), holds=False) for state in states)

    def becoming(self, said: SaidThings, things: Sequence[str]) -> Iterator[SceneGoal]:
        """What things are told to be in front of their name, and are not yet: "the soaked rag"."""
        for state in said.states:
            if not any(((state.state, name) in self._holds) is state.holds for name in things):
                yield from (SceneGoal((state.state, name), state.holds) for name in things)

    def within(self, things: Sequence[str], places: Sequence[SaidThings]) -> list[str]:
        """Those of some things that are at a place at the beginning; all where none is."""
        where = {*self.places(places)}
        return [t for t in things if any(len(f) == 3 and f[1] == t and f[2] in where for f in self._holds)] or [
            t for t in things if t not in where
        ]

    def away(self, things: Sequence[str], places: Sequence[SaidThings]) -> Iterator[SceneGoal]:
        """Things are no longer where they are."""
        where = {*self.places(places)}
        for fact in sorted(self._holds):
            if len(fact) == 3 and fact[1] in things and (fact[2] in where or not where):
                yield SceneGoal(fact, holds=False)

    def mutual(self, relation: str, sets: Sequence[Sequence[str]]) -> Iterator[SceneGoal]:
        """Things of each kind in a relation to one another: each to the first, and the first to the second."""
        for some in sets:
            if len(some) > 1:
                yield SceneGoal((relation, some[0], some[1]))
                yield from (SceneGoal((relation, name, some[0])) for name in some[1:])

    def related(
        self,
        relation: str,
        sets: Sequence[Sequence[str]],
        places: Sequence[str],
        on: SaidThings,
        said: Sequence[SaidThings],
    ) -> Iterator[SceneGoal]:
        """Things of each kind in a relation to places: spread evenly over them."""
        if not places:
            return
        per_place = on.each and any(one.amount for one in said)
        for at, some in enumerate(sets):
            amount = next((one.amount for one in said if some and self._kind[some[0]] in one.kinds), 0)
            either = _is_either(said, sets)
            every = self.of_kind(self._kind[some[0]]) if some and per_place and amount and not either else some
            for index, name in enumerate(every):
                if per_place and amount and not either:
                    place = index // amount
                elif on.separate and len(sets) > 1:
                    place = at * len(places) // len(sets)
                else:
                    place = index * len(places) // len(every) if len(every) >= len(places) else 0
                if place < len(places) and name != places[place]:
                    yield self._goal(relation, name, places[place])
        if on.separate and len(sets) == len(places) > 1 and all(len(some) == 1 for some in sets):
            for at, some in enumerate(sets):
                others: Iterable[str] = (p for i, p in enumerate(places) if i != at)
                yield from (SceneGoal((relation, some[0], other), holds=False) for other in others)

    def _goal(self, relation: str, thing: str, place: str) -> SceneGoal:
        on_floor = relation == "ontop" and self._kind[place] == _FLOOR
        return SceneGoal(("onfloor" if on_floor else relation, thing, place))


def _is_either(said: Sequence[SaidThings], sets: Sequence[Sequence[str]]) -> bool:
    """Whether several kinds were thrown together, one of which will do."""
    return len(said) > 1 and len(sets) == 1
