# SPDX-License-Identifier: Apache-2.0
"""A condition on each of several things, or of several places.

"Turn off all the lights unless they're in the kids room"; "put a bottle on every desk unless there is one".
"""

from __future__ import annotations

from planner_node.language.rewording.amounts.counted_here import count_of
from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.openings import opened, spelt_out
from planner_node.language.sentence.sentence import SentenceReader, Words, sentence_begin, sentence_end, without
from planner_node.language.sentence.shapes.parts import name_with_looks, placing_end

_THEY = frozenset({"they", "they're"})
_QUANTIFIED = frozenset({"all", "of", "the", "my", "our", "every", "each", "any", "these", "those"})
_EACH = frozenset({"each", "every"})
_ALREADY = frozenset({"already", "there", "on", "in"})
_HAS_ONE = (("is", "one"), ("are", "any"), ("are", "some"), ("is", "any"), ("it", "has", "one"), ("it", "has", "any"))
_CASES = frozenset({"if", "unless"})


@needs(_CASES, _THEY | {"there", "there's", "it", "one", "has"})
def those_so(words: Words, reader: SentenceReader) -> Words:
    """The words with those that are meant, or that are not, in place of the condition."""
    words = _places_that_have_none(words, reader)
    for at in range(3, len(words) - 2):
        if words[at] not in _CASES:
            continue
        begin, end = sentence_begin(words, at), sentence_end(words, at)
        said = spelt_out(words[at + 1 : end], reader.book.sentences)
        where = without(said[2:], {"all", "already"}) if said[:2] == ("they", "are") else ()
        negated = where[:1] == ("not",)
        where = where[1:] if negated else where
        order = words[begin : at - (words[at - 1] == ",")]
        whole = bool(where) and placing_end(where, 0, reader) == len(where)
        thing_end = _things_end(order, reader) if whole else 0
        if not thing_end or not _some_are_there(order[:thing_end], where, reader):
            continue
        if (words[at] == "unless") is not negated:
            said = (*order, "except", "the", "ones", *where)
        else:
            said = (*order[:thing_end], "that", "are", *where, *order[thing_end:])
        reader.turned.add(words[at : at + 2])
        return (*words[:begin], *said, *words[end:])
    return words


def _some_are_there(things: Words, where: Words, reader: SentenceReader) -> bool:
    """Whether some of the things that words end in are at a place, and some elsewhere; else it is one case."""
    names = (reader.names.match(things, i) for i in range(len(things) - 1, -1, -1))
    name = next((n for n in names if n is not None), None)
    return name is not None and 0 < count_of(name, where, reader) < count_of(name, (), reader)


def _places_that_have_none(words: Words, reader: SentenceReader) -> Words:
    """With "on every desk that does not have one" for "on every desk unless there is one"."""
    for at in range(4, len(words) - 2):
        if words[at] != "unless":
            continue
        begin, end = sentence_begin(words, at), sentence_end(words, at)
        spelt = spelt_out(words[at + 1 : end], reader.book.sentences)
        said = tuple(word for word in spelt if word not in _ALREADY)
        order = words[begin : at - (words[at - 1] == ",")]
        side = next((i for i in range(2, len(order)) if placing_end(order, i, reader) == len(order)), 0)
        if said in _HAS_ONE and side and order[side + 1 : side + 2] and order[side + 1] in _EACH:
            reader.turned.add(words[at:end])
            return (*words[:begin], *order, "that", "does", "not", "have", "one", *words[end:])
    return words


def _things_end(order: Words, reader: SentenceReader) -> int:
    """Index behind the only things of an order, of which all are meant; 0: others are named, or one, or so many."""
    core = opened(order, reader.book.sentences).words
    verb = reader.book.said_verbs.find(core, 0)
    if verb is None or not reader.starts_order(core):
        return 0
    end = next((i for i in range(verb.length + 1, len(core)) if placing_end(core, i, reader) == len(core)), len(core))
    things = core[verb.length : end]
    things = things[1:] if things[:1] in (("off",), ("on",)) else things
    bare = without(things, _QUANTIFIED)
    name = name_with_looks(bare, reader)
    several = name is not None and name.is_plural and len(bare) < len(things)
    return len(order) - len(core) + end if several else 0
