# SPDX-License-Identifier: Apache-2.0
"""How furniture is, before what is to be done there: "the desk is a mess, tidy it", "take everything off it"."""

from __future__ import annotations

from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.openings import opened
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, sentence_begin, sentence_end
from planner_node.language.sentence.shapes.parts import named_place_end, placing_end
from planner_node.language.words import lexicon as lx

_IS = frozenset("is are was needs need looks look seems seem has gets got became".split())
_JOINTS = frozenset({",", "so", "and", "please", "-"}) | ENDS
_HANDLED = frozenset("clear tidy empty clean wipe declutter unload sort open close shut lock".split())
_OFF = frozenset({"off", "from", "of", "on", "in", "inside", "onto", "into", "at"})
_FAR = 9  # words of how it is


@needs({"it"})
def its_state(words: Words, reader: SentenceReader) -> Words:
    """With the name of the furniture for "it" in the order."""
    if "it" not in words:
        return words
    for stop in range(3, len(words) - 1):
        if words[stop] not in _JOINTS:
            continue
        begin = sentence_begin(words, stop)
        place = named_place_end(words, begin, reader)
        told = words[place:stop]
        if place == begin or stop > begin + _FAR or not told or told[0] not in _IS or _names_any(told, reader):
            continue
        order = stop
        while order < len(words) and words[order] in _JOINTS:
            order += 1
        end = sentence_end(words, order)
        said = opened(words[order:end], reader.book.sentences).words
        at = next((i for i in range(order, end) if words[i] == "it" and _is_furniture(words, i)), None)
        if at is None or not reader.starts_order(said) or _may_be_a_thing(words, order, at, reader):
            continue
        if words[at - 2 : at] == ("all", "of") and placing_end(words, at + 1, reader) > at + 1:
            reader.turned.add(words[at - 2 : at + 1])
            return its_state((*words[: at - 2], "everything", *words[at + 1 :]), reader)  # what is there
        name = words[begin:place] if words[begin] in lx.ARTICLES else ("the", *words[begin:place])
        named = name if not _ends_in_number(words[begin:place]) else words[begin:place]
        return its_state((*words[:at], *named, *words[at + 1 :]), reader)
    return words


def _is_furniture(words: Words, at: int) -> bool:
    """Whether "it" there is what is cleared or opened, or where things are."""
    return words[at - 1] in _HANDLED | _OFF


def _names_any(told: Words, reader: SentenceReader) -> bool:
    """Whether what is told names a thing, which may be meant by "it"."""
    names = (reader.names.match(told, i) for i in range(len(told)))
    return any(n is not None and reader.names.is_present(n) for n in names)


def _may_be_a_thing(words: Words, order: int, at: int, reader: SentenceReader) -> bool:
    """Whether "it" behind a preposition may be a thing named before the one that is moved: "take the tray, put ..."."""
    names = sum(reader.names.match(words[:at], i) is not None for i in range(order + 1, at))
    return words[at - 1] in _OFF and names > 1


def _ends_in_number(name: Words) -> bool:
    return name[-1].isdecimal()
