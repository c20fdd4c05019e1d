# SPDX-License-Identifier: Apache-2.0
"""Words in an order that is not English, or that only speech has: "the apple red", "the book put it on the shelf"."""

from __future__ import annotations

from collections.abc import Iterator

from planner_node.language.sentence.sentence import ENDS, MARKS, SentenceReader, Words, sentence_begin, sentence_end
from planner_node.language.words import lexicon as lx

_IT = frozenset({"it", "them", "that", "those"})
_BEFORE_NOUN = lx.ARTICLES | set(lx.NUMBERS)
_WITH = (("together", "with"), ("along", "with"))
_SWITCH = frozenset({"turn", "switch", "flick", "put", "shut"})
_STATES = frozenset({"on", "off"})
_POLITE = frozenset({",", "please", "now", "thanks"})
_CASES = frozenset({"once", "when", "after", "if", "unless", "before", "whenever"})
_NEAR = 3  # words from a verb to "it"
_FAR = 6  # words of what is named first


def in_usual_order(words: Words, reader: SentenceReader) -> Iterator[Words]:
    """The words with adjectives before their nouns, and with a comma behind what is named first."""
    turned = _adjectives_first(words, reader)
    if turned != words:
        yield turned
    for turn in (_recipient_behind, _together, _all_behind, _switched_first, _all_of_them, _case_first):
        if (other := turn(words, reader)) is not None:
            yield other
    for at in range(2, min(_FAR, len(words) - 2)):
        names_it = not _IT.isdisjoint(words[at + 1 : at + 1 + _NEAR]) and words[0] in lx.ARTICLES
        if names_it and reader.starts_order(words[at:]) and words[at - 1] not in MARKS | ENDS:
            yield (*words[:at], ",", *words[at:])


def _adjectives_first(words: Words, reader: SentenceReader) -> Words:
    at = 0
    while at < len(words) - 1:
        name = reader.names.match(words, at)
        behind = at + name.length if name is not None else at
        if name is None or behind >= len(words):
            at += 1
            continue
        looks = (
            reader.book.adjectives.attribute(words[behind]) is not None and reader.names.match(words, behind) is None
        )
        if looks and not reader.names.is_place(name) and _ends(words, behind + 1, reader):
            words = (*words[:at], words[behind], *words[at:behind], *words[behind + 1 :])
        at = behind + 1
    return words


def _recipient_behind(words: Words, reader: SentenceReader) -> Words | None:
    """The words with "bring the cup to me" for "bring to me the cup"."""
    for at in range(1, len(words) - 3):
        verb = reader.book.said_verbs.find(words, at - 1)
        whom = words[at + 1] in lx.RECIPIENTS or reader.names.is_person(reader.names.match(words, at + 1))
        if verb is not None and verb.length == 1 and words[at] == "to" and whom and words[at + 2] in _BEFORE_NOUN:
            end = sentence_end(words, at, ENDS | MARKS | {"and"})
            return (*words[:at], *words[at + 2 : end], *words[at : at + 2], *words[end:])
    return None


def _case_first(words: Words, reader: SentenceReader) -> Words | None:
    """The words with "once it is dark, the lamp should be on" for "the lamp should be on once it is dark"."""
    end = next((i for i, word in enumerate(words) if word in ENDS), len(words))
    begins = (i for i in range(3, end - 2) if words[i] in _CASES or words[i : i + 3] == ("as", "soon", "as"))
    at = next(begins, None)
    if at is None or words[0] in _CASES or reader.starts_order(words):
        return None
    main = words[:at] if words[at - 1] not in MARKS else words[: at - 1]
    return (*words[at:end], ",", *main, *words[end:])


def _ends(words: Words, at: int, reader: SentenceReader) -> bool:
    """Whether no noun follows."""
    left = words[at : at + 1]
    tables = (reader.book.places.sides, reader.book.sentences.modals, reader.book.verbs.belonging)
    return not left or left[0] in ENDS | MARKS | {"and"} or any(table.find(words, at) for table in tables)


def _together(words: Words, reader: SentenceReader) -> Words | None:
    """The words with "it and the towel in the machine" for "it in the machine together with the towel"."""
    at = next((i for i in range(3, len(words) - 2) if words[i : i + 2] in _WITH), None)
    if at is None:
        return None
    begin = sentence_begin(words, at, ENDS | MARKS | {"and"})
    end = sentence_end(words, at + 2, ENDS | MARKS | {"and"})
    side = next((i for i in range(begin + 2, at) if reader.book.places.sides.find(words, i) is not None), None)
    if side is None:
        return None
    return (*words[:side], "and", *words[at + 2 : end], *words[side:at], *words[end:])


def _all_behind(words: Words, reader: SentenceReader) -> Words | None:
    """The words with "all" before the thing and not at the end: "the potatoes on the counter, all (three)"."""
    end = len(words) - 1 if words[-1:] and words[-1] in ENDS else len(words)
    number = words[end - 1] if words[end - 2 : end - 1] == ("all",) and words[end - 1] in lx.NUMBERS else ""
    if not number and words[end - 1 : end] not in (("all",), ("both",)):
        return None
    if number:
        words, end = (*words[: end - 1], *words[end:]), end - 1
    at = next((i for i in range(end) if (name := reader.names.match(words, i)) and name.is_plural), None)
    if at is None:
        return None
    begin = at - 1 if at and words[at - 1] in lx.DEFINITE else at
    last = end - 2 if words[end - 2] == "," else end - 1
    if number:
        return (*words[:begin], "all", number, *words[at:last], *words[end:])
    return (*words[:begin], words[end - 1], *words[begin:last], *words[end:])


def _switched_first(words: Words, reader: SentenceReader) -> Words | None:
    """The words with "turn off the TV in the hall" for "turn the TV off in the hall"; None: none is said so."""
    found, at = list(words), 0
    while at < len(found) - 3:
        end = sentence_end(found, at, ENDS | MARKS)
        state = next((i for i in range(at + 2, end - 1) if found[i] in _STATES), None) if found[at] in _SWITCH else None
        if state is not None and reader.book.places.sides.find(tuple(found), state + 1) is not None:
            found.insert(at + 1, found.pop(state))
        at += 1
    return None if tuple(found) == words else tuple(found)


def _all_of_them(words: Words, reader: SentenceReader) -> Words | None:
    """The words with ", all of them" for a sentence of its own behind an order: "put the cups away. All of them!"."""
    for stop in range(2, len(words) - 1):
        said = reader.book.quantities.all_of_them.find(words, stop + 1) if words[stop] in ENDS else None
        if said is None:
            continue
        end = stop + 1 + said.length
        polite = next((i for i in range(end, len(words)) if words[i] not in _POLITE), len(words))
        if polite == len(words) or words[polite] in ENDS:
            return (*words[:stop], ",", *words[stop + 1 : end], *words[polite:])
    return None
