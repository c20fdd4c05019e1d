# SPDX-License-Identifier: Apache-2.0
"""A number alone where things go on being shared out: "one donut to desk 1, two to desk 2" is two donuts to desk 2.

So does what stands for one more of them: "a mug for the desk and another for me".
"""

from __future__ import annotations

from planner_node.language.rewording.amounts.counted_here import number_said, several
from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.sentence import SentenceReader, Words, sentence_begin
from planner_node.language.sentence.shapes.parts import named_place_end, placing_end, singular
from planner_node.language.words import lexicon as lx
from planner_node.language.words.naming import Name

_JOINTS = frozenset({",", "and"})
_ONE = frozenset({"a", "an", "one", "1"})
_MORE = (
    ("another", "one"), ("another",),
    ("the", "last", "one"), ("the", "last"), ("the", "other", "one"), ("the", "other"),
)  # fmt: skip


@needs(_JOINTS)
def counted_on(words: Words, reader: SentenceReader) -> Words:
    """The words with the name of the things behind such a number."""
    for at in range(4, len(words) - 2):
        more = _one_more(words, at)
        goes = words[at - 1] in _JOINTS and bool(more or number_said(words[at]))
        behind = at + max(1, more)
        goes = goes and reader.book.places.sources.find(words, behind) is None  # "one from the shelf" is a part
        end = _place_end(words, behind, reader) if goes else 0
        if end <= behind or not (end == len(words) or words[end] in _JOINTS | lx.SEPARATORS):
            continue
        begin = sentence_begin(words, at)
        noun = _counted_before(words[begin:at], reader)
        if noun and not more:
            noun = (singular(noun, reader) or noun) if words[at] in _ONE else several(noun, reader)
        elif more and words[behind] != "for":
            continue  # "another on the desk" is read so
        if noun:
            said = _to_places((*words[begin:behind], *(() if more else noun), *words[behind:end]), reader)
            return counted_on((*words[:begin], *said, *words[end:]), reader)
    return words


def _one_more(words: Words, at: int) -> int:
    """Length of what stands for one more of the things at an index; 0: nothing does."""
    return next((len(said) for said in _MORE if words[at : at + len(said)] == said), 0)


def _to_places(said: Words, reader: SentenceReader) -> Words:
    """With "bring" before things that have no verb, and "to" for the places and people that they are for."""
    said = tuple(
        "to" if word == "for" and _whom_or_where(said, i + 1, reader) > i + 1 else word for i, word in enumerate(said)
    )
    return said if reader.starts_order(said) else ("bring", *said)


def _whom_or_where(words: Words, at: int, reader: SentenceReader) -> int:
    """Index behind a place or a person named at an index; the index itself: none is."""
    if words[at : at + 1] and words[at] in lx.RECIPIENTS:
        return at + 1
    name = reader.names.match(words, at)
    if name is not None and reader.names.is_person(name):
        return at + name.length
    return named_place_end(words, at, reader)


def _counted_before(said: Words, reader: SentenceReader) -> Words:
    """The name of the things that an order is about, in the singular or plural, if they are counted."""
    verb = reader.book.said_verbs.find(said, 0)
    at = verb.length if verb is not None and reader.starts_order(said) else 0
    if at + 1 >= len(said) or not number_said(said[at]):
        return ()
    name = reader.names.match(said, at + 1)  # with looks before it, whether the others look so is not said
    end = at + 1 + name.length if name is not None else 0
    goes = _place_end(said, end, reader) > end and reader.book.places.sources.find(said, end) is None
    is_kind = name is not None and _is_kind_of_thing(name, reader) and goes
    return said[at + 1 : end] if is_kind else ()


def _place_end(words: Words, at: int, reader: SentenceReader) -> int:
    """Index behind the place that things go to, or are for; the index itself: none is told."""
    if words[at : at + 1] == ("for",):
        end = _whom_or_where(words, at + 1, reader)
        return end if end > at + 1 else at
    return placing_end(words, at, reader)


def _is_kind_of_thing(name: Name, reader: SentenceReader) -> bool:
    return name.node_id is None and not reader.names.is_place(name) and not reader.names.is_person(name)
