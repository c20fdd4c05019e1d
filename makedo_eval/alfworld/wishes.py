# SPDX-License-Identifier: Apache-2.0
"""From the sentence of a task to what is wanted, by Makedo's own reader; no language model is asked."""

from __future__ import annotations

import re
from dataclasses import dataclass

from makedo_core.failure import FailureCause
from makedo_core.graph.scene_graph import Node, NodeKind, SceneGraph, State
from makedo_core.ontology import Ontology
from planner_node.language.interpret import interpret
from planner_node.language.phrasebook import Phrasebook
from planner_node.language.refusal import Refusal
from planner_node.language.request import Change, Look, Put, Request, SetState
from planner_node.language.things import NounPhrase

_UNDER_LIGHT = re.compile(r"(?:look at|examine|inspect) (.+?) (?:under|with|by|using|in) (?:the light of )?(.+)", re.I)
_COOL = re.compile(r"\b(a|an|the|some) cool\b", re.I)
_QUALITIES = {"hot": "hot", "warm": "hot", "cold": "cold", "clean": "clean"}
_UNSAID = frozenset({"a", "an", "the", "some", "one", "two", "three", "any"})
_HYPOTHESES = 3
"""So many unknown words of a sentence are taken for kinds of things."""


@dataclass(frozen=True, slots=True)
class WantedKind:
    """A kind of things or places.

    Attributes:
        word: as the sentence has it, without blanks.
        concept: class of the ontology; empty: it knows none.
    """

    word: str
    concept: str = ""

    def covers(self, label: str, ontology: Ontology) -> bool:
        """Whether a thing with a label is of this kind: by the word, or by the class."""
        return label == self.word or (bool(self.concept) and ontology.class_of(label) == self.concept)


@dataclass(frozen=True, slots=True)
class GameWish:
    """What is wanted.

    Attributes:
        thing: which kind of things.
        count: how many.
        quality: what they are to become: "hot", "cold", "clean"; empty: nothing.
        place: where they are to be; None: in the hand, by the light.
        light: the lamp by whose light they are to be looked at.
    """

    thing: WantedKind
    count: int = 1
    quality: str = ""
    place: WantedKind | None = None
    light: WantedKind | None = None


def wish_of(task: str, graph: SceneGraph, ontology: Ontology, book: Phrasebook) -> GameWish | Refusal:
    """What a sentence asks for, or why it is not understood.

    Looking at something under a lamp is read as two orders: look at it, and turn the lamp on. "A cool apple" is read as
    "a cold apple".
    """
    task = _COOL.sub(r"\1 cold", task)
    lit = _UNDER_LIGHT.fullmatch(task.strip().rstrip("."))
    if lit is not None:
        seen = _read(f"look at {lit[1]}", graph, ontology, book)
        lamp = _read(f"turn on {lit[2]}", graph, ontology, book)
        for request in (seen, lamp):
            if isinstance(request, Refusal):
                return request
        things = [c.what for c in _clauses(seen) if isinstance(c, Look)]
        lamps = [c.what for c in _clauses(lamp) if isinstance(c, SetState) and c.state is State.ON]
        if len(things) == len(lamps) == 1:
            return GameWish(_kind(things[0], graph), light=_kind(lamps[0], graph))
        return _unread(task)
    request = _read(task, graph, ontology, book)
    if isinstance(request, Refusal):
        return request
    puts = [c for c in request.clauses if isinstance(c, Put)]
    changes = [c for c in request.clauses if isinstance(c, Change)]
    if len(puts) != 1 or len(puts[0].what) != 1 or len(puts) + len(changes) != len(request.clauses):
        return _unread(task)
    what = puts[0].what[0]
    thing = _kind(what, graph)
    qualities = {_QUALITIES.get(a, "") for a in what.attributes} | {_QUALITIES.get(c.quality, "") for c in changes}
    if len(qualities) > 1 or "" in qualities or any(_kind(w, graph) != thing for c in changes for w in c.what):
        return _unread(task)
    return GameWish(thing, what.count or 1, next(iter(qualities), ""), _kind(puts[0].place.what, graph))


def _read(task: str, graph: SceneGraph, ontology: Ontology, book: Phrasebook) -> Request | Refusal:
    """Read a sentence; a noun that nobody knows names a kind of its own, as if such a thing had been seen."""
    known = graph
    for _ in range(_HYPOTHESES):
        request = interpret(task, ontology, known, book)
        if isinstance(request, Request) or not re.fullmatch(r"[a-z]+", request.unknown):
            return request
        known = known.changed(put=[Node(f"{request.unknown}_0", request.unknown, NodeKind.OBJECT)])
    return interpret(task, ontology, known, book)


def _clauses(request: Request | Refusal) -> tuple[object, ...]:
    return request.clauses if isinstance(request, Request) else ()


def _kind(phrase: NounPhrase, graph: SceneGraph) -> WantedKind:
    if phrase.node_id is not None and phrase.node_id in graph:
        return WantedKind(graph[phrase.node_id].label, phrase.concept or "")
    words = phrase.text.lower().split()
    while len(words) > 1 and (words[0] in _UNSAID or words[0] in phrase.attributes or words[0].isdigit()):
        words = words[1:]
    return WantedKind("".join(words), phrase.concept or "")


def _unread(task: str) -> Refusal:
    return Refusal(FailureCause.NOT_UNDERSTOOD, f"What {task!r} asks for is no game that I know how to play.")
