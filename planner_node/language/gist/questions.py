# SPDX-License-Identifier: Apache-2.0
"""What is asked of the scene, where the question is not understood as it is put: one plain question.

An answer moves nothing but the eyes, so it is enough to know what is asked after and of what.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from planner_node.language.gist.marking.mark import MarkKind, WordMark
from planner_node.language.gist.numbers import bare, in_plural, singular
from planner_node.language.piecing.pieces import SentencePiece
from planner_node.language.sentence.sentence import SentenceReader, Words
from planner_node.language.things import Side
from planner_node.language.words import lexicon as lx
from planner_node.language.words.phrases import Phrases
from planner_node.language.words.verbs import Verb

_SIDES = {Side.ON: "on", Side.INSIDE: "in", Side.ANY: "at"}
_LOOKING = frozenset({Verb.LOOK, Verb.FIND, Verb.GO, Verb.TELL})
_BINDING = frozenset("if unless not no nor except but without or besides than".split())
_WHETHER = frozenset("see check know tell me look out wonder whether sure".split())
_LOOK = ("a", "look")
_WITHIN = frozenset({"in", "inside", "on"})
_OF_WHOM = lx.POSSESSIVES | lx.ARTICLES
_ANY = frozenset("any some a an no more".split())


@dataclass(frozen=True, slots=True)
class AskedSentence:
    """A sentence that may ask something.

    Attributes:
        words: of it.
        marks: what they do.
        is_asked: whether a question mark ends it.
    """

    words: Words
    marks: tuple[WordMark, ...]
    is_asked: bool


def question_of(sentences: Sequence[AskedSentence], reader: SentenceReader) -> Words | None:
    """The one question that sentences put, in plain words; None: they put none, several, or ask for a deed as well.

    Args:
        sentences: of the instruction.
        reader: knows names and words.
    """
    things, places = _things(sentences), _places(sentences, reader)
    if len(things) != 1 or len(places) > 1 or any(_asks_for_a_deed(sentence) for sentence in sentences):
        return None
    words = tuple(word for sentence in sentences for word in sentence.words)
    if not all(_is_plain(sentence, reader) for sentence in sentences):
        return None
    thing, place = things[0], places[0] if places else ()
    plain = tuple(word for word in bare(thing) if word not in _OF_WHOM)
    for is_meant, composed in _WAYS:
        if is_meant(words, sentences, reader):
            return composed(_Asked(words, thing, plain, place, reader))
    return None


@dataclass(frozen=True, slots=True)
class _Asked:
    """What a question is about: all words, the thing as it was said and without its article, where it is asked for."""

    words: Words
    thing: Words
    plain: Words
    place: Words
    reader: SentenceReader

    @property
    def binding(self) -> frozenset[str]:
        """Words of it that say in which case, or what is left out; "if" is no case behind "see" and "know"."""
        pairs = zip(("", *self.words), self.words, strict=False)
        return frozenset(word for before, word in pairs if word in _BINDING and before not in _WHETHER)


def _is_plain(sentence: AskedSentence, reader: SentenceReader) -> bool:
    """Whether a sentence asks nothing, or has only words of asking besides what it is about: not "how many fit"."""
    known = reader.book.gist
    if not sentence.is_asked and not _says(sentence.words, known.counting):
        return True  # "my boy is missing his doll"
    others = (mark for mark in sentence.marks if mark.kind not in (MarkKind.THING, MarkKind.PLACE, MarkKind.TO))
    said = (word.partition("'")[0] for mark in others for word in mark.words)
    return all(word in known.asking or word in lx.WORDS or _measure((word,), reader) for word in said)


def _things(sentences: Sequence[AskedSentence]) -> list[Words]:
    """The things that are named, each once."""
    found: dict[Words, Words] = {}
    for mark in (mark for sentence in sentences for mark in sentence.marks):
        if mark.kind is MarkKind.THING and mark.piece is not None:
            key = tuple(w for w in singular(bare(mark.piece.words)) if w not in _OF_WHOM)
            found.setdefault(key, mark.piece.words)
    return list(found.values())


def _places(sentences: Sequence[AskedSentence], reader: SentenceReader) -> list[Words]:
    """The certain places that are named, with their prepositions, each once."""
    found: dict[Words, Words] = {}
    marks = [mark for sentence in sentences for mark in sentence.marks]
    for before, mark in zip((None, *marks), marks, strict=False):
        piece = mark.piece
        is_place = mark.kind in (MarkKind.TO, MarkKind.PLACE, MarkKind.FROM)
        if not is_place or piece is None or not _is_certain(piece, reader):
            continue
        side = _SIDES[piece.side or Side.ANY]
        if mark.kind is MarkKind.PLACE and before is not None and before.words[-1] in _WITHIN:
            side = before.words[-1]  # "look in the cooler"
        found.setdefault(bare(piece.words), (side, *piece.words))
    return list(found.values())


def _is_certain(piece: SentencePiece, reader: SentenceReader) -> bool:
    """Whether a piece names a place that is here: not "what room"."""
    words = bare(piece.words)
    name = reader.names.match(words, 0)
    return name is not None and (name.length == len(words) or len(words) > 1) and words not in (("room",), ("place",))


def _asks_for_a_deed(sentence: AskedSentence) -> bool:
    """Whether a sentence asks for something to be done, other than to look and to tell."""
    for at, mark in enumerate(sentence.marks):
        behind = tuple(word for other in sentence.marks[at + 1 : at + 3] for word in other.words)
        if mark.kind is MarkKind.DEED and mark.piece is not None and behind[: len(_LOOK)] != _LOOK:
            if mark.piece.verb not in _LOOKING | {None}:
                return True
    return False


def _asks_how_many(words: Words, _: Sequence[AskedSentence], reader: SentenceReader) -> bool:
    return _says(words, reader.book.gist.counting)


def _asks_which(words: Words, sentences: Sequence[AskedSentence], reader: SentenceReader) -> bool:
    asks = any(sentence.is_asked for sentence in sentences)
    return asks and "which" in words and _measure(words, reader) is not None


def _asks_where(words: Words, _: Sequence[AskedSentence], reader: SentenceReader) -> bool:
    return _says(words, reader.book.gist.missing)


def _asks_whether(words: Words, sentences: Sequence[AskedSentence], reader: SentenceReader) -> bool:
    asks = any(sentence.is_asked for sentence in sentences)
    return asks and _says(words, reader.book.gist.existing)


def _says(words: Words, table: Phrases[Any]) -> bool:
    return any(table.find(words, at) is not None for at in range(len(words)))


def _measure(words: Words, reader: SentenceReader) -> str | None:
    """The word for the greatest or the least: "smallest"."""
    table = reader.book.superlatives
    return next((words[at] for at in range(len(words)) if table.find(words, at) is not None), None)


def _how_many(asked: _Asked) -> Words | None:
    behind = ("are", "there", *asked.place)
    return None if asked.binding else ("how", "many", *in_plural(asked.plain), *behind)


def _which(asked: _Asked) -> Words | None:
    measure = _measure(asked.words, asked.reader)
    noun = singular(tuple(word for word in asked.plain if word not in (measure, "of", "the")))
    return None if asked.binding or measure is None else ("which", "is", "the", measure, *noun, *asked.place)


def _where(asked: _Asked) -> Words | None:
    if asked.place:
        return None if asked.binding else ("is", *_definite(asked.thing), *asked.place)
    return None if asked.binding - {"not", "no"} else ("where", "is", *_definite(asked.thing))


def _whether(asked: _Asked) -> Words | None:
    if asked.thing[0] in lx.ARTICLES - lx.DEFINITE:
        return ("is", "there", *asked.thing, *asked.place)
    is_many = singular(asked.plain) != asked.plain
    return ("are" if is_many else "is", "there", "any", *asked.plain, *asked.place)


def _definite(thing: Words) -> Words:
    return thing if thing[0] in lx.POSSESSIVES | {"the"} else ("the", *bare(thing))


_Test = Callable[[Words, Sequence[AskedSentence], SentenceReader], bool]
_WAYS: tuple[tuple[_Test, Callable[[_Asked], Words | None]], ...] = (
    (_asks_how_many, _how_many),
    (_asks_which, _which),
    (_asks_where, _where),
    (_asks_whether, _whether),
)
