# SPDX-License-Identifier: Apache-2.0
"""Spells out an instruction that speaks of the one before: "put it back", "now the other one", "the same for the cups".

What comes of it is an instruction in full, which is read as any other and told to the operator. Whatever does not
clearly speak of the past is left as it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import yaml

from makedo_core.conversation.past import PastInstruction
from makedo_core.goals.goal_text import enumerate_words
from makedo_core.graph.scene_graph import NodeKind, SceneGraph, State
from makedo_core.ontology.taxonomy import plural
from planner_node.language.refusal import Refusal
from planner_node.language.request import GoTo, Hold, Put, Request, SetState, TryOut
from planner_node.language.things import NounPhrase, Place

_DETERMINED = r"(?:the|my|a|an|[^\W\d][\w-]*'s|[^\W\d]\w*[ _]\d+)\b"
"""Things begin so: "the red one", "mug 2"."""

_NOTHING_MORE = r"(?:\W*$|\W+(?:back|there|again|away|please)\b)"
"""Behind "everything" that was moved before; "everything that is red", "everything on the table" say what is meant."""

_CONTRARY = {State.OPEN: "close", State.CLOSED: "open", State.ON: "turn off", State.OFF: "turn on"}
"""What undoes it that furniture was brought into a state."""

Reader = Callable[[str], "Request | Refusal"]


@dataclass(frozen=True, slots=True)
class Conversation:
    """What an instruction may speak of.

    Attributes:
        past: the instruction before and what was moved.
        graph: where everything is now.
        read: reads an instruction in full.
    """

    past: PastInstruction
    graph: SceneGraph
    read: Reader

    @property
    def moved(self) -> str:
        """The things that were moved and are still there, by their ids."""
        return enumerate_words(m.node_id for m in self.past.moved if m.node_id in self.graph)


def in_full(instruction: str, talk: Conversation) -> str:
    """An instruction that can be read without the one before; the same where it speaks of nothing before."""
    said = _bare(instruction)
    for rule in (_back, _again, _the_other, _another_instead, _elsewhere):
        found = rule(said, talk)
        if found:
            return found
    alone = talk.read(instruction)
    if isinstance(alone, Request):
        return instruction
    asks = alone.gap is not None  # it is understood but for one thing: "bring me everything from the fridge"
    same = _the_same(said, talk) if _may_order(instruction) and not asks else ""
    return same or _with_pronouns(instruction, talk) or instruction


def _may_order(instruction: str) -> bool:
    """Whether it is no mere question: "the mug?" orders nothing, "and the mug?", "what about the mug?" do."""
    w, said = _words(), instruction.lower().strip()
    return not said.endswith("?") or re.match(rf"(?:{w['same']}|{w['more']}|and|please)\b", said) is not None


def _back(said: str, talk: Conversation) -> str:
    """What was moved goes where it was."""
    w = _words()
    carried = rf"(?:{w['carrying']}) (?:{w['pronouns']}) (?:{w['back']})"
    returned = rf"(?:{w['returning']}) (?:{w['pronouns']})(?: (?:{w['back']}))?"
    if not re.fullmatch(rf"(?:{carried}|{returned}|(?:{w['undo']}))", said):
        return ""
    steps = [
        f"put {m.node_id} {'in' if m.was_inside else 'on'} {m.origin}"
        for m in talk.past.moved
        if m.node_id in talk.graph and m.origin in talk.graph
    ]
    if not talk.past.moved and re.fullmatch(w["undo"], said):
        steps = _switched_back(talk)
    return " and ".join(steps)


def _switched_back(talk: Conversation) -> list[str]:
    """What was opened is closed, what was switched on is switched off, and the other way round.

    Only where nothing else was asked for, and the same of all that was touched: else nobody can say what was how.
    """
    before = talk.read(talk.past.instruction)
    clauses = before.clauses if isinstance(before, Request) else ()
    contrary = {_CONTRARY.get(clause.state) if isinstance(clause, SetState) else None for clause in clauses}
    verb = contrary.pop() if len(contrary) == 1 else None
    return [f"{verb} {i}" for i in talk.past.touched if i in talk.graph] if verb else []


def _again(said: str, talk: Conversation) -> str:
    return talk.past.instruction if re.fullmatch(_words()["again"], said) else ""


def _the_other(said: str, talk: Conversation) -> str:
    """What was done to one thing is done to the other of its kind; to one of several others as "another"."""
    if not re.fullmatch(rf"(?:{_words()['other']}|(?:{_words()['same']}) (?:{_words()['other']}))", said):
        return ""
    moved = [m.node_id for m in talk.past.moved if m.node_id in talk.graph]
    labels = {talk.graph[node_id].label for node_id in moved}
    others = [n.id for n in talk.graph.of_kind(NodeKind.OBJECT) if n.label in labels and n.id not in moved]
    if len(labels) != 1 or not others:
        return ""
    wants_all = said.endswith(("others", "ones"))
    if len(others) > 1 and not wants_all:
        return ""  # which one, nobody can say
    return _with_things(enumerate_words(others), talk)


def _another_instead(said: str, talk: Conversation) -> str:
    """What was done to the wrong thing is done to the right one: "not that one, the red one", "no, I meant the cup"."""
    asked = re.fullmatch(rf"(?:(?:{_words()['wrong']})[,.]? )+(?:but )?(.+)", said)
    if asked is None or not re.match(_DETERMINED, asked[1]):
        return ""
    return _with_things(_of_kind(asked[1], talk), talk)


def _of_kind(things: str, talk: Conversation) -> str:
    """Things with what "one" and "ones" are: "the red one" is the red mug, where a mug was moved."""
    labels = {talk.graph[m.node_id].label for m in talk.past.moved if m.node_id in talk.graph}
    if len(labels) != 1:
        return things
    kind = labels.pop().replace("_", " ")
    things = re.sub(r"\bones\b", plural(kind), things, count=1)
    return re.sub(r"(?<=\w )one\b", kind, things, count=1)


def _elsewhere(said: str, talk: Conversation) -> str:
    """What was moved goes on to another place: "to table 3", "on the sofa instead"."""
    if not talk.moved or not re.match(rf"(?:{_words()['sides']}) ", said):
        return ""
    return f"bring {talk.moved} {said}"


def _the_same(said: str, talk: Conversation) -> str:
    """What was done is done to other things: "the same for the cups", "also the milk", "the milk too"."""
    w = _words()
    asked = re.fullmatch(rf"(?:(?:{w['same']}|{w['more']}) )?(.+)", said)
    if asked is None:
        return ""
    return _with_things(_of_kind(asked[1], talk), talk)


def _with_things(things: str, talk: Conversation) -> str:
    """The instruction before with other things in the place of its own; empty if that cannot be read."""
    before = talk.read(talk.past.instruction)
    if isinstance(before, Refusal) or len(before.clauses) != 1:
        return ""
    spoken_of = _things(before)
    span = _span(talk.past.instruction, spoken_of) if spoken_of else None
    if span is None:
        return ""
    changed = f"{talk.past.instruction[: span[0]]}{things}{talk.past.instruction[span[1] :]}"
    after = talk.read(changed)
    return changed if isinstance(after, Request) and _place(after) == _place(before) else ""


def _with_pronouns(instruction: str, talk: Conversation) -> str:
    """With what the first pronoun stands for: furniture to be opened or switched, else the things that were moved."""
    touched = [t for t in talk.past.touched if t in talk.graph][-1:]
    for text in dict.fromkeys((instruction, _bare(instruction))):
        for meant, fits in ((enumerate_words(touched), _is_about_furniture), (talk.moved, _is_read)):
            pronoun = rf"(?i)\b(?:{_words()['pronouns']})\b(?<!\beverything(?!{_NOTHING_MORE}))"
            changed = re.sub(pronoun, meant, text, count=1) if meant else text
            if changed != text and fits(talk.read(changed)):
                return changed
    return ""


def _is_read(found: Request | Refusal) -> bool:
    """Whether it is understood, or asks for one thing more."""
    return isinstance(found, Request) or found.gap is not None


def _is_about_furniture(found: Request | Refusal) -> bool:
    return isinstance(found, Request) and all(isinstance(c, SetState | TryOut | GoTo) for c in found.clauses)


def _things(request: Request) -> Sequence[NounPhrase]:
    clause = request.clauses[0]
    return clause.what if isinstance(clause, Put) else (clause.what,) if isinstance(clause, Hold) else ()


def _place(request: Request) -> Place | None:
    clause = request.clauses[0] if len(request.clauses) == 1 else None
    return clause.place if isinstance(clause, Put) else None


def _span(instruction: str, phrases: Sequence[NounPhrase]) -> tuple[int, int] | None:
    """From the first to the last of some phrases in an instruction."""
    gap = r"\W+(?:and\W+)?"
    found = re.search(gap.join(re.escape(p.text).replace(r"\ ", r"\s+") for p in phrases), instruction, re.IGNORECASE)
    return found.span() if found else None


def _bare(instruction: str) -> str:
    """Without what only leads in or ends: "now", "please", "too"."""
    w = _words()
    said = re.sub(r"\s+", " ", instruction.lower()).strip(" .!?")
    before = None
    while said != before:
        before = said
        said = re.sub(rf"^(?:{w['lead']})(?:,? )(?=.)", "", said)
        shorter = re.sub(rf",? (?:{w['tail']})$", "", said)
        said = said if re.fullmatch(w["again"], said) else shorter
    return said


@cache
def _words() -> Mapping[str, str]:
    """Alternatives of references.yaml as regular expressions, the longest first."""
    raw = yaml.load((Path(__file__).parent / "references.yaml").read_text(encoding="utf-8"), Loader=yaml.CBaseLoader)
    longest_first = {name: sorted(phrases, key=len, reverse=True) for name, phrases in raw.items()}
    return {name: "|".join(map(re.escape, phrases)) for name, phrases in longest_first.items()}
