# SPDX-License-Identifier: Apache-2.0
"""What is told of somebody behind their name: "take it to Peter, who is at his desk"; and whose something is."""

from __future__ import annotations

from planner_node.language.rewording.gaps import CHECKS
from planner_node.language.rewording.needed import GERUND, needs
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, sentence_begin, sentence_end
from planner_node.language.sentence.shapes.parts import placing_end
from planner_node.language.words import lexicon as lx

_IS = frozenset({"is", "was", "sits", "stands", "works", "waits"})
_BELONGING = tuple((that, *verb) for that in ("that", "which") for verb in (("belongs", "to"), ("belong", "to")))
_HOLDING = (("has", "got"), ("has",), ("holds",), ("is", "holding"), ("is", "carrying"), ("was", "holding"))
_WITH = (("that", "is", "with"), ("which", "is", "with"), ("that's", "with"))
_LONGEST = 5  # words of a thing with its looks


@needs({"that", "which", "that's", "has", "holds", "is", "was", "who", GERUND})
def who_is(words: Words, reader: SentenceReader) -> Words:
    """The words with what is told of somebody in a sentence of its own, and "Peter's" before what belongs to him."""
    words = _held(_owned(words, reader), reader)
    if "who" not in words and not any(word.endswith("ing") for word in words):
        return words
    for at in range(1, len(words) - 3):
        if words[at] != ",":
            continue
        begin, end = sentence_begin(words, at), sentence_end(words, at + 1, ENDS | {","})
        name = _person_before(words, at, reader)
        if name and words[at + 1] == "who" and words[at + 2] in _IS:
            behind = words[end + 1 :] if words[end : end + 1] == (",",) else words[end:]
            return (*words[:begin], *name, *words[at + 2 : end], ".", *words[begin:at], *behind)
        is_told = words[begin + 1 : begin + 2] != () and words[begin + 1] in _IS
        there = placing_end(words, begin + 2, reader) == at > begin + 2
        doing = words[at + 1].endswith("ing") and not words[at + 1].endswith("thing")
        doing &= not reader.starts_order(words[at + 1 : end]) and reader.names.match(words, at + 1) is None
        if is_told and there and doing and words[end : end + 1] != (",",):
            return (*words[:at], *words[end:])  # "Peter is at his desk, working hard."
    return words


def _person_before(words: Words, end: int, reader: SentenceReader) -> Words:
    """The name of a person that ends there; empty: none does."""
    for begin in range(max(0, end - 3), end):
        if CHECKS["WHOM"](words[begin:end], reader) and words[begin] not in lx.RECIPIENTS:
            return words[begin:end]
        if begin == end - 1 and reader.names.owned(words[begin]) is not None:
            return words[begin:end]
    return ()


def _owned(words: Words, reader: SentenceReader) -> Words:
    """With "Peter's things" for "the things that belong to Peter"."""
    for at in range(1, len(words) - 2):
        told = next((b for b in _BELONGING if words[at : at + len(b)] == b), None)
        whom = at + len(told) if told is not None else len(words)
        if told is None or whom >= len(words):
            continue
        is_person = CHECKS["WHOM"](words[whom : whom + 1], reader) or reader.names.owned(words[whom]) is not None
        begin = next((i for i in range(at - 1, max(-1, at - _LONGEST), -1) if words[i] in lx.ARTICLES), None)
        if is_person and begin is not None and words[whom] not in lx.RECIPIENTS:
            owner = f"{words[whom]}'s"
            return _owned((*words[:begin], owner, *words[begin + 1 : at], *words[whom + 1 :]), reader)
    return words


def _held(words: Words, reader: SentenceReader) -> Words:
    """With "Ben's can" for "the can that Ben has", "the can Ben is holding", "the can that is with Ben"."""
    for at in range(2, len(words)):
        relative = words[at] in ("that", "which")
        holding = next((h for h in _HOLDING if words[at + relative + 1 : at + relative + 1 + len(h)] == h), None)
        with_whom = next((w for w in _WITH if words[at : at + len(w)] == w), None)
        who = at + len(with_whom) if with_whom is not None else at + relative
        if (holding is None and with_whom is None) or not CHECKS["WHOM"](words[who : who + 1], reader):
            continue
        end = who + 1 + (len(holding) if holding is not None and with_whom is None else 0)
        begin = next((i for i in range(at - 1, max(-1, at - _LONGEST), -1) if words[i] in lx.ARTICLES), None)
        name = reader.names.match(words, at - 1)
        if begin is None or name is None or words[who] in lx.RECIPIENTS or words[end : end + 1] == ("to",):
            continue
        reader.turned.add(words[at:end])
        return _held((*words[:begin], f"{words[who]}'s", *words[begin + 1 : at], *words[end:]), reader)
    return words
