# SPDX-License-Identifier: Apache-2.0
"""The pieces of a sentence: deeds, things, places and states that are known, whatever stands between them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto

from makedo_core.graph.scene_graph import State
from makedo_core.ontology.words import with_article
from planner_node.language.sentence.sentence import SentenceReader, Words
from planner_node.language.things import Side
from planner_node.language.words import lexicon as lx
from planner_node.language.words.naming import Name
from planner_node.language.words.verbs import Verb

_BEFORE = 6  # words that at most stand before a name and belong to it
_POINTING = frozenset({"it", "them", "that", "those", "there"})
_SUBJECTS = frozenset({"i", "we", "they", "he", "she", "who", "that", "it"})
_FORMED = ("ed", "ing", "est")
_OPENING = frozenset("to of with for from at by in on".split())
_MOST_LOOKS = 2  # words that nobody knows between a number or an article and a name
_MODAL_NOUNS = frozenset({"can", "will"})
JOINTS = frozenset({",", "and", "but", "so", ":", "because", "since", "-", "while", "as"})
"""Words and marks where a sentence may be taken apart."""


class PieceKind(Enum):
    """What a piece is."""

    DEED = auto()
    THING = auto()
    POINTER = auto()  # a pronoun for what was spoken of
    PLACE = auto()  # furniture, a room or a person, with no preposition before it
    TO = auto()  # where something goes or is
    FROM = auto()
    STATE = auto()  # what furniture or a device is to be
    THEN = auto()  # what follows comes later
    OTHER = auto()  # a word that is none of these


@dataclass(frozen=True, slots=True)
class SentencePiece:
    """A piece of a sentence.

    Attributes:
        kind: what it is.
        words: as they were said, of a place without the preposition.
        verb: of a deed.
        side: of TO and FROM.
        state: of STATE.
        is_told: whether "that is" or the like stands before it: it tells where something is.
        is_bare: whether it is a plural that nothing says how many there are of: "dirty socks".
        left_out: how many words that nobody knows are not among its words: one of "a zorchy fork".
    """

    kind: PieceKind
    words: Words
    verb: Verb | None = None
    side: Side | None = None
    state: State | None = None
    is_told: bool = False
    is_bare: bool = False
    left_out: int = 0


@dataclass(frozen=True, slots=True)
class _Noun:
    """A noun phrase of what is here.

    Attributes:
        name: None: any thing ("everything").
        end: index behind it.
        words: that it says, without those that nobody knows.
        left_out: how many those are.
    """

    name: Name | None
    end: int
    words: Words
    left_out: int = 0


def pieces_of(words: Words, reader: SentenceReader) -> Iterator[SentencePiece]:
    """The pieces of one sentence, in order.

    Args:
        words: in lower case, with contractions spelt out.
        reader: knows names and words.
    """
    at, is_told = 0, False
    while at < len(words):
        being = reader.book.places.being.find(words, at)
        if being is not None and words[at] not in lx.PARTICLES:
            if words[at] in reader.book.remarks.finite:
                yield SentencePiece(PieceKind.OTHER, words[at : at + 1])
            at, is_told = at + being.length, True
            continue
        piece, length = piece_at(words, at, reader, is_told)
        yield piece
        at, is_told = at + length, False


def piece_at(words: Words, at: int, reader: SentenceReader, is_told: bool) -> tuple[SentencePiece, int]:
    """The piece that begins at a position, and how many words it takes."""
    where = _where(words, at, reader, is_told)
    if where is not None:
        return where
    state = _state(words, at, reader)
    if state is not None:
        return SentencePiece(PieceKind.STATE, words[at : at + 1], state=state), 1
    deed = reader.book.said_verbs.find(words, at)
    if deed is not None and _is_deed(words, at, deed.length, reader):
        return SentencePiece(PieceKind.DEED, words[at : at + deed.length], verb=deed.value.verb), deed.length
    noun = _noun(words, at, reader)
    if noun is not None:
        kind = PieceKind.PLACE if noun.name is not None and _is_place(noun.name, reader) else PieceKind.THING
        is_bare = noun.name is not None and noun.name.is_plural and _is_bare(noun.words, reader)
        return SentencePiece(kind, noun.words, is_bare=is_bare, left_out=noun.left_out), noun.end - at
    if words[at] in lx.PRONOUNS and words[at] not in lx.ARTICLES:
        return SentencePiece(PieceKind.POINTER, words[at : at + 1]), 1
    after = reader.book.clauses.next_stage.find(words, at)
    if after is not None:
        return SentencePiece(PieceKind.THEN, words[at : at + after.length]), after.length
    return SentencePiece(PieceKind.OTHER, words[at : at + 1]), 1


def _where(words: Words, at: int, reader: SentenceReader, is_told: bool) -> tuple[SentencePiece, int] | None:
    """A place or somebody behind a preposition."""
    exists = reader.book.sentences.exists.find(words, at) or reader.book.sentences.modals.find(words, at + 1)
    if words[at] in lx.THERE and exists is None:
        return SentencePiece(PieceKind.TO, words[at : at + 1], side=Side.ANY, is_told=is_told), 1
    if words[at] == "for":
        noun = _noun(words, at + 1, reader)
        if noun is not None and noun.name is not None and reader.names.is_person(noun.name):
            return SentencePiece(PieceKind.TO, noun.words, side=Side.ANY, left_out=noun.left_out), noun.end - at
    for table, kind in ((reader.book.places.sources, PieceKind.FROM), (reader.book.places.sides, PieceKind.TO)):
        side = table.find(words, at)
        if side is None:
            continue
        begin = at + side.length
        if words[begin : begin + 1] and words[begin] in _POINTING and _noun(words, begin, reader) is None:
            return SentencePiece(kind, words[begin : begin + 1], side=side.value, is_told=is_told), side.length + 1
        noun = _noun(words, begin, reader)
        if noun is not None and noun.name is not None and _is_place(noun.name, reader):
            piece = SentencePiece(kind, noun.words, side=side.value, is_told=is_told, left_out=noun.left_out)
            return piece, noun.end - at
    return None


def _state(words: Words, at: int, reader: SentenceReader) -> State | None:
    """A state that something is to have: "on" and "off" at the end of a clause, "shut" where it is no verb."""
    word, behind = words[at], words[at + 1] if at + 1 < len(words) else ""
    if word in lx.PARTICLES:
        ends = not behind or behind in lx.SEPARATORS or behind in reader.book.clauses.afterthoughts
        return lx.PARTICLES[word] if ends or behind in reader.book.sentences.adverbs | {"by", "when"} else None
    said = reader.book.sentences.states.find(words, at)
    if said is None or said.length > 1 or (at == 0 or words[at - 1] in JOINTS):
        return None
    return said.value


def _noun(words: Words, at: int, reader: SentenceReader) -> _Noun | None:
    """The noun phrase of what is here that begins at a position; None: none does.

    Behind a number or an article, words that nobody knows and that may say which things are meant are left out of it.
    """
    begin, said = at, list[str]()
    while begin < min(at + _BEFORE, len(words)) and words[begin] not in lx.SEPARATORS:
        if begin == at and (words[at] in _MODAL_NOUNS or words[at] == "of"):
            return None
        left_out = begin - at - len(said)
        name = reader.names.match(words[: _end_of_part(words, begin)], begin)
        if name is not None and reader.names.is_present(name):
            head, end = _to_its_head(words, begin, name, reader)
            called = (*said, *words[begin:end])
            return _Noun(head, end, _with_its_article(called) if left_out else called, left_out)
        if name is None and words[begin] in reader.book.nouns.anything:
            return _Noun(None, begin + 1, (*said, words[begin]), left_out)
        two_articles = begin > at and words[begin] in lx.ARTICLES and words[begin - 1] != "of"
        length = 0 if two_articles else _before_a_name(words, begin, reader)
        if not length and said and left_out < _MOST_LOOKS and may_be_a_look(words, begin, reader):
            begin += 1
            continue
        if not length:
            return None
        said += words[begin : begin + length]
        begin += length
    return None


def _with_its_article(called: Words) -> Words:
    """A noun phrase with "a" or "an" as it needs: of "an unheated potato" without "unheated" it is "a potato"."""
    return tuple(with_article(" ".join(called[1:])).split()) if called[:1] in (("a",), ("an",)) else called


def may_be_a_look(words: Words, at: int, reader: SentenceReader) -> bool:
    """Whether a word is one that nobody knows, or formed as "cleaned" and "coldest" are."""
    word = words[at]
    small = word in lx.SEPARATORS | JOINTS | lx.ARTICLES | _OPENING or word in lx.NUMBERS or word.isdigit()
    if small or reader.names.match(words, at) is not None:
        return False
    return word not in reader.book.known_words or (len(word) > len("red") and word.endswith(_FORMED))


def _to_its_head(words: Words, at: int, name: Name, reader: SentenceReader) -> tuple[Name | None, int]:
    """A name, or the last of several that stand together: "the kitchen table", "the bench 2 things"."""
    end, last = at + name.length, _end_of_part(words, at)
    while (further := reader.names.match(words[:last], end)) is not None and reader.names.is_present(further):
        name, end = further, end + further.length
    if end < len(words) and words[end] in reader.book.nouns.anything:
        return None, end + 1
    return name, end


def _is_bare(noun: Words, reader: SentenceReader) -> bool:
    """Whether nothing but looks stands before a name."""
    said = reader.book.quantities
    amounts = (said.bounds, said.counted, said.shares)
    counted = any(word in lx.ARTICLES or word in lx.NUMBERS or word.isdigit() for word in noun)
    return not (counted or any(table.find(noun, 0) for table in amounts))


def _end_of_part(words: Words, at: int) -> int:
    """Where the next mark or "and" stands."""
    return next((i for i in range(at, len(words)) if words[i] in lx.SEPARATORS), len(words))


def _before_a_name(words: Words, at: int, reader: SentenceReader) -> int:
    """How many words there stand before a name within a noun phrase: articles, amounts, looks; 0: none."""
    word, book = words[at], reader.book
    quantities = (book.quantities.bounds, book.quantities.counted, book.quantities.shares)
    amount = max((f.length for table in quantities if (f := table.find(words, at))), default=0)
    looks = book.adjectives.requirements.find(words, at)
    if amount or looks is not None:
        return amount or looks.length if looks is not None else amount
    plain = word in lx.ARTICLES or word in lx.NUMBERS or word.isdigit() or word in ("of", "other")
    return int(plain or book.adjectives.attribute(word) is not None or word in reader.names.attributes)


def _is_place(name: Name, reader: SentenceReader) -> bool:
    return reader.names.is_place(name) or reader.names.is_person(name)


def _is_deed(words: Words, at: int, length: int, reader: SentenceReader) -> bool:
    """Whether a verb is one here: what is called so and what stands behind an article or a subject is none."""
    before = words[at - 1] if at else ""
    behind = words[at + length] if at + length < len(words) else ""
    named = reader.names.match(words, at) is not None
    if before in lx.ARTICLES or (named and behind not in lx.ARTICLES | lx.PRONOUNS):
        return False
    told = words[at].endswith("ing") and before in reader.book.sentences.copulas.words | {"am"}
    subjects = [i for i, word in enumerate(words[:at]) if word in _SUBJECTS]
    return not told and (not subjects or not JOINTS.isdisjoint(words[subjects[-1] : at]))
