# SPDX-License-Identifier: Apache-2.0
"""What says nothing before and behind what is asked for: fillers, softeners, manners. Small pieces, in any number."""

from __future__ import annotations

from typing import NamedTuple

from planner_node.language.phrasebook.sentence_words import SentenceWords
from planner_node.language.sentence.sentence import MARKS, Words, skipped, without
from planner_node.language.words import lexicon as lx

SUPPOSING = frozenset({"think", "guess", "believe", "suppose", "reckon", "hope"})
"""Behind who speaks: what is so is only supposed, and no wish."""
_JOINED = frozenset({"but", "so", "and"})
_LONGEST = 10  # words of manners
_I = frozenset({"i", "we"})
_WHEN = frozenset({"when", "you"})
_BACK = frozenset({"back", "home", "in", "here", "again"})
_NOT = frozenset({"not", "never", "no", "you", "if", "unless"})


def spelt_out(words: Words, known: SentenceWords) -> Words:
    """The words with contractions as what they are short for: "I'd" is "I would"."""
    return tuple(part for word in words for part in known.contractions.get(word, word).split())


class Opened(NamedTuple):
    """What follows an opening.

    Attributes:
        words: behind all that says nothing.
        is_wished: whether a clause stood before them that makes a wish of what follows: "it would be great if".
    """

    words: Words
    is_wished: bool = False


def opened(words: Words, known: SentenceWords) -> Opened:
    """The words behind all that says nothing at the beginning."""
    is_wished = False
    while True:
        words = without(words, MARKS)
        led = _led(words, known)
        ways = (_manners_before(words, known), led, skipped(words, known.fillers), skipped(words, known.softeners))
        rest = next((way for way in ways if way is not None), None)
        if rest is None:
            return Opened(words, is_wished)
        is_wished |= rest is led and words[1:2] != () and words[1] not in SUPPOSING
        words = without(rest, MARKS | _JOINED)  # "sorry to bother you, but"


def closed(words: Words, known: SentenceWords) -> tuple[Words, tuple[str, ...]]:
    """The words before all that says nothing at the end; and a note where the speaker said by when."""
    notes: tuple[str, ...] = ()
    while words:
        words = words[: _end(words)]
        manners = _tail(words, known, timed=False)
        timed = _tail(words, known, timed=True)
        if not manners and not timed:
            break
        if timed > manners:
            when = " ".join(words[len(words) - timed :])
            notes = (*notes, f"I do it now; '{when}' is left aside")
        words = words[: len(words) - max(manners, timed)]
    return words, notes


def without_time(words: Words, known: SentenceWords) -> tuple[Words, str]:
    """What is asked for behind by when it is to be so, and that: "before I go to bed", "by the time they arrive".

    It ends with a comma, or where the speaker begins to ask.
    """
    timed = known.times.find(words, 0)
    if timed is not None and timed.length < len(words) - 2:  # "by tonight the cake should be on the table"
        return without(words[timed.length :], MARKS), " ".join(words[: timed.length])
    first = known.sooner.find(words, 0)
    if first is None:
        return words, ""
    far = min(len(words) - 1, first.length + _LONGEST)
    for end in range(first.length + 2, far):
        asks = any(t.find(words, end) for t in (known.softeners, known.wanting, known.leads)) and words[end] in _I
        comes = words[end - 1] in known.coming | _BACK and words[end] in lx.ARTICLES  # "when I come back the pen ..."
        if words[end] == "," or asks or comes:
            said = words[first.length : end]
            is_time = any(word in known.coming or word.endswith("'re") for word in said[1:]) and not _NOT & set(said)
            return (without(words[end:], MARKS), " ".join(words[:end])) if is_time else (words, "")
    return words, ""


def _manners_before(words: Words, known: SentenceWords) -> Words | None:
    """Behind "if you don't mind,": what follows a comma or a softener, so that nothing is taken that belongs to it."""
    found = known.manners.find(words, 0)
    rest = () if found is None else words[found.length :]
    if rest[:1] in ((",",), ("-",)):
        return rest[1:]
    return rest if rest and known.softeners.find(rest, 0) is not None else None


def _led(words: Words, known: SentenceWords) -> Words | None:
    """Behind "I was wondering whether", "it would be great if"."""
    rest = skipped(words, known.leads)
    if rest is None or (words[len(words) - len(rest) - 1] == "it" and not _goes_on(rest, known)):
        return None  # "I would like it moved"
    behind = without(rest, MARKS)
    linked = skipped(behind, known.links)
    while linked is not None and behind is not None:
        behind, linked = linked, skipped(linked, known.links)
    asked = known.softeners.find(behind, 0) is not None  # "you could turn on"
    return behind if asked else without(behind, {"you"})


def _goes_on(rest: Words, known: SentenceWords) -> bool:
    """Whether a clause follows that says what somebody would like: "if you could", ", please"."""
    return not rest or rest[0] in MARKS | _WHEN or known.links.find(rest, 0) is not None


def _end(words: Words) -> int:
    return next((i + 1 for i in range(len(words) - 1, -1, -1) if words[i] not in MARKS), 0)


def _tail(words: Words, known: SentenceWords, timed: bool) -> int:
    """How many words at the end are manners, or say by when; never all of them."""
    table = known.times if timed else known.manners
    for begin in range(max(1, len(words) - _LONGEST), len(words)):
        found = table.find(words, begin)
        set_off = timed or words[begin - 1] == "," or words[begin] != "right"  # not "to the right"
        if found is not None and set_off and begin + found.length == len(words):
            return found.length
    return 0
