# SPDX-License-Identifier: Apache-2.0
"""Whose it is, as who gets it: "bring Mr Lee's crossword to him" is to Mr Lee."""

from __future__ import annotations

from planner_node.language.people.person_phrases import read_person
from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, sentence_begin, sentence_end

_WHOM = frozenset({"him", "her", "them"})
_LONGEST = 3  # words of whose it is


@needs(_WHOM)
def to_its_owner(words: Words, reader: SentenceReader) -> Words:
    """The words with the owner of a thing for "him" behind it, where nobody else is named in the sentence before."""
    for at in range(2, len(words)):
        is_end = at + 1 == len(words) or words[at + 1] in ENDS | {",", "and", "then", "please"}
        if words[at] not in _WHOM or words[at - 1] not in ("to", "for") or not is_end:
            continue
        begin = sentence_begin(words, at)
        owner = _only_owner(words[begin : at - 1], reader)
        if owner and sentence_end(words, begin) >= at:
            reader.turned.add((words[at],))
            return to_its_owner((*words[:at], *owner, *words[at + 1 :]), reader)
    return words


def _only_owner(said: Words, reader: SentenceReader) -> Words:
    """Who is named as the owner of a thing and nobody else; empty: nobody, or several are named."""
    people: list[tuple[Words, bool]] = []
    at = 0
    while at < len(said):
        for length in range(min(_LONGEST, len(said) - at), 0, -1):
            phrase = (*said[at : at + length - 1], said[at + length - 1].removesuffix("'s"))
            read = read_person(phrase, 0, reader.names, reader.book)
            if read is not None and not read.is_pronoun and read.length == length:
                people.append((phrase, said[at + length - 1].endswith("'s")))
                at += length - 1
                break
        at += 1
    names = {phrase for phrase, _ in people}
    return people[0][0] if len(names) == 1 and people[0][1] else ()
