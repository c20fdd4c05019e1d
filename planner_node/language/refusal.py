# SPDX-License-Identifier: Apache-2.0
"""How planning is refused, and what an answer would fill."""

from __future__ import annotations

from dataclasses import dataclass

from makedo_core.conversation.question import QuestionKind
from makedo_core.failure import FailureCause
from planner_node.language.kinds import Deed


@dataclass(frozen=True, slots=True)
class Gap:
    """What an answer to a refusal would fill.

    Attributes:
        kind: what is asked.
        about: words of the instruction, as they were read, that the answer replaces or stands behind.
        yes: of WHETHER, what stands in their place if so.
        no: of WHETHER, what does if not; empty: nothing is done then.
        tells: a sentence with "{}" for the answer, which holds from then on and stands before the instruction, in the
            place of another word in it: "{} is mine."; empty: the answer replaces words.
        instead: of WHERE, whether the answer stands in the place of the words and not behind them.
    """

    kind: QuestionKind
    about: str
    yes: str = ""
    no: str = ""
    tells: str = ""
    instead: bool = False


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why there is no plan.

    Attributes:
        cause: typed cause.
        message: one sentence for people.
        candidates: what could have been meant, or what could be had instead.
        unknown: the word that nobody knows, if that is the trouble.
        begins: the first of the words that name nothing known, as it was read; empty: that is not the trouble.
        gap: what an answer would fill; None: no answer in a word or two would.
        lacking: what no skill does, of an instruction about people.
    """

    cause: FailureCause
    message: str
    candidates: tuple[str, ...] = ()
    unknown: str = ""
    begins: str = ""
    gap: Gap | None = None
    lacking: tuple[Deed, ...] = ()
