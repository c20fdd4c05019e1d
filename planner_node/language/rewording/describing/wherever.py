# SPDX-License-Identifier: Apache-2.0
"""Places by what is there: "wherever there is a laptop" is "every desk that has a laptop"."""

from __future__ import annotations

from planner_node.language.sentence.sentence import SentenceReader, Words
from planner_node.language.things import NounPhrase
from planner_node.language.words import lexicon as lx

_WHEREVER = (
    ("wherever", "there", "is"),
    ("wherever", "there's"),
    ("wherever", "you", "see"),
    ("wherever", "you", "find"),
    ("everywhere", "there", "is"),
    ("everywhere", "where", "there", "is"),
)
_WHO = frozenset({"i", "we", "he", "she", "they", "people", "you", "everyone", "everybody", "one"})


def wherever(words: Words, reader: SentenceReader) -> Words:
    """The words with the furniture that has such a thing, where all of that is of one kind."""
    words = _where_one_can(words)
    for at in range(2, len(words) - 2):
        said = next((p for p in _WHEREVER if words[at : at + len(p)] == p), None)
        begin = at + len(said) if said is not None else at
        first = words[begin : begin + 1]
        name = reader.names.match(words, begin + 1) if said is not None and first and first[0] in lx.ARTICLES else None
        if name is None or name.concept is None:
            continue
        places = reader.names.here.places_of(NounPhrase("", name.concept))
        labels = {node.label for node in places}
        if len(labels) == 1:
            return (*words[:at], "to", "every", *labels.pop().split("_"), "that", "has", *words[begin:])
    return words


def _where_one_can(words: Words) -> Words:
    """With "somewhere where" for "where" before what is done there: "put it where I can eat it"."""
    for at in range(2, len(words) - 3):
        can = words[at] == "where" and words[at + 1] in _WHO and words[at + 2] in ("can", "could")
        if can and words[at - 1] not in ("somewhere", "place", "someplace", "spot"):
            return _where_one_can((*words[:at], "somewhere", *words[at:]))
    return words
