# SPDX-License-Identifier: Apache-2.0
"""Whether what a speaker made a condition is so, from the graph."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from makedo_core.failure import FailureCause
from makedo_core.goals.goal_text import enumerate_words, number_word, spoken
from makedo_core.graph.scene_graph import Node, NodeKind, State
from planner_node.grounding.destinations import furniture
from planner_node.grounding.meaning.looks import maybe_called, maybe_meant
from planner_node.grounding.scene import Scene
from planner_node.language.refusal import Refusal
from planner_node.language.request import StatedCondition
from planner_node.language.things import NounPhrase

_LINKS = frozenset({"are", "have"})
_FEW = 6  # things that are named
_OPPOSITE = {State.OPEN: State.CLOSED, State.CLOSED: State.OPEN, State.ON: State.OFF, State.OFF: State.ON}


def holds(condition: StatedCondition, scene: Scene) -> bool | Refusal:
    """Whether a condition is so, as far as is known; a refusal where nobody knows.

    What is not in the graph is taken not to be there; how furniture is that nobody has seen, and whether a thing looks
    so of which nobody said how it looks, is not known.
    """
    if condition.others:
        parts = (replace(condition, what=what, so=True, others=()) for what in (condition.what, *condition.others))
        each = [holds(part, scene) for part in parts]
        unclear = next((one for one in each if isinstance(one, Refusal)), None)
        return unclear or all(each) is condition.so
    if condition.state is None:
        told: bool | Refusal | None = _of_somebody(condition, scene)
        told = _of_furniture(condition, scene) if told is None else told
        told = _of_some_only(condition, scene) if told is None else told
        if told is not None:
            return told if isinstance(told, Refusal) else told is (condition.negated is not condition.so)
        if maybe := maybe_meant(condition.what, scene):
            return _nobody_knows(condition, f"nothing tells it of {_few(maybe)}")
        if maybe := maybe_called(condition.what, scene):
            return _nobody_knows(condition, f"some may call {_few(maybe)} so")
        there = _count(condition.what, scene)
        return _are_so_many(there, condition, scene) is (condition.negated is not condition.so)
    places = furniture(condition.what, scene)
    if isinstance(places, Refusal):
        return places
    states = [_is_in(condition.state, node.states) for node in places]
    if any(state is None for state in states):
        return _nobody_knows(condition)
    needed = condition.what.count
    on_some = [node.id for node, state in zip(places, states, strict=True) if state]
    if needed is None and condition.text.startswith("the ") and 0 < len(on_some) < len(states):
        return _which_are_meant(condition, on_some)
    so = sum(map(bool, states)) >= needed if needed is not None else all(states)  # "if both lamps are on"
    return so is (condition.negated is not condition.so)


def _nobody_knows(condition: StatedCondition, why: str = "") -> Refusal:
    told = f": {why}" if why else ""
    text = f"I do not know whether {condition.text}{told}. Say what to do without the condition."
    return Refusal(FailureCause.AMBIGUOUS, text)


def _few(nodes: Sequence[Node]) -> str:
    """The names of things; of many, how many there are."""
    if len(nodes) > _FEW:
        return f"{number_word(len(nodes))} things"
    return enumerate_words(spoken(node.id) for node in nodes)


def _are_so_many(there: int, condition: StatedCondition, scene: Scene) -> bool:
    """Whether so many things are as many as is said: two or more, at most two, exactly two, all."""
    needed = condition.what.count
    if needed is None:  # "all the pens are on desk_1"
        every = _count(replace(condition.what, source=None), scene)
        return there >= max(1, every)
    if condition.what.or_fewer:
        return there <= needed
    return there == needed if condition.only else there >= needed


def _count(what: NounPhrase, scene: Scene) -> int:
    """How many things and pieces of furniture are as is said: "the lamp is in the kitchen", "there is a bench"."""
    things = sum(1 for _ in scene.objects_matching(what))
    if what.concept is None and what.node_id is None:
        return things
    furnished = (n for n in scene.graph if n.kind is NodeKind.ASSET and scene.is_named(n, what))
    return things + sum(scene.looks_so(n, what) and scene.is_where(n, what) for n in furnished)


def _of_somebody(condition: StatedCondition, scene: Scene) -> bool | None:
    """Whether somebody is at a place, as far as is known; None: it is about things."""
    what = condition.what
    node = scene.graph.nodes.get(what.node_id or "")
    is_person = node is not None and scene.ontology.is_a(node.label, "person")
    return scene.is_at(node, what.source) if node is not None and is_person and what.source is not None else None


def _of_furniture(condition: StatedCondition, scene: Scene) -> bool | Refusal | None:
    """Whether furniture looks as is said: what is on or in it tells whether it is empty; None: it is about things."""
    what = condition.what
    plain = replace(what, attributes=frozenset())
    if not what.attributes or any(scene.is_named(node, what) for node in scene.objects_named(what)):
        return None
    places = furniture(plain, scene) if scene.places(plain) else ()
    if isinstance(places, Refusal):
        return places
    if not places:
        return None
    return all(scene.looks_so(place, what) for place in places)


def _of_some_only(condition: StatedCondition, scene: Scene) -> Refusal | None:
    """A question, where "the plates are dirty" is so of some of them and not of the others."""
    said, what = condition.text.split(), condition.what
    link = next((i for i, word in enumerate(said) if word in _LINKS), len(said))
    told = what.attributes & {scene.book.adjectives.attribute(word) for word in said[link + 1 :]}
    if said[:1] != ["the"] or not told:
        return None
    named = list(scene.objects_matching(replace(what, attributes=what.attributes - told)))
    so = [n.id for n in named if scene.matches(n, what)]
    if not so or len(so) == len(named):
        return None
    return _which_are_meant(condition, so)


def _which_are_meant(condition: StatedCondition, so: Sequence[str]) -> Refusal:
    text = f"'{condition.text}' is so of {enumerate_words(map(spoken, so))} alone. Which are meant?"
    return Refusal(FailureCause.AMBIGUOUS, text, tuple(so))


def _is_in(state: State, states: frozenset[State]) -> bool | None:
    """Whether furniture is in a state; None: it is not known."""
    if state in states or (state is State.OPEN and State.AJAR in states):
        return True
    return False if _OPPOSITE[state] in states else None
