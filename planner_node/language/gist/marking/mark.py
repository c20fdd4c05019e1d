# SPDX-License-Identifier: Apache-2.0
"""Some words of a sentence and what they do in it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

from planner_node.language.piecing.pieces import SentencePiece
from planner_node.language.sentence.sentence import Words


class MarkKind(Enum):
    """What some words do in a sentence."""

    DEED = auto()
    THING = auto()
    PLACE = auto()  # furniture, a room or a person, with no preposition before it
    POINTER = auto()  # what was spoken of
    COUNT = auto()  # so many, with no noun: "just one"; by its looks: "the red one"
    REST = auto()  # those that were not spoken of: "the others", "rest of the stuff"
    TO = auto()
    FROM = auto()
    STATE = auto()
    THEN = auto()  # what follows comes later
    JOINT = auto()  # where another clause may begin
    STAYS = auto()
    EXCEPT = auto()  # what follows is left out
    NONE = auto()  # there is not what was asked for
    IF = auto()  # what follows has to be so
    INSTEAD = auto()
    NEEDS = auto()  # between a place and what is to be there
    EXISTS = auto()  # "there is": it only tells
    DENIES = auto()
    OWN = auto()  # the speaker is about to do it: "I'd like to load"
    ME = auto()  # it is for the speaker
    EACH = auto()
    OTHER = auto()


@dataclass(frozen=True, slots=True)
class WordMark:
    """Some words of a sentence.

    Attributes:
        kind: what they do.
        words: all of them, as they were said.
        piece: what is known of them; None: nothing.
        count: how many a COUNT says; -1: "the one", 0: "some".
        named: of a REST, of what; of a COUNT, how it looks.
    """

    kind: MarkKind
    words: Words
    piece: SentencePiece | None = None
    count: int = 0
    named: Words = ()
