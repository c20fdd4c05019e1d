# SPDX-License-Identifier: Apache-2.0
"""The one question that doubts come to, where somebody can be asked and the answer changes what is done."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from makedo_core.account import ClaimReason
from makedo_core.conversation.question import QuestionKind
from makedo_core.failure import FailureCause
from makedo_core.goals.goal_text import enumerate_words, spoken
from makedo_core.graph.scene_graph import Node, NodeKind
from makedo_core.ontology.membership import Belongs
from planner_node.claims.groups import Groups, Member
from planner_node.claims.scopes import unclear_place
from planner_node.claims.telling import named
from planner_node.claims.things import asked_phrases, is_spoken_of
from planner_node.claims.wording.tokens import tokens
from planner_node.grounding.scene import looks_of
from planner_node.language.refusal import Gap, Refusal
from planner_node.language.request import LimitKind, Request
from planner_node.language.things import NounPhrase

_ASKED_OF = frozenset({ClaimReason.NAME, ClaimReason.LIKENESS})
"""Doubts about what words mean; what nobody has seen yet, an operator need not know either."""


def doubt(request: Request, groups: Groups) -> Refusal | None:
    """Whether things that may belong to a group are to be counted in; None: there are none such.

    Args:
        request: what was understood.
        groups: classifies the things of the scene.
    """
    if (unclear := unclear_place(request, groups)) is not None:
        return unclear
    for phrase in asked_phrases(request):
        if phrase.count is not None or phrase.node_id is not None:
            continue
        doubtful = tuple(n.id for n in _doubtful(phrase, groups) if not is_spoken_of(n, phrase, request, groups))
        if doubtful:
            return _question(phrase, doubtful)
        excepted = tuple(member for member in groups.members(phrase) if _may_be_excepted(member))
        if excepted:
            return _question_of_exception(excepted)
        if unknown := _certain_but_unknown(phrase, request, groups):
            return _question_of_looks(unknown)
    return None


def _may_be_excepted(member: Member) -> bool:
    """Whether a thing would be taken along that may be among what is excepted; what is called so is left anyway."""
    is_thing = member.node.kind is NodeKind.OBJECT
    return is_thing and member.belongs is Belongs.DOUBT and member.reason is ClaimReason.LIKENESS and bool(member.of)


def _question_of_exception(members: Sequence[Member]) -> Refusal:
    ids = [member.node.id for member in members]
    names = named([spoken(i) for i in ids])
    text = f"{'Do' if len(ids) > 1 else 'Does'} {names} belong to '{members[0].of}', which you except?"
    return Refusal(FailureCause.AMBIGUOUS, f"{text} Name what is to stay.", tuple(ids))


def _certain_but_unknown(phrase: NounPhrase, request: Request, groups: Groups) -> tuple[Member, ...]:
    """Things of a group that may each look as certain things do that are to stay, where none is known to look so.

    Whoever says "the red ones stay" knows of red ones.
    """
    left_alone = (limit.what for limit in request.limits if limit.kind is LimitKind.LEFT_ALONE)
    excepted = [x for x in (*phrase.excluded, *left_alone) if x.attributes and tokens(x.text)[:1] == ("the",)]
    certain = {x.text for x in excepted if not _is_any_so(x, groups)}
    members = groups.members(phrase) if certain else ()
    return tuple(m for m in members if m.of in certain and m.reason is ClaimReason.ATTRIBUTE_UNKNOWN)


def _is_any_so(phrase: NounPhrase, groups: Groups) -> bool:
    """Whether something of a kind is known to look as is said."""
    so = (node for node in groups.scene.graph if phrase.attributes <= looks_of(node))
    return any(groups.of_class(node, phrase).belongs is not Belongs.OUT for node in so)


def _question_of_looks(members: Sequence[Member]) -> Refusal:
    ids = [member.node.id for member in members]
    names = named([spoken(i) for i in ids])
    which = f"Which of {names} belong" if len(ids) > 1 else f"Does {names} belong"
    looks = "they look" if len(ids) > 1 else "it looks"
    text = f"I do not know how {looks}. {which} to '{members[0].of}', which are to stay?"
    return Refusal(FailureCause.AMBIGUOUS, text, tuple(ids))


def _doubtful(phrase: NounPhrase, groups: Groups) -> Iterator[Node]:
    for member in groups.members(phrase):
        is_thing = member.node.kind is NodeKind.OBJECT
        if is_thing and member.belongs is Belongs.DOUBT and member.reason in _ASKED_OF and not member.of:
            yield member.node


def _question(phrase: NounPhrase, ids: Sequence[str]) -> Refusal:
    names = named([spoken(i) for i in ids])
    text = f"{'Do' if len(ids) > 1 else 'Does'} {names} belong to '{phrase.text}'?"
    listed = enumerate_words(ids)
    gap = Gap(QuestionKind.WHETHER, phrase.text, f"{phrase.text} and {listed}", f"{phrase.text} except {listed}")
    return Refusal(FailureCause.AMBIGUOUS, text, tuple(ids), gap=gap)
