# SPDX-License-Identifier: Apache-2.0
"""What is asked where an instruction is understood without a few of its words.

Words behind what things are called may say which of them are meant ("the laptop whose battery is full"): with several
of the kind it is asked which. All others are named, and it is asked whether the rest is meant.
"""

from __future__ import annotations

from makedo_core.conversation.question import QuestionKind
from makedo_core.failure import FailureCause
from planner_node.claims.groups import Groups
from planner_node.claims.proposing import proposed
from planner_node.claims.wording.mirrors import phrases_in
from planner_node.claims.wording.tokens import tokens
from planner_node.grounding.meaning.doubts import which_are_meant
from planner_node.grounding.scene import Scene
from planner_node.language.interpret import KnownPieces, ShortenedOrders
from planner_node.language.phrasebook import Phrasebook
from planner_node.language.refusal import Gap, Refusal
from planner_node.language.request import Request


def which_is_meant(short: ShortenedOrders, read: Request, scene: Scene) -> Refusal | None:
    """The question which of several things words behind their name are said of; None: they stand behind no such name.

    Args:
        short: what is left of it.
        read: what the grammar makes of that.
        scene: the things.
    """
    if not short.tells_apart:
        return None
    found = ((p, _as_said(p.text, short)) for p in phrases_in(read.clauses))
    phrase, about = next(((p, said) for p, said in found if said), (None, ""))
    if phrase is None or phrase.node_id is not None or phrase.concept is None:
        return None
    if not phrase.definite and phrase.count is not None:
        return None  # "a glass of champagne"
    nodes = list(scene.objects_matching(phrase)) or list(scene.places(phrase))
    if len(nodes) < 2:
        return None
    names = [node.id for node in nodes]
    message = which_are_meant(_written(about, read.instruction), names, phrase.count == 1)
    return Refusal(FailureCause.AMBIGUOUS, message, tuple(names), gap=Gap(QuestionKind.WHICH, about))


def proposed_without(
    unread: Refusal, short: ShortenedOrders, read: Request, groups: Groups, book: Phrasebook
) -> Refusal:
    """The refusal with the question whether what is left is meant; as it is, where the words say something known.

    Args:
        unread: why the instruction was not understood.
        short: what is left of it.
        read: what the grammar makes of that, with the instruction as it was said.
        groups: of the scene.
        book: words that are known.
    """
    stands_for = " ".join((short.orders, *short.saying))
    return proposed(unread, KnownPieces(short.orders, stands_for), read, groups, book)


def _as_said(text: str, short: ShortenedOrders) -> str:
    """What a thing was called, with the words that were left out of it or behind it; empty: they stand elsewhere."""
    said = tokens(text)
    for at in range(len(said), -1, -1):
        front, back = said[:at], said[at:]
        if front == short.before[len(short.before) - at :] and back == short.behind[: len(back)]:
            return " ".join((*front, short.left_out, *back))
    return ""


def _written(said: str, instruction: str) -> str:
    """Words as they stand in an instruction, capital letters and all."""
    at = instruction.lower().find(said)
    return said if at < 0 else instruction[at : at + len(said)]
