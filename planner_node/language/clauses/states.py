# SPDX-License-Identifier: Apache-2.0
"""Furniture that is opened, closed, switched on or off, or tried out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from makedo_core.failure import FailureCause
from makedo_core.graph.scene_graph import OPENINGS, Node, NodeKind, State
from planner_node.language.clauses.steps import ClauseStep
from planner_node.language.nouns.nouns import Nouns
from planner_node.language.reading.cursor import Cursor, NotUnderstoodError
from planner_node.language.request import SetState, TryOut
from planner_node.language.things import NounPhrase, Place, Side
from planner_node.language.words import lexicon as lx
from planner_node.language.words.naming import Name
from planner_node.language.words.verbs import Said

_MORE_OR_LESS = frozenset({"up", "down"})
_FAR = 6  # words of what is turned up or down
_WAYS = (
    *(("over",), ("around",), ("round",), ("upright",), ("the", "right", "way", "up"), ("right", "way", "up")),
    *(("right", "side", "up"), ("the", "right", "side", "up")),
)


def opening(nouns: Nouns, said: Said, words: str) -> tuple[ClauseStep, ...]:
    """Doors and drawers."""
    return tuple(in_state(nouns, what, State.OPEN) for what in places_named(nouns))


def closing(nouns: Nouns, said: Said, words: str) -> tuple[ClauseStep, ...]:
    """Doors and drawers; "it" is what was opened before, else what can be closed of what was spoken of.

    Raises:
        NotUnderstoodError: where "it" is nothing that can be closed.
    """
    if nouns.spoken.opened is not None:
        nouns.spoken.furniture = nouns.spoken.opened
    elif nouns.cursor.word() in lx.PRONOUNS and nouns.ends_pronoun():
        nouns.spoken.furniture = _with_door(nouns)
    return tuple(in_state(nouns, what, State.CLOSED) for what in places_named(nouns))


def _with_door(nouns: Nouns) -> NounPhrase | None:
    """What "it" is that is closed: where something was put last, or taken from, that has a door."""
    spoken = nouns.spoken
    found = next((p for p in _spoken_of(nouns) if _has_door(nouns, p)), None)
    if found is None and spoken.furniture is not None and _has_door(nouns, spoken.furniture) is False:
        message = f"What shall I close? {spoken.furniture.text[:1].upper()}{spoken.furniture.text[1:]} has no door."
        doors = tuple(n.id for n in nouns.names.graph.of_kind(NodeKind.ASSET) if n.states & OPENINGS)
        raise NotUnderstoodError(FailureCause.AMBIGUOUS, message, doors)
    return found or spoken.furniture


def _spoken_of(nouns: Nouns) -> list[NounPhrase]:
    """Furniture of which was spoken: where something was put last, then where things were taken from."""
    spoken = nouns.spoken
    sources = [t.source.what for t in (*spoken.things, *reversed(spoken.named.values())) if t.source is not None]
    return [p for p in (spoken.furniture, *sources) if p is not None]


def _has_door(nouns: Nouns, phrase: NounPhrase) -> bool | None:
    """Whether furniture that a phrase names has a door, or something else may be opened; None: there is none such."""
    graph, is_a = nouns.names.graph, nouns.names.ontology.is_a
    nodes = [n for n in graph if n.id == phrase.node_id or (not phrase.node_id and is_a(n.label, phrase.concept or ""))]
    nodes = [n for n in nodes if n.kind is NodeKind.ASSET]
    if not nodes:
        return None
    return any(n.states & OPENINGS or (n.model is not None and n.model.articulation is not None) for n in nodes)


def starting(nouns: Nouns, said: Said, words: str) -> tuple[ClauseStep, ...]:
    """What is switched on."""
    return tuple(in_state(nouns, what, State.ON) for what in places_named(nouns))


def testing(nouns: Nouns, said: Said, words: str) -> tuple[ClauseStep, ...]:
    """What is tried out."""
    return tuple(TryOut(what) for what in places_named(nouns))


def in_state(nouns: Nouns, what: NounPhrase, state: State) -> SetState:
    """The clause, and what "it" and "there" stand for from now on."""
    nouns.spoken.furniture = what
    together = nouns.spoken.changed if nouns.spoken.changed_at == nouns.spoken.clause_at else ()
    nouns.spoken.changed, nouns.spoken.changed_at = (*together, what), nouns.spoken.clause_at
    if state is State.OPEN:
        nouns.spoken.opened = what
    if not nouns.places.in_room(what):
        nouns.spoken.place = Place(Side.ANY, what)
    return SetState(what, state)


def places_named(nouns: Nouns) -> tuple[NounPhrase, ...]:
    """Furniture joined by commas and "and"; all of it, where only a plural is said.

    Of a kind that stands in the room where the robot was sent to just before, that in this room is meant.
    """
    if (several := _them(nouns)) is not None:
        return several
    nouns.spoken.is_bound = True  # none of these goes anywhere: "all lamps but the one in the hall"
    found = [one_door(nouns)]
    while nouns.continues():
        nouns.cursor.skip({",", "and"})
        found.append(one_door(nouns))
    rooms = nouns.spoken.rooms
    here = [Place(Side.INSIDE, room) for room in rooms]
    return tuple(n for what in found for n in _narrowed(nouns, what, here))


def _them(nouns: Nouns) -> tuple[NounPhrase, ...] | None:
    """Past "them" behind several pieces of furniture or devices that were spoken of together; None: it is not here."""
    if nouns.cursor.word() != "them" or not nouns.ends_pronoun():
        return None
    told = nouns.spoken.things
    places = all(nouns.names.is_place(Name(1, thing.concept, thing.node_id)) for thing in told)
    several = nouns.spoken.changed if len(nouns.spoken.changed) > 1 else told if places else ()
    if len(several) < 2:
        return None
    nouns.cursor.at += 1
    return several


def one_door(nouns: Nouns) -> NounPhrase:
    """Furniture, or its door: "the fridge door", "the door of the fridge"."""
    cursor = nouns.cursor
    own = _own_door(nouns)
    if own is not None:
        return own
    what = nouns.one_place()
    if what.concept == "door" and cursor.accept("of"):
        return nouns.one_place()
    if cursor.word() in ("door", "doors", "lid") and is_furniture(nouns, what):
        cursor.at += 1
    return what


def _own_door(nouns: Nouns) -> NounPhrase | None:
    """Past "the door" of the furniture just spoken of, where there is no door by itself; None: it does not stand here.

    It is what things were just put into: "put it in the washing machine, shut the door".
    """
    cursor, furniture = nouns.cursor, nouns.spoken.furniture
    is_door = cursor.word() == "the" and cursor.word(1) in ("door", "lid") and cursor.word(2) != "of"
    here = any(node.label.endswith("door") for node in nouns.names.graph)
    if not is_door or furniture is None or here:
        return None
    cursor.at += 2
    return furniture if _has_door(nouns, furniture) else _with_door(nouns)


def _narrowed(nouns: Nouns, what: NounPhrase, here: list[Place]) -> list[NounPhrase]:
    if what.source is not None or what.node_id is not None or nouns.places.in_room(what):
        return [what]
    inside = [replace(what, source=place) for place in here if nouns.names.here.stands_in(what.concept, place.what)]
    return inside or [what]


def _is_switched(nouns: Nouns, what: NounPhrase) -> bool:
    """Whether anything here that may be meant can be on or off."""
    return any(n.states & {State.ON, State.OFF} or (n.model and n.model.switch) for n in _meant(nouns, what))


def _stands_upside_down(nouns: Nouns, what: NounPhrase) -> bool:
    """Whether anything here that may be meant stands upside down and has what it is turned over by."""
    return any(State.UPSIDE_DOWN in n.states and n.model and n.model.turning for n in _meant(nouns, what))


def _meant(nouns: Nouns, what: NounPhrase) -> Iterator[Node]:
    """What may be meant by the name of furniture."""
    is_a = nouns.names.ontology.is_a
    for node in nouns.names.graph:
        if node.id == what.node_id or (what.concept and is_a(node.label, what.concept)):
            yield node


def _turned_up_or_down(cursor: Cursor) -> str:
    """What is to be more or less: "turn the music down", "turn up the heating"; empty: nothing is."""
    if cursor.word() in _MORE_OR_LESS:
        end = next(i for i in range(1, len(cursor.words) + 1) if cursor.ends_clause(i))
        return " ".join(cursor.words[cursor.at + 1 : cursor.at + end]) or "things"
    ends = (i for i in range(1, _FAR) if cursor.word(i) in _MORE_OR_LESS and cursor.ends_clause(i + 1))
    end = next(ends, 0)
    upside = end and cursor.word(end - 1) == "upside"
    return "" if upside else " ".join(cursor.words[cursor.at : cursor.at + end])


def switching(nouns: Nouns, said: Said, words: str) -> tuple[ClauseStep, ...]:
    """Turn on X, or turn X on."""
    cursor = nouns.cursor
    state = lx.PARTICLES.get(cursor.word())
    cursor.at += state is not None or (cursor.word() == "over" and cursor.word(1) in lx.DEFINITE)  # "turn over the box"
    if cursor.word() in lx.PRONOUNS and cursor.word(1) not in lx.ONES and nouns.ends_pronoun():
        devices = (p for p in _spoken_of(nouns) if _is_switched(nouns, p))  # not the table that things went to
        nouns.spoken.furniture = next(devices, nouns.spoken.furniture)
    if state is None and (turned := _turned_up_or_down(cursor)):
        raise NotUnderstoodError(
            FailureCause.NOT_CAPABLE, f"I can switch things on or off, not turn {turned} up or down."
        )
    things = places_named(nouns)
    if state is None and _stands_upside_down(nouns, things[0]):
        way = next((w for w in _WAYS if cursor.words[cursor.at : cursor.at + len(w)] == w), ())
        cursor.at += len(way)
        state = State.UPRIGHT
    if state is None:
        state = lx.PARTICLES.get(cursor.word())
        if state is None and any(n.model and n.model.turning for n in _meant(nouns, things[0])):
            text = f"I turn over only what stands upside down, and {things[0].text} does not, as far as I know."
            raise NotUnderstoodError(FailureCause.NOT_CAPABLE, text)
        if state is None and not _is_switched(nouns, things[0]):
            how = "over" if cursor.word() == "over" else "over or around"
            raise NotUnderstoodError(FailureCause.NOT_CAPABLE, f"I have no skill to turn {things[0].text} {how}.")
        if state is None:
            raise NotUnderstoodError(
                FailureCause.NOT_UNDERSTOOD, f"Shall {things[0].text} be switched on or off?", ("on", "off")
            )
        cursor.at += 1
    return tuple(in_state(nouns, what, state) for what in things)


def is_furniture(nouns: Nouns, phrase: NounPhrase) -> bool:
    """Whether a phrase names furniture."""
    node = nouns.names.graph.nodes.get(phrase.node_id) if phrase.node_id else None
    concept = node.label if node else phrase.concept
    return concept is not None and nouns.names.ontology.is_a(concept, "furniture")
