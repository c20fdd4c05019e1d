# SPDX-License-Identifier: Apache-2.0
"""What becomes of a model's reading of an instruction that the grammar does not understand.

It is held against what the grammar knows of the same words, said back in orders that the grammar reads, and put to the
operator: nothing moves before the answer. Where there is nobody to ask, it is only done if no word is left over.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from makedo_core.conversation.question import QuestionKind
from makedo_core.failure import FailureCause
from makedo_core.goals.entailment import entails
from makedo_core.goals.goal import Goal
from makedo_core.goals.goal_text import enumerate_words
from makedo_llm.ladder import NoModel
from planner_node.claims.groups import Groups
from planner_node.claims.wording.mirrors import mirrors
from planner_node.language.phrasebook import Phrasebook
from planner_node.language.request import Gap, Refusal, Request
from planner_node.language.words.naming import Names
from planner_node.llm.said_back.agreement import Leftover, contradicted, leftover, misquoted
from planner_node.llm.said_back.read_back import read_back

Meaning = Callable[["Request | Refusal"], "Goal | None"]
"""What a request demands of the scene; None: it is a refusal, or the scene refuses it."""
Reader = Callable[[str], "Request | Refusal"]
"""The grammar."""


def second_reading(
    unread: Refusal,
    other: Request | Refusal | NoModel,
    groups: Groups,
    book: Phrasebook,
    read: Reader,
    meaning: Meaning,
) -> Request | Refusal:
    """A question whether the reading is meant; the reading, where nobody can be asked; or why it is not taken.

    Args:
        unread: why the grammar did not understand.
        other: what came of the model.
        groups: of the scene.
        book: words that the grammar knows.
        read: the grammar.
        meaning: for comparing requests.
    """
    if isinstance(other, NoModel):
        return _told(unread, f"No language model could help: {other.notes[-1]}.") if other.notes else unread
    if isinstance(other, Refusal):
        told = _told(unread, f"A language model read it, too: {other.message}")
        return replace(told, candidates=unread.candidates or other.candidates)
    goal, scene = meaning(other), groups.scene
    if goal is None:  # the scene refuses it, and says why
        return _noted(other)
    orders = read_back(other, book)
    back = meaning(read(orders)) if orders else None
    if back is None or not (back == goal or (entails(back, goal) and entails(goal, back))):
        return _told(unread, "A language model read it, but not so that I could say it back in words of my own.")
    phrases = mirrors(other, scene.graph, scene.ontology, book, groups.count).phrases
    wrong = misquoted(phrases, Names(scene.ontology, scene.graph))
    wrong = wrong or contradicted(other.instruction, goal, lambda text: meaning(read(text)))
    left = leftover(other, groups, book)
    if wrong or left.known:
        about = f"I read '{wrong}' otherwise" if wrong else f"that leaves out {_listed(left.known)}"
        return _told(unread, f"A language model takes it as: '{orders}' But {about}. Say it in plain orders.")
    if scene.asks:
        return _question(other, orders, left)
    if not left.is_empty:
        about = _listed((*left.unknown, *left.taken))
        return _told(unread, f"A language model takes it as: '{orders}' I cannot tell whether that is so for {about}.")
    return _noted(other, orders)


def _question(other: Request, orders: str, left: Leftover) -> Refusal:
    """Whether the reading is meant, with the words that it rests on."""
    missing = f" Nothing in that stands for {_listed(left.unknown)}." if left.unknown else ""
    text = f"I do not understand all of that. A language model takes it as: '{orders}'{missing} Shall I do so?"
    gap = Gap(QuestionKind.WHETHER, other.instruction.strip(), orders)
    return Refusal(FailureCause.AMBIGUOUS, text, (orders,), gap=gap)


def _noted(other: Request, orders: str = "") -> Request:
    said = f"a language model read the instruction{f' as: {orders}' if orders else ''}"
    return replace(other, notes=(*other.notes, f"{said.rstrip('.')}; what follows was checked"))


def _told(unread: Refusal, more: str) -> Refusal:
    return replace(unread, message=f"{unread.message} {more}")


def _listed(words: tuple[str, ...]) -> str:
    return enumerate_words(f"'{word}'" for word in words)
