# SPDX-License-Identifier: Apache-2.0
"""Answers questions about what was told: "what do you know about Anna?", "whose mug is mug 2?"."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from makedo_core.conversation.habit import AS, SPEAKER, Habit, HabitKind, ToldHabits, person, whose
from makedo_core.goals.goal_text import enumerate_words, named
from makedo_core.graph.scene_graph import Node, RelationType
from planner_node.language.reading.cursor import NotUnderstoodError
from planner_node.language.telling.frames import Framed
from planner_node.telling.slots import Slots

_NOTHING = "You have told me nothing that I keep in mind."


def recalled(said: Framed, slots: Slots, habits: ToldHabits) -> tuple[str, ...]:
    """What is answered, in full sentences; empty: it is no question about what was told.

    Raises:
        NotUnderstoodError: if it names nothing of the scene.
    """
    return _ANSWERS[said.frame](said, slots, habits)


def concerning(topic: str, slots: Slots, habits: ToldHabits) -> tuple[Habit, ...]:
    """All habits about a person, a thing or a class.

    Raises:
        NotUnderstoodError: if the topic is none of them.
    """
    name = slots.person(topic)
    if name is not None:
        return habits.of(name)
    try:
        found = slots.things(topic)
    except NotUnderstoodError:
        place = slots.spot(topic)
        return habits.of(place.id)
    about = {n.id for n in found.nodes} | ({found.phrase.concept} if found.phrase.concept else set())
    return tuple(h for h in habits if {h.about, h.value} & about)


def _about(said: Framed, slots: Slots, habits: ToldHabits) -> tuple[str, ...]:
    topic = said.slots["topic"]
    known = concerning(topic, slots, habits)
    if known:
        return _told(known)
    name = slots.person(topic)
    return (f"You have told me nothing about {_object(name) if name else topic}.",)


def _everything(said: Framed, slots: Slots, habits: ToldHabits) -> tuple[str, ...]:
    return _told(tuple(habits)) if habits else (_NOTHING,)


def _told(habits: Sequence[Habit]) -> tuple[str, ...]:
    return tuple(f"{'You told me' if h.told_s else 'It is configured'} that {h}." for h in habits)


def _whose(said: Framed, slots: Slots, habits: ToldHabits) -> tuple[str, ...]:
    found = slots.things(said.slots["thing"])
    if not found.nodes:
        return ()
    known = tuple(h for n in found.nodes if (h := habits.owner(n.id)) is not None)
    if known:
        return _told(known)
    names = enumerate_words((named(n.id) for n in found.nodes), "or")
    return (f"Nobody told me whose {names} is.",)


def _which(said: Framed, slots: Slots, habits: ToldHabits) -> tuple[str, ...]:
    owner = slots.person(said.slots.get("whose") or said.slots.get("whom") or "")
    if owner is None:
        return ()
    nodes = {n.id for n in slots.things(said.slots["kind"]).nodes}
    known = tuple(h for h in habits.things_of(owner) if h.about in nodes)
    return _told(known) or (f"Nobody told me which {said.slots['kind']} is {whose(owner)}.",)


def _where_kept(said: Framed, slots: Slots, habits: ToldHabits) -> tuple[str, ...]:
    found = slots.things(said.slots["things"])
    ids = {n.id for n in found.nodes}
    classes = slots.classes(found.phrase.concept) if found.phrase.concept else ()
    kinds = (HabitKind.KEPT, HabitKind.KIND_KEPT)
    known = tuple(h for h in habits if h.kind in kinds and (h.about in ids or h.about in classes))
    if known:
        return _told(known)
    belong = "belong" if found.phrase.count is None or len(found.nodes) > 1 else "belongs"
    return (f"Nobody told me where {said.slots['things']} {belong}.{_where_now(found.nodes, slots)}",)


def _where_now(nodes: Sequence[Node], slots: Slots) -> str:
    """Where things are, as far as that is known and is one place."""
    places = {slots.graph.support(n.id) for n in nodes}
    place = places.pop() if len(places) == 1 else None
    if place is None:
        return ""
    inside = slots.graph.placements[nodes[0].id].type is RelationType.INSIDE
    now = "they are" if len(nodes) > 1 else "it is"
    return f" As far as I know {now} {'in' if inside else 'on'} {named(place)} now."


def _where_is(said: Framed, slots: Slots, habits: ToldHabits) -> tuple[str, ...]:
    """Where somebody is to be found, if that was told; else the scene is asked."""
    asks_who = said.sentence.startswith("who ")
    name = SPEAKER if asks_who else slots.person(said.slots["somebody"], certain=False)
    known = habits.where(name) if name is not None else None
    if asks_who and (known is None or known.side != AS):
        return ("Nobody told me who you are.",)
    return _told((known,)) if known is not None else ()


def _object(name: str) -> str:
    return person(name) if name != SPEAKER else "yourself"


_ANSWERS: Mapping[str, Callable[[Framed, Slots, ToldHabits], tuple[str, ...]]] = {
    "about": _about,
    "everything": _everything,
    "whose": _whose,
    "which": _which,
    "where is": _where_is,
    "where kept": _where_kept,
}
