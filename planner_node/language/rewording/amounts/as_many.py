# SPDX-License-Identifier: Apache-2.0
"""As many of one thing as there are of another: "as many cans as there are boxes" may be two cans.

"Twice as many" are four then, "one more can than there are boxes" is three cans, and "enough cans for all the boxes"
are as many.
"""

from __future__ import annotations

from fractions import Fraction

from planner_node.language.rewording.amounts.counted_here import count_of, several, spelt
from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.sentence import SentenceReader, Words, sentence_begin, sentence_end
from planner_node.language.sentence.shapes.parts import placing_end
from planner_node.language.words import lexicon as lx
from planner_node.language.words.naming import Name

_THERE = (("there", "are"), ("we", "have"), ("you", "see"), ("you", "find"), ())
_FOR_ALL = lx.DEFINITE | {"all", "both", "of", "our", "my"}
_SAME = (
    *(("as", "many"), ("the", "same", "number", "of"), ("the", "same", "amount", "of")),
    *(("an", "equal", "number", "of"), ("equally", "many")),
)
_VAGUE = frozenset({"some", "few", "several", "any"})
_JUST = frozenset({"just", "exactly", "precisely", "also"})
_LONGEST = 7  # words of the first things and their place


@needs({"enough", "many", "same", "equal", "equally", "more"})
def as_many(words: Words, reader: SentenceReader) -> Words:
    """With the number of the others in place of "as many"; where there are none, or other words follow, as it was."""
    words = _as_those(_enough(words, reader), reader)
    for at in range(len(words) - 4):
        if words[at : at + 2] != ("as", "many"):
            more = _so_many_more(words, at, reader)
            if more:
                return more
            continue
        link = next((i for i in range(at + 3, min(len(words), at + 3 + _LONGEST)) if words[i] == "as"), None)
        if link is None:
            continue
        begin = link + 1 + len(next(t for t in _THERE if words[link + 1 : link + 1 + len(t)] == t))
        looks = _looks_at(words, begin, reader)
        begin += len(looks)
        name = reader.names.match(words, begin)
        behind = begin + name.length if name is not None else begin
        placed = any(reader.book.places.sides.find(words, i) for i in range(at + 3, link))
        end = placing_end(words, behind, reader) if placed else _before_last(words, behind, reader)
        where = words[behind:end]
        if placed and words[behind + 1 : behind + 2] == ("it",):  # "to table 2 as there are plates on it"
            first = next(i for i in range(at + 3, link) if reader.book.places.sides.find(words, i))
            where, end = words[first:link], behind + 2
        times, begins = _times(words, at)
        alike = frozenset(look for word in looks if (look := reader.book.adjectives.attribute(word)) is not None)
        goal = where or _goal(words, at + 2, link if placed else behind, reader)
        number = _number(name, goal, reader, times, alike) if name is not None else None
        if name is not None and number is None and goal != where:  # there are none where the things go
            number = _number(name, where, reader, times, alike)
        if name is not None and number is not None:
            return (*words[:begins], number, *words[at + 2 : link], *words[end:])
    return words


def _looks_at(words: Words, at: int, reader: SentenceReader) -> Words:
    """How the others look: "as there are dirty plates"."""
    end = at
    while words[end : end + 1] != () and reader.book.adjectives.attribute(words[end]) is not None:
        end += 1
    return words[at:end]


def _goal(words: Words, begin: int, end: int, reader: SentenceReader) -> Words:
    """The only place that is said, which is where things go: from "to table 2 as there are", or behind the others."""
    if end < len(words) and reader.book.places.sides.find(words, end):
        last = placing_end(words, end, reader)
        return words[end:last] if last > end else ()
    first = next((i for i in range(begin, end) if reader.book.places.sides.find(words, i)), end)
    return words[first:end]


def _as_those(words: Words, reader: SentenceReader) -> Words:
    """With how many the first are of "three forks and as many knives", or "as many knives as there are forks"."""
    for at in range(3, len(words) - 1):
        said = next((s for s in _SAME if words[at : at + len(s)] == s), ())
        times, begin = _times(words, at)
        begin -= words[begin - 1] in _JUST
        end = at + len(said)
        while words[end : end + 1] != () and reader.book.adjectives.attribute(words[end]) is not None:
            end += 1
        name = reader.names.match(words, end) if said and words[begin - 1] in ("and", ",") else None
        if name is None or "as" in words[end : sentence_end(words, end)]:
            continue
        behind, start = end + name.length, sentence_begin(words, at)
        others = [(i, n) for i in range(start, begin - 1) if (n := reader.names.match(words, i)) and n.is_plural]
        counted = [i for i in range(start, begin - 1) if words[i] in lx.NUMBERS and i + 1 < begin - 1]
        number = lx.NUMBERS[words[counted[-1]]] * times if counted else Fraction(0)
        reader.turned.add(words[begin : at + len(said)])
        if others and times == 1 and words[others[-1][0] - 1] in _VAGUE:
            return (*words[:begin], "some", *words[at + len(said) :])
        if number and number.denominator == 1:
            return (*words[:begin], spelt(int(number)), *words[at + len(said) :])
        if others and not counted and times == 1:
            first, whole = others[-1]
            them = words[first : first + whole.length]
            things = words[at + len(said) : behind]
            return (*words[:begin], "as", "many", *things, "as", "there", "are", *them, *words[behind:])
    return words


def _enough(words: Words, reader: SentenceReader) -> Words:
    """With "as many forks as there are plates" for "enough forks for all the plates", but in a condition."""
    for at in range(1, len(words) - 3):
        link = next((i for i in range(at + 2, min(len(words), at + _LONGEST)) if words[i] == "for"), None)
        if words[at] != "enough" or link is None or words[at - 1] in ("are", "is", "have", "there"):
            continue
        begin = link + 1
        while words[begin : begin + 1] != () and words[begin] in _FOR_ALL:
            begin += 1
        everyone = words[link + 1 : link + 2] in (("everyone",), ("everybody",))
        name = None if everyone else reader.names.match(words, begin)
        if everyone or (name is not None and begin > link + 1 and name.is_plural):
            others = ("people", *words[link + 2 :]) if everyone else words[begin:]
            return _for_those_there(words[:at], words[at + 1 : link], others, reader)
    return words


def _for_those_there(before: Words, things: Words, others: Words, reader: SentenceReader) -> Words:
    """As many things as others: of those at the place where all goes, if there are any."""
    name = reader.names.match(others, 0)
    goes = others[name.length : placing_end(others, name.length, reader)] if name is not None else ()
    sides = [i for i in range(len(goes)) if reader.book.places.sides.find(goes, i)]
    number = count_of(name, goes, reader) if name is not None and len(sides) == 1 else 0
    if name is None or not number:
        return (*before, "as", "many", *things, "as", "there", "are", *others)
    return (*before, spelt(number), *things, *others[name.length :])


def _times(words: Words, at: int) -> tuple[Fraction, int]:
    """How many times as many are said there, with where that begins."""
    said = words[at - 1 : at] if at else ()
    if said in (("twice",), ("double",), ("half",)):
        return (Fraction(1, 2) if said == ("half",) else Fraction(2)), at - 1
    number = lx.NUMBERS.get(words[at - 2], 0) if at > 1 and said == ("times",) else 0
    return (Fraction(number), at - 2) if number else (Fraction(1), at)


def _so_many_more(words: Words, at: int, reader: SentenceReader) -> Words:
    """For "one more glass than there are plates"; empty: that does not stand there, or in a condition."""
    number = lx.NUMBERS.get(words[at])
    than = next((i for i in range(at + 3, min(len(words), at + 3 + _LONGEST)) if words[i] == "than"), None)
    if number is None or words[at + 1] != "more" or than is None or words[at - 1 : at] in (("are",), ("is",)):
        return ()
    begin = than + 1 + len(next(t for t in _THERE if words[than + 1 : than + 1 + len(t)] == t))
    name, thing = reader.names.match(words, begin), reader.names.match(words, at + 2)
    if name is None or thing is None or name.concept is None or name.node_id is not None or not name.is_plural:
        return ()
    total = number + count_of(name, (), reader)
    noun = (
        several(words[at + 2 : at + 2 + thing.length], reader) if total > 1 else words[at + 2 : at + 2 + thing.length]
    )
    return (*words[:at], spelt(total), *noun, *words[at + 2 + thing.length : than], *words[begin + name.length :])


def _before_last(words: Words, at: int, reader: SentenceReader) -> int:
    """Where the first of two places ends that stand there: "as there are plates on table 2 to table 1"."""
    ends = [i for i in range(at + 1, placing_end(words, at, reader)) if reader.book.places.sides.find(words, i)]
    return ends[0] if ends else at


def _number(name: Name, where: Words, reader: SentenceReader, times: Fraction, looks: frozenset[str]) -> str | None:
    """How many things of a name the scene has at a place, so many times, as a word; None: none, or no whole number."""
    if name.concept is None or name.node_id is not None or not name.is_plural:
        return None
    number = count_of(name, where, reader, looks) * times
    return spelt(int(number)) if number and number.denominator == 1 else None
