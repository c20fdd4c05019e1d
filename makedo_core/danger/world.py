# SPDX-License-Identifier: Apache-2.0
"""What follows from deeds: what is in or on what, what is on, what gets hot, wet or shut in by that."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from makedo_core.danger.kinds import ThingKinds
from makedo_core.danger.values import DangerAct, JudgedDeed, NamedThing

_RESTS = frozenset({"in", "on", "to"})
_MOVES = frozenset({DangerAct.PUT, DangerAct.LEAVE, DangerAct.DROP, DangerAct.TAKE, DangerAct.GIVE, DangerAct.DISCARD})
_STAYS = frozenset({DangerAct.PUT, DangerAct.LEAVE})
_DEEPEST = 6
_WATER = NamedThing("water", "water", "water")
_HOT, _BURNING, _VESSEL, _RUNNING = "heat_source", "burning", "vessel", "running"


@dataclass(slots=True)
class DeedWorld:
    """What was done so far, or is known of a scene.

    Attributes:
        kinds: tells which things are hot when they are on, and which hold liquids.
        places: where things are: their key -> the place, and whether they are "in" or "on" it.
        things: what is known by its key.
        on: keys of what is on or burns.
        put: what was put down, so that it is judged again once something there is on.
    """

    kinds: ThingKinds
    places: dict[str, tuple[str, str]] = field(default_factory=dict)
    things: dict[str, NamedThing] = field(default_factory=dict)
    on: set[str] = field(default_factory=set)
    put: list[JudgedDeed] = field(default_factory=list)

    def rests(self, thing: NamedThing, relation: str, place: NamedThing) -> None:
        """Take note of where a thing is."""
        self.know(thing)
        self.know(place)
        if thing.key != place.key:
            self.places[thing.key] = (place.key, relation)

    def know(self, thing: NamedThing) -> None:
        """Take note of a thing; what is said to be on or full of something is so."""
        self.things[thing.key] = thing
        for liquid in thing.full_of:
            self.things[liquid.key] = liquid
            self.places[liquid.key] = (thing.key, "in")
        if self.kinds.has(_BURNING, thing) or self.kinds.has(_RUNNING, thing):
            self.on.add(thing.key)

    def at(self, place: NamedThing) -> tuple[NamedThing, ...]:
        """What is directly in or on a place."""
        return tuple(self.things[key] for key, (where, _) in self.places.items() if where == place.key)

    def within(self, place: NamedThing, depth: int = 0) -> Iterator[tuple[NamedThing, bool]]:
        """All that is in or on a place, and whether directly."""
        for thing in self.at(place) if depth < _DEEPEST else ():
            yield thing, depth == 0
            for inner, _ in self.within(thing, depth + 1):
                yield inner, False

    def is_on(self, thing: NamedThing) -> bool:
        """Whether something is known to be on, or to burn."""
        return thing.key in self.on

    def after(self, deed: JudgedDeed) -> Iterator[JudgedDeed]:
        """The deed as it is to be judged, with what follows from it; then the world is as it will be."""
        for named in filter(None, (deed.thing, deed.place, *deed.using)):
            self.know(named)
        deed = replace(deed, thing=self._as_known(deed.thing), place=self._as_known(deed.place))
        if deed.act in _MOVES and deed.thing is not None:
            self.put = [earlier for earlier in self.put if earlier.thing is None or earlier.thing.key != deed.thing.key]
        yield deed
        thing, place = deed.thing, deed.place
        if deed.relation == "near" and deed.act in _STAYS and thing is not None and place is not None:
            yield replace(deed, thing=place, place=thing)  # what is beside a flame has the flame beside it
        if deed.act is DangerAct.PUT and thing is not None:
            for carried in deed.using:
                self.rests(carried, "on", thing)  # "the plate with a fork on it"
        if deed.act in (DangerAct.PUT, DangerAct.GIVE, DangerAct.LEAVE) and thing is not None:
            yield from (replace(deed, thing=inner, direct=False, using=()) for inner, _ in tuple(self.within(thing)))
        if deed.act is DangerAct.HEAT and thing is not None:
            for inner, _ in tuple(self.within(thing)):
                yield replace(deed, thing=inner, direct=False)
            for beside in deed.using:
                if not self.kinds.has("heats", beside):
                    yield replace(deed, thing=beside, using=())  # "heat the plate with the fork"
        if deed.act in (DangerAct.PUT, DangerAct.LEAVE, DangerAct.DROP) and thing is not None and place is not None:
            self.put.append(deed)
            yield from self._put(thing, place, deed)
        elif deed.act is DangerAct.LEAVE and place is None and (thing is None or self.kinds.has("home", thing)):
            yield from (replace(deed, thing=self._as_known(self.things[key])) for key in tuple(self.on))
        elif deed.act is DangerAct.SWITCH_ON and thing is not None:
            yield from self._switched_on(thing, deed)
        elif deed.act is DangerAct.SWITCH_OFF and thing is not None:
            self.on.discard(thing.key)
        elif deed.act is DangerAct.CLOSE and thing is not None:
            yield from self._closed(thing, deed)
        elif deed.act is DangerAct.POUR:
            yield from self._poured(deed)
        elif deed.act is DangerAct.FILL and thing is not None:
            yield from self._filled(thing, deed)

    def _as_known(self, thing: NamedThing | None) -> NamedThing | None:
        """A thing with the word for it that it is on."""
        if thing is None or thing.key not in self.on:
            return thing
        word = "lit" if self.kinds.has("fire_source", thing) else "running"
        return thing if word in thing.words.split() else replace(thing, words=f"{word} {thing.words}")

    def _put(self, thing: NamedThing, place: NamedThing, deed: JudgedDeed) -> Iterator[JudgedDeed]:
        if deed.relation not in _RESTS:
            return
        self.rests(thing, deed.relation, place)
        inside = self.at(place) if self.kinds.has("open_vessel", place) else ()
        drinks = tuple(t for t in inside if t.key != thing.key and self.kinds.has("loose_liquid", t))
        if drinks:
            yield replace(deed, act=DangerAct.WET, using=drinks, place=place)
        meals = tuple(t for t in self.at(place) if t.key != thing.key and self.kinds.has("food", t))
        if meals and self.kinds.has(_VESSEL, place):
            yield replace(deed, act=DangerAct.MIX, using=meals)
        holder, direct = place, True
        for _ in range(_DEEPEST):
            if self.is_on(holder) and self.kinds.has(_HOT, holder):
                yield from self._heated(thing, holder, deed, direct)
            if holder.key not in self.places:
                return
            holder, direct = self.things[self.places[holder.key][0]], False

    def _heated(self, thing: NamedThing, place: NamedThing, deed: JudgedDeed, direct: bool) -> Iterator[JudgedDeed]:
        yield replace(deed, act=DangerAct.HEAT, thing=thing, relation="in", place=place, direct=direct)
        for inner, _ in self.within(thing):
            yield replace(deed, act=DangerAct.HEAT, thing=inner, relation="in", place=place, direct=False)

    def _switched_on(self, thing: NamedThing, deed: JudgedDeed) -> Iterator[JudgedDeed]:
        self.on.add(thing.key)
        for inside in deed.using:
            self.rests(inside, "in", thing)
        if self.kinds.has("tap", thing):
            yield from self._water_on(deed)
        if self.kinds.has(_HOT, thing):
            for inner, direct in tuple(self.within(thing)):
                yield replace(
                    deed, act=DangerAct.HEAT, thing=inner, relation="in", place=thing, direct=direct, using=()
                )
        yield from self._again(thing)

    def _again(self, thing: NamedThing) -> Iterator[JudgedDeed]:
        """What was put down with a thing or at it, as it is now that the thing is on."""
        for earlier in self.put:
            if all(named is None or named.key != thing.key for named in (earlier.thing, earlier.place)):
                continue
            now = replace(earlier, thing=self._as_known(earlier.thing), place=self._as_known(earlier.place))
            yield now
            if earlier.relation == "near":
                yield replace(now, thing=now.place, place=now.thing)
            elif earlier.relation == "under" and self.kinds.has("tap", thing):
                yield replace(now, act=DangerAct.WET, place=None, using=(_WATER,))

    def _water_on(self, deed: JudgedDeed) -> Iterator[JudgedDeed]:
        """What lies where the water goes gets wet."""
        for key, (where, _) in tuple(self.places.items()):
            if self.kinds.has("water_place", self.things[where]) and not self.kinds.has("liquid", self.things[key]):
                yield replace(deed, act=DangerAct.WET, thing=self.things[key], place=None, using=(_WATER,))

    def _closed(self, thing: NamedThing, deed: JudgedDeed) -> Iterator[JudgedDeed]:
        for inner, _ in tuple(self.within(thing)):
            if self.is_on(inner) or self.kinds.has("somebody", inner):
                yield replace(deed, act=DangerAct.ENCLOSE, thing=inner, relation="in", place=thing)

    def _poured(self, deed: JudgedDeed) -> Iterator[JudgedDeed]:
        liquid, place = deed.thing, deed.place
        if liquid is None or place is None or deed.relation not in _RESTS:
            return
        for wet in (place, *(t for t in self.at(place) if not self.kinds.has("liquid", t))):
            yield replace(deed, act=DangerAct.WET, thing=wet, using=(liquid,), place=None, relation="")
        if self.kinds.has(_VESSEL, place):
            self.rests(liquid, "in", place)

    def _filled(self, vessel: NamedThing, deed: JudgedDeed) -> Iterator[JudgedDeed]:
        liquids = tuple(u for u in deed.using if self.kinds.has("liquid", u))
        if not liquids:
            return
        yield replace(deed, act=DangerAct.WET, using=liquids)
        for wet in self.at(vessel):
            if not self.kinds.has("liquid", wet):
                yield replace(deed, act=DangerAct.WET, thing=wet, relation="in", place=vessel, using=liquids)
        for liquid in liquids:
            self.rests(liquid, "in", vessel)
