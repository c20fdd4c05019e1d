# SPDX-License-Identifier: Apache-2.0
"""What is told of a thing first: "on the bench there's a beaker" is "there's a beaker on the bench".

"A beaker that we need in the lab, so bring it over" is brought to the lab.
"""

from __future__ import annotations

from planner_node.language.sentence.openings import opened, spelt_out
from planner_node.language.sentence.sentence import SentenceReader, Words, each_sentence, sentence_end
from planner_node.language.sentence.shapes.parts import begins_things, is_thing, placing_end, side_in
from planner_node.language.sentence.wishes import wish_as_order

_THERE = (("there", "is"), ("there", "are"), ("there's",), ("is",), ("are",), ("lies",), ("lie",))
_IT_IS = (("it's",), ("it", "is"))
_LONGEST_FRAME = 9
_WANTED = frozenset({"need", "want", "require"})
_HITHER = frozenset({"through", "over", "across", "round", "around", "along", "here"})


def reasons(words: Words, reader: SentenceReader) -> Words:
    """The words with the place of a thing behind it, and with where it is needed as where it is brought."""
    words = each_sentence(words, lambda said: _consequence(_there_last(said, reader), reader))
    at = next((i for i in range(3, len(words) - 2) if words[i] == "so"), 0)
    return (_brought_there(words, at, reader) or words) if at else words


def _there_last(said: Words, reader: SentenceReader) -> Words:
    """With the place last in "on the bench there's a beaker"."""
    end = placing_end(said, 0, reader)
    there = next((t for t in _THERE[:3] if said[end : end + len(t)] == t), ()) if end else ()
    things = said[end + len(there) :]
    wanted = _wanting(said[end:], reader) if end and not there else 0
    if wanted and begins_things(said[end + wanted :], reader) and not side_in(said[end + wanted :], reader):
        return (*said[end:], *said[:end])  # "on the shelf I'd rather have the pliers"
    return (*there, *things, *said[:end]) if there and things and is_thing(things, reader) else said


def _wanting(said: Words, reader: SentenceReader) -> int:
    """How many words say that somebody wants what follows; 0: they do not."""
    known = reader.book.sentences
    for length in range(1, min(len(said), _LONGEST_FRAME)):
        plain = spelt_out(said[:length], known)
        found = known.wanting.find(plain, 0)
        if found is not None and 1 < found.length == len(plain):
            longer = known.wanting.find(spelt_out(said[: length + 1], known), 0)
            if longer is None or longer.length == found.length:
                return length
    return 0


def _consequence(said: Words, reader: SentenceReader) -> Words:
    """With a stop in "it's so warm in here that the fruit should be kept in the fridge"."""
    it = next((i for i in _IT_IS if said[: len(i)] == i), ())
    at = said.index("that") if it and said[len(it) : len(it) + 1] == ("so",) and "that" in said else 0
    if not at or at > _LONGEST_FRAME or wish_as_order(said[at + 1 :], reader) is None:
        return said
    return (*it, *said[len(it) + 1 : at], ".", *said[at + 1 :])


def _name_end(thing: Words, reader: SentenceReader) -> int:
    """Index behind the name of a thing and "lying" behind it."""
    names = ((i, reader.names.match(thing, i)) for i in range(len(thing)))
    end = next((i + name.length for i, name in names if name is not None), len(thing))
    being = reader.book.places.being.find(thing, end)
    return end + being.length if being is not None else end


def _brought_there(words: Words, at: int, reader: SentenceReader) -> Words | None:
    """With the place in "a beaker in the storage room that we need in the lab, so bring it through"."""
    want = next((i for i in range(2, at) if words[i] in _WANTED and words[i - 1] in ("we", "i")), 0)
    relative = words[want - 2] if want else ""
    end = placing_end(words, want + 1, reader) if relative in ("that", "which") else 0
    stop = sentence_end(words, at)
    order = opened(words[at + 1 : stop], reader.book.sentences).words
    bare = order[:-1] if order[-1:] and order[-1] in _HITHER else order
    if not end or end > at or bare[-1:] not in (("it",), ("them",)) or not reader.starts_order(bare):
        return None
    comma = words[at - 1] == ","
    if end != at - comma:
        return None
    thing = _told_thing(words[: want - 2], reader)
    reader.turned.update((words[want - 2 : end], order[len(bare) :]))
    side = words[want + 1 : end]
    return (*bare[:-1], *thing, "to", *side[1:], *words[stop:]) if thing else None


def _told_thing(words: Words, reader: SentenceReader) -> Words:
    """The thing of "there's a beaker over in the storage room", with where it is; empty: none is told of."""
    there = next((t for t in _THERE[:3] if words[: len(t)] == t), ())
    said = words[len(there) :]
    end = _name_end(said, reader) if there else 0
    place = said[end + (said[end : end + 1] != () and said[end] in _HITHER) :]
    whole = end and is_thing(said[:end], reader) and placing_end(place, 0, reader) == len(place)
    return ("the", *said[1:end], *place) if whole and said[0] in ("a", "an", "the") else ()
