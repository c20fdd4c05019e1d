# SPDX-License-Identifier: Apache-2.0
"""An instruction without a run of its words, where it is not understood with them.

Nobody knows what such words add, so what is left is only ever asked about. A thing or place that is joined to others
("and the glasses for three") is asked for and never left out; in what only says which thing is meant ("nearest the
bed") it may be.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from planner_node.language.piecing.pieces import JOINTS, may_be_a_look
from planner_node.language.sentence.sentence import ENDS, MARKS, SentenceReader, Words
from planner_node.language.words import lexicon as lx

_LONGEST_RUN = 7  # words
_FEWEST = 3  # words that are left
_LONGEST = 40  # words
_MOST = 40  # ways
_UNKNOWN, _SMALL, _NAME = 1.0, 1.1, 2.5
"""What it costs to leave out a word: one that nobody knows, one of the grammar, a verb or the name of something."""
_RELATIVE = frozenset("that which who whose where when while".split())
_TELLING_APART = frozenset("that which who whose with without near nearest next closest".split())
_SOMEBODY = frozenset("i we you he she they somebody someone nobody everybody everyone".split())
_FORMED = ("ed", "ing", "est")
_OPENING = frozenset("to of with for from at by in on".split())
"""Words that hold what stands behind them: without that they are left hanging."""
_PARTICLES = frozenset("on off up down in out away back over".split())
_DENYING = frozenset({"not", "no", "never"})


@dataclass(frozen=True, slots=True)
class Shortened:
    """What is left of an instruction.

    Attributes:
        words: that are left.
        left_out: the run that is not among them.
        before: the words in front of it.
        saying: words of the run that are no part of the name of something that is here.
        behind: the words behind it.
        tells_apart: whether the run says which thing is meant: "(the book) that I got from Tom", "scary (book)".
    """

    words: Words
    left_out: Words
    before: Words
    saying: Words
    behind: Words
    tells_apart: bool


def shortened(words: Words, reader: SentenceReader) -> Iterator[Shortened]:
    """The instruction without each run of words that may be left out, those first that are the least loss.

    Args:
        words: in lower case.
        reader: knows the words.
    """
    if len(words) > _LONGEST:
        return
    costs = [_cost(words, at, reader) for at in range(len(words))]
    runs = sorted(
        (sum(costs[begin:end]), begin, end)
        for begin in range(len(words))
        for end in range(begin + 1, min(begin + _LONGEST_RUN, len(words)) + 1)
        if len(words) - (end - begin) >= _FEWEST and _is_one(words, begin, end, reader)
    )
    for _, begin, end in runs[:_MOST]:
        named = {
            i
            for at in range(begin, end)
            if (name := reader.names.match(words, at)) is not None and reader.names.is_present(name)
            for i in range(at, at + name.length)
        }
        saying = tuple(words[at] for at in range(begin, end) if at not in named)
        before, run, behind = words[:begin], words[begin:end], words[end:]
        apart = _tells_apart(run, reader) or _is_in_a_noun(words, begin, end, reader)
        yield Shortened(_joined(before, behind), run, before, saying, behind, apart)


def _joined(before: Words, behind: Words) -> Words:
    """What stands around a run, without the marks and joints that held it."""
    while before and before[-1] in MARKS | JOINTS and (not behind or behind[0] in ENDS | MARKS | JOINTS):
        before = before[:-1]
    while behind and behind[0] in MARKS | JOINTS and (not before or before[-1] in ENDS):
        behind = behind[1:]
    return (*before, *behind)


def _tells_apart(run: Words, reader: SentenceReader) -> bool:
    """Whether words behind the name of a thing say which is meant: "that I got from Tom", "Grandma gave me"."""
    if run[0] in _TELLING_APART or (len(run[0]) > len("red") and run[0].endswith(_FORMED)):
        return True
    name = reader.names.match(run, 0)
    is_known = name is not None or run[0] in reader.book.known_words
    is_person = run[0] in _SOMEBODY or (name is not None and reader.names.is_person(name)) or not is_known
    return len(run) > 1 and is_person


def _cost(words: Words, at: int, reader: SentenceReader) -> float:
    word = words[at]
    if reader.names.match(words, at) is not None or reader.book.said_verbs.find(words, at) is not None:
        return _NAME
    return _SMALL if word in reader.book.known_words else _UNKNOWN


def _is_one(words: Words, begin: int, end: int, reader: SentenceReader) -> bool:
    """Whether a run may be taken out, and what stands around it still holds together."""
    run, before, behind = words[begin:end], words[begin - 1 : begin], words[end : end + 1]
    hangs = run[-1] in _OPENING and not (_tells_apart(run, reader) and _is_closed(words, end, reader))
    if not (ENDS | MARKS).isdisjoint(run) or hangs or run[-1] in lx.ARTICLES | JOINTS:
        return False
    if _is_in_a_noun(words, begin, end, reader):
        return all(reader.names.match(words, at) is None for at in range(begin, end))
    if before and (before[0] in lx.ARTICLES | _OPENING or _is_number(before[0])):
        return False
    copulas = reader.book.sentences.copulas.words
    if before and (before[0] in copulas or before[0] in _DENYING or before[0].endswith("n't")):
        return False
    if run[0] in _RELATIVE and not _is_closed(words, end, reader):
        return False
    if run[0] in lx.ARTICLES - _RELATIVE or _is_number(run[0]) or reader.names.match(words, begin) is not None:
        return False
    if all(word in _OPENING | lx.ARTICLES | JOINTS | copulas or _is_number(word) for word in run):
        return False
    if not _tells_apart(run, reader) and run[0] not in _OPENING and not _has_deed(words[:begin], words[end:], reader):
        return False
    names = [name for at in range(begin, end) if (name := reader.names.match(words, at)) is not None]
    is_joined = not JOINTS.isdisjoint((*before, *run, *behind))
    if is_joined and any(reader.names.is_present(name) for name in names):
        return False
    is_told = run[0] in _RELATIVE or run[0] not in reader.book.known_words
    verbs = any(reader.book.said_verbs.find(words, at) is not None for at in range(begin, end))
    return is_told or not (verbs or _is_place(run, reader))


def _is_closed(words: Words, end: int, reader: SentenceReader) -> bool:
    """Whether a clause about a thing may end there: "the laptop whose battery is full | to the meeting room"."""
    if end == len(words) or words[end] in ENDS | MARKS | JOINTS:
        return True
    places, behind = reader.book.places, words[end + 1 : end + 2]
    holds = [
        any(table.find(words, at) is not None for table in (places.sides, places.sources)) for at in (end, end + 1)
    ]
    is_particle = words[end] in _PARTICLES and (not behind or holds[1] or behind[0] in ENDS | MARKS)
    return (holds[0] and not is_particle) or reader.book.said_verbs.find(words, end) is not None


def _has_deed(before: Words, behind: Words, reader: SentenceReader) -> bool:
    """Whether the part in which a run stood says what is to be done without it."""
    first = next((i for i in range(len(before) - 1, -1, -1) if before[i] in ENDS | MARKS), -1) + 1
    part = before[first:]
    return not part or any(reader.book.said_verbs.find(part, at) is not None for at in range(len(part)))


def _is_place(run: Words, reader: SentenceReader) -> bool:
    """Whether a run says where something is to go, or where it is from."""
    places = reader.book.places
    name = reader.names.match(run, len(run) - 1)
    is_place = name is not None and reader.names.is_place(name)
    return is_place and any(table.find(run, 0) is not None for table in (places.sides, places.sources))


def _is_in_a_noun(words: Words, begin: int, end: int, reader: SentenceReader) -> bool:
    """Whether a run stands right before what things are called: "the expired food", "the Phillips one"."""
    name = reader.names.match(words, end) if end < len(words) else None
    head = name is not None or words[end : end + 1] in (("one",), ("ones",), ("things",), ("stuff",))
    return head and end - begin <= 2 and all(may_be_a_look(words, at, reader) for at in range(begin, end))


def _is_number(word: str) -> bool:
    return word.isdigit() or word in lx.NUMBERS
