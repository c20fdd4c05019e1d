# SPDX-License-Identifier: Apache-2.0
"""The number of things said once more: "put a potato on the counter, just one" asks for one, and for no other one."""

from __future__ import annotations

from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, sentence_begin
from planner_node.language.words import lexicon as lx

_ONLY = frozenset({"just", "only", "exactly", "merely"})
_LONGEST = 7  # words of what is said once more
_NO_MORE = (
    ("no", "more"), ("not", "more"), ("nothing", "more"), ("and", "no", "more"), ("but", "no", "more"),
    ("but", "not", "more"), ("not", "any", "more"), ("no", "more", "than", "that"), ("not", "more", "than", "that"),
)  # fmt: skip


def no_more(words: Words, reader: SentenceReader) -> Words:
    """The words without the number at the end of a sentence that was said before in it, or "no more"."""
    for comma in range(3, len(words) - 1):
        if words[comma] not in (",", "-", "\u2013"):
            continue
        stop = next((i for i in range(comma, min(len(words), comma + _LONGEST)) if words[i] in ENDS), len(words))
        if stop > comma + _LONGEST:
            continue
        begin = sentence_begin(words, comma)
        said = words[comma + 1 : stop]
        amounts = [n for i in range(begin, comma) if (n := _amount(words, i, reader))]
        if (said in _NO_MORE and amounts) or _again(said) in amounts:
            reader.turned.add(said)
            return no_more((*words[:comma], *words[stop:]), reader)
    return words


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
