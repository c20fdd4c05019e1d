# SPDX-License-Identifier: Apache-2.0
"""Things that are spoken of without a name: those that are left, so many, the red one, all of them."""

from __future__ import annotations

from planner_node.language.gist.marking.mark import MarkKind, WordMark
from planner_node.language.piecing.pieces import PieceKind, piece_at
from planner_node.language.sentence.sentence import SentenceReader, Words
from planner_node.language.words import lexicon as lx

_WHOLE = frozenset({"all", "both", "every", "each"})
_ONLY = frozenset("just only exactly simply a the".split())
_BETWEEN = frozenset({"last", "single", "one", "the"})
_THEM = frozenset({"em", "'em", "they", "them", "it", "these", "those", "that", "this"})
_TIMES = frozenset("morning evening afternoon night week month year time way".split())
_PREPOSITIONS = frozenset("on in into onto at to from for over inside".split())
_CLAUSE = frozenset("the a an my our his her it they every each all i we you there he she".split())
_LONGEST_LOOKS = 5  # words
_ONES = frozenset({"one", "ones"})


def others(words: Words, at: int, reader: SentenceReader) -> WordMark | None:
    """What was not spoken of, with the noun behind it: "the rest", "rest of the stuff"."""
    nouns = reader.book.nouns
    begin = at + (words[at] in ("all", "the"))
    begin += words[begin : begin + 1] == ("the",)
    found = nouns.all_the_others.find(words, at)
    end = at + found.length if found is not None else 0
    if end and piece_at(words, at, reader, False)[1] > end - at:
        return None  # "the other things"
    if not end and words[begin : begin + 1] and words[begin] in nouns.rest:
        end = begin + 1
    if not end and words[at : at + 2] == ("everything", "else"):
        return WordMark(MarkKind.REST, words[at : at + 2], named=("everything",))
    if not end:
        return None
    if words[end : end + 1] == ("of",) and end + 1 < len(words):
        piece, length = piece_at(words, end + 1, reader, False)
        if piece.kind is PieceKind.THING:
            return WordMark(MarkKind.REST, words[at : end + 1 + length], piece, named=piece.words)
    return WordMark(MarkKind.REST, words[at:end])


def whole(words: Words, at: int, reader: SentenceReader) -> WordMark | None:
    """All of what was spoken of: "every last one of them", "open both"."""
    if words[at] not in _WHOLE:
        return None
    behind = words[at + 1 : at + 6]
    them = next((i for i in range(4) if behind[i : i + 2] in (("of", "them"), ("of", "it"), ("of", "those"))), None)
    if them is not None and set(behind[:them]) <= _BETWEEN:
        return WordMark(MarkKind.POINTER, words[at : at + them + 3])
    if words[at] in ("both", "all") and (not behind or behind[0] in lx.SEPARATORS):
        return WordMark(MarkKind.POINTER, words[at : at + 1])
    return None


def counted(words: Words, at: int, reader: SentenceReader) -> WordMark | None:
    """So many of what was spoken of, or one of it by its looks: "just one", "the red one", "the very largest"."""
    return _so_many(words, at, reader) or _by_looks(words, at, reader)


def pointed(words: Words, at: int, is_pronoun: bool) -> bool:
    """Whether a word stands for what was spoken of: not in "this morning"."""
    behind = words[at + 1] if at + 1 < len(words) else ""
    joins = words[at] == "that" and behind in _CLAUSE
    return (is_pronoun or words[at] in _THEM) and behind not in _TIMES and not joins


def _so_many(words: Words, at: int, reader: SentenceReader) -> WordMark | None:
    begin = at + (words[at] in ("that", "this") and words[at + 1 : at + 2] == ("one",))
    while begin < len(words) and words[begin] in _ONLY:
        begin += 1
    if begin >= len(words) or words[begin] == "both":
        return None
    is_some = words[begin] == "some"
    if not (words[begin] in lx.NUMBERS or words[begin].isdigit() or is_some):
        return None
    number = 0 if is_some else lx.NUMBERS.get(words[begin]) or int(words[begin])
    count = -1 if words[at] in ("the", "that", "this") else number
    end = begin + 1
    if words[end : end + 1] and words[end] in _ONES:
        end += 1
    elif words[end : end + 2] == ("of", "them"):
        end += 2
    behind = words[end : end + 1]
    stands_alone = not behind or behind[0] in lx.SEPARATORS or behind[0] in _PREPOSITIONS
    if not stands_alone and (is_some or _is_of_a_noun(words, end, reader)):
        return None  # "two loo rolls", "three of us"
    if count == -1 and behind and behind[0] in ("that", "which"):
        last = next((i for i in range(end, len(words)) if words[i] in lx.SEPARATORS | _PREPOSITIONS), len(words))
        return WordMark(MarkKind.COUNT, words[at:last], count=count, named=words[end:last])
    return WordMark(MarkKind.COUNT, words[at:end], count=count)


def _is_of_a_noun(words: Words, at: int, reader: SentenceReader) -> bool:
    """Whether a word behind a number is what is counted, or says how it looks."""
    word = words[at]
    is_known = word in reader.book.known_words or word in reader.book.gist.behind_counts
    looks = word in reader.names.attributes or reader.book.adjectives.attribute(word) is not None
    return not is_known or looks or word == "of" or reader.names.match(words, at) is not None


def _by_looks(words: Words, at: int, reader: SentenceReader) -> WordMark | None:
    if words[at] not in lx.ARTICLES | {"any", "every"}:
        return None
    end = next((i for i in range(at + 1, min(at + _LONGEST_LOOKS, len(words))) if words[i] in _ONES), 0)
    if end > at + 1 and all(words[i] not in lx.SEPARATORS | lx.NUMBERS.keys() for i in range(at + 1, end)):
        return WordMark(MarkKind.COUNT, words[at : end + 1], count=-1, named=words[at + 1 : end])
    begin = at + 1 + (words[at + 1 : at + 2] == ("very",))
    most = reader.book.superlatives.find(words, begin)
    if most is None or reader.names.match(words, begin + most.length) is not None:
        return None
    end = begin + most.length
    return WordMark(MarkKind.COUNT, words[at:end], count=-1, named=words[begin:end])
