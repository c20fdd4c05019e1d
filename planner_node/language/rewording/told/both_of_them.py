# SPDX-License-Identifier: Apache-2.0
"""Both of what was asked after or told of: "where's the other glove? Put both on the desk", "I'd like both there"."""

from __future__ import annotations

from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words

_ASKING = (("where", "is"), ("where's",), ("where", "are"), ("have", "you", "seen"), ("do", "you", "see"))
_BEFORE = 4  # words from the order's verb


def both_of_them(words: Words, reader: SentenceReader) -> Words:
    """The words with what was asked after behind "both"."""
    if "both" not in words:
        return words
    words = _wished(words, reader)
    for at in range(3, len(words) - 2):
        opening = next((a for a in _ASKING if words[: len(a)] == a), None)
        if opening is None or words[at] != "both" or reader.book.places.sides.find(words, at + 1) is None:
            continue
        mark = next((i for i in range(at - 1, max(0, at - _BEFORE), -1) if words[i] in ENDS), 0)
        asked = words[len(opening) : mark] if mark and words[mark] == "?" else ()
        noun = _noun(asked, reader)
        if noun:
            return (*words[: at + 1], *noun, *words[at + 1 :])
    return words


def _wished(words: Words, reader: SentenceReader) -> Words:
    """With "both of them" for "both" that somebody would like somewhere."""
    known = reader.book.sentences
    for at in range(1, len(words) - 1):
        leads = (known.wanting, known.needing)
        wished = any((f := t.find(words, i)) and i + f.length == at for t in leads for i in range(max(0, at - 4), at))
        if words[at] == "both" and wished and reader.book.places.sides.find(words, at + 1) is not None:
            return (*words[: at + 1], "of", "them", *words[at + 1 :])
    return words


def _noun(asked: Words, reader: SentenceReader) -> Words:
    """What things are called of which one, "the other", or all were asked after; empty: nothing of the kind was."""
    for begin in range(len(asked)):
        name = reader.names.match(asked, begin)
        if name is None or begin + name.length != len(asked) or name.concept is None or reader.names.is_place(name):
            continue
        if name.is_plural:
            return asked[begin:]
        said = (*asked[begin:-1], f"{asked[-1]}s")
        plural = reader.names.match(said, 0)
        is_plural = plural is not None and plural.length == len(said) and plural.is_plural
        return said if is_plural and "other" in asked[:begin] else ()
    return ()
