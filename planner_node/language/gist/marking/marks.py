# SPDX-License-Identifier: Apache-2.0
"""The words of a sentence by what each does in it: a deed, a thing, a place, what stays, what is missing, a joint.

Wider than the pieces that orders are made of: it also knows words that stand for things without naming them ("the
rest", "one", "the other ones"), and words that say what becomes of a thing without being a verb of an order.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from makedo_core.graph.scene_graph import State
from planner_node.language.gist.marking.deeds import is_told_of, split_deed
from planner_node.language.gist.marking.mark import MarkKind, WordMark
from planner_node.language.gist.marking.named import absent, is_needed, named, place_or_thing, to_place, whatever
from planner_node.language.gist.marking.unnamed import counted, others, pointed, whole
from planner_node.language.piecing.clauses import RESTING
from planner_node.language.piecing.pieces import JOINTS, PieceKind, SentencePiece, piece_at
from planner_node.language.sentence.sentence import SentenceReader, Words
from planner_node.language.things import Side
from planner_node.language.words import lexicon as lx
from planner_node.language.words.phrases import Phrases
from planner_node.language.words.verbs import Verb

_BE = frozenset("is are was were be been has have".split())
_EXISTING = 3  # words between "there" and "is"
_ALIKE = frozenset({("does",), ("do",), ("is",), ("are",), ("did",)})
_DENYING = frozenset("not never no neither nor nobody nothing hardly barely scarcely".split())
_FIRST = frozenset({"me", "us"})
_EACH = frozenset({"each", "apiece", "every"})
_AMOUNTS = frozenset({"all", "both", "every", "each", "no", "any"})
_MODALS = frozenset({("can",), ("will",)})
_ASKED = frozenset("could would can will".split())
_IF_YOU = frozenset("see find spot notice".split())
_NICE = frozenset("it nice great good lovely helpful best better grateful appreciate happy glad mind".split())
_HAVING = frozenset("have see find get".split())
_SUBJECTS = frozenset({MarkKind.PLACE, MarkKind.POINTER})
_OF_PIECES = {
    PieceKind.PLACE: MarkKind.PLACE,
    PieceKind.FROM: MarkKind.FROM,
    PieceKind.STATE: MarkKind.STATE,
    PieceKind.THEN: MarkKind.THEN,
}


def marks_of(words: Words, reader: SentenceReader) -> Iterator[WordMark]:
    """The words of one sentence, in order.

    Args:
        words: in lower case, with contractions spelt out.
        reader: knows names and words.
    """
    at, has_subject, last = 0, False, None
    while at < len(words):
        mark = _mark(words, at, has_subject, reader)
        if last is MarkKind.THING and _tells_which(mark):
            mark = WordMark(MarkKind.OTHER, mark.words)  # "everything I need", "the cup that Anna gave me"
        yield mark
        at, last = at + len(mark.words), mark.kind
        has_subject = mark.kind in _SUBJECTS or (has_subject and mark.kind is MarkKind.OTHER)


def _tells_which(mark: WordMark) -> bool:
    """Whether a mark behind a thing begins what says which is meant."""
    return (mark.kind is MarkKind.ME and len(mark.words) > 1) or mark.words in (("that",), ("which",))


def _mark(words: Words, at: int, has_subject: bool, reader: SentenceReader) -> WordMark:
    """What the words at a position do; whether a place or a pronoun stands before them, which they may be said of."""
    for kind, length in _phrases(words, at, has_subject, reader):
        if length:
            return WordMark(kind, words[at : at + length])
    for special in (others, whatever, _being, _to_somebody, _there):
        mark = special(words, at, reader)
        if mark is not None:
            return mark
    if has_subject and words[at] in reader.book.gist.started:
        return WordMark(MarkKind.STATE, words[at : at + 1], SentencePiece(PieceKind.STATE, ("on",), state=State.ON))
    if words[at] in ("all", "both") and words[at + 1 : at + 2] != () and words[at + 1] in RESTING:
        return WordMark(MarkKind.OTHER, words[at : at + 2])  # "they should all stand on the shelf"
    piece, length = piece_at(words, at, reader, False)
    if words[at] in _AMOUNTS and piece.kind is PieceKind.OTHER and at + 1 < len(words):
        behind, further = piece_at(words, at + 1, reader, False)
        if behind.kind is PieceKind.THING and words[at + 1] not in RESTING:
            piece, length = replace(behind, words=(words[at], *behind.words)), further + 1
    match piece.kind:
        case PieceKind.OTHER if reader.book.gist.leaving.find(words, at) is not None:
            return WordMark(MarkKind.DEED, words[at : at + 1], SentencePiece(PieceKind.DEED, words[at : at + 1]))
        case PieceKind.OTHER | PieceKind.POINTER:
            return split_deed(words, at, reader) or absent(words, at, reader) or _small(words, at, piece, reader)
        case PieceKind.DEED:
            if is_told_of(words, at, length):
                return WordMark(MarkKind.OTHER, words[at : at + length])
            if piece.verb is Verb.GO and length > 1 and _goes_somewhere(words, at + length - 1, reader):
                return WordMark(MarkKind.DEED, words[at : at + 1], replace(piece, words=words[at : at + 1]))
            return split_deed(words, at, reader) or WordMark(MarkKind.DEED, words[at : at + length], piece)
        case PieceKind.STATE if at and words[at - 1] in lx.ARTICLES:
            return WordMark(MarkKind.OTHER, words[at : at + length])  # "out in the open"
        case PieceKind.TO:
            return to_place(words, at, piece, length, reader)
        case PieceKind.THING if piece.words in _MODALS or is_needed(words, at):
            return WordMark(MarkKind.OTHER, words[at : at + 1])
        case PieceKind.PLACE:
            return place_or_thing(words, at, piece, length, reader)
        case PieceKind.THING:
            return named(words, at, piece, length, reader)
    return WordMark(_OF_PIECES[piece.kind], words[at : at + length], piece)


def _goes_somewhere(words: Words, at: int, reader: SentenceReader) -> bool:
    """Whether the second word of a verb is the preposition of a place: "go in the chest"."""
    return piece_at(words, at, reader, False)[0].kind is PieceKind.TO


def _phrases(words: Words, at: int, has_subject: bool, reader: SentenceReader) -> Iterator[tuple[MarkKind, int]]:
    """What fixed phrases at a position do, with how many words they are; 0: they do not stand there."""
    known = reader.book.gist

    def length(table: Phrases[Any]) -> int:
        found = table.find(words, at)
        return 0 if found is None else found.length

    yield MarkKind.EXISTS, _exists(words, at) or (at == 0 and length(known.having))
    yield MarkKind.NONE, length(known.none_left)
    yield MarkKind.STAYS, length(known.staying)
    excepted = length(reader.book.nouns.excepted)
    if not _is_no_exception(words, at, excepted):
        yield MarkKind.EXCEPT, excepted
    if not _is_no_condition(words, at):
        yield MarkKind.IF, length(known.conditions)
    wanting = length(known.wanting)
    is_own = wanting and words[at + wanting : at + wanting + 1] == ("to",) and _does_himself(words[at + wanting + 1 :])
    yield (MarkKind.OWN if is_own else MarkKind.ME), wanting
    telling = length(known.telling)
    asks_for = words[at + telling : at + telling + 1]
    yield MarkKind.OWN, 0 if asks_for and asks_for[0] in known.longing else telling
    yield MarkKind.INSTEAD, length(known.instead)
    if has_subject:
        is_for = words[at] == "for" and words[at + 1 : at + 2] not in (("me",), ("us",), ("you",))
        needing = length(known.needing)
        does = words[at + needing : at + needing + 1] == ("to",)  # "they need to go"
        yield MarkKind.NEEDS, 0 if does else needing or int(is_for)


def _is_no_exception(words: Words, at: int, length: int) -> bool:
    """Whether "not" denies what is done, and "leaving" is what somebody does not like."""
    before = words[at - 1 : at] if at else ()
    set_off = bool(before) and before[0] in lx.SEPARATORS
    return (words[at : at + length] in (("not",), ("without",)) and not set_off) or before in (("like",), ("of",))


def _is_no_condition(words: Words, at: int) -> bool:
    """Whether "if" begins no condition: "it would be nice if ...", "if you would be so kind"."""
    is_wish = at > 0 and words[at - 1] in _NICE
    asks = words[at + 1 : at + 2] == ("you",)
    return is_wish or asks


def _does_himself(words: Words) -> bool:
    """Whether what the speaker wants is to do something: "to load the dishwasher"; not "to have the cups there"."""
    return words[:1] != () and (words[0] not in _HAVING or words[1:2] == ("at",))


def _exists(words: Words, at: int) -> int:
    """How many words are "there is" and the like; 0 where they wish: "there should be three pens"."""
    if words[at : at + 2] == ("if", "you"):
        return 3 if words[at + 2 : at + 3] and words[at + 2] in _IF_YOU else 0
    if words[at : at + 2] in (("here", "is"), ("here", "are")):
        return 2
    if words[at] != "there":
        return 0
    ends = (i + 1 for i in range(at + 1, min(at + 1 + _EXISTING, len(words))) if words[i] in _BE)
    end = max(ends, default=at)
    return end - at if end > at and {"should", "to"}.isdisjoint(words[at:end]) else 0


def _being(words: Words, at: int, reader: SentenceReader) -> WordMark | None:
    """What stands somewhere ("lying on the desk"), or a word that only says so."""
    being = reader.book.places.being.find(words, at)
    is_asked = words[at] == "you" and at > 0 and words[at - 1] in _ASKED
    if being is None or is_asked or words[at] in lx.PARTICLES or being.length >= len(words) - at:
        return None
    piece, length = piece_at(words, at + being.length, reader, True)
    if piece.kind is PieceKind.TO:
        return to_place(words, at, piece, being.length + length, reader)
    return WordMark(MarkKind.OTHER, words[at : at + being.length])


def _there(words: Words, at: int, reader: SentenceReader) -> WordMark | None:
    """The place that was just named: "that is where I want the cup"."""
    found = reader.book.gist.there.find(words, at)
    if found is None:
        return None
    return WordMark(MarkKind.TO, words[at : at + found.length], SentencePiece(PieceKind.TO, ("there",), side=Side.ANY))


def _to_somebody(words: Words, at: int, reader: SentenceReader) -> WordMark | None:
    """To whom something goes by a pronoun: "give it to her"."""
    is_one = words[at] in ("to", "for") and words[at + 1 : at + 2] in (("her",), ("him",), ("them",))
    if not is_one or (at + 2 < len(words) and reader.names.match(words, at + 2) is not None):
        return None
    return WordMark(MarkKind.TO, words[at : at + 2], SentencePiece(PieceKind.TO, ("them",), side=Side.ANY))


def _small(words: Words, at: int, piece: SentencePiece, reader: SentenceReader) -> WordMark:
    """What words do that name nothing."""
    everybody = reader.book.people.everybody
    word, behind = words[at], words[at + 1 : at + 3]
    if word not in _AMOUNTS and everybody.find(words, at) is not None:
        return WordMark(
            MarkKind.PLACE, words[at : at + 1], SentencePiece(PieceKind.PLACE, ("everybody",), side=Side.ANY)
        )
    if word == "for" and (found := everybody.find(words, at + 1)) is not None:
        to = SentencePiece(PieceKind.TO, ("everybody",), side=Side.ANY)
        return WordMark(MarkKind.TO, words[at : at + 1 + found.length], to)
    for unnamed in (whole, counted):
        mark = unnamed(words, at, reader)
        if mark is not None:
            return mark
    is_idiom = (word == "so" and (behind[1:] == ("as",) or behind[:1] in _ALIKE)) or (
        word == "as" and behind[:1] in (("to",), ("well",))
    )
    if (word in JOINTS or word in lx.SEPARATORS) and not is_idiom:
        return WordMark(MarkKind.JOINT, words[at : at + 1])
    if pointed(words, at, piece.kind is PieceKind.POINTER):
        return WordMark(MarkKind.POINTER, words[at : at + 1])
    kinds = ((_DENYING, MarkKind.DENIES), (_FIRST, MarkKind.ME), (_EACH, MarkKind.EACH))
    kind = next((kind for known, kind in kinds if word in known), MarkKind.OTHER)
    return WordMark(kind, words[at : at + 1])
