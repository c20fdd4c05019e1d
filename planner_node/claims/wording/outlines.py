# SPDX-License-Identifier: Apache-2.0
"""Outlines of what is then told in detail: "sort the toys: the doll goes in the box" says nothing of the other toys."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

from makedo_core.account import ClaimKind, ClaimReason, PlanClaim
from makedo_core.graph.scene_graph import Node, NodeKind, SceneGraph
from makedo_core.ontology import Ontology
from makedo_core.skills import Literal
from planner_node.claims.wording.lists import word_lists
from planner_node.claims.wording.tokens import stems, tokens

_PARTS = re.compile(r"[:;,.!?]")
_OF = frozenset("up out away through off all of the these those my our your".split())
_COURTEOUS = 8  # words before the verb: "would you be so kind and please just"
_LONGEST = 3  # words of a name


def outline_claims(
    instruction: str, served: Collection[Literal], graph: SceneGraph, ontology: Ontology
) -> Iterator[PlanClaim]:
    """Claims on things of an outline for which nothing of what follows does anything, and that it does not name.

    Args:
        instruction: as it was said.
        served: literals that were asked for and hold in the end.
        graph: the scene.
        ontology: what labels are called.
    """
    parts = [tokens(part) for part in _PARTS.split(instruction)]
    done = {x.terms[0] for x in served if x.terms}
    # "In the box" names no juice box.
    places = {noun for node in graph.of_kind(NodeKind.ASSET) for noun in tokens(node.label)[-1:]}
    for at, part in enumerate(parts[:-1]):
        details = [word for later in parts[at + 1 :] for word in later]
        named = frozenset[str]().union(*map(stems, details))
        if len(details) < 3 or not named.isdisjoint(word_lists().wholes):
            continue  # "everything goes there", "the others stay"
        for node in _outlined(part, graph, ontology):
            is_told = any(noun in named and noun not in places for noun in tokens(node.label)[-1:])
            if node.id not in done and not is_told:
                yield PlanClaim(ClaimKind.LEFT, node.id, ClaimReason.NOT_SERVED, " ".join(part))


def _outlined(words: Sequence[str], graph: SceneGraph, ontology: Ontology) -> Iterator[Node]:
    """The things that are to be put in order by a part of an instruction that says no more: "clear table 2"."""
    verb = next((i for i, word in enumerate(words[:_COURTEOUS]) if word in word_lists().outlining), None)
    begin = verb + 1 if verb is not None else 0
    while verb is not None and begin < len(words) and words[begin] in _OF:
        begin += 1
    noun = words[begin:]
    if verb is None or not 0 < len(noun) <= _LONGEST:
        return
    there = {n.id for n in graph.of_kind(NodeKind.ASSET) if noun in _names(n)}
    if len(there) == 1:
        yield from (node for node in graph.of_kind(NodeKind.OBJECT) if graph.support(node.id) in there)
        return
    kinds = {ontology.class_of(" ".join((*noun[:-1], last))) for last in stems(noun[-1]) - {noun[-1]}} - {None}
    for node in graph.of_kind(NodeKind.OBJECT):
        if not there and any(kind is not None and ontology.is_a(node.label, kind) for kind in kinds):
            yield node


def _names(node: Node) -> tuple[Sequence[str], ...]:
    """What furniture is called, by its id with and without its number, and by its label."""
    name = tokens(node.id)
    return name, name[:-1], tokens(node.label)
