# SPDX-License-Identifier: Apache-2.0
"""Ways to say an order as the plain ones that they stand for: "swing the fridge open", "take a look in the hood"."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from planner_node.language.phrasebook.turn_words import GAPS, Part, SpeltTurn
from planner_node.language.reading.reasons import is_reason
from planner_node.language.rewording.gaps import CHECKS, is_clause_end, is_stop, place_stands
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, sentence_begin

_LONGEST = 9
"""Words that a gap takes."""
_BEGINNING = frozenset(
    "and then please you to just so now but go kindly also robot first afterwards finally or quickly".split()
)
_AGAIN = 4  # turns that one place may need, one after the other


def turned(words: Words, reader: SentenceReader) -> Words:
    """The words with plain orders in place of others."""
    at = 0
    while at < len(words):
        for _ in range(_AGAIN):
            again = _turned_at(words, at, reader)
            if again is None:
                break
            words = again
        at += 1
    return words


def _turned_at(words: Words, at: int, reader: SentenceReader) -> Words | None:
    """The words with another order where one begins; None if none that has to be turned does."""
    turns = reader.book.spelt_turns
    if at > 0 and words[at - 1] not in ENDS | {",", ":"} and words[at - 1] not in _BEGINNING:
        return None
    first = _begins_sentence(words, at, reader)
    verb = reader.book.said_verbs.find(words, at)
    longest = verb.length if verb is not None and verb.length > 1 else 0  # "get rid of" gets nothing
    present = frozenset(words)
    for turn in (*turns.orders.get(words[at], ()), *(turns.statements if first else ())):
        found = in_other_words(turn, words, at, reader) if turn.may_stand_in(present) else None
        if found is not None and turn in turns.statements and is_reason(words[found.end :], reader.book):
            continue
        if found is not None and turn.length_said(words, at) >= longest:
            reader.turned.add(words[at : at + turn.length_said(words, at)])
            reader.turned.update(found.between)
            return None if found.plain == words[at : found.end] else (*words[:at], *found.plain, *words[found.end :])
    return None


def _begins_sentence(words: Words, at: int, reader: SentenceReader) -> bool:
    """Whether a sentence begins there, but for what says that it comes next: "after that, the floor needs mopping"."""
    if at == 0 or words[at - 1] in ENDS or words[at - 2 : at] in ((",", "and"), (",", "so"), (",", "but")):
        return True
    begin = sentence_begin(words, at)
    found = reader.book.clauses.next_stage.find(words, begin)
    behind = begin + found.length if found is not None else begin
    return behind > begin and at == behind + (words[behind : behind + 1] == (",",))


class InOtherWords(NamedTuple):
    """What stands in an instruction in place of a plain order.

    Attributes:
        end: the word behind it.
        plain: the words that it means.
        between: its own words behind the first gap, where several stand together.
    """

    end: int
    plain: Words
    between: tuple[Words, ...]


def in_other_words(turn: SpeltTurn, words: Words, at: int, reader: SentenceReader) -> InOtherWords | None:
    """The words that a turn means which stands at a position; None: it does not stand there."""
    found = next(_matches(turn.say, words, at, {}, reader), None) if turn.may_stand_in(words) else None
    if found is None:
        return None
    end, gaps = found
    plain = tuple(word for part in turn.means for word in gaps.get(part, (part,)))
    return InOtherWords(end, plain, tuple(_between(words[at:end], gaps)))


def _between(words: Words, gaps: Mapping[str, Words]) -> Iterator[Words]:
    """What stands between and behind the gaps of a turn."""
    begin, behind = 0, False
    for at in range(len(words) + 1):
        if at < begin:
            continue
        gap = next((held for held in gaps.values() if held and words[at : at + len(held)] == held), ())
        if gap or at == len(words):
            if behind and at > begin + 1:
                yield words[begin:at]
            behind, begin = True, at + len(gap)


def _matches(
    say: Sequence[Part], words: Words, at: int, gaps: Mapping[str, Words], reader: SentenceReader
) -> Iterator[tuple[int, Mapping[str, Words]]]:
    """Where the words of a turn end that stand from a position on, and what its gaps hold; the shortest first."""
    if not say:
        yield at, gaps
        return
    rest = say[1:]
    part = say[0][0][0] if say[0][0] else ""
    if part == "END":
        if is_clause_end(words, at, reader):
            yield from _matches(rest, words, at, gaps, reader)
    elif part == "STOP":
        if is_stop(words, at, reader):
            yield from _matches(rest, words, at, gaps, reader)
    elif part == "AT":
        if place_stands(words, at, reader):
            yield from _matches(rest, words, at, gaps, reader)
    elif part in GAPS:
        for end in _ends(CHECKS[part], words, at, reader):
            yield from _matches(rest, words, end, {**gaps, part: words[at:end]}, reader)
    else:
        for phrase in say[0]:
            if words[at : at + len(phrase)] == phrase:
                yield from _matches(rest, words, at + len(phrase), gaps, reader)


def _ends(
    fits: Callable[[Words, SentenceReader], bool], words: Words, at: int, reader: SentenceReader
) -> Iterator[int]:
    """Where a gap may end that begins at a position."""
    named = at  # where the names end that begin in the gap: "desk 1", "kitchen table"
    for end in range(at + 1, min(len(words), at + _LONGEST) + 1):
        word = words[end - 1]
        if word in ENDS | {",", ":"} or (word == "and" and reader.starts_order(words[end:])):
            return
        if word == "and" and _is_placed(words[at:end], reader):
            return  # "the red one in the sink and the others"
        name = reader.names.match(words, end - 1)
        named = named if name is None else max(named, end - 1 + name.length)
        if named <= end and fits(words[at:end], reader):
            yield end


def _is_placed(words: Words, reader: SentenceReader) -> bool:
    """Whether a gap would take a thing with its place."""
    sides = reader.book.places.sides
    return any(words[i] in ("in", "on") and sides.find(words, i) is not None for i in range(1, len(words)))
