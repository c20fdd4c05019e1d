# SPDX-License-Identifier: Apache-2.0
"""The number of things said once more: "put a potato on the counter, just one" asks for one, and for no other one.

So does "one potato, just one, to the counter".
"""

from __future__ import annotations

from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, sentence_begin
from planner_node.language.words import lexicon as lx

_ONLY = frozenset({"just", "only", "exactly", "merely"})
_ALLOWING = frozenset({"may", "can"})  # what "should" be there is wanted, too
_BEING = frozenset({"be", "have", "hold", "stay", "stand", "lie"})
_LONGEST = 7  # words of what is said once more
_NO_MORE = (
    ("no", "more"), ("not", "more"), ("nothing", "more"), ("and", "no", "more"), ("but", "no", "more"),
    ("but", "not", "more"), ("not", "any", "more"), ("no", "more", "than", "that"), ("not", "more", "than", "that"),
)  # fmt: skip


def no_more(words: Words, reader: SentenceReader) -> Words:
    """The words without the number that was said before in the sentence, or "no more", behind a pause."""
    words = _at_most(words, reader)
    for comma in range(2, len(words) - 1):
        if words[comma] not in (",", "-", "\u2013"):
            continue
        stop = next((i for i in range(comma, min(len(words), comma + _LONGEST)) if words[i] in ENDS), len(words))
        said = words[comma + 1 : stop] if stop <= comma + _LONGEST else ()
        close = next((i for i in range(comma + 2, min(len(words), comma + _LONGEST)) if words[i] == words[comma]), 0)
        inner = words[comma + 1 : close]
        if (bounded := _with_bound(words, comma, stop, reader)) is not None:
            return no_more(bounded, reader)
        if not any(part in _NO_MORE or _again(part) for part in (said, inner)):
            continue
        begin = sentence_begin(words, comma)
        amounts = [n for i in range(begin, comma) if (n := _amount(words, i, reader))]
        if (said in _NO_MORE and amounts) or _again(said) in amounts:
            reader.turned.add(said)
            return no_more((*words[:comma], *words[stop:]), reader)
        if close and ((inner in _NO_MORE and amounts) or _again(inner) == _amount_before(words, begin, comma, reader)):
            reader.turned.add(inner)
            goes_on = words[close + 1 : close + 2] in (("and",), ("then",), ("but",))
            return no_more((*words[:comma], *words[close + (not goes_on) :]), reader)
    return words


def _with_bound(words: Words, comma: int, stop: int, reader: SentenceReader) -> Words | None:
    """Of "a beaker on it, one at least": "at least one beaker on it"; None: nothing of the kind is said."""
    plain = tuple(word for word in words[comma + 1 : stop] if word not in ("the", "very"))
    number = next((plain[i] for i in (0, 2) if len(plain) == 3 and {*plain} - {plain[i]} == {"at", "least"}), "")
    if number not in lx.NUMBERS and not number.isdigit():
        return None
    value = lx.NUMBERS.get(number, int(number) if number.isdigit() else 0)
    counted = [i for i in range(sentence_begin(words, comma), comma) if _amount(words, i, reader) == value]
    at = counted[-1] if counted else 0
    if not at or words[at - 1] in ("least", "most") or reader.names.match(words, at + 1) is None:
        return None
    reader.turned.add(words[comma + 1 : stop])
    return (*words[:at], "at", "least", number, *words[at + 1 : comma], *words[stop:])


def _at_most(words: Words, reader: SentenceReader) -> Words:
    """Of "there may be one glass on table 3 but not more": "there may be at most one glass on table 3"."""
    end = next((i for i, word in enumerate(words) if word in ENDS), len(words))
    said = next((x for x in _NO_MORE if len(x) > 2 and words[end - len(x) : end] == x), ())
    allows = any(word in _ALLOWING and i + 1 < end and words[i + 1] in _BEING for i, word in enumerate(words[:end]))
    if not (said and allows):
        return words
    before = words[: end - len(said)]
    before = before[:-1] if before[-1:] == (",",) else before
    number = next((i for i in range(1, len(before)) if _amount(before, i, reader)), 0)
    if not number:
        return words
    reader.turned.add(said)
    return (*before[:number], "at", "most", *before[number:], *words[end:])


def _amount_before(words: Words, begin: int, end: int, reader: SentenceReader) -> int | None:
    """How many there are of the last thing that is counted before a pause; None: nothing is counted there."""
    return next((n for i in range(end - 1, begin - 1, -1) if (n := _amount(words, i, reader))), None)


def _again(said: Words) -> int:
    """The number of "just one", "two only", "only one of them"; 0: something else is said."""
    said = said[:-2] if said[-2:] in (("of", "them"), ("of", "those")) else said
    bare = tuple(word for word in said if word not in _ONLY)
    is_bounded = len(said) == len(bare) + 1 and len(bare) == 1
    return lx.NUMBERS.get(bare[0], int(bare[0]) if bare[0].isdigit() else 0) if is_bounded else 0


def _amount(words: Words, at: int, reader: SentenceReader) -> int:
    """How many are asked for by a word before a thing; 0: none says so there."""
    number = 1 if words[at] in ("a", "an") else lx.NUMBERS.get(words[at], int(words[at]) if words[at].isdigit() else 0)
    before = reader.names.match(words, at - 1) if at else None
    return 0 if before is not None and before.length > 1 else number
