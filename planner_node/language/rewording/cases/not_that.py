# SPDX-License-Identifier: Apache-2.0
"""What is denied, and what is meant in its place: "bring the saw to the bench. Not the saw, the drill!"."""

from __future__ import annotations

from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.sentence import ENDS, MARKS, SentenceReader, Words, without
from planner_node.language.words import lexicon as lx

_BETWEEN = frozenset({",", lx.BUT, "-", "\u2013", "\u2014"})
_MEANING = ("i", "mean")
_WIDE = 4  # words of a name


@needs({"not"})
def denied_first(words: Words, reader: SentenceReader) -> Words:
    """The words with "I mean" before a sentence that denies what was just said, and says what is meant."""
    for at in range(3, len(words) - 3):
        if words[at] != "not" or words[at - 1] not in ENDS:
            continue
        stop = next((i for i in range(at, len(words)) if words[i] in ENDS), len(words))
        before = next((i + 1 for i in range(at - 2, -1, -1) if words[i] in ENDS), 0)
        meant = denied_instead(words[before : at - 1], words[at:stop])
        if meant is not None and not reader.starts_order(_parts(words[at:stop])[1]):
            return denied_first((*words[:at], *_MEANING, *words[at:]), reader)
    return words


def denied_instead(left: Words, right: Words) -> Words | None:
    """What was said with what is meant in place of what is denied; None: that was not said, or more than once.

    Args:
        left: what was said before.
        right: what is meant: "not the saw, the drill".
    """
    denied, meant = _parts(right)
    bare = without(denied, lx.ARTICLES)
    found = [i for i in range(len(left)) if bare and left[i : i + len(bare)] == bare]
    if len(found) != 1 or not meant:
        return None
    begin, end = found[0], found[0] + len(bare)
    begin -= begin > 0 and left[begin - 1] in lx.ARTICLES
    return (*left[:begin], *meant, *left[end:])


def denied_words(right: Words) -> Words:
    """The words of what is meant that deny something: "not the saw"."""
    return ("not", *_parts(right)[0])


def _parts(right: Words) -> tuple[Words, Words]:
    """What is denied, and what is meant; both empty: nothing is denied so."""
    end = next((i for i, word in enumerate(right) if word in _BETWEEN), 0)
    if right[:1] != ("not",) or end < 2:
        return (), ()
    return right[1:end], without(right[end + 1 :], _BETWEEN | MARKS)


def is_named(words: Words, reader: SentenceReader) -> bool:
    """Whether words are a name with an article and looks, or "the blue one", and no more."""
    return _span_end(words, 0, reader) == len(words) > 0


def spans_alike(words: Words, name: Words, reader: SentenceReader) -> list[tuple[int, int]]:
    """Where names begin and end that are a place as another name is, or a thing as it is."""
    is_place = _is_place(name, reader)
    found: list[tuple[int, int]] = []
    at = 0
    while at < len(words):
        end = _span_end(words, at, reader)
        if end > at and _is_place(words[at:end], reader) is is_place:
            found.append((at, end))
        at = max(end, at + 1)
    return found


def _span_end(words: Words, at: int, reader: SentenceReader) -> int:
    """Behind a name that begins there with its article and looks; the position itself: none does."""
    begin = at
    at += at < len(words) and (words[at] in lx.ARTICLES or words[at] in lx.NUMBERS or words[at].isdecimal())
    for i in range(at, min(len(words), at + _WIDE)):
        name = reader.names.match(words, i)
        if name is not None:
            return i + name.length
        if words[i] in lx.ONES:
            return i + 1 if i > at else begin
        if reader.book.adjectives.attribute(words[i]) is None:
            return begin
    return begin


def _is_place(words: Words, reader: SentenceReader) -> bool:
    names = (reader.names.match(words, i) for i in range(len(words)))
    return any(name is not None and reader.names.is_place(name) for name in names)
