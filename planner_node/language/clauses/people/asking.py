# SPDX-License-Identifier: Apache-2.0
"""A question as a clause of an instruction: alone, or behind "tell me", "and see whether"."""

from __future__ import annotations

from planner_node.language.clauses.clause_end import clause_end
from planner_node.language.nouns.nouns import Nouns
from planner_node.language.questions.asking import NounSpans
from planner_node.language.questions.parts import QuestionParts
from planner_node.language.questions.reading import QuestionReader
from planner_node.language.reading.cursor import NotUnderstoodError
from planner_node.language.request import Inquire


def asked(nouns: Nouns) -> Inquire | NotUnderstoodError | None:
    """Past the question that begins here, up to the end of its clause.

    Returns:
        The clause; why a question is not understood, for whoever cannot read the words otherwise; None: here is none.
    """
    cursor = nouns.cursor
    if cursor.word() not in nouns.book.question_starts:
        return None
    end = clause_end(nouns)
    try:
        question = reader_of(nouns).read(cursor.words[cursor.at : end])
    except NotUnderstoodError as stop:
        return stop
    if question is None:
        return None
    cursor.at = end
    nouns.spoken.things, nouns.spoken.at_rest = question.things or nouns.spoken.things, False
    return Inquire(question)


def reader_of(nouns: Nouns) -> QuestionReader:
    """Reads questions that may refer to what was spoken of."""
    spans = NounSpans(nouns.names, nouns.book, nouns.spoken)
    return QuestionReader(nouns.book, QuestionParts(nouns.names, nouns.book, spans))
