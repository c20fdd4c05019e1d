# SPDX-License-Identifier: Apache-2.0
"""Of what a condition speaks, where the order tells, or somebody's deed: "if it's off, turn the lamp on".

"If somebody left the dryer open, close it" is "if the dryer is open, ..."; "put batteries in the crate if there are any
on the bench" is "if there are any batteries on the bench, put them in the crate".
"""

from __future__ import annotations

from planner_node.language.sentence.openings import spelt_out
from planner_node.language.sentence.sentence import SentenceReader, Words, sentence_bounds, skipped, without
from planner_node.language.sentence.shapes.parts import is_thing, only_named, placing_end
from planner_node.language.words import lexicon as lx

_IT = frozenset({"it", "they"})
_BEING = frozenset({"is", "are", "was", "were", "not", "still", "already"})
_LEFT = (("left",), ("has", "left"), ("have", "left"), ("forgot",))
_FAR = 5  # words of a thing


def of_what(words: Words, reader: SentenceReader) -> Words:
    """The words with the name of it in the condition."""
    if "if" not in words and "unless" not in words:
        return words
    found: list[str] = []
    last: Words = ()
    for begin, end in sentence_bounds(words):
        said = words[begin:end]
        named_before = any(reader.names.match(words, i) is not None for i in range(begin))
        other = _left_so(said, reader) or _any_there(said, reader)
        other = other or (_told_before(said, last, reader) if named_before else _told_later(said, reader))
        found += [*(other or said), *words[end : end + 1]]
        last = said
    return tuple(found)


def _told_before(words: Words, last: Words, reader: SentenceReader) -> Words | None:
    """Of "if it is red, put it on the counter" behind "take the apple": "if the apple is red, ..."."""
    known = reader.book.sentences
    case = known.if_so.find(words, 0) or known.if_not.find(words, 0)
    comma = words.index(",") if "," in words else 0
    further = known.if_so.find(last, 0) or known.if_not.find(last, 0)  # "if it isn't on, ...; if it is, ..."
    if case is None or further is not None or comma <= case.length + 1:
        return None
    condition = spelt_out(words[case.length : comma], known)
    says = without(condition[1:], _BEING)  # "if it is, ..." says that what was told is so
    thing = only_named(last, reader) if condition[0] in _IT and condition[1:2] != says[:1] and says else ()
    return (*words[: case.length], *thing, *condition[1:], *words[comma:]) if thing else None


def _told_later(words: Words, reader: SentenceReader) -> Words | None:
    """Of "if it's off, turn the lamp on": "if the lamp is off, turn the lamp on"."""
    known = reader.book.sentences
    case = known.if_so.find(words, 0) or known.if_not.find(words, 0)
    comma = words.index(",") if "," in words else 0
    if case is None or comma <= case.length + 1:
        return None
    condition = spelt_out(words[case.length : comma], known)
    order = words[comma + 1 :]
    if condition[0] not in _IT or not reader.starts_order(order) or not _IT.isdisjoint(order):
        return None
    thing = next((order[i:end] for i in range(1, len(order)) if (end := _thing_end(order, i, reader))), ())
    return (*words[: case.length], *thing, *condition[1:], *words[comma:]) if thing else None


def _thing_end(words: Words, at: int, reader: SentenceReader) -> int:
    """Where a name with its article ends that begins there; 0: none does."""
    if words[at] not in lx.DEFINITE:
        return 0
    for begin in range(at + 1, min(len(words), at + _FAR)):
        name = reader.names.match(words, begin)
        if name is not None:
            return begin + name.length
        if reader.book.adjectives.attribute(words[begin]) is None:
            return 0
    return 0


def _left_so(words: Words, reader: SentenceReader) -> Words | None:
    """Of "if somebody left the dryer open, close it": "if the dryer is open, close it"."""
    known = reader.book.sentences
    case = known.if_so.find(words, 0)
    comma = words.index(",") if "," in words else len(words)
    if case is None or len(words) < case.length + 4:
        return None
    at = case.length + 1
    left = next((x for x in _LEFT if words[at : at + len(x)] == x), ())
    begin = at + len(left)
    end = _thing_end(words, begin, reader) if left and begin < comma else 0
    so = known.states.find(words, end) if end else None
    whole = so is not None and end + so.length == comma
    return (*words[: case.length], *words[begin:end], "is", *words[end:]) if whole else None


def _any_there(words: Words, reader: SentenceReader) -> Words | None:
    """Of "put batteries in the crate if there are any on the bench": "if there are any batteries on the bench, ..."."""
    known = reader.book.sentences
    at = next((i for i in range(4, len(words) - 4) if words[i] == "if"), 0)
    verb = reader.book.said_verbs.find(words, 0)
    rest = skipped(spelt_out(words[at + 1 :], known), known.exists) if at and verb is not None else None
    if rest is None or verb is None or rest[:1] != ("any",):
        return None
    place = without(rest[1:], {"left", "still"})
    order = words[: at - (words[at - 1] == ",")]
    end = next((i for i in range(verb.length + 1, len(order)) if reader.book.places.sides.find(order, i)), 0)
    things = without(order[verb.length : end], {"all", "the", "any"})
    if not end or not is_thing(things, reader) or not place or placing_end(place, 0, reader) != len(place):
        return None
    return ("if", "there", "are", "any", *things, *place, ",", *order[: verb.length], "them", *order[end:])
