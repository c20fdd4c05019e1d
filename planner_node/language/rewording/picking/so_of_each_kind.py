# SPDX-License-Identifier: Apache-2.0
"""How things of several kinds are, said once behind the last: "every can and bottle that's empty" is each empty can."""

from __future__ import annotations

from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.sentence import SentenceReader, Words
from planner_node.language.sentence.shapes.parts import placing_end

_THAT = frozenset({"that's", "that", "which"})
_BEING = frozenset({"is", "are"})
_JOINTS = frozenset({"and", ","})
_WHOLE = frozenset({"every", "each", "all", "any", "the", "my", "our", "of", "these", "those", "single"})
_DISTINCT = frozenset({"every", "each", "all", "any"})
_LONGEST = 4  # words of a kind


@needs(_THAT, {"and"})
def so_of_each_kind(words: Words, reader: SentenceReader) -> Words:
    """The words with how things are behind each of the kinds that one "every" or "all" stands before."""
    for at in range(4, len(words) - 1):
        length = _said_so(words, at, reader)
        kinds = _kinds(words, at, reader) if length else []
        first = kinds[0][0] if kinds else 0
        plural = all(_is_plural(words, begin, reader) for begin, _ in kinds)
        shared = first > 0 and (words[first - 1] in _DISTINCT or (words[first - 1] in _WHOLE and plural))
        if len(kinds) < 2 or not shared:
            continue
        found: list[str] = list(words[:first])
        for n, (begin, end) in enumerate(kinds):
            found += [*words[begin:end], *words[at : at + length]]
            found += words[end : kinds[n + 1][0]] if n + 1 < len(kinds) else ()
        return (*found, *words[at + length :])
    return words


def _said_so(words: Words, at: int, reader: SentenceReader) -> int:
    """How many words say from there on how things are or where: "that are dirty", "that's on the table"; 0: none."""
    if words[at] not in _THAT:
        return 0
    be = at + 1 + (words[at] != "that's" and words[at + 1] in _BEING)
    if be == at + 1 and words[at] != "that's":
        return 0
    be += words[be : be + 1] in (("still",), ("all",), ("both",))
    place = placing_end(words, be, reader)
    if place > be:
        return place - at
    return be + 1 - at if words[be : be + 1] and reader.book.adjectives.attribute(words[be]) is not None else 0


def _kinds(words: Words, end: int, reader: SentenceReader) -> list[tuple[int, int]]:
    """Where each of the kinds begins and ends that are listed right before a position, with no word of their own."""
    found: list[tuple[int, int]] = []
    while end > 0:
        named = (i for i in range(max(0, end - _LONGEST), end) if _ends(words, i, end, reader))
        begin = next(named, None)
        if begin is None:
            break
        found.insert(0, (begin, end))
        if words[begin - 1] not in _JOINTS:
            break
        end = begin - 1 - (words[begin - 2 : begin - 1] == (",",))
    return found if found and words[found[0][0] - 1] not in _JOINTS else []


def _ends(words: Words, begin: int, end: int, reader: SentenceReader) -> bool:
    """Whether the name of a kind of things begins and ends there."""
    name = reader.names.match(words, begin)
    return name is not None and begin + name.length == end and name.node_id is None and not reader.names.is_place(name)


def _is_plural(words: Words, begin: int, reader: SentenceReader) -> bool:
    name = reader.names.match(words, begin)
    return name is not None and name.is_plural
