# SPDX-License-Identifier: Apache-2.0
"""A question that was not answered usefully: put once more in other words, and at last how all of it could be said."""

from __future__ import annotations

from collections.abc import Mapping

from makedo_core.conversation.question import HOLE, OpenQuestion, QuestionKind, filled
from makedo_core.goals.goal_text import enumerate_words, spoken

MOST_TIMES = 2
"""So often a question is put again; then it is given up."""
_SHOWN = 6
_WANTED: Mapping[QuestionKind, tuple[str, str]] = {
    QuestionKind.WHERE: ("a place", "on the table"),
    QuestionKind.HOW_MANY: ("a number", "two"),
    QuestionKind.WITH_WHAT: ("what with", "with the sponge"),
    QuestionKind.WHETHER: ("yes or no", "yes"),
    QuestionKind.WHEREABOUTS: ("a place", "at the table"),
    QuestionKind.WHICH: ("which one", "the second one"),
}


def in_other_words(question: OpenQuestion) -> str:
    """The question as what to say."""
    wanted, example = _WANTED[question.kind]
    if question.kind is QuestionKind.WHETHER:
        return f"Please say yes or no, or 'never mind'. {question.text}"
    if not question.options:
        return f"Please say {wanted}, for example '{example}', or 'never mind'."
    names = [spoken(o.name) for o in question.options]
    shown = [*names[:_SHOWN], *(["another one"] if len(names) > _SHOWN else [])]
    listed = enumerate_words(shown, "or")
    return f"Please say one of these: {listed}. A number does, too, from 1 to {len(names)}; or 'never mind'."


def given_up(question: OpenQuestion) -> str:
    """How all of it could be said, where the question stays open for good."""
    if question.options:
        example = question.options[0].instruction
    elif HOLE in question.template:
        example = filled(question, _WANTED[question.kind][1])
    else:
        return f"I still do not know: {question.text} Say all of it anew."
    return f"I still do not know: {question.text} Say all of it, for example '{example}'."
