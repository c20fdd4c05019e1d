# SPDX-License-Identifier: Apache-2.0
"""What takes the place of others: where those go, and whose place is meant, where the words do not say so."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from makedo_core.account import ClaimKind, ClaimReason, PlanClaim
from makedo_core.graph.scene_graph import NodeKind, SceneGraph
from makedo_core.skills import Literal
from planner_node.claims.wording.lists import word_lists
from planner_node.claims.wording.tokens import stems, tokens

_INSTEAD_OF = ("instead", "of")
_FAR = 6  # words from "instead of" to the noun
_IN_ITS_PLACE = (("in", "its", "place"), ("in", "their", "place"), ("in", "their", "places"))


def exchange_claims(instruction: str, served: Collection[Literal], graph: SceneGraph) -> Iterator[PlanClaim]:
    """Claims on things that change places, though the words do not say so, and on a place that may be another one's.

    "Take X away, Y goes in its place" does not say where X goes; "move X to the table and put Y in its place" may speak
    of the place of X, or of the one that Y has.

    Args:
        instruction: as it was said.
        served: literals that were asked for and hold in the end.
        graph: where things are.
    """
    words = tokens(instruction)
    if any(not stems(word).isdisjoint(word_lists().exchanging) for word in words):
        return
    goes = {x.terms[0]: x.terms[1] for x in served if _is_placed(x, graph)}
    own = next((words[at - 1 : at + 1] for at in range(2, len(words)) if words[at - 2 : at + 1] in _IN_ITS_PLACE), ())
    yield from _there_already(words, goes, graph)
    left = {graph.support(thing) for thing in goes}
    if own and len(goes) > 1 and left.isdisjoint(goes.values()):
        is_last = max(goes, key=lambda thing: _last_said(thing, words, graph))
        yield PlanClaim(ClaimKind.SUPPOSED, " ".join(own), ClaimReason.DESTINATION, goes[is_last])
    told: set[str] = {"where"} & set(words)  # "where the other is"
    for thing, place in sorted(goes.items(), key=lambda item: _last_said(item[0], words, graph)):
        came = next((other for other in goes if other != thing and graph.support(other) == place), None)
        there = came is not None and place != goes[came] == graph.support(thing)
        if came is not None and there and not told and not _is_named(place, words, graph):
            told.add(thing)
            yield PlanClaim(ClaimKind.SUPPOSED, thing, ClaimReason.DESTINATION, came)


def _there_already(words: Sequence[str], goes: Mapping[str, str], graph: SceneGraph) -> Iterator[PlanClaim]:
    """What something is put somewhere instead of, and is there: whether it stays or goes elsewhere, nobody says."""
    at = next((i for i in range(len(words) - 2) if tuple(words[i : i + 2]) == _INSTEAD_OF), None)
    if at is None:
        return
    for end in range(at + 3, min(len(words), at + _FAR) + 1):
        there = {t for place in goes.values() for t in graph.contents(place) if t not in goes}
        named = [t for t in sorted(there) if not stems(words[end - 1]).isdisjoint(tokens(graph[t].label)[-1:])]
        if named:
            said = " ".join(words[at:end])
            yield from (PlanClaim(ClaimKind.LEFT, t, ClaimReason.NOT_SERVED, said) for t in named)
            return


def _is_placed(literal: Literal, graph: SceneGraph) -> bool:
    """Whether a literal says where a thing is."""
    known = not literal.negated and len(literal.terms) == 2 and all(term in graph for term in literal.terms)
    return known and graph[literal.terms[0]].kind is NodeKind.OBJECT


def _last_said(node_id: str, words: Sequence[str], graph: SceneGraph) -> int:
    """Where the words call a thing last; -1: nowhere."""
    nouns = set(tokens(graph[node_id].label))
    return max((at for at, word in enumerate(words) if not stems(word).isdisjoint(nouns)), default=-1)


def _is_named(place: str, words: Sequence[str], graph: SceneGraph) -> bool:
    """Whether the words call a place by its noun."""
    nouns = {*tokens(graph[place].label)[-1:], *tokens(place)[-2:-1]}
    return any(not stems(word).isdisjoint(nouns) for word in words)
