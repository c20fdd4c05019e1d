# SPDX-License-Identifier: Apache-2.0
"""A question in plain English, read against a scene."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, fields

from makedo_core.graph.scene_graph import SceneGraph
from makedo_core.ontology import Ontology
from planner_node.language.nouns.nouns import Nouns
from planner_node.language.phrasebook import Phrasebook, load_phrasebook
from planner_node.language.questions.parts import QuestionParts, Spoken
from planner_node.language.questions.reading import QuestionReader
from planner_node.language.reading.cursor import NotUnderstoodError, words_of
from planner_node.language.referring.discourse import Discourse
from planner_node.language.refusal import Refusal
from planner_node.language.request import SceneQuestion
from planner_node.language.things import Place
from planner_node.language.words import typos
from planner_node.language.words.naming import Names


@dataclass(frozen=True, slots=True)
class NounSpans:
    """Reads things and places with the reader of instructions.

    Attributes:
        names: what the scene has.
        book: words.
        spoken: what was spoken of before.
    """

    names: Names
    book: Phrasebook
    spoken: Discourse = field(default_factory=Discourse)

    def nouns(self, words: Sequence[str]) -> Nouns:
        """A reader of some words that knows what was spoken of before."""
        nouns = Nouns(words, self.names, self.book)
        for known in fields(Discourse):
            setattr(nouns.spoken, known.name, getattr(self.spoken, known.name))
        return nouns

    def things(self, words: Sequence[str]) -> Spoken:
        """Things, with where they are; all of a bare plural."""
        nouns = self.nouns(words)
        group = nouns.group(None)
        if nouns.cursor.word():
            raise nouns.cursor.stuck()
        place = group.places[-1] if group.places else group.sources[-1] if group.sources else None
        return Spoken(group.things, place)

    def place(self, words: Sequence[str]) -> Place:
        """A preposition with furniture or a room."""
        nouns = self.nouns(words)
        if nouns.cursor.side() is None:
            raise nouns.cursor.stuck()
        place = nouns.places.place()
        if nouns.cursor.word():
            raise nouns.cursor.stuck()
        return place


def question_of(
    text: str, ontology: Ontology, graph: SceneGraph, book: Phrasebook | None = None
) -> SceneQuestion | Refusal | None:
    """The question that a text puts, or why it is not understood; None: it puts none.

    Args:
        text: in plain English.
        ontology: classes of things, and what they are called.
        graph: the scene that is asked about.
        book: words and what they stand for; None: ours alone.
    """
    book = book or load_phrasebook()
    names = Names(ontology, graph)
    words = words_of(text)
    found = _read(words, names, book)
    if isinstance(found, Refusal):
        corrected = typos.correct(words, names.words | book.known_words, book.never_read, book.spelling)
        if corrected.words != words:
            again = _read(words_of(" ".join(corrected.words)), names, book)
            return again if isinstance(again, SceneQuestion) else found
    return found


def _read(words: Sequence[str], names: Names, book: Phrasebook) -> SceneQuestion | Refusal | None:
    try:
        return QuestionReader(book, QuestionParts(names, book, NounSpans(names, book))).read(words)
    except NotUnderstoodError as stop:
        return stop.refusal
