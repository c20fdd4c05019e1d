# SPDX-License-Identifier: Apache-2.0
"""Whether something is so of all that is asked about, of no more than so many, or of nothing else besides."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from enum import auto

from makedo_core.enums import StrEnum
from makedo_core.graph.scene_graph import Node, NodeKind
from planner_node.language.request import SceneQuestion

_BEING = frozenset({"is", "are", "was", "were"})
_ALL = frozenset({"all", "every", "each", "both", "everything", "the", "my", "our", "these", "those"})
_ONLY = frozenset({"only", "just", "exactly", "precisely", "nothing"})
_NEAR = 5  # words from the beginning of a question to such a word


class YesNeeds(StrEnum):
    """What has to be true for a yes."""

    SOME = auto()  # there is one, or as many as were said
    ALL = auto()  # all of that kind that are known are there
    EACH = auto()  # of each of several things there is one
    ALONE = auto()  # they are there, and nothing else is
    NO_MORE = auto()  # there are so many and no more


def claimed(question: SceneQuestion) -> YesNeeds:
    """What a question asks whether it is so."""
    words = question.text.split()
    first = words[1:2] if words[:1] and words[0] in _BEING else []
    is_limited = not _ONLY.isdisjoint(words[:_NEAR])
    counted = any(t.or_fewer or (t.count is not None and not t.definite and t.node_id is None) for t in question.things)
    if any(t.or_fewer for t in question.things) or (is_limited and counted):
        return YesNeeds.NO_MORE
    if is_limited and question.place is not None:
        return YesNeeds.ALONE
    several = any(t.count is None for t in question.things) or "both" in first
    if question.place is not None and first and first[0] in _ALL and several:
        return YesNeeds.ALL
    return YesNeeds.EACH if len(question.things) > 1 and "or" not in words else YesNeeds.SOME


def is_so(
    question: SceneQuestion, nodes: Sequence[Node], named: Callable[[SceneQuestion], tuple[Node, ...]]
) -> tuple[bool, tuple[Node, ...]]:
    """Whether a question is to be answered with yes, and the nodes that speak against it.

    Args:
        question: with what is asked about and where.
        nodes: that are as was asked.
        named: all nodes that another question is about.
    """
    there = {node.id for node in nodes}
    most = max((t.count or 1 for t in question.things), default=1)
    match claimed(question):
        case YesNeeds.NO_MORE:
            fewer = any(t.or_fewer for t in question.things)
            return (len(nodes) <= most if fewer else len(nodes) == most), ()
        case YesNeeds.ALL:
            others = tuple(n for n in named(replace(question, place=None)) if n.id not in there and _may_lie(n))
            return bool(nodes) and not others, others
        case YesNeeds.ALONE:
            others = tuple(n for n in named(replace(question, things=())) if n.id not in there)
            return bool(nodes) and not others, others
        case YesNeeds.EACH:
            lacking = [t for t in question.things if not named(replace(question, things=(t,)))]
            elsewhere = replace(question, things=tuple(lacking), place=None)
            return not lacking, named(elsewhere) if lacking and question.place is not None else ()
        case _:
            return len(nodes) >= most, ()


def _may_lie(node: Node) -> bool:
    """Whether it is a thing, which may be here or there; furniture stands where it stands."""
    return node.kind is NodeKind.OBJECT
