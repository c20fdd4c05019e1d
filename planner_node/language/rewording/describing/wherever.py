# SPDX-License-Identifier: Apache-2.0
"""Places by what is there: "wherever there is a laptop" is "every desk that has a laptop".

"Wherever there is room" and "somewhere else" name no place: it is asked where, as where nothing is said of it.
"""

from __future__ import annotations

from planner_node.language.sentence.openings import opened
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, sentence_begin, sentence_end
from planner_node.language.sentence.shapes.parts import names_things, placing_end, side_in
from planner_node.language.things import NounPhrase
from planner_node.language.words import lexicon as lx
from planner_node.language.words.verbs import Verb

_WHEREVER = (
    ("wherever", "there", "is"),
    ("wherever", "there's"),
    ("wherever", "you", "see"),
    ("wherever", "you", "find"),
    ("everywhere", "there", "is"),
    ("everywhere", "where", "there", "is"),
)
_OPEN = (("somewhere",), ("elsewhere",), ("anywhere",), ("wherever",), ("someplace",), ("anyplace",))
_ROOM = frozenset("room space place spot free empty enough some".split())
_LEFT_OPEN = frozenset("else there is there's a any it fits they fit you like want find can for them please".split())
_WHO = frozenset({"i", "we", "he", "she", "they", "people", "you", "everyone", "everybody", "one"})


def wherever(words: Words, reader: SentenceReader) -> Words:
    """The words with the furniture that has such a thing, where all of that is of one kind."""
    words = _anywhere(_where_one_can(words), reader)
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


def _anywhere(words: Words, reader: SentenceReader) -> Words:
    """Without a place that is left open, behind things that are put and at the end of the sentence."""
    for at in range(3, len(words)):
        if words[at : at + 1] not in _OPEN:
            continue
        end, begin = sentence_end(words, at, ENDS | {","}), sentence_begin(words, at)
        core = opened(words[begin:at], reader.book.sentences).words
        verb = reader.book.said_verbs.find(core, 0) if reader.starts_order(core) else None
        if verb is None or verb.value.verb is not Verb.BRING or not _is_thing(core[verb.length :], reader):
            continue
        if words[at] == "elsewhere" and side_in(core, reader):
            continue  # "the plates on table 2 elsewhere": it was said where they are
        if all(word in _ROOM | _LEFT_OPEN for word in words[at + 1 : end]):
            reader.turned.add(words[at:end])
            return (*words[:at], *words[end:])
    return words


def _is_thing(things: Words, reader: SentenceReader) -> bool:
    """Whether words name things, perhaps with where they go: the answer to where is put behind them."""
    ends = (i for i in range(1, len(things)) if placing_end(things, i, reader) == len(things))
    things = things[: next(ends, len(things))]
    return bool(things) and names_things(things, reader) and not side_in(things, reader)


def _where_one_can(words: Words) -> Words:
    """With "somewhere where" for "where" before what is done there: "put it where I can eat it"."""
    for at in range(2, len(words) - 3):
        can = words[at] == "where" and words[at + 1] in _WHO and words[at + 2] in ("can", "could")
        if can and words[at - 1] not in ("somewhere", "place", "someplace", "spot"):
            return _where_one_can((*words[:at], "somewhere", *words[at:]))
    return words
