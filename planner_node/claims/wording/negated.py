# SPDX-License-Identifier: Apache-2.0
"""What an instruction says must not be so, against what is brought about instead: the other state, or another place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from makedo_core.graph.scene_graph import State
from planner_node.claims.wording.lists import word_lists
from planner_node.claims.wording.mirrors import Mirrors
from planner_node.claims.wording.tokens import stems, tokens
from planner_node.language.request import Put, SetState
from planner_node.language.things import NounPhrase

_OTHERWISE: Mapping[State, State] = MappingProxyType(
    {State.ON: State.OFF, State.OFF: State.ON, State.OPEN: State.CLOSED, State.CLOSED: State.OPEN}
)
_OF_ALL = frozenset({"no", "none", "neither", "nor", "nothing"})
_JOINTS = frozenset({"and", "but", "then"})
_WANTING = frozenset({"want", "like", "need"})
_WITHIN = 10  # words from a negation to what it is said of
_STATE_WITHIN = 12  # words from "no" to the state
_SIDES = frozenset({"on", "in", "at", "inside"})
_PLACE_WITHIN = 5  # words from "not" to the end of a place


def is_undone(words: Sequence[str], at: int, said: Mirrors) -> bool:
    """Whether furniture that a negation is said of is brought into the other state: "neither lamp should be lit"."""
    state = _state_behind(words, at)
    if state and words[at] not in _OF_ALL and any(c.state is _OTHERWISE[state] for c in said.request.when):
        return True  # "if any lamp is not on"
    undone = [c for c in said.request.clauses if isinstance(c, SetState) and state and c.state is _OTHERWISE[state]]
    near = _said_of(words, words.index("neither") if words[at] == "nor" and "neither" in words[:at] else at)
    if not undone or "not" in near:
        return False
    if words[at] == "nothing":
        return any(c.what.concept is None and c.what.count is None for c in undone)
    named = [c.what for c in undone if _is_named(c.what, near)]
    if words[at] in ("nor", "neither") and "nor" in words[at:]:
        return len(named) > 1
    return any(p.count is None or p.each or p.node_id for p in named) if words[at] in _OF_ALL else bool(named)


def is_gone(words: Sequence[str], at: int, said: Mirrors) -> bool:
    """Whether what a negation is said of is taken from the place where it must not be."""
    side = next((i for i in range(at + 1, min(len(words), at + _WITHIN)) if words[i] in _SIDES), None)
    if side is None:
        return False
    near, there = _said_of(words, at), words[side + 1 : side + 5]
    taken = (p for p in said.phrases if p.source is not None and _is_named(p.source.what, there))
    whole = words[at] in _OF_ALL
    return any(_is_named(p, near) and not (whole and p.count is not None) for p in taken)


def is_of_a_state(words: Sequence[str], at: int, said: Mirrors) -> bool:
    """Whether a word for a state ("lit"), or "left" before one, says what furniture is to be, or not to be."""
    known = word_lists().state_of
    state = known.get(words[at]) or (known.get(words[at + 1]) if at + 1 < len(words) else None)
    if state is None:
        return False
    before = range(max(0, at - _STATE_WITHIN), at)
    if any(words[i] in word_lists().negation and is_undone(words, i, said) for i in before):
        return True
    return any(isinstance(c, SetState) and c.state is state for c in said.request.clauses)


def ends_denial(words: Sequence[str], at: int, said: Mirrors) -> bool:
    """Whether "any more" ends what is said not to be so any longer."""
    is_end = at + 1 == len(words) or words[at + 1] in _JOINTS | (word_lists().function - {"of"})
    denied = (i for i in range(max(0, at - _STATE_WITHIN), at) if words[i] in word_lists().negation)
    is_denied = any(is_undone(words, i, said) or is_gone(words, i, said) for i in denied)
    return at > 0 and words[at - 1] == "any" and is_end and is_denied


def denied_places(words: Sequence[str], said: Mirrors) -> frozenset[int]:
    """Positions of words for where a thing is not to be, right behind where it goes: "on the shelf, not on the desk".

    What is at the one place is not at another.
    """
    found: set[int] = set()
    goals = [c.place.what for c in said.request.clauses if isinstance(c, Put) and all(p.count == 1 for p in c.what)]
    for at in range(2, len(words) - 2) if goals and "not" in words else ():
        if words[at] != "not" or words[at + 1] not in _SIDES:
            continue
        goes = [
            g for g in goals if tokens(g.text) and tuple(words[max(0, at - len(tokens(g.text))) : at]) == tokens(g.text)
        ]
        end = next((i for i in range(at + 2, len(words)) if words[i] in _JOINTS), len(words))
        if goes and end - at <= _PLACE_WITHIN and tuple(words[at + 2 : end]) != tokens(goes[0].text):
            found.update(range(at, end))
    return frozenset(found)


def _state_behind(words: Sequence[str], at: int) -> State | None:
    """The first state that is named behind a negation, in the same clause."""
    known = word_lists().state_of
    for i in range(at + 1, min(len(words), at + _STATE_WITHIN)):
        if words[i] == "and" and words[at] not in _OF_ALL:
            return None
        is_side = words[i] == "on" and i + 1 < len(words) and words[i + 1] not in _JOINTS | {"any"}
        if words[i] in known and not is_side:
            return known[words[i]]
    return None


def _said_of(words: Sequence[str], at: int) -> Sequence[str]:
    """The words that name what a negation is said of: behind "none of", before "not"."""
    if words[at] in _OF_ALL or (at + 1 < len(words) and words[at + 1] in _WANTING):
        return words[at + 1 : at + _WITHIN]
    return words[max(0, at - _WITHIN) : at]


def _is_named(phrase: NounPhrase, near: Sequence[str]) -> bool:
    noun = tokens(phrase.concept or phrase.text)
    said = {stem for word in near for stem in stems(word)}
    names = {stem for word in (*noun, *tokens(phrase.text)) for stem in stems(word)} - word_lists().function
    return not names.isdisjoint(said)
