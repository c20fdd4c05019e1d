# SPDX-License-Identifier: Apache-2.0
"""What was done is undone, all of it or a part: "put it back", "not the clean ones", "undo that"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from makedo_core.conversation.past import Moved
from makedo_core.goals.goal_text import enumerate_words
from makedo_core.graph.scene_graph import State
from makedo_core.ontology.taxonomy import plural
from planner_node.language.conversation.talk import Conversation, words
from planner_node.language.request import Request, SetState
from planner_node.language.words import lexicon as lx

_CONTRARY = {State.OPEN: "close", State.CLOSED: "open", State.ON: "turn off", State.OFF: "turn on"}
"""What undoes it that furniture was brought into a state."""


def put_back(said: str, talk: Conversation) -> str:
    """What was moved goes where it was."""
    w = words()
    carried = rf"(?:{w['carrying']}) (?P<it>{w['pronouns']}) (?:{w['back']})"
    returned = rf"(?:{w['returning']}) (?P<that>{w['pronouns']})(?: (?:{w['back']}))?"
    asked = re.fullmatch(rf"(?:(?:{w['wrong']})[,.]? )*(?:{carried}|{returned}|(?:{w['undo']}))", said)
    if asked is None:
        return ""
    pronoun = asked["it"] or asked["that"] or ""
    both = pronoun in ("both", "them both", "both of them")
    moved = talk.several(2 if both else 0) if pronoun in _THEM else talk.moved_things
    if not moved and not talk.touched:  # the last instruction found all of it done
        moved = tuple(m for m in talk.past.earlier[:1] if m.node_id in talk.graph)
    steps = _steps_back(moved, talk)
    if not talk.past.moved and re.fullmatch(w["undo"], said):
        steps = _switched_back(talk)
    return " and ".join(steps)


_THEM = frozenset({"them", "those", "these", "they", "both", "all of them", "them both", "both of them"})


def _steps_back(moved: Sequence[Moved], talk: Conversation) -> list[str]:
    """An order for each place that things came from."""
    places: dict[str, list[str]] = {}
    for one in moved:
        if one.origin in talk.graph:
            places.setdefault(f"{'in' if one.was_inside else 'on'} {one.origin}", []).append(one.node_id)
    return [f"put {enumerate_words(things)} {place}" for place, things in places.items()]


def thing_put_back(said: str, talk: Conversation) -> str:
    """One of the things that were moved goes where it was, by its name: "put the banana back where it was"."""
    w = words()
    asked = re.fullmatch(rf"(?:{w['carrying']}|{w['returning']}) (.+?)(?: (?:{w['back']}))?", said)
    if asked is None or not (re.fullmatch(rf".* (?:{w['back']})", said) or re.match(rf"(?:{w['returning']}) ", said)):
        return ""
    named = [t for t in re.findall(r"[^\W_]+", asked[1]) if t not in lx.ARTICLES | lx.ONES]
    moved = {m.node_id: m for m in (*talk.past.earlier, *talk.moved_things) if m.node_id in talk.graph}
    meant = [m for m in moved.values() if named and set(named) <= _words_of(m.node_id, talk)]
    return " and ".join(_steps_back(meant, talk)) if len(meant) == 1 else ""


def some_put_back(said: str, talk: Conversation) -> str:
    """Those of what was moved that were not meant go where they were: "not the clean ones", "except the bowl"."""
    asked = re.fullmatch(rf"(?:{words()['but']}) (.+?)(?:[,.] (?:just|only|but) .+)?", said)
    kind = set(re.findall(r"[^\W_]+", f"{talk.kind} {plural(talk.kind)}" if talk.kind else ""))
    named = set(re.findall(r"[^\W_]+", asked[1])) - lx.ARTICLES - lx.ONES - kind if asked is not None else set()
    meant = [m for m in talk.moved_things if named and named <= _words_of(m.node_id, talk)]
    if not talk.moved_things:
        touched = [i for i in talk.touched if named and named <= _words_of(i, talk)]
        return " and ".join(_switched_back(talk, touched)) if 0 < len(touched) < len(talk.touched) else ""
    return " and ".join(_steps_back(meant, talk)) if 0 < len(meant) < len(talk.moved_things) else ""


def _words_of(node_id: str, talk: Conversation) -> set[str]:
    """Words by which a thing may be called."""
    node = talk.graph[node_id]
    said = (node_id, node.label, *node.attributes, *map(str, node.states))
    return {w for text in said for w in re.findall(r"[^\W_]+", text.lower())}


def _switched_back(talk: Conversation, touched: Sequence[str] = ()) -> list[str]:
    """What was opened is closed, what was switched on is switched off, and the other way round.

    Only where nothing else was asked for, and the same of all that was touched: else nobody can say what was how.
    """
    before = talk.read(talk.past.instruction)
    clauses = before.clauses if isinstance(before, Request) else ()
    contrary = {_CONTRARY.get(clause.state) if isinstance(clause, SetState) else None for clause in clauses}
    verb = contrary.pop() if len(contrary) == 1 else None
    return [f"{verb} {i}" for i in touched or talk.touched] if verb else []
