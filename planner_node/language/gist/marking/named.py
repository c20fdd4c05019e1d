# SPDX-License-Identifier: Apache-2.0
"""Things and places by their names, with the looks, the clause or the room that says which is meant."""

from __future__ import annotations

from dataclasses import replace

from planner_node.language.gist.marking.mark import MarkKind, WordMark
from planner_node.language.piecing.pieces import PieceKind, SentencePiece, piece_at
from planner_node.language.request import Request
from planner_node.language.sentence.sentence import SentenceReader, Words
from planner_node.language.words import lexicon as lx

_RELATIVE = frozenset("that which who with without whose".split())
_LONGEST_RELATIVE = 7  # words
_NEEDING = frozenset("need needs needing want wants".split())
_MODAL_NOUNS = frozenset({"can", "will"})
_WHICHEVER = frozenset({"whatever", "whichever"})
_ABSENT = frozenset({"no", "any"})
_AMOUNTS = frozenset({"all", "both", "every", "each", "no", "any"})


def whatever(words: Words, at: int, reader: SentenceReader) -> WordMark | None:
    """All that is somewhere: "whatever is in the tub", "whatever pens there are"."""
    if words[at] in _WHICHEVER and at + 1 < len(words):
        piece, length = piece_at(words, at + 1, reader, False)
        if piece.kind is PieceKind.THING:
            every = replace(piece, words=("all", "the", *piece.words))
            return WordMark(MarkKind.THING, words[at : at + 1 + length], every)
    found = reader.book.nouns.whatever.find(words, at)
    if found is None:
        return None
    being = reader.book.places.being.find(words, at + found.length)
    begin = at + found.length + (being.length if being is not None else 0)
    if begin >= len(words):
        return None
    piece, length = piece_at(words, begin, reader, True)
    if piece.kind is not PieceKind.TO:
        return None
    end = begin + length
    return WordMark(MarkKind.THING, words[at:end], SentencePiece(PieceKind.THING, ("everything", *words[begin:end])))


def to_place(words: Words, at: int, piece: SentencePiece, length: int, reader: SentenceReader) -> WordMark:
    """A place with the room that it is in: "on the shelf in storage"; each one behind "per"."""
    end = at + length
    if end + 1 < len(words) and words[end] == "in":
        room, further = piece_at(words, end, reader, False)
        name = reader.names.match(room.words, len(room.words) - 1) if room.kind is PieceKind.TO else None
        if name is not None and (reader.names.is_room(name) or reader.names.has_room(name)):
            piece, length = replace(piece, words=(*piece.words, "in", *room.words)), length + further
    if words[at] == "per":
        piece = replace(piece, words=("every", *piece.words))
    return WordMark(MarkKind.TO, words[at : at + length], piece)


def named(words: Words, at: int, piece: SentencePiece, length: int, reader: SentenceReader) -> WordMark:
    """A thing with its looks and the clause behind it; those that are others."""
    if piece.left_out and _is_one_thing(words[at : at + length], reader):
        piece = replace(piece, words=words[at : at + length], left_out=0)  # "the longest screwdriver"
    if length > 1 and words[at + length - 1] in _MODAL_NOUNS and _goes_on(words, at + length, reader):
        piece, length = replace(piece, words=piece.words[:-1]), length - 1  # "the sponge can stay"
    piece, length = _with_its_clause(words, at, piece, length, reader)
    other = reader.book.nouns.others
    if not other.isdisjoint(piece.words):
        named = tuple(w for w in piece.words if w not in other | lx.ARTICLES | _AMOUNTS)
        return WordMark(MarkKind.REST, words[at : at + length], piece, named=named)
    return WordMark(MarkKind.THING, words[at : at + length], piece)


def _is_one_thing(words: Words, reader: SentenceReader) -> bool:
    """Whether the grammar reads words as one thing."""
    tried = (reader.orders((verb, *words)) for verb in ("hold", "find"))
    return any(isinstance(read, Request) and len(read.clauses) == 1 and not read.notes for read in tried)


def is_needed(words: Words, at: int) -> bool:
    """Whether a word says what is to be done with things: "the clothes need washing"."""
    return words[at].endswith("ing") and at > 0 and words[at - 1] in _NEEDING


def place_or_thing(words: Words, at: int, piece: SentencePiece, length: int, reader: SentenceReader) -> WordMark:
    """A place; where a thing stands right before it, the thing: "knives table 3"."""
    thing = reader.names.match(words, at)
    end = at + thing.length if thing is not None else at
    if thing is None or end >= at + length or reader.names.is_place(thing) or not reader.names.is_present(thing):
        return WordMark(MarkKind.PLACE, words[at : at + length], piece)
    place = reader.names.match(words, end)
    if place is None or place.node_id is None:
        return WordMark(MarkKind.PLACE, words[at : at + length], piece)
    return WordMark(
        MarkKind.THING, words[at:end], SentencePiece(PieceKind.THING, words[at:end], is_bare=thing.is_plural)
    )


def _goes_on(words: Words, at: int, reader: SentenceReader) -> bool:
    """Whether "can" before a position is followed by what something can do."""
    if at >= len(words):
        return False
    if words[at] in {"go", "be", "come", "move", "not", "never"}:
        return True
    return any(table.find(words, at) is not None for table in (reader.book.gist.staying, reader.book.said_verbs))


def _with_its_clause(
    words: Words, at: int, piece: SentencePiece, length: int, reader: SentenceReader
) -> tuple[SentencePiece, int]:
    """A thing with the clause behind it that says which is meant, where the grammar reads that: "that is empty"."""
    end = at + length
    if piece.left_out or end >= len(words) or words[end] not in _RELATIVE:
        return piece, length
    for last in range(end + 2, min(end + _LONGEST_RELATIVE, len(words)) + 1):
        behind = words[last : last + 1]
        is_closed = not behind or behind[0] in lx.SEPARATORS or _begins_a_place(words, last, reader)
        if not is_closed or _begins_a_place(words, last - 1, reader):
            continue
        if _is_one_thing((*piece.words, *words[end:last]), reader):
            return replace(piece, words=(*piece.words, *words[end:last])), last - at
    return piece, length


def _begins_a_place(words: Words, at: int, reader: SentenceReader) -> bool:
    places = reader.book.places
    return any(table.find(words, at) is not None for table in (places.sides, places.sources))


def absent(words: Words, at: int, reader: SentenceReader) -> WordMark | None:
    """A thing that is known and not here, with its amount: "a croissant", "no champagne"."""
    begin = at
    while begin < len(words) and (words[begin] in lx.ARTICLES | _ABSENT or words[begin] in lx.NUMBERS):
        begin += 1
    name = reader.names.match(words, begin) if begin < len(words) else None
    if name is None or reader.names.is_place(name) or reader.names.is_person(name) or reader.names.is_present(name):
        return None
    if at and words[at - 1] == "to":
        return None  # "glasses to suit three"
    if begin == at and (words[at] in reader.book.known_words or reader.book.said_verbs.find(words, at) is not None):
        return None
    end = begin + name.length
    return WordMark(MarkKind.THING, words[at:end], SentencePiece(PieceKind.THING, words[at:end]))
