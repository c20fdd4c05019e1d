# SPDX-License-Identifier: Apache-2.0
"""Counts of things in a condition: "if there are more forks than knives" is "if there are more than two forks" here.

So are "enough glasses for all the plates" and "both plates on table 2", where there are two. "If there are at least
four" behind an order speaks of its things, and "them all" is "all of them".
"""

from __future__ import annotations

from planner_node.language.rewording.amounts.counted_here import count_of, spelt
from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, sentence_begin
from planner_node.language.sentence.shapes.parts import placing_end
from planner_node.language.words import lexicon as lx
from planner_node.language.words.naming import Name

_THERE_ARE = (("there", "are"), ("there", "is"))
_MORE = {"more": ("more", "than"), "fewer": ("fewer", "than"), "less": ("fewer", "than")}
_ELSE = frozenset({"otherwise", "else", "or"})
_BEHIND_ALL = frozenset({"back", "away", "down", "up", "out", "off", "together", "there"})
_LONGEST = 6  # words of what is counted
_FOR_ALL = frozenset({"all", "the", "each", "every", "of", "both"})


@needs({"them", "if", "unless"})
def compared_counts(words: Words, reader: SentenceReader) -> Words:
    """The words with numbers in place of comparisons of how many things there are."""
    words = _all_of_them(words, reader)
    if "if" not in words and "unless" not in words:
        return words
    for at in range(len(words) - 3):
        if words[at : at + 2] in _THERE_ARE:
            words = _than(words, at, reader) or _enough(words, at, reader) or _of_them(words, at, reader) or words
    return _both(words, reader)


def _than(words: Words, at: int, reader: SentenceReader) -> Words:
    """For "there are more forks than knives"; empty: that does not stand there."""
    than = next((i for i in range(at + 3, min(len(words), at + 3 + _LONGEST)) if words[i] == "than"), None)
    if than is None or words[at + 2] not in _MORE or than == at + 3:
        return ()
    begin = than + 1 + (2 if words[than + 1 : than + 3] == ("there", "are") else 0)
    name = reader.names.match(words, begin)
    if name is None:
        return ()
    number, end = _counted(words, begin, name, reader)
    bound, things = _MORE[words[at + 2]], words[at + 3 : than]
    if number is None or (number < 2 and bound[0] == "fewer"):
        return ()  # "if there are no forks" may be about the place where they go
    if bound[0] == "more" and number < 2:
        bound, number = ("at", "least"), number + 1  # and not "more than one forks"
    return (*words[: at + 2], *bound, spelt(number), *things, *words[begin + name.length : end], *words[end:])


def _enough(words: Words, at: int, reader: SentenceReader) -> Words:
    """For "there are enough glasses for all the plates"; empty: that does not stand there."""
    link = next((i for i in range(at + 4, min(len(words), at + 4 + _LONGEST)) if words[i] == "for"), None)
    if link is None or words[at + 2] != "enough":
        return ()
    begin = link + 1
    while words[begin : begin + 1] != () and words[begin] in _FOR_ALL:
        begin += 1
    name = reader.names.match(words, begin) if begin < len(words) else None
    number, _ = _counted(words, begin, name, reader) if name is not None else (None, 0)
    if name is None or not number:
        return ()
    end = placing_end(words, begin + name.length, reader)
    return (*words[: at + 2], "at", "least", spelt(number), *words[at + 3 : link], *words[end:])


def _counted(words: Words, begin: int, name: Name, reader: SentenceReader) -> tuple[int | None, int]:
    """How many things of a name there are, at the place that is said behind it, with where that ends."""
    behind = begin + name.length
    end = placing_end(words, behind, reader)
    if name.concept is None or name.node_id is not None or not name.is_plural:
        return None, end
    return count_of(name, words[behind:end], reader), end


def _of_them(words: Words, at: int, reader: SentenceReader) -> Words:
    """For "put the plates on table 1 if there are at least four"; empty: that does not stand there."""
    bound = reader.book.quantities.bounds.find(words, at + 2)
    number = at + 2 + (bound.length if bound is not None else 0)
    begins = sentence_begin(words, at)
    if bound is None or number >= len(words) or not (words[number] in lx.NUMBERS or words[number].isdecimal()):
        return ()
    ends = number + 1 == len(words) or words[number + 1] in ENDS | {","} | _ELSE
    behind_order = at - 1 > begins and words[at - 1] in ("if", "unless") and reader.starts_order(words[begins:at])
    return (*words[: number + 1], "of", "them", *words[number + 1 :]) if ends and behind_order else ()


def _both(words: Words, reader: SentenceReader) -> Words:
    """With "the" for "both" in a condition, where there are two."""
    for at in range(1, len(words) - 2):
        name = reader.names.match(words, at + 1) if words[at] == "both" and words[at - 1] in ("if", "unless") else None
        if name is None or not name.is_plural or reader.names.is_place(name):
            continue  # "if both lamps are on" is understood as it is
        behind = at + 1 + name.length
        end = next(
            (i for i in range(behind, len(words)) if words[i] in ("are", "were", ",") or words[i] in ENDS), behind
        )
        if words[end : end + 1] == ("are",) and _counted(words[:end], at + 1, name, reader)[0] == 2:
            return (*words[:at], "the", *words[at + 1 :])
    return words


def _all_of_them(words: Words, reader: SentenceReader) -> Words:
    """With "all of them" for "them all" behind a verb."""
    for at in range(1, len(words) - 1):
        if words[at] != "them" or words[at + 1] not in ("all", "both"):
            continue
        behind = words[at + 2] if at + 2 < len(words) else ""
        side = reader.book.places.sides.find(words, at + 2) or reader.book.places.sources.find(words, at + 2)
        if not behind or side or behind in ENDS | {",", "and", "then"} | _BEHIND_ALL:
            return _all_of_them((*words[:at], words[at + 1], "of", *words[at : at + 1], *words[at + 2 :]), reader)
    return words
