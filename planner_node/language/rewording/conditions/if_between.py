# SPDX-License-Identifier: Apache-2.0
"""An order with its condition, and others behind it: "close the window if it's open, and then bring me the book"."""

from __future__ import annotations

from planner_node.language.sentence.openings import opened, spelt_out
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, sentence_begin, sentence_end, without
from planner_node.language.words import lexicon as lx

_JOINTS = frozenset({",", "and", "then", "but", "also"})
_BEFORE_ORDERS = _JOINTS | {"please", "you", "so", "to", "just", ":"}
_IT = frozenset({"it", "it's", "they", "they're"})
_LONGEST = 10  # words of the condition
_BACK = lx.PRONOUNS | {"there", "one", "ones", "so", "otherwise", "else", "instead"}


def if_between(words: Words, reader: SentenceReader) -> Words:
    """With a full stop behind the condition, where what follows speaks of nothing that it is about."""
    words = _last_apart(words, reader)
    for at in range(3, len(words) - 5):
        end = _condition_end(words, at, reader)
        if not end or words[at - 1] in ENDS or words[at - 1] == "and" or words[at - 2 : at] == ("and", ","):
            continue  # "..., and, if it is so, ..." is a condition of what follows
        begin = sentence_begin(words, at)
        stop = sentence_end(words, end)
        behind = without(words[end:stop], _JOINTS)
        order = opened(behind, reader.book.sentences).words
        starts = (i for i in range(begin, at - 1) if i == begin or words[i - 1] in _BEFORE_ORDERS)
        is_ordered = any(reader.starts_order(words[i:at]) for i in starts)
        if not reader.starts_order(order) or not _BACK.isdisjoint(order) or not is_ordered:
            continue
        then = ("then",) if "then" in words[end : end + 3] else ()
        return if_between((*words[:end], ".", *then, *behind, *words[stop:]), reader)
    return words


def _last_apart(words: Words, reader: SentenceReader) -> Words:
    """With a full stop before the last order, where no order begins the sentence: "after ..., turn it off if ..."."""
    known = reader.book.sentences
    for at in range(6, len(words) - 2):
        if known.if_so.find(words, at) is None or words[at] != "if" or words[at + 1] not in _IT:
            continue
        begin = sentence_begin(words, at)
        joint = next(
            (i for i in range(at - 3, begin, -1) if words[i] == "and" and reader.starts_order(words[i + 1 :])), 0
        )
        named = any(reader.names.match(words, i) is not None for i in range(joint + 1, at))
        starts = reader.starts_order(opened(words[begin:at], known).words)
        if joint and named and not starts and "if" not in words[begin:at] and _BACK.isdisjoint(words[joint:at]):
            return (*words[:joint], ".", *words[joint + 1 :])
    return words


def _condition_end(words: Words, at: int, reader: SentenceReader) -> int:
    """Where a condition ends that begins there and is whole; 0: none begins there, or nothing stands behind it."""
    known = reader.book.sentences
    found = known.if_not.find(words, at) or known.if_so.find(words, at)
    if found is None or words[at] in ("when", "whenever", "providing", "except"):
        return 0
    begin = at + found.length
    for end in range(begin + 2, min(len(words) - 2, begin + _LONGEST)):
        if words[end] in ENDS:
            return 0
        if words[end] in _JOINTS:
            said = spelt_out(words[begin:end], known)
            whole = any(known.is_so.find(said, i) for i in range(1, len(said))) or known.exists.find(said, 0)
            return end if whole else 0
    return 0
