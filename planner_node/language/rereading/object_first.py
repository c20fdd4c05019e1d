# SPDX-License-Identifier: Apache-2.0
"""What is named before it is said what is done with it: "the plates in the sink, bring to the counter".

It may be named once more by a pronoun: "the comb and the razor, I want those on the sink", "the pen it goes there".
"""

from __future__ import annotations

from collections.abc import Iterator

from planner_node.language.sentence.openings import opened
from planner_node.language.sentence.sentence import SentenceReader, Words, sentence_bounds
from planner_node.language.sentence.shapes.parts import begins_things
from planner_node.language.words import lexicon as lx

_IT = frozenset({"it", "they", "these", "those", "both"})
_SUBJECTS = frozenset({"it", "they", "that", "those", "these"})
_OBJECTS = frozenset({"it", "them", "that", "those", "these"})
_FAR = 6  # words from a place to what should be there


def objects_first(words: Words, reader: SentenceReader) -> Iterator[Words]:
    """The words with things behind their verb, and with a place behind what should be there."""
    for begin, end in (*sentence_bounds(words), *_behind_joints(words, reader)):
        said = words[begin:end]
        for turned in (_named_again(said, reader), _behind_verb(said, reader), _behind_wish(said, reader)):
            if turned is not None:
                yield (*words[:begin], *turned, *words[end:])


def _behind_joints(words: Words, reader: SentenceReader) -> Iterator[tuple[int, int]]:
    """Where a clause that names its things first stands behind another order: "..., and the saw bring to the bench"."""
    for begin, end in sentence_bounds(words):
        for at in range(begin + 3, end - 3):
            if words[at] == "and" and words[at + 1] in lx.DEFINITE and not reader.starts_order(words[at + 1 : end]):
                yield at + 1, end


def _named_again(words: Words, reader: SentenceReader) -> Words | None:
    """The words with the things in place of the pronoun that names them once more."""
    known = reader.book.sentences
    core = opened(words, known).words
    if reader.starts_order(core) or not begins_things(core, reader):
        return None
    for at in range(1, len(core) - 2):
        begin = at + (core[at] == ",")
        names = ((i, reader.names.match(core, i)) for i in range(at))
        if not any(name is not None and i + name.length == at for i, name in names):
            continue
        rest = core[begin:]
        is_subject = rest[0] in _SUBJECTS and begin == at
        if is_subject and (known.modals.find(rest, 1) or reader.book.verbs.belonging.find(rest, 1)):
            return (*core[:at], *rest[1:])
        for table in (known.wanting, known.needing):
            wants = table.find(rest, 0)
            it = wants.length if wants is not None and rest[0] in ("i", "we") else len(rest)
            if it + 2 < len(rest) and rest[it] in _OBJECTS and reader.book.places.sides.find(rest, it + 1):
                return (*rest[:it], *core[:at], *rest[it + 1 :])
    return None


def _behind_verb(words: Words, reader: SentenceReader) -> Words | None:
    """The words with "bring the plates to the counter" for "the plates, bring to the counter"."""
    core = opened(words, reader.book.sentences).words
    if reader.starts_order(core) or not begins_things(core, reader):
        return None
    for at in range(1, len(core) - 2):
        order = opened(core[at:], reader.book.sentences).words
        verb = reader.book.said_verbs.find(order, 0)
        if verb is None or reader.names.match(order, 0) is not None:
            continue
        behind = order[verb.length :]
        placed = reader.book.places.sides.find(behind, 0) is not None and behind[0] not in lx.PARTICLES
        if placed or behind[:1] in (("away",), ("back",), ("there",), ("out",)):
            things = core[: at - 1] if core[at - 1] in (",", ":") else core[:at]
            return (*order[: verb.length], *things, *behind)
        if core[0] in lx.DEFINITE and all(word in reader.book.clauses.afterthoughts for word in behind):
            return (*order[: verb.length], *core[:at])  # "the table lamp switch off"
    return None


def _behind_wish(words: Words, reader: SentenceReader) -> Words | None:
    """The words with "they should be on the shelf" for "on the shelf they should be"."""
    if reader.book.places.sides.find(words, 0) is None:
        return None
    for at in range(2, len(words) - 1):
        subject = 1 if words[at] in _IT else 0
        modal = reader.book.sentences.modals.find(words, at + subject) if subject else None
        if modal is None:
            continue
        rest = words[at + subject + modal.length :]
        being = reader.book.sentences.being.find(rest, 0)
        if being is not None and being.length == len(rest):
            place = words[: at - 1] if words[at - 1] == "," else words[:at]
            return (*words[at:], *place)
    return None
