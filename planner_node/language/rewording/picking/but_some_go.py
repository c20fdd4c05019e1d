# SPDX-License-Identifier: Apache-2.0
"""Furniture that is cleared, but for some things that go elsewhere: "clear table 2, but the mug goes to table 3"."""

from __future__ import annotations

from planner_node.language.rewording.gaps import place_stands
from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.openings import opened
from planner_node.language.sentence.sentence import SentenceReader, Words, sentence_bounds
from planner_node.language.sentence.shapes.parts import is_thing, named_place_end
from planner_node.language.words import lexicon as lx
from planner_node.language.words.verbs import Verb

_WIDE = frozenset({Verb.CLEAR, Verb.TIDY})
_CARRYING = frozenset({Verb.BRING, Verb.TAKE})


@needs({lx.BUT})
def but_some_go(words: Words, reader: SentenceReader) -> Words:
    """The words with what goes elsewhere excepted, and with an order of its own for that."""
    for begin, end in sentence_bounds(words):
        core = opened(words[begin:end], reader.book.sentences).words
        orders = _orders(core, reader)
        if orders:
            return (*words[: end - len(core)], *orders, *words[end:])
    return words


def _orders(core: Words, reader: SentenceReader) -> Words:
    """Both orders; empty: the words ask for something else."""
    verb = reader.book.said_verbs.find(core, 0)
    if verb is None or verb.value.verb not in _WIDE:
        return ()
    place_end = named_place_end(core, verb.length, reader)
    but = place_end + (core[place_end : place_end + 1] == (",",))
    if place_end == verb.length or core[but : but + 1] != (lx.BUT,):
        return ()
    rest = core[but + 1 :]
    carries = reader.book.said_verbs.find(rest, 0)
    first = carries.length if carries is not None and carries.value.verb in _CARRYING else 0
    to = next((i for i in range(first + 1, len(rest)) if place_stands(rest, i, reader)), 0)
    belonging = reader.book.verbs.belonging
    goes = next((i for i in range(first + 1, to) if (f := belonging.find(rest, i)) and i + f.length == to), to)
    things = rest[first:goes]
    if not to or not (goes < to or first) or not is_thing(things, reader):
        return ()
    reader.turned.add(core[but : but + 1])
    place = core[verb.length : place_end]
    return (*core[:place_end], "except", *things, ".", "then", "put", *things, "from", *place, *rest[to:])
