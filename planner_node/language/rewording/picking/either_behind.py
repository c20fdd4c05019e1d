# SPDX-License-Identifier: Apache-2.0
"""One thing, and behind a mark a choice of which: "something sweet, honey or jam", "a car, the red or the blue one".

One of those that are told is meant, and nothing else besides.
"""

from __future__ import annotations

from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, sentence_begin
from planner_node.language.sentence.shapes.parts import is_look, placing_end, singular
from planner_node.language.words import lexicon as lx

_MARKS = frozenset({",", "-", "\u2013", ":"})
_ANY = frozenset({"something", "anything"})
_ONE_OF = (("one", "of", "the"), ("one", "of", "my"), ("one", "of", "our"), ("any", "of", "the"))
_ONE = frozenset({"a", "an", "one", "any"})
_BEFORE = frozenset({"either", "be", "it"})
_LONGEST = 9  # words of a choice


@needs({"or"})
def either_behind(words: Words, reader: SentenceReader) -> Words:
    """The words with the choice in the place of the thing that it tells of."""
    for mark in range(1, len(words) - 3):
        if words[mark] not in _MARKS:
            continue
        ends = (i for i in range(mark + 4, min(len(words), mark + _LONGEST) + 1) if _closes(words, i))
        for end in ends:
            parts = _parts(words[mark + 1 : end])
            found = _thing(words, mark, parts, reader) if parts else None
            if found is not None:
                begin, behind, said = found
                closed = words[end : end + 1] == (",",)
                reader.turned.update({words[begin:behind], words[mark + 1 : end]})
                return (*words[:begin], *said, *words[behind:mark], *words[end + closed :])
    return words


def _closes(words: Words, at: int) -> bool:
    return at == len(words) or words[at] in ENDS | _MARKS


def _parts(said: Words) -> tuple[Words, Words] | None:
    """Both sides of "or", without what stands before the first."""
    while said and said[0] in _BEFORE:
        said = said[1:]
    if said.count("or") != 1 or {",", "and"} & set(said):
        return None
    at = said.index("or")
    return (said[:at], said[at + 1 :]) if at and said[at + 1 :] else None


def _thing(
    words: Words, mark: int, parts: tuple[Words, Words], reader: SentenceReader
) -> tuple[int, int, Words] | None:
    """Where the thing stands that a choice behind it tells of, and what is said of it instead; None: none does."""
    start = sentence_begin(words, mark)
    last = next((i for i in range(start + 1, mark) if placing_end(words, i, reader) == mark), mark)
    for begin in range(start, last):
        if words[begin] in _ANY and all(_is_thing(part, reader) for part in parts):
            return begin, last, (*parts[0], "or", *parts[1])
        lead: Words = next((n for n in _ONE_OF if words[begin : begin + len(n)] == n), ())
        lead = lead or (words[begin : begin + 1] if words[begin] in _ONE else ())
        noun = begin + len(lead)
        name = reader.names.match(words, noun) if lead else None
        if name is None or name.node_id is not None or reader.names.is_place(name):
            continue
        behind = noun + name.length
        goes = reader.book.verbs.belonging.find(words, behind)
        if behind + (goes.length if goes is not None else 0) != last:
            continue
        looks = [_looks(part, reader) for part in parts]
        if all(looks):
            one = singular(words[noun:behind], reader) if name.is_plural else words[noun:behind]
            return begin, behind, ("the", *looks[0], "or", "the", *looks[1], *one)
    return None


def _is_thing(part: Words, reader: SentenceReader) -> bool:
    """Whether words name something that is carried, with or without an article."""
    noun = part[1:] if part[0] in lx.ARTICLES else part
    name = reader.names.match(noun, 0)
    return name is not None and name.length == len(noun) and not reader.names.is_place(name)


def _looks(part: Words, reader: SentenceReader) -> Words:
    """The looks of "the red", "a blue one"; empty: something else is said."""
    looks = part[1:] if part[0] in lx.ARTICLES else part
    looks = looks[:-1] if looks[-1:] != () and looks[-1] in lx.ONES else looks
    return looks if looks and all(is_look(word, reader) for word in looks) else ()
