# SPDX-License-Identifier: Apache-2.0
"""What is said of a thing before the order about it, or of the speaker: "the milk is cold, heat it up"."""

from __future__ import annotations

from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.openings import opened
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, sentence_begin, sentence_end, without
from planner_node.language.sentence.shapes.parts import is_thing, named_place_end, placing_end
from planner_node.language.words import lexicon as lx

_BEING = frozenset({"is", "are", "looks", "look", "seems", "seem", "smells", "smell", "feels", "got", "gets"})
_IT = frozenset({"it", "them", "that", "those"})
_FILLED = frozenset({"empty", "free", "bare", "vacant"})
_INTO = frozenset({"in", "on", "into", "onto", "inside", "to"})
_TOLD = 2  # words: "is empty"
_ALL = frozenset({"both", "all", "the", "these", "those"})
_NEEDING = frozenset({"need", "needs", "want", "wants", "require", "requires"})
_GOES_ON = ((",",), ("but",), ("please",))
_LONGEST = 3  # words of how it is
_I_AM = (("i", "am"), ("i'm",), ("we", "are"), ("we're",))


@needs({",", ".", ";", "i", "i'm", "we", "we're"})
def said_of_it(words: Words, reader: SentenceReader) -> Words:
    """The words with a stop between such a statement and the order, and between where the speaker is and how."""
    words = _empty_there(_needing(_where_and_how(words, reader), reader), reader)
    for at in range(3, len(words) - 2):
        if words[at] not in (",", "."):
            continue
        begin = sentence_begin(words, at)
        be = next((i for i in range(begin + 1, at - 1) if words[i] in _BEING), 0)
        thing = words[begin:be]
        end = sentence_end(words, at + 1)
        order = opened(words[at + 1 : end], reader.book.sentences).words
        told = 0 < at - be - 1 <= _LONGEST and words[begin] in lx.DEFINITE and is_thing(thing, reader)
        if not (be and told and reader.starts_order(order)):
            continue
        verb = reader.book.said_verbs.find(order, 0)
        it = verb.length if verb is not None else 0
        if it and order[it : it + 1] != () and order[it] in _IT and order[it + 1 : it + 2] in ((), ("up",)):
            return said_of_it((*words[:at], ".", *order[:it], *thing, *order[it + 1 :], *words[end:]), reader)
        if words[at] == "," and not _IT.isdisjoint(order[1:4]):
            return said_of_it((*words[:at], ".", *words[at + 1 :]), reader)
    return words


def _empty_there(words: Words, reader: SentenceReader) -> Words:
    """With the place for "it" behind what is told of it: "crib 3 is empty, put a blanket in it"."""
    for at in range(3, len(words) - 3):
        if words[at] not in (",", ".", ";"):
            continue
        begin, end = sentence_begin(words, at), sentence_end(words, at + 1)
        place = named_place_end(words, begin, reader)
        told = place > begin and words[place : place + 1] in (("is",), ("looks",)) and at - place == _TOLD
        order = opened(words[at + 1 : end], reader.book.sentences).words
        if not told or words[at - 1] not in _FILLED or not reader.starts_order(order):
            continue
        it = next((i for i in range(2, len(order)) if order[i] == "it" and order[i - 1] in _INTO), 0)
        if it:
            said = (*order[:it], *words[begin:place], *order[it + 1 :])
            return _empty_there((*words[:begin], *said, *words[end:]), reader)
    return words


def _needing(words: Words, reader: SentenceReader) -> Words:
    """Without what things need before an order that says where they go: "both shirts need ironing, put them there"."""
    for at in range(4, len(words) - 2):
        if words[at] not in (",", "."):
            continue
        begin, end = sentence_begin(words, at), sentence_end(words, at + 1)
        thing = words[begin : at - 2]
        needs = words[at - 2] in _NEEDING and words[at - 1].endswith("ing") and words[begin] in lx.DEFINITE | _ALL
        order = opened(words[at + 1 : end], reader.book.sentences).words
        it = next((i for i in range(1, len(order)) if order[i] in _IT), 0)
        placed = placing_end(order, it + 1, reader) if it else 0
        placed = placed if placed == len(order) or order[placed : placed + 1] in _GOES_ON else 0
        side = next((i for i in range(1, len(thing)) if placing_end(thing, i, reader) == len(thing)), len(thing))
        is_one = is_thing(without(thing[:side], _ALL), reader)
        if needs and is_one and placed > it + 1 and reader.starts_order(order):
            return _needing((*words[:begin], *order[:it], *thing, *order[it + 1 :], *words[end:]), reader)
    return words


def _where_and_how(words: Words, reader: SentenceReader) -> Words:
    """With two sentences for "I am at the table and hungry"."""
    for at in range(len(words) - 5):
        i_am = next((i for i in _I_AM if words[at : at + len(i)] == i), None)
        if i_am is None or not (at == 0 or words[at - 1] in ENDS):
            continue
        end = placing_end(words, at + len(i_am), reader)
        how = words[end + 1 : sentence_end(words, end)]
        joined = end > at + len(i_am) and words[end : end + 1] in (("and",), (",",)) and 0 < len(how) <= _LONGEST
        if joined and reader.book.feelings.find(how, 0) is not None:
            return _where_and_how((*words[:end], ".", *i_am, *words[end + 1 :]), reader)
    return words
