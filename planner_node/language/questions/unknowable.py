# SPDX-License-Identifier: Apache-2.0
"""Questions that no scene graph answers: what time it is, whose something is, why it is there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from makedo_core.failure import FailureCause
from planner_node.language.kinds import Unknowable
from planner_node.language.phrasebook import Phrasebook
from planner_node.language.questions.parts import asks_where_to
from planner_node.language.refusal import Refusal
from planner_node.language.sentence.openings import opened, spelt_out
from planner_node.language.sentence.sentence import Words, sentence_bounds

_ASKING = frozenset(
    "what what's which who who's whose how where where's when why is are do does did has have can".split()
)
_KNOWN = "I know which things and people there are, where they are and how they look"
_UNTOLD: Mapping[Unknowable, str] = {
    Unknowable.TIME: "what time or day it is, or when something happens",
    Unknowable.WEATHER: "how the weather is, or how warm it is",
    Unknowable.OWNER: "whose something is, unless somebody told me",
    Unknowable.REASON: "why something is so",
    Unknowable.MEASURE: "how warm, old, heavy or dear something is",
    Unknowable.CONTENT: "what something says or is about",
    Unknowable.PAST: "what others did or said before",
    Unknowable.OPINION: "what is good, safe, or to somebody's liking",
}


def unknowable(words: Sequence[str], book: Phrasebook) -> Refusal | None:
    """Why a question in an instruction has no answer here; None: there is none of a kind that is known to have none.

    Args:
        words: of the instruction.
        book: words of questions.
    """
    said = tuple(words)
    for begin, end in sentence_bounds(said):
        asked = _plain(said[begin:end], book)
        found = book.questions.unknowable.find(asked, 0) if asked else None
        if found is not None:
            message = f"Nothing that I know tells {_UNTOLD[found.value]}: {_KNOWN}."
            return Refusal(FailureCause.NOT_CAPABLE, message)
    return None


def only_asks(words: Sequence[str], book: Phrasebook) -> bool:
    """Whether an instruction puts questions and asks for nothing else."""
    said = tuple(words)
    bounds = [(begin, end) for begin, end in sentence_bounds(said) if end > begin]
    asked = [_plain(said[begin:end], book) for begin, end in bounds if said[end : end + 1] == ("?",)]
    is_question = all(plain[:1] != () and plain[0] in _ASKING and not asks_where_to(plain) for plain in asked)
    return len(asked) == len(bounds) > 0 and is_question


def not_answered(instruction: str) -> str:
    """That a question is not understood, and which are."""
    asked = instruction.strip().rstrip("?!. ")
    return (
        f"I do not know how to answer '{asked}'. Ask where something is, what is somewhere, how many of something "
        "there are, or whether something is open, on, clean or empty."
    )


def _plain(said: Words, book: Phrasebook) -> Words:
    """A question behind what only asks for an answer."""
    said = opened(spelt_out(said, book.sentences), book.sentences).words if said else ()
    lead = book.questions.telling_leads.find(said, 0) or book.questions.lead_ins.find(said, 0) if said else None
    return said[lead.length :] if lead is not None else said
