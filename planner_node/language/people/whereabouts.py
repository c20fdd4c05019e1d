# SPDX-License-Identifier: Apache-2.0
"""Where people are whom the scene does not know: it is asked for once, and the answer is kept in mind."""

from __future__ import annotations

import re
from dataclasses import replace

from makedo_core.conversation.question import QuestionKind
from makedo_core.failure import FailureCause
from planner_node.language.reading.cursor import Cursor, NotUnderstoodError
from planner_node.language.refusal import Gap
from planner_node.language.telling.frames import place_words
from planner_node.language.things import NounPhrase, Place, Side
from planner_node.language.words import lexicon as lx
from planner_node.language.words import typos
from planner_node.language.words.naming import Names

_DETERMINERS = lx.ARTICLES | lx.NUMBERS.keys()
_SHORTEST_MANNER = 6
_BEFORE_OWN = frozenset("back to your the".split())


def whereabouts(cursor: Cursor, things: str = "") -> NotUnderstoodError:
    """The question where the speaker is, for things that are to come there."""
    yours = re.sub(r"\bmy\b", "your", things)
    wanted = f", so that I can bring you {yours}" if things else ""
    return _asked(cursor, f"Where are you{wanted}?", "I am {}.")


def whereabouts_of(cursor: Cursor, word: str) -> NotUnderstoodError:
    """The question where somebody is, by name."""
    name = word.capitalize()
    return _asked(cursor, f"Where is {name}?", f"{name} sits {{}}.", word)


def own_place(cursor: Cursor) -> NotUnderstoodError | None:
    """The question where the robot's own place is ("your charging station"); None if none is said, or it is known."""
    at = 0
    while cursor.word(at) in _BEFORE_OWN:
        at += 1
    for length in (2, 1):
        said = " ".join(cursor.word(at + i) for i in range(length))
        if said in place_words("own places") and cursor.ends_clause(at + length) and cursor.name(at) is None:
            return _asked(cursor, f"Where is my {said}?", f"Your {said} is {{}}.")
    return None


def names_stranger(cursor: Cursor, *, first: bool) -> bool:
    """Whether a word stands here that can be nothing but the name of somebody whom nobody spoke of before.

    Args:
        cursor: where the word stands.
        first: whether things follow, as in "bring Anna the mug"; else it ends the place, as in "to Anna".
    """
    word = cursor.word()
    ends = cursor.word(1) in _DETERMINERS and cursor.name(1) is None if first else cursor.ends_clause(1)
    if not ends or not word.isalpha() or cursor.name() is not None or cursor.verb_at(0):
        return False
    book = cursor.book
    known = word in lx.WORDS or word in book.known_words or cursor.attribute() is not None
    known |= word in book.sentences.binding or word in book.nouns.whichever or is_manner(word)
    return not known and not _is_misspelt(cursor, word)


def is_manner(word: str) -> bool:
    """Whether a word is formed as one that says how: "verily"; short ones may be names ("Emily")."""
    return word.endswith("ly") and len(word) >= _SHORTEST_MANNER and word.isalpha()


def _is_misspelt(cursor: Cursor, word: str) -> bool:
    """Whether it is rather a typing error of a known word."""
    known = cursor.names.words | cursor.book.known_words
    return typos.correct((word,), known, cursor.book.never_read, cursor.book.spelling).words != (word,)


def _asked(cursor: Cursor, question: str, tells: str, word: str = "") -> NotUnderstoodError:
    surfaces = cursor.names.surfaces()
    example = surfaces[0] if surfaces else "the table"
    message = f"{question} Say the place, for example 'at {example}'; I keep it in mind."
    gap = Gap(QuestionKind.WHEREABOUTS, cursor.just_read(), tells=tells)
    return NotUnderstoodError(FailureCause.AMBIGUOUS, message, surfaces, word, word, gap=gap)


def in_person(names: Names, where: NounPhrase) -> NounPhrase:
    """The speaker in person, where the room is the one that the speaker is known to be in; else the place."""
    speaker = names.speaker()
    if speaker is None or speaker.node_id is None or where.node_id is None:
        return where
    is_there = names.graph.room_of(speaker.node_id) == where.node_id
    return replace(speaker, source=Place(Side.INSIDE, where)) if is_there else where
