# SPDX-License-Identifier: Apache-2.0
"""What becomes of a model's orders for an instruction that the grammar does not understand.

The grammar reads them, they are held against what it knows of the words that were said, and they are put to the
operator: nothing is done on a model's word alone, and nothing at all where there is nobody to ask.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from makedo_core.conversation.question import QuestionKind
from makedo_core.failure import FailureCause
from makedo_core.goals.goal import Goal
from makedo_core.goals.goal_text import enumerate_words
from makedo_llm.ladder import NoModel
from planner_node.claims.groups import Groups
from planner_node.claims.wording.mirrors import mirrors
from planner_node.language.phrasebook import Phrasebook
from planner_node.language.refusal import Gap, Refusal
from planner_node.language.request import Request
from planner_node.language.words.naming import Names
from planner_node.llm.said_back.additions import additions, unspoken_place
from planner_node.llm.said_back.agreement import contradicted, leftover
from planner_node.llm.said_back.directions import turned_round
from planner_node.llm.words import words_of

_FOREIGN = 2
"""Where the grammar does not know more than one of so many words, they are of another language."""
Meaning = Callable[["Request | Refusal"], "Goal | Refusal | None"]
"""What a request demands of the scene, or why the scene refuses it; None: there is nothing to do."""
Reader = Callable[[str], "Request | Refusal"]
"""The grammar."""


def second_reading(
    unread: Refusal,
    instruction: str,
    orders: str | NoModel,
    groups: Groups,
    book: Phrasebook,
    read: Reader,
    meaning: Meaning,
) -> Refusal:
    """The question whether a model's orders are meant; or why the grammar did not understand, and the model no better.

    Args:
        unread: why the grammar did not understand.
        instruction: what was said.
        orders: what a model takes it as; empty: it finds nothing to do in it.
        groups: of the scene.
        book: words that the grammar knows.
        read: the grammar.
        meaning: of what it reads.
    """
    if isinstance(orders, NoModel):
        why = orders.notes[-1].rstrip(".") if orders.notes else ""
        return _told(unread, f"No language model could help: {why}.") if why else unread
    if not orders:
        return _told(unread, "A language model finds nothing in it that I could do.")
    other = read(orders)
    if isinstance(other, Refusal):
        told = _told(unread, f"{_taken_as(orders)} {other.message}")
        return replace(told, candidates=unread.candidates or other.candidates)
    other = replace(other, instruction=instruction)
    goal = meaning(other)
    if isinstance(goal, Refusal) and goal.cause is not FailureCause.AMBIGUOUS:
        return replace(goal, message=f"{_taken_as(orders)} {goal.message}", gap=None)
    if against := _against(other, goal, groups, book, lambda text: meaning(read(text))):
        return _told(unread, f"{_taken_as(orders)} But {against}. Say it in plain orders.")
    if not groups.scene.asks:
        return _told(unread, f"{_taken_as(orders)} I do nothing that only a language model has read; say it so.")
    return _question(other, orders, groups, book)


def _against(
    other: Request,
    goal: Goal | Refusal | None,
    groups: Groups,
    book: Phrasebook,
    meaning: Callable[[str], Goal | Refusal | None],
) -> str:
    """What the grammar knows of the words that were said that speaks against a reading; empty: nothing."""
    wrong = turned_round(other, book)
    if goal is not None and not isinstance(goal, Refusal):
        wrong = wrong or contradicted(other.instruction, goal, meaning)
    if wrong:
        return f"I read '{wrong}' otherwise"
    left = leftover(other, groups, book)
    is_foreign = _FOREIGN * len(left.unknown) > len(words_of(other.instruction))  # and so are its names
    unspoken = unspoken_place(other, Names(groups.scene.ontology, groups.scene.graph))
    if unspoken and not is_foreign:
        return f"nobody spoke of '{unspoken}'"
    lost = left.binding
    return f"that leaves out {_listed(lost)}" if lost else ""


def _question(other: Request, orders: str, groups: Groups, book: Phrasebook) -> Refusal:
    """Whether the reading is meant, with the words that only the model knows and what it has that nobody said."""
    scene = groups.scene
    phrases = mirrors(other, scene.graph, scene.ontology, book, groups.count).phrases
    added = additions(other, phrases, Names(scene.ontology, scene.graph), book)
    left = leftover(other, groups, book)
    lost = f" That leaves out {_listed(left.known)}." if left.known else ""
    guessed = f" I do not know {_listed(left.unknown)}." if left.unknown else ""
    unsaid = f" I find no word for {_listed(added)}." if added else ""
    text = f"I do not understand all of that. {_taken_as(orders)}{lost}{guessed}{unsaid} Shall I do so?"
    gap = Gap(QuestionKind.WHETHER, other.instruction.strip(), orders)
    return Refusal(FailureCause.AMBIGUOUS, text, (orders,), gap=gap)


def _taken_as(orders: str) -> str:
    return f"A language model takes it as: '{orders}'"


def _told(unread: Refusal, more: str) -> Refusal:
    return replace(unread, message=f"{unread.message} {more}")


def _listed(words: tuple[str, ...]) -> str:
    return enumerate_words(f"'{word}'" for word in words)
