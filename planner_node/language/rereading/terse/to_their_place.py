# SPDX-License-Identifier: Apache-2.0
"""A place before what it is for or what belongs there, and things with who wants them.

"Shelf 1 for the longest screwdriver"; "the hall's where the coat belongs, put it there"; "a croissant for me".
"""

from __future__ import annotations

from planner_node.language.sentence.openings import opened
from planner_node.language.sentence.sentence import SentenceReader, Words, each_sentence, sentence_bounds
from planner_node.language.sentence.shapes.parts import begins_things, is_thing, named_place_end, names_things, side_in
from planner_node.language.words import lexicon as lx

_IS_WHERE = (("'s", "where"), ("is", "where"))
_IT = frozenset({"it", "them", "that", "those", "these"})
_PUTTING = frozenset({"put", "get", "bring", "take", "move", "place", "stick", "pop", "leave", "carry"})
_ONE = frozenset({"a", "an", "another", "some"})
_LIMITS = frozenset({"if", "not", "no", "unless", "only", "except", "or", "when", "who"})


def to_their_place(words: Words, reader: SentenceReader) -> Words:
    """The words with an order that takes the things there."""
    ways = (_for_me, _for_people, _people_first, _none_without)

    def order(said: Words) -> Words:
        return next((turned for way in ways if (turned := way(said, reader)) is not None), _for_them(said, reader))

    return each_sentence(_is_where(words, reader), order)


def _for_people(words: Words, reader: SentenceReader) -> Words | None:
    """Of "beer for Ben, wine for Anna" the orders; None: something else is said."""
    parts = [tuple(part.split()) for part in " ".join("," if w == "and" else w for w in words).split(",")]
    said: list[str] = []
    for part in filter(None, parts):
        at = part.index("for") if "for" in part[1:] else 0
        if not at or _person_end(part, at + 1, reader) != len(part) or not names_things(part[:at], reader):
            return None
        said += [*(("and",) if said else ()), "bring", *part[at + 1 :], *part[:at]]
    return tuple(said) or None


def _people_first(words: Words, reader: SentenceReader) -> Words | None:
    """Of "everyone a soda" the order to give it to them; None: something else is said."""
    end = _person_end(words, 0, reader)
    counted = words[end : end + 1] != () and (words[end] in _ONE or words[end] in lx.NUMBERS)
    return ("give", *words) if end and counted and names_things(words[end:], reader) else None


def _none_without(words: Words, reader: SentenceReader) -> Words | None:
    """Of "no bench without a beaker" the order to put one on each; None: something else is said."""
    name = reader.names.match(words, 1) if words[:1] == ("no",) else None
    end = 1 + name.length if name is not None and reader.names.is_place(name) else 0
    thing = words[end + 2 :]
    without_one = end and words[end : end + 1] == ("without",) and words[end + 1 : end + 2] in (("a",), ("an",))
    if not without_one or not is_thing(thing, reader):
        return None
    reader.turned.add(words[: end + 1])
    return ("put", "at", "least", "one", *thing, "to", "each", *words[1:end])


def _person_end(words: Words, at: int, reader: SentenceReader) -> int:
    """Where somebody ends who is named there, or everybody; 0: nobody is."""
    everybody = reader.book.people.everybody.find(words, at)
    if everybody is not None:
        return at + everybody.length
    name = reader.names.match(words, at)
    return at + name.length if name is not None and reader.names.is_person(name) else 0


def _for_me(words: Words, reader: SentenceReader) -> Words | None:
    """Of "croissant for me" the order, with what follows behind a comma; None: something else is said."""
    at = next((i for i in range(1, len(words) - 1) if words[i] == "for" and words[i + 1] in lx.SPEAKERS), 0)
    ends = at and (at + 2 == len(words) or words[at + 2] in (",", "or"))
    return (
        ("bring", words[at + 1], *words[:at], *words[at + 2 :]) if ends and names_things(words[:at], reader) else None
    )


def _for_them(words: Words, reader: SentenceReader) -> Words:
    """With "put the flask to the fume hood" for "fume hood for the flask"."""
    end = named_place_end(words, 0, reader)
    things = words[end + 1 :]
    if (
        not end
        or words[end : end + 1] != ("for",)
        or (words[0] not in lx.DEFINITE and reader.names.match(words, 0) is None)
    ):
        return words
    definite = things[:1] != () and things[0] in lx.DEFINITE
    is_plain = definite and _LIMITS.isdisjoint(things) and not side_in(things, reader)
    names = [reader.names.match(things, i) for i in range(len(things))]
    if not is_plain or not begins_things(things, reader) or any(n and reader.names.is_person(n) for n in names):
        return words
    return ("put", *things, "to", *words[:end])


def _is_where(words: Words, reader: SentenceReader) -> Words:
    """With "my glasses belong on the nightstand" for "the nightstand's where my glasses belong, put them there"."""
    for begin, stop in sentence_bounds(words):
        for at in range(begin + 1, stop - 2):
            if words[at] != "where":
                continue
            owned = words[at - 1].endswith("'s")
            end = at if owned else at - 1
            place = (*words[begin : end - 1], words[end - 1].removesuffix("'s"))
            goes = next((i for i in range(at + 2, stop) if _belongs(words, i, stop, reader)), 0)
            is_one = place and named_place_end(place, 0, reader) == len(place)
            if not (owned or words[at - 1] == "is") or not goes or not is_one:
                continue
            things, rest = words[at + 1 : goes], words[goes + 1 : stop]
            article = () if place[0] in lx.DEFINITE else ("the",)
            last = stop if not rest or _puts_there(rest[1:], reader) else goes + 1
            if not rest and _puts_there(words[stop + 1 : _end(words, stop + 1)], reader):
                last = _end(words, stop + 1)
            return (*words[:begin], "put", *things, "to", *article, *place, *words[last:])
    return words


def _end(words: Words, begin: int) -> int:
    return next((e for b, e in sentence_bounds(words) if b == begin), len(words))


def _belongs(words: Words, at: int, stop: int, reader: SentenceReader) -> bool:
    found = reader.book.verbs.belonging.find(words, at)
    end = at + found.length if found is not None else at
    return found is not None and found.length == 1 and (end == stop or words[end] in (",", "-", ":", "and", "so"))


def _puts_there(words: Words, reader: SentenceReader) -> bool:
    """Whether words are the order to put it there, which the sentence before says already."""
    order = opened(words, reader.book.sentences).words
    return len(order) == 3 and order[0] in _PUTTING and order[1] in _IT and order[2] == "there"
