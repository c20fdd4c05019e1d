# SPDX-License-Identifier: Apache-2.0
"""What a thing is like or where it is, between commas: "bring the apple, which is on table 1, and the banana there"."""

from __future__ import annotations

from planner_node.language.rewording.describing.extraposed import clause_end
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words
from planner_node.language.sentence.shapes.parts import named_place_end

_RELATIVE = frozenset({"that", "which", "who"})
_STANDING = {
    **dict.fromkeys(("is", "stands", "lies", "sits"), "is"),
    **dict.fromkeys(("are", "stand", "lie", "sit"), "are"),
    **{word: word for word in ("isn't", "aren't")},
}
_RESTING = frozenset("standing lying sitting resting placed".split())
_ITS = tuple(tuple(link.split()) for link in ("it is", "it's", "they are", "they're", "which is", "that is", "that's"))
_GOES_ON = frozenset({"and", "or", "to", "into", "onto", "from", "on", "in", "inside", "at", "goes", "go"})


def in_commas(words: Words, reader: SentenceReader) -> Words:
    """The words without the commas around such clauses, as if they told which thing is meant."""
    words = _without_anywhere(_to_one_place(_bracketed(words, reader), reader), reader)
    for at in range(2, len(words) - 2):
        if words[at - 1] != "," or words[at] not in _RELATIVE or words[at + 1] not in _STANDING:
            continue
        if words[at + 2] in _RESTING:  # "which is standing on the shelf"
            words = (*words[: at + 2], *words[at + 3 :])
        end = _place_end(words, at + 2, reader) or clause_end(words, at, reader)
        if end <= at or (end < len(words) and words[end] != "," and words[end] not in ENDS):
            continue
        behind = words[end + 1 :] if words[end : end + 1] == (",",) else ()
        goes_on = behind[:1] and (behind[0] in _GOES_ON or reader.book.sentences.modals.find(behind, 0) is not None)
        clause = (words[at], _STANDING[words[at + 1]], *words[at + 2 : end])
        return in_commas((*words[: at - 1], *clause, *(behind if goes_on else words[end:])), reader)
    return words


def _without_anywhere(words: Words, reader: SentenceReader) -> Words:
    """Without ", wherever they are," and ", every room,", which say that all are meant."""
    for at in range(1, len(words) - 2):
        if words[at] != ",":
            continue
        said = words[at + 1 :]
        for before in ((), ("from",)):
            found = reader.book.places.anywhere.find((*before, *said), 0)
            end = at + 1 + (found.length - len(before) if found is not None else 0)
            if found is not None and end > at + 1 and words[end : end + 1] == (",",):
                return _without_anywhere((*words[:at], *words[end + 1 :]), reader)
    return words


def _place_end(words: Words, at: int, reader: SentenceReader) -> int:
    """Behind a side with a named place; 0: none stands there."""
    side = reader.book.places.sides.find(words, at)
    if side is None:
        return 0
    end = named_place_end(words, at + side.length, reader)
    return end if end > at + side.length else 0


def _bracketed(words: Words, reader: SentenceReader) -> Words:
    """With "that is on table 1" for "(it is on table 1)", "(on table 1)" behind the name of a thing."""
    for at in range(2, len(words) - 2):
        close = next((i for i in range(at + 2, len(words)) if words[i] == ")"), None) if words[at] == "(" else None
        if close is None:
            continue
        said = words[at + 1 : close]
        link = next((link for link in _ITS if said[: len(link)] == link), ())
        said = said[len(link) :]
        looks = bool(said) and all(reader.book.adjectives.attribute(word) is not None for word in said)
        if looks or (said and _place_end(said, 0, reader) == len(said)):
            return _bracketed((*words[:at], "that", "is", *said, *words[close + 1 :]), reader)
    return words


def _to_one_place(words: Words, reader: SentenceReader) -> Words:
    """Without the comma before the place where all goes: "bring the apple, and the banana, to table 2"."""
    places = reader.book.places
    for at in range(3, len(words) - 1):
        if words[at] != "," or words[at + 1] not in places.towards:
            continue
        end = _place_end(words, at + 1, reader)
        before = next((i for i in range(at - 1, -1, -1) if words[i] in ENDS | {","}), -1)
        listed = words[before + 1 : before + 2] == ("and",) and before > 0 and words[before] == ","
        if end and listed and (end == len(words) or words[end] in ENDS | {",", "and"}):
            return _to_one_place((*words[:at], *words[at + 1 :]), reader)
    return words
