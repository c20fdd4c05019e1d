# SPDX-License-Identifier: Apache-2.0
"""A question that an instruction raises, with what each answer would make of the instruction."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from makedo_core.enums import StrEnum

HOLE = "{}"
"""Where the answer belongs in an instruction."""

_SPELT = {"in": ("into", "inside", "inside of"), "on": ("onto", "on top of", "upon")}


class QuestionKind(StrEnum):
    """What is asked."""

    WHICH = "which"  # of several things or places
    WHERE = "where"  # a place that was not said
    HOW_MANY = "how many"
    WITH_WHAT = "with what"
    WHETHER = "whether"  # yes or no
    WHEREABOUTS = "whereabouts"  # of who speaks


@dataclass(frozen=True, slots=True)
class Option:
    """One answer.

    Attributes:
        name: the id of a node, or the words of the answer.
        instruction: what the instruction becomes by it.
    """

    name: str
    instruction: str


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """What has to be known before there can be a plan.

    Attributes:
        text: the question, for people.
        template: the instruction with HOLE in the place of a free answer; empty: only the options are answers.
        options: answers that are offered.
    """

    kind: QuestionKind
    text: str
    template: str = ""
    options: tuple[Option, ...] = ()


def question_about(
    kind: QuestionKind, text: str, instruction: str, about: str, choices: Sequence[str] = (), instead: bool = False
) -> OpenQuestion | None:
    """The question that some words of an instruction raise.

    Args:
        kind: what is asked; not WHETHER.
        text: the question.
        instruction: as it was said.
        about: the words of it that the answer replaces, or, for WHERE and WITH_WHAT, stands behind; in lower case.
        choices: ids of nodes, or words.
        instead: whether the answer to WHERE replaces the words as well.

    Returns:
        None if the instruction does not have these words, because they were read otherwise than they were written.
    """
    span = _span(instruction, about)
    if span is None:
        return None
    begin, end = span
    if kind in (QuestionKind.WHERE, QuestionKind.WITH_WHAT) and not instead:
        template = f"{_escaped(instruction[:end])} {HOLE}{_escaped(instruction[end:])}"
    else:
        template = f"{_escaped(instruction[:begin])}{HOLE}{_escaped(instruction[end:])}"
    question = OpenQuestion(kind, text, template)
    return OpenQuestion(kind, text, template, tuple(Option(c, filled(question, c)) for c in choices))


def question_that_tells(
    kind: QuestionKind, text: str, instruction: str, tells: str, choices: Sequence[str] = ()
) -> OpenQuestion:
    """The question whose answer holds from then on: it stands as a sentence of its own before the instruction.

    Args:
        kind: what is asked.
        text: the question.
        instruction: as it was said.
        tells: the sentence, with HOLE for the answer.
        choices: ids of nodes.
    """
    question = OpenQuestion(kind, text, f"{tells} {_escaped(instruction)}")
    return OpenQuestion(kind, text, question.template, tuple(Option(c, filled(question, c)) for c in choices))


def question_whether(text: str, instruction: str, about: str, yes: str, no: str) -> OpenQuestion | None:
    """The question whether something is meant by some words of an instruction.

    Args:
        text: the question.
        instruction: as it was said.
        about: words of it, in lower case.
        yes: what stands in their place if it is.
        no: what does if it is not; empty: nothing is done then.

    Returns:
        None as `question_about`.
    """
    said = {name: words for name, words in (("yes", yes), ("no", no)) if words}
    which = question_about(QuestionKind.WHICH, text, instruction, about, tuple(said.values()))
    if which is None:
        return None
    answers = zip(said, which.options, strict=True)
    return OpenQuestion(QuestionKind.WHETHER, text, options=tuple(Option(n, o.instruction) for n, o in answers))


def filled(question: OpenQuestion, words: str) -> str:
    """The instruction with a free answer in it."""
    lead = _LEAD.get(question.kind, "")
    if lead and words.split(maxsplit=1)[0].lower() in _LEADS:
        lead = ""
    return question.template.replace(HOLE, lead + words, 1)


_LEAD = {QuestionKind.WHERE: "to ", QuestionKind.WITH_WHAT: "with ", QuestionKind.WHEREABOUTS: "at "}
_LEADS = frozenset("to on onto in into inside at with using by from under".split())
"""Prepositions: an answer that begins with one needs none of ours."""


def _escaped(text: str) -> str:
    """Without what looks like the hole."""
    return text.replace(HOLE, "")


def _span(instruction: str, about: str) -> tuple[int, int] | None:
    """Where words stand, whatever the case and the blanks between them; "into the sink" was read as "in the sink"."""
    first, _, rest = about.partition(" ")
    spelt = (about, *(f"{word} {rest}" for word in _SPELT.get(first.lower(), ()) if rest))
    return next((span for words in spelt if (span := _literally(instruction, words)) is not None), None)


def _literally(instruction: str, about: str) -> tuple[int, int] | None:
    """Where just these words stand."""
    words = about.split()
    starts = [i for i, c in enumerate(instruction) if not c.isspace() and (i == 0 or not instruction[i - 1].isalnum())]
    for start in starts if words else ():
        at = start
        for word in words:
            before = at
            while at > start and at < len(instruction) and instruction[at].isspace():
                at += 1
            joined = at == before > start and instruction[at - 1].isalnum() and word[0].isalnum()
            if joined or instruction[at : at + len(word)].lower() != word.lower():
                break
            at += len(word)
        else:
            if at == len(instruction) or not (instruction[at].isalnum() or instruction[at] == "_"):
                return start, at
    return None
