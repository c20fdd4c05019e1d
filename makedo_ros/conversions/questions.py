# SPDX-License-Identifier: Apache-2.0
"""Open questions <-> makedo/OpenQuestion."""

from __future__ import annotations

from makedo import msg as makedo_msgs
from makedo_core.conversation.question import OpenQuestion, Option, QuestionKind


def question_to_ros(question: OpenQuestion | None) -> makedo_msgs.OpenQuestion:
    """An open question, or none -> makedo/OpenQuestion."""
    if question is None:
        return makedo_msgs.OpenQuestion()
    return makedo_msgs.OpenQuestion(
        kind=str(question.kind),
        text=question.text,
        pattern=question.template,
        option=[o.name for o in question.options],
        option_instruction=[o.instruction for o in question.options],
    )


def question_from_ros(message: makedo_msgs.OpenQuestion) -> OpenQuestion | None:
    """makedo/OpenQuestion -> an open question; None where there is none.

    Raises:
        ValueError: if its kind is none, or an option has no instruction.
    """
    if not message.text:
        return None
    options = tuple(Option(n, i) for n, i in zip(message.option, message.option_instruction, strict=True))
    return OpenQuestion(QuestionKind(message.kind), message.text, message.pattern, options)
