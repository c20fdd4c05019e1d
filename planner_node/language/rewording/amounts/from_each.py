# SPDX-License-Identifier: Apache-2.0
"""So many things, some from here and some from there: "two beakers, one from bench 1 and one from the shelf"."""

from __future__ import annotations

from dataclasses import dataclass

from planner_node.language.sentence.sentence import SentenceReader, Words, sentence_begin, without
from planner_node.language.sentence.shapes.parts import singular
from planner_node.language.words import lexicon as lx

_JOINTS = frozenset({",", "and", ":", "-", "\u2013"})
_OF_THEM = (("of", "them"), ("of", "these"), ("of", "those"))
_ONE = frozenset({"one", "a", "1"})


@dataclass(frozen=True, slots=True)
class _Part:
    """Some of the things: how many, the words on where they are from, and where it ends."""

    number: str
    source: Words
    end: int

    @property
    def count(self) -> int:
        return lx.NUMBERS.get(self.number, 1) if not self.number.isdecimal() else int(self.number)


def from_each(words: Words, reader: SentenceReader) -> Words:
    """The words with "one beaker from bench 1 and one beaker from the shelf" in place of both and their parts."""
    for begin in range(2, len(words) - 5):
        parts = _parts(words, begin, reader) if words[begin] in _JOINTS else []
        if len(parts) < 2:
            continue
        start = sentence_begin(words, begin)
        total = sum(part.count for part in parts)
        for at in range(start, begin - 1):
            name = reader.names.match(words, at + 1)
            number = int(words[at]) if words[at].isdecimal() else lx.NUMBERS.get(words[at])
            plain = name is not None and name.is_plural and not reader.names.is_place(name)
            if number != total or name is None or not plain or at + 1 + name.length > begin:
                continue
            several = words[at + 1 : at + 1 + name.length]
            said: list[str] = []
            for part in parts:
                noun = singular(several, reader) if part.count == 1 else several
                said += [*(("and",) if said else ()), part.number, *noun, *part.source]
            return (*words[:at], *said, *words[at + 1 + name.length : begin], *words[parts[-1].end :])
    return words


def _parts(words: Words, at: int, reader: SentenceReader) -> list[_Part]:
    """The parts that stand there one after the other, each behind a comma or "and"."""
    found: list[_Part] = []
    while at < len(words) and words[at] in _JOINTS:
        begin = at
        while begin < len(words) and words[begin] in _JOINTS:
            begin += 1
        part = _part(words, begin, reader)
        if part is None:
            break
        found.append(part)
        at = part.end
    return found


def _part(words: Words, at: int, reader: SentenceReader) -> _Part | None:
    """What of the things is from one place, as it is said there; None: nothing of that is."""
    if at >= len(words) or not (words[at] in _ONE or words[at] in lx.NUMBERS or words[at].isdecimal()):
        return None
    begin = at + 1 + next((len(o) for o in _OF_THEM if words[at + 1 : at + 1 + len(o)] == o), 0)
    source = reader.book.places.sources.find(words, begin)
    if source is None:
        return None
    place = begin + source.length
    bare = len(words[place:]) - len(without(words[place:], lx.ARTICLES))
    name = reader.names.match(words, place + bare)
    if name is None or not reader.names.is_place(name):
        return None
    end = place + bare + name.length
    return _Part(words[at], words[begin:end], end)
