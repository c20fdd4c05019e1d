# SPDX-License-Identifier: Apache-2.0
"""From an instruction to what has to hold about the things of a scene when it is done."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from makedo_core.ontology import Ontology
from makedo_core.ontology.wordnet.lexicon import WordNet
from makedo_eval.eai.behavior.choosing import SceneChoice
from makedo_eval.eai.behavior.naming import SceneNames
from makedo_eval.eai.behavior.prompts import SceneGoal, SentenceTask
from makedo_eval.eai.behavior.wording import (
    CLEAN,
    Item,
    SaidDeed,
    SaidJoint,
    SaidRelation,
    SaidState,
    SaidThings,
    SaidVerb,
    items_of,
)


@dataclass(slots=True)
class _Group:
    """Things, and where they go."""

    things: list[SaidThings] = field(default_factory=list)
    relation: str = ""
    places: list[SaidThings] = field(default_factory=list)
    alternatives: bool = False
    are_places: bool = False  # what the things are is where something else went: "in the box next to the sink"


def sentence_goals(task: SentenceTask, ontology: Ontology, wordnet: WordNet | None) -> tuple[SceneGoal, ...]:
    """What has to hold when a task is done; empty: nothing of it is understood.

    Where all of it holds from the beginning, another one of several places of a kind is taken to be meant.
    """
    names = SceneNames(task, ontology, wordnet)
    items = items_of(task.instruction, names)
    found = _read(items, SceneChoice(task, names))
    if found and {*found} <= {*task.initial}:
        return _read(items, SceneChoice(task, names, takes_last=True))
    return found


def _read(items: Sequence[Item], choice: SceneChoice) -> tuple[SceneGoal, ...]:
    choice.hear(item for item in items if isinstance(item, SaidThings))
    reader = _Reader(choice)
    found = [goal for verb, behind in _clauses(items) for goal in reader.goals(verb, behind)]
    return tuple(dict.fromkeys(found))


def _clauses(items: Sequence[Item]) -> Iterator[tuple[SaidVerb, Sequence[Item]]]:
    """Each verb with the items behind it up to the next verb or an end, and those that led to it."""
    verb: SaidVerb | None = None
    found: list[Item] = []
    led: list[Item] = []
    for item in (*items, SaidJoint.END):
        if isinstance(item, SaidVerb) or item is SaidJoint.END:
            if verb is not None:
                yield verb, [*led, *found] if verb.deed is SaidDeed.ENSURE else [*found, *led]
                led = []
            elif isinstance(item, SaidVerb):
                led = found
            verb = item if isinstance(item, SaidVerb) else None
            found = []
        else:
            found.append(item)


class _Reader:
    """What the sentences said so far of things."""

    def __init__(self, choice: SceneChoice) -> None:
        self._choice = choice
        self._last: list[str] = []
        self._used: list[str] = []
        self._places: list[str] = []
        self._one: tuple[str, list[str], list[str]] | None = None  # what went to "one" place

    def goals(self, verb: SaidVerb, items: Sequence[Item]) -> Iterator[SceneGoal]:
        """The goals of a clause."""
        is_with = SaidJoint.WITH in items and not any(isinstance(item, SaidRelation) for item in items)
        if verb.deed is SaidDeed.FILL or (verb.deed is SaidDeed.PLACE and is_with):
            yield from self._filled(verb, items)
        elif verb.deed in (SaidDeed.PLACE, SaidDeed.REMOVE, SaidDeed.ENSURE):
            yield from self._placed(verb, items)
        else:
            yield from self._changed(verb, items)

    def _changed(self, verb: SaidVerb, items: Sequence[Item]) -> Iterator[SceneGoal]:
        """Things become clean or something else; where they are told to be is a goal as well."""
        dirt = [item for item in items if isinstance(item, SaidState) and item.is_dirt]
        groups = _groups([item for item in items if item not in dirt and not _is_from(item)])
        things = [name for group in groups for said in group.things for name in self._meant(said)]
        if verb.deed is SaidDeed.USE:
            self._used = self._last = things
            return
        if verb.deed is SaidDeed.CLEAN:
            if not groups or not groups[0].things:
                things = self._choice.dirty(dirt)
            said = [one for group in groups for one in group.things]
            yield from self._choice.cleaned(things, dirt, said)
        else:
            if any(said.stands_in for group in groups for said in group.things):
                things = next((some for some in (things, self._places) if self._choice.can(verb.state, some)), things)
            yield from (SceneGoal((verb.state, name), verb.holds) for name in things)
        self._last = things or self._last
        for group in groups:
            if group.relation and group.places:
                place = self._choice.places(group.places)
                yield from self._choice.related(group.relation, [things], place, group.places[0], ())

    def _filled(self, verb: SaidVerb, items: Sequence[Item]) -> Iterator[SceneGoal]:
        """Places get things: in what can be moved or is filled, on what is laid."""
        at = items.index(SaidJoint.WITH) if SaidJoint.WITH in items else len(items)
        places = [item for item in items[:at] if isinstance(item, SaidThings)]
        things = [item for item in items[at:] if isinstance(item, SaidThings)]
        if places and things:
            within = verb.deed is SaidDeed.FILL or self._choice.can_be_moved(places[0])
            yield from self._put(_Group(things, "inside" if within else "ontop", places))

    def _placed(self, verb: SaidVerb, items: Sequence[Item]) -> Iterator[SceneGoal]:
        groups = _groups(items)
        for group in groups:
            if group.relation == "from" or (verb.deed is SaidDeed.REMOVE):
                things = self._choice.within(self._all(group), group.places)
                if verb.deed is SaidDeed.REMOVE:
                    yield from self._choice.away(things, group.places)
                self._last = things
            else:
                yield from self._put(group)
        if verb.deed is SaidDeed.ENSURE:
            states = [item for item in items if isinstance(item, SaidState)]
            named = [said for group in groups for said in group.things]
            for state in states:
                if state.state == CLEAN:
                    yield from self._choice.cleaned(self._last, (), named)
                else:
                    yield from (SceneGoal((state.state, name), state.holds) for name in self._last)

    def _all(self, group: _Group) -> list[str]:
        if not group.things:
            return self._choice.unnamed()
        return [name for said in group.things for name in self._meant(said)]

    def _put(self, group: _Group) -> Iterator[SceneGoal]:
        """Things into a relation to places."""
        mutual = next((said.mutual for said in (*group.things, *group.places) if said.mutual), "")
        things = [said for said in group.things if not said.mutual]
        meant = [self._choice.places([said]) if group.are_places else self._meant(said) for said in things]
        sets = [some for one in meant for some in self._choice.by_kind(one)]
        if not things:
            sets = self._choice.by_kind(self._choice.unnamed())
        if not group.are_places:
            self._last = [name for some in sets for name in some] or self._last
        for said, some in zip(things, meant, strict=True):
            yield from self._choice.becoming(said, some)
        if mutual:
            yield from self._choice.mutual(mutual if mutual == "touching" else group.relation or mutual, sets)
            return
        if not group.relation or not group.places:
            return
        if group.alternatives:
            sets = [[name for some in sets for name in some]]
        places = group.places
        if any(said.each for said in things) and places[0].amount == 1:
            places = [replace(places[0], each=True, amount=0), *places[1:]]  # "each alarm on a table"
        where = self._choice.places(places, sets)
        if not group.are_places:
            self._places = where
        yield from self._choice.related(group.relation, sets, where, places[0], things)
        yield from self._apart(group, sets, where)

    def _apart(self, group: _Group, sets: Sequence[Sequence[str]], where: Sequence[str]) -> Iterator[SceneGoal]:
        """What goes to one place and to another one is not to be in both."""
        here = [name for some in sets for name in some]
        place = group.places[0]
        if place.other and self._one is not None and self._one[0] == group.relation:
            relation, others, elsewhere = self._one
            yield from (SceneGoal((relation, name, at), holds=False) for name in others for at in where)
            yield from (SceneGoal((relation, name, at), holds=False) for name in here for at in elsewhere)
        self._one = (group.relation, here, list(where)) if place.amount == 1 else None

    def _meant(self, said: SaidThings) -> list[str]:
        """The things of a phrase; "it" and "them" are what was named last, or what is used, by how many they are."""
        if not said.stands_in:
            return self._choice.things(said)
        fitting = [some for some in (self._last, self._used) if some and (len(some) > 1) is said.is_plural]
        return fitting[0] if fitting else self._last


def _is_from(item: Item) -> bool:
    return isinstance(item, SaidRelation) and item.relation == "from"


def _groups(items: Sequence[Item]) -> list[_Group]:
    """Things with their places: "a next to b, c and d in e on f" has a-b, c+d-e, and e-f."""
    found = [_Group()]
    for at, item in enumerate(items):
        group = found[-1]
        before = items[at - 1] if at else None
        if isinstance(item, SaidRelation):
            if group.places and before is SaidJoint.OR:
                break  # another place would do as well
            if group.places and (group.relation == "from" or item.moves):
                found[-1] = _Group(group.things, item.relation)  # where they were until then
            elif group.places and isinstance(before, SaidThings) and _is_mutual(items[at + 1 :]):
                found.append(_Group(group.things, item.relation))
            elif group.places and isinstance(before, SaidThings):
                found.append(_Group([replace(group.places[-1], separate=False)], item.relation, are_places=True))
            elif group.places and before is SaidJoint.AND:
                found.append(_Group(group.things, item.relation))
            elif not group.relation:
                group.relation = item.relation
        elif isinstance(item, SaidThings):
            if not group.relation:
                group.things.append(item)
            elif group.places and before is SaidJoint.AND and _has_place(items[at + 1 :]):
                found.append(_Group([item]))
            else:
                group.places.append(item)
        elif item is SaidJoint.OR and group.things and not group.relation:
            group.alternatives = True
    return found


def _is_mutual(items: Sequence[Item]) -> bool:
    return bool(items) and isinstance(items[0], SaidThings) and bool(items[0].mutual)


def _has_place(items: Sequence[Item]) -> bool:
    """Whether a relation follows, so that what is named in front of it goes somewhere of its own."""
    return any(isinstance(item, SaidRelation) for item in items)
