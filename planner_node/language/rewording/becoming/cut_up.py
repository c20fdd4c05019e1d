# SPDX-License-Identifier: Apache-2.0
"""Parts of food where only whole ones are here: "a slice of tomato", "a tomato slice" are a sliced tomato."""

from __future__ import annotations

from makedo_core.ontology.words import with_article
from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words
from planner_node.language.words import lexicon as lx
from planner_node.language.words.naming import Name

_PARTS = frozenset(
    "slice slices piece pieces chunk chunks wedge wedges half quarter bite cube cubes strip strips".split()
)
_BEHIND = frozenset({"slice", "slices", "wedge", "wedges", "chunk", "chunks", "half", "piece", "pieces"})
_SIZES = _PARTS | {"halves", "quarters"}
_WHOLES = frozenset(
    {"head", "heads", "bar", "bars", "loaf", "loaves", "stick", "sticks", "ear", "ears", "bulb", "bulbs"}
)
_ADJECTIVES = 3  # words between "slice of" and what it is of
_CUT = frozenset({"cut", "chopped", "diced", "carved"})
_SLICED = "sliced"
_BEFORE_ORDERS = ENDS | {",", "and", "then", "to", "please"}


@needs(_SIZES | _WHOLES | {"two", "cut", "chopped", "diced", "carved"})
def cut_up(words: Words, reader: SentenceReader) -> Words:
    """The words with "sliced" for such a part, and without what only counts whole ones: "a head of lettuce"."""
    words = _cut_ones(_without_sizes(words, reader), reader)
    for at in range(len(words)):
        if words[at] not in _PARTS | _WHOLES or at == 0 or words[at - 1] in _BEFORE_ORDERS:
            continue  # "slice the tomato"
        if words[at + 1 : at + 2] == ("of",):
            name, begin = _food(words, at + 2, reader)
            if name is None or words[at + 2] in lx.DEFINITE or _is_here(words, at, reader):
                continue
            whole = reader.names.match(words, at)
            if whole is not None and whole.length > 1 and whole.is_plural:
                continue  # "two slices of bread" says how many
            looks = words[at + 2 : begin]
            part = looks if words[at] in _WHOLES else _once(looks)
            return cut_up((*_with_article(words[:at], (*part, *words[begin:])), *part, *words[begin:]), reader)
        if words[at] in _BEHIND:
            first = next((i for i in range(max(0, at - 2), at) if _ends_at(words, i, at, reader)), None)
            if first is not None and not _is_here(words, first, reader):
                begin = first - (words[first - 1] == _SLICED)
                sliced = (_SLICED, *words[first:at], *words[at + 1 :])
                return cut_up((*_with_article(words[:begin], sliced), *sliced), reader)
    return words


def _without_sizes(words: Words, reader: SentenceReader) -> Words:
    """Without "in half", "into three slices" behind an order to cut something."""
    for at in range(2, len(words) - 1):
        half = words[at : at + 2] in (("in", "half"), ("in", "two"))
        end = (
            at + 2 if half else next((i + 1 for i in range(at + 1, min(len(words), at + 4)) if words[i] in _SIZES), at)
        )
        verbs = (reader.book.said_verbs.find(words, i) for i in range(at))
        cuts = any(verb is not None and verb.value.quality == "cut" for verb in verbs)
        if cuts and (half or (words[at] == "into" and end > at)):
            reader.turned.add(words[at:end])
            return (*words[:at], *words[end:])
    return words


def _cut_ones(words: Words, reader: SentenceReader) -> Words:
    """With "sliced" for other words before food that say the same: "a washed and cut tomato"."""
    for at in range(1, len(words) - 1):
        end = at + 1 + (words[at + 1] == "up")
        if words[at] in _CUT and words[at - 1] not in _BEFORE_ORDERS - {"and", ","} and _food(words, end, reader)[0]:
            before = words[at - 1] in ("and", ",") and reader.book.done_by.find(words, at - 2) is None
            if not before and reader.names.match(words, at) is None:
                reader.turned.add(words[at:end])
                return _cut_ones((*words[:at], _SLICED, *words[end:]), reader)
    return words


def _with_article(before: Words, behind: Words) -> Words:
    """The words before others, with "a" or "an" as those begin."""
    if before[-1:] not in (("a",), ("an",)) or not behind:
        return before
    return (*before[:-1], with_article(behind[0]).split()[0])


def _once(looks: Words) -> Words:
    return looks if _SLICED in looks else (_SLICED, *looks)


def _food(words: Words, at: int, reader: SentenceReader) -> tuple[Name | None, int]:
    """The food or the like that is named from a position on, behind how it is, and where its name begins."""
    for begin in range(at, min(len(words), at + _ADJECTIVES)):
        name = reader.names.match(words, begin)
        if name is not None:
            return (name if _is_eaten(name, reader) else None), begin
    return None, at


def _ends_at(words: Words, begin: int, end: int, reader: SentenceReader) -> bool:
    """Whether the name of food begins at a position and ends before another one."""
    name = reader.names.match(words[:end], begin)
    return name is not None and begin + name.length == end and _is_eaten(name, reader)


def _is_eaten(name: Name, reader: SentenceReader) -> bool:
    concept = name.concept or ""
    return any(reader.names.ontology.is_a(concept, kind) for kind in ("food", "soap"))


def _is_here(words: Words, at: int, reader: SentenceReader) -> bool:
    """Whether a name that begins there has more than one word, and names something here."""
    name = reader.names.match(words, at)
    return name is not None and name.length > 1 and reader.names.is_present(name)
