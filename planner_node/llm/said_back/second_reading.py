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
from planner_node.language.refusal import Gap, Refusal
from planner_node.language.request import Put, Request
from planner_node.language.things import Side
from planner_node.language.words.naming import Names
from planner_node.llm.prepositions import side_said
from planner_node.llm.said_back.additions import additions
from planner_node.llm.said_back.agreement import Leftover, contradicted, leftover, misquoted
from planner_node.llm.said_back.directions import turned_round
from planner_node.llm.said_back.read_back import read_back

Meaning = Callable[["Request | Refusal"], "Goal | Refusal | None"]
"""What a request demands of the scene, or why the scene refuses it; None: there is nothing to do."""
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
        return _told(unread, f"No language model could help: {other.notes[-1].rstrip('.')}.") if other.notes else unread
    if isinstance(other, Refusal):
        told = _told(unread, f"A language model read it, too: {other.message}")
        return replace(told, candidates=unread.candidates or other.candidates)
    goal, orders = meaning(other), read_back(other, book)
    if goal is None:
        return _noted(other, orders)
    if isinstance(goal, Refusal):
        return replace(goal, message=f"{_taken_as(orders)} {goal.message}")
    if not _is_same(meaning(read(orders)) if orders else None, goal):
        return _told(unread, "A language model read it, but not so that I could say it back in words of my own.")
    left = leftover(other, groups, book)
    if against := _against(other, goal, left, groups, book, lambda text: meaning(read(text))):
        return _told(unread, f"{_taken_as(orders)} But {against}. Say it in plain orders.")
    scene = groups.scene
    phrases = mirrors(other, scene.graph, scene.ontology, book, groups.count).phrases
    added = additions(other, phrases, Names(scene.ontology, scene.graph), book)
    if scene.asks:
        return _question(other, orders, left, added)
    doubted = (*left.unknown, *left.taken, *added, *_guessed_sides(other, goal, book, meaning))
    if doubted:
        return _told(unread, f"{_taken_as(orders)} I cannot tell whether that is so for {_listed(doubted)}.")
    return _noted(other, orders)


def _is_same(back: Goal | Refusal | None, goal: Goal) -> bool:
    """Whether what was said back demands the same of the scene."""
    if back is None or isinstance(back, Refusal):
        return False
    return back == goal or (entails(back, goal) and entails(goal, back))


def _against(
    other: Request,
    goal: Goal,
    left: Leftover,
    groups: Groups,
    book: Phrasebook,
    meaning: Callable[[str], Goal | Refusal | None],
) -> str:
    """What the grammar knows of the same words that speaks against a reading; empty: nothing."""
    scene = groups.scene
    phrases = mirrors(other, scene.graph, scene.ontology, book, groups.count).phrases
    wrong = misquoted(phrases, Names(scene.ontology, scene.graph)) or turned_round(other, book)
    wrong = wrong or contradicted(other.instruction, goal, meaning)
    if wrong:
        return f"I read '{wrong}' otherwise"
    return f"that leaves out {_listed(left.known)}" if left.known else ""


def _guessed_sides(request: Request, goal: Goal, book: Phrasebook, meaning: Meaning) -> tuple[str, ...]:
    """Places of which nobody said whether things go on them or into them, where that makes a difference."""
    guessed = [
        clause.place.what.text
        for clause in request.clauses
        if isinstance(clause, Put)
        and clause.place.side is not Side.ANY
        and side_said(clause.place.what.text, request.instruction, book) is None
    ]
    if not guessed:
        return ()
    freely = (
        replace(c, place=replace(c.place, side=Side.ANY)) if isinstance(c, Put) and c.place.what.text in guessed else c
        for c in request.clauses
    )
    return () if _is_same(meaning(replace(request, clauses=tuple(freely))), goal) else tuple(guessed)


def _question(other: Request, orders: str, left: Leftover, added: tuple[str, ...]) -> Refusal:
    """Whether the reading is meant, with the words that it rests on."""
    missing = f" Nothing in that stands for {_listed(left.unknown)}." if left.unknown else ""
    guessed = f" The meaning of {_listed(left.taken)} is its guess." if left.taken else ""
    unsaid = f" I find no word for {_listed(added)}." if added else ""
    text = f"I do not understand all of that. {_taken_as(orders)}{missing}{guessed}{unsaid} Shall I do so?"
    gap = Gap(QuestionKind.WHETHER, other.instruction.strip(), orders)
    return Refusal(FailureCause.AMBIGUOUS, text, (orders,), gap=gap)


def _taken_as(orders: str) -> str:
    return f"A language model takes it as: '{orders}'" if orders else "A language model read it."


def _noted(other: Request, orders: str = "") -> Request:
    said = f"a language model read the instruction{f' as: {orders}' if orders else ''}"
    return replace(other, notes=(*other.notes, f"{said.rstrip('.')}; what follows was checked"))


def _told(unread: Refusal, more: str) -> Refusal:
    return replace(unread, message=f"{unread.message} {more}")


def _listed(words: tuple[str, ...]) -> str:
    return enumerate_words(f"'{word}'" for word in words)
