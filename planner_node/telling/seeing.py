# SPDX-License-Identifier: Apache-2.0
"""Hears sentences that tell how the scene is, alone or around an order: "I put the mug on the counter. Get it"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from makedo_core.conversation.past import Moved
from makedo_core.failure import FailureCause
from makedo_core.graph.correction import SpokenCorrection
from makedo_core.graph.scene_graph import NodeKind, RelationType, State
from planner_node.language.reading.cursor import NotUnderstoodError, words_of
from planner_node.language.refusal import Refusal
from planner_node.language.request import Inquire, Request
from planner_node.language.telling.frames import Framed, Move, framed
from planner_node.language.things import NounPhrase
from planner_node.telling.believed import believed
from planner_node.telling.facts import OF_THE_PAST, ToldFact, is_by_somebody, told_fact
from planner_node.telling.slots import Slots

_MAY_BE_NEEDS = frozenset({"exists", "gone", "looks so"})
"""Frames of what may be said to have something done about it: "there is no milk left"."""
_NARRATING = re.compile(r"\s*(?:then |and |now |next |first |finally )*(?:i|we)\b", re.IGNORECASE)
_JOINT = re.compile(
    r"(?P<mark>\s*[,:]|\s+-|)\s+(?P<word>(?:so|and|but|then|please|now)(?:\s+(?:then|please|now))?\s+|)"
)
_GOES_ON = frozenset({"and", "then", "and then"})
"""Behind one of these goes on what somebody did: "Ben took the cup and put it on the table"."""
_ASKING = re.compile(r"(?:please|could you|can you|would you|will you)(?: please)? ")
_TOLD_APART = frozenset("first second third fourth fifth last next other others another else".split())
"""What tells things apart by what was spoken of, or by their order, which is not read here."""
_PRONOUNS = frozenset({"it", "they", "them"})
_ANYWHERE = frozenset({"every", "each", "all", "various", "different"})
"""Of several places: where each thing is, is not told."""


@dataclass(frozen=True, slots=True)
class SceneTold:
    """What an instruction tells of the scene.

    Attributes:
        corrections: of the scene graph.
        states: in which furniture is said to be; believed while this instruction is planned, and not kept.
        moved: the things that were told of last, with where they were thought to be.
        touched: the furniture that was told of last.
        earlier: the things that were told of before.
        fact: what the only sentence tells, if it is no order; None: nothing.
        doubt: the question that such a sentence raises.
        is_past: whether something is told that was done, which is no order.
    """

    corrections: tuple[SpokenCorrection, ...] = ()
    states: tuple[tuple[str, State], ...] = ()
    moved: tuple[Moved, ...] = ()
    touched: tuple[str, ...] = ()
    earlier: tuple[Moved, ...] = ()
    fact: ToldFact | None = None
    doubt: Refusal | None = None
    is_past: bool = False


@dataclass(slots=True)
class Seeing:
    """Listens for what is told of the scene; `slots`: the scene as it is said to be so far."""

    slots: Slots
    corrections: list[SpokenCorrection] = field(default_factory=list)
    states: list[tuple[str, State]] = field(default_factory=list)
    moved: tuple[Moved, ...] = ()
    touched: tuple[str, ...] = ()
    earlier: tuple[Moved, ...] = ()
    fact: ToldFact | None = None
    doubt: Refusal | None = None
    is_past: bool = False

    @property
    def told(self) -> SceneTold:
        """All that was told."""
        return SceneTold(
            tuple(self.corrections),
            tuple(self.states),
            self.moved,
            self.touched,
            self.earlier,
            self.fact,
            self.doubt,
            self.is_past,
        )

    def takes(self, sentence: str, said: Framed, others: Sequence[str], before: str) -> str | None:
        """What is said to a sentence that tells how the scene is; None: it is left to who reads orders.

        Args:
            sentence: as it was written.
            said: as its frame has it.
            others: the other sentences of the instruction.
            before: the one before it; empty: there is none.
        """
        words = " ".join(v for slot, v in said.slots.items() if v and slot != "place").split()
        if sentence.rstrip().endswith("?") or not _TOLD_APART.isdisjoint(words) or not is_by_somebody(said, self.slots):
            return None
        if not _ANYWHERE.isdisjoint(said.slots.get("place", "").split()):
            return None
        if said.frame == "put now" and others and not any(map(_NARRATING.match, others)):
            said = replace(said, frame="put")
        slots = self._of_what_it_is(said, before)
        is_past = said.frame in OF_THE_PAST
        try:
            fact = told_fact(said, slots)
        except NotUnderstoodError as stop:
            is_asked = stop.refusal.cause is FailureCause.AMBIGUOUS and (not others or is_past)
            self.doubt = stop.refusal if is_asked or not others else self.doubt
            self.is_past = self.is_past or is_past
            return None
        if fact is None:
            return None
        if others and not fact.corrections and not fact.states and not is_past and not fact.about:
            return None
        if not others and said.frame in _MAY_BE_NEEDS:
            self.fact = fact
            return None
        self.is_past = self.is_past or is_past
        self._believe(fact)
        return fact.reply

    def _believe(self, fact: ToldFact) -> None:
        graph = self.slots.graph
        things = [c.node_id for c in fact.corrections] or [i for i in fact.about if graph[i].kind is NodeKind.OBJECT]
        if things:
            self.earlier = (*self.moved, *self.earlier)
            self.moved = tuple(_moved(node_id, self.slots) for node_id in things)
        self.touched = tuple(i for i in fact.about if graph[i].kind is NodeKind.ASSET) or self.touched
        self.corrections += fact.corrections
        self.states += fact.states
        self.slots = self.slots.with_what_is_so(believed(graph, fact.corrections, fact.states), self.moved)

    def _of_what_it_is(self, said: Framed, before: str) -> Slots:
        """With what "it" is, of the order before: "bring me the scissors. They are on desk 3"."""
        if said.slots.get("things") not in _PRONOUNS or not before or self.moved:
            return self.slots
        read = self.slots.order(before.strip(" .,;!?").lower())
        found = _things_of(read, self.slots) if isinstance(read, Request) else _named_last(before, self.slots)
        return self.slots.with_what_is_so(self.slots.graph, [_moved(n, self.slots) for n in found])


def apart(sentence: str, slots: Slots) -> tuple[str, ...]:
    """A sentence, or the statement in it and the order: "Ben has the corkscrew, so get another one"."""
    for joint in _JOINT.finditer(sentence):
        left, right = sentence[: joint.start()], sentence[joint.end() :]
        if not left.strip() or not right.strip() or not (joint["mark"] or joint["word"]):
            continue
        told = _told_frames(left)
        goes_on = joint["word"].strip().lower() in _GOES_ON and any(f.frame in OF_THE_PAST for f in told)
        if told and not goes_on and _is_order(right, slots):
            return (f"{left.strip()}. ", right)
        behind = _told_frames(right)
        if told and behind:
            return (f"{left.strip()}. ", *apart(right, slots))
        if any(f.slots.get("things") in _PRONOUNS for f in behind) and _is_order(left, slots):
            return (f"{left.strip()}. ", right)
    return (sentence,)


def asks_something(sentence: str, slots: Slots) -> bool:
    """Whether a part of a sentence that is not what somebody went on to do is an order: "..., give it to her"."""
    joints = (j for j in _JOINT.finditer(sentence) if j["mark"] or j["word"])
    behind = (sentence[j.end() :] for j in joints if j["word"].strip().lower() not in _GOES_ON)
    return any(_is_order(part, slots) for part in behind)


def _told_frames(part: str) -> tuple[Framed, ...]:
    words = tuple(w for w in words_of(part) if w not in ".!?;")
    return tuple(f for f in framed(words) if f.move is Move.SEEN)


def _is_order(part: str, slots: Slots) -> bool:
    said = _ASKING.sub("", part.strip().lower())
    return slots.book.said_verbs.find(words_of(said), 0) is not None


def _things_of(read: Request, slots: Slots) -> tuple[str, ...]:
    """The things that an order is about, where it is one thing or group beyond doubt."""
    named: list[NounPhrase] = []
    for clause in read.clauses:
        what = clause.question.things if isinstance(clause, Inquire) else getattr(clause, "what", ())
        named += what if isinstance(what, tuple) else [what]
    if len(named) != 1:
        return ()
    return slots.nodes_of(named[0])


def _named_last(before: str, slots: Slots) -> tuple[str, ...]:
    """The thing that a sentence names at its end: "I moved the remote", "the remote?"."""
    named = re.search(r"\b(?:the|my|our|his|her) [^,.;!?]+?(?=[\s.,;!?]*$)", before.lower())
    try:
        return (slots.one(named[0]).id,) if named is not None else ()
    except NotUnderstoodError:
        return ()


def _moved(node_id: str, slots: Slots) -> Moved:
    at = slots.graph.placement(node_id)
    if at is None or slots.graph[at.target].kind is NodeKind.AGENT:
        return Moved(node_id)
    return Moved(node_id, at.target, at.type is RelationType.INSIDE)
