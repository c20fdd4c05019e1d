# SPDX-License-Identifier: Apache-2.0
"""Ways to say an order as the plain ones that they stand for: "swing the fridge open", "take a look in the hood"."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from planner_node.language.phrasebook.turn_words import GAPS, Part, SpeltTurn
from planner_node.language.rewording.gaps import CHECKS, is_clause_end, is_stop, place_stands
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words

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
    if at > 0 and words[at - 1] not in ENDS | {","} and words[at - 1] not in _BEGINNING:
        return None
    first = at == 0 or words[at - 1] in ENDS
    verb = reader.book.said_verbs.find(words, at)
    longest = verb.length if verb is not None and verb.length > 1 else 0  # "get rid of" gets nothing
    for turn in (*turns.orders.get(words[at], ()), *(turns.statements if first else ())):
        found = in_other_words(turn, words, at, reader)
        if found is not None and turn.length_said(words, at) >= longest:
            end, plain = found
            reader.turned.add(words[at : at + turn.length_said(words, at)])
            return None if plain == words[at:end] else (*words[:at], *plain, *words[end:])
    return None


def in_other_words(turn: SpeltTurn, words: Words, at: int, reader: SentenceReader) -> tuple[int, Words] | None:
    """Where a turn ends that stands at a position, and the words that it means; None: it does not stand there."""
    found = next(_matches(turn.say, words, at, {}, reader), None) if turn.may_stand_in(words) else None
    if found is None:
        return None
    end, gaps = found
    return end, tuple(word for part in turn.means for word in gaps.get(part, (part,)))


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
