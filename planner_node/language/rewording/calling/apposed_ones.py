# SPDX-License-Identifier: Apache-2.0
"""So many things, and behind a comma which: "two mugs, a clean one and a dirty one"."""

from __future__ import annotations

from makedo_core.ontology.words import plural
from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words
from planner_node.language.words import lexicon as lx

_JOINTS = frozenset({",", "and"})
_LONGEST = 4  # words of one of them


@needs({"one"})
def apposed_ones(words: Words, reader: SentenceReader) -> Words:
    """The words with each of the things by its looks in place of their number."""
    for at in range(len(words) - 6):
        count = lx.NUMBERS.get(words[at], 0) or (int(words[at]) if words[at].isdecimal() else 0)
        name = reader.names.match(words, at + 1) if count and count > 1 else None
        if name is None or not name.is_plural or name.length > 1 or words[at + 2] not in (",", "-", ":"):
            continue
        ones, end = _ones(words, at + 3, reader)
        if len(ones) == count:
            noun = _singular(words[at + 1])
            listed = [word for number, one in enumerate(ones) for word in (*(("and",) if number else ()), *one, noun)]
            end += words[end : end + 1] == (",",) and end + 1 < len(words) and words[end + 1] not in ENDS
            reader.turned.add(words[at : at + 2])
            return apposed_ones((*words[:at], *listed, *words[end:]), reader)
    return words


def _ones(words: Words, at: int, reader: SentenceReader) -> tuple[list[Words], int]:
    """The looks of each "a red one", with the index behind the last."""
    found: list[Words] = []
    end = at
    while at < len(words) and words[at] in ("a", "an", "one", "the"):
        one = next((i for i in range(at + 1, min(len(words), at + _LONGEST)) if words[i] == "one"), 0)
        looks = words[at + 1 : one]
        if not one or not looks or any(reader.book.adjectives.attribute(word) is None for word in looks):
            break
        found.append((words[at] if words[at] != "one" else "a", *looks))
        end = at = one + 1
        while at < len(words) and words[at] in _JOINTS:
            at += 1
    return found, end


def _singular(noun: str) -> str:
    shorter = (noun[:-1], noun[:-2], f"{noun[:-3]}y")
    return next((one for one in shorter if one and plural(one) == noun), noun)
