# SPDX-License-Identifier: Apache-2.0
"""What says once more that something stays, or that the rest goes: "all but the stapler, which can stay there"."""

from __future__ import annotations

from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.limits import said_limit
from planner_node.language.sentence.openings import closed, opened, spelt_out
from planner_node.language.sentence.sentence import (
    ENDS,
    MARKS,
    SentenceReader,
    Words,
    sentence_begin,
    sentence_end,
    without,
)
from planner_node.language.words import lexicon as lx

_FAR = 7  # words of what is excepted
_THEY = frozenset({"which", "that", "it", "they", "those", "these", "this"})
_AND = frozenset({"and", "as", "because", "since"})
_MAY = frozenset({"can", "may", "could", "should", "must", "shall", "might", "ought", "to", "have", "has"})
_WHERE = (
    ("inside",), ("in", "there"), ("on", "there"), ("there",), ("here",), ("behind",), ("be",), ("out",), ("put",),
    ("in", "it"), ("on", "it"), ("alone",), (),
)  # fmt: skip
_REST = (
    ("all", "the", "rest"), ("the", "rest"), ("all", "the", "others"), ("the", "others"), ("all", "of", "the", "rest"),
    ("the", "rest", "of", "them"), ("the", "other", "ones"), ("all", "the", "other", "ones"), ("all", "others"),
)  # fmt: skip
_SOFTLY = frozenset({"but", "and", "so", "please", "then", "just", ",", ";", ".", "do"})
_MOVES = frozenset({"move", "bring", "take", "carry", "transfer", "shift", "fetch"})


@needs(_THEY, {"stay", "stays", "remain", "remains", "leave", "need", "keep", "left"})
def excepted_stay(words: Words, reader: SentenceReader) -> Words:
    """Behind what is excepted, without what says that it stays: "except one, which you can leave inside"."""
    excepted = reader.book.nouns.excepted
    for at in range(3, len(words) - 2):
        found = excepted.find(words, at)
        begin = at + found.length if found is not None else at
        far = range(begin + 1, min(len(words) - 1, begin + _FAR))
        joint = next((i for i in far if words[i] in MARKS), None) if found is not None else None
        they = joint + 1 + (words[joint + 1] in _AND) if joint is not None else 0
        if joint is None or words[they : they + 1] == () or words[they] not in _THEY:
            continue
        end = sentence_end(words, they, ENDS | {","})
        if _stays(words[they + 1 : end], reader):
            reader.turned.add(words[they:end])
            return (*words[:joint], *words[end:])
    return words


def _stays(words: Words, reader: SentenceReader) -> bool:
    """Whether words behind "which" say that it stays: "can stay there", "you can leave inside", "I still need"."""
    known = reader.book.sentences
    said = spelt_out(words, known)
    said = said[1:] if said[:1] in (("one",), ("ones",)) else said
    staying = known.staying.find(said, 0)
    if staying is not None and staying.length == len(said):
        return True
    if said[:1] and said[0] in ("you", "i", "we"):
        rest = without(said[1:], {*_MAY, "still", "just", "will", "do"})
        kept = rest[:1] in (("leave",), ("keep",)) or (rest[:1] == ("need",) and said[0] != "you")
        return kept and _is_there(without(rest[1:], {"it", "them"}), reader)
    rest = without(said, _MAY)
    rest = rest[1:] if rest[:1] in (("be",), ("is",), ("are",)) else rest
    is_left = rest[:1] == ("left",) or (rest != said and rest[:1] in (("stay",), ("remain",)))
    return is_left and _is_there(rest[1:], reader)


def _is_there(words: Words, reader: SentenceReader) -> bool:
    """Whether words say no more than that something is where it is."""
    place = reader.book.sentences.in_place.find(words, 0)
    return words in _WHERE or (place is not None and place.length == len(words))


@needs({"rest", "others", "other"}, _MOVES, {"stay", "stays", "remain", "leave", "keep", "touch", "move"})
def rest_again(words: Words, reader: SentenceReader) -> Words:
    """Without "(but) move all the rest" behind what stays, where it was said before where all of it goes."""
    for at in range(6, len(words)):
        if words[at] not in _MOVES:
            continue
        rest = next((r for r in _REST if words[at + 1 : at + 1 + len(r)] == r), None)
        end = at + 1 + len(rest or ())
        if rest is None or not (end == len(words) or words[end] in ENDS):
            continue
        begin = at
        while begin > 0 and words[begin - 1] in _SOFTLY:
            begin -= 1
        first = sentence_begin(words, begin)
        known = reader.book.sentences
        said = opened(closed(spelt_out(words[first:begin], known), known)[0], known).words
        stays = said_limit(said, reader) if said else None
        told = words[: first - 1] if first else ()
        asked = sentence_begin(told, len(told))
        if stays is not None and stays.thing[0] not in lx.PRONOUNS and _has_place(told[asked:], reader):
            reader.turned.add(words[at:end])
            return (*words[:begin], *words[end:])
    return words


def _has_place(words: Words, reader: SentenceReader) -> bool:
    """Whether a sentence says where something is or goes."""
    return any(reader.book.places.sides.find(words, i) is not None for i in range(1, len(words))) or "there" in words
