# SPDX-License-Identifier: Apache-2.0
"""A question as a clause of an instruction: alone, or behind "tell me", "and see whether"."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from makedo_core.graph.scene_graph import NodeKind
from planner_node.language.clauses.clause_end import clause_end
from planner_node.language.kinds import Asking, Measure
from planner_node.language.nouns.nouns import Nouns
from planner_node.language.questions.asking import NounSpans
from planner_node.language.questions.parts import QuestionParts
from planner_node.language.questions.reading import QuestionReader
from planner_node.language.reading.cursor import NotUnderstoodError
from planner_node.language.request import Inquire, SceneQuestion
from planner_node.language.things import Dimension, NounPhrase, Referent, Superlative

_MEASURED: Mapping[Measure, tuple[Dimension, str]] = {
    Measure.GREATEST_VOLUME: (Dimension.SIZE, "biggest"),
    Measure.LEAST_VOLUME: (Dimension.SIZE, "smallest"),
    Measure.GREATEST_WEIGHT: (Dimension.WEIGHT, "heaviest"),
    Measure.LEAST_WEIGHT: (Dimension.WEIGHT, "lightest"),
    Measure.GREATEST_HEIGHT: (Dimension.HEIGHT, "tallest"),
    Measure.LEAST_HEIGHT: (Dimension.HEIGHT, "shortest"),
    Measure.GREATEST_LENGTH: (Dimension.LENGTH, "longest"),
    Measure.GREATEST_WIDTH: (Dimension.WIDTH, "widest"),
    Measure.LEAST_WIDTH: (Dimension.WIDTH, "thinnest"),
}


def asked(nouns: Nouns) -> Inquire | NotUnderstoodError | None:
    """Past the question that begins here, up to the end of its clause.

    Returns:
        The clause; why a question is not understood, for whoever cannot read the words otherwise; None: here is none.
    """
    cursor = nouns.cursor
    if cursor.word() not in nouns.book.question_starts:
        return None
    end = clause_end(nouns)
    try:
        question = reader_of(nouns).read(cursor.words[cursor.at : end])
    except NotUnderstoodError as stop:
        return stop
    if question is None:
        return None
    cursor.at = end
    question = _of_those_spoken_of(question, nouns)
    things = _spoken_of(question)
    if len(things) == 1 and things[0].superlative is not None:  # "that one" is the one that was asked for
        things = (replace(things[0], referent=Referent(nouns.spoken.new_number())),)
        nouns.spoken.named[end - 1] = things[0]
    nouns.spoken.things, nouns.spoken.at_rest = things or nouns.spoken.things, False
    return Inquire(question)


def _of_those_spoken_of(question: SceneQuestion, nouns: Nouns) -> SceneQuestion:
    """Of "look at the cups and tell me which is the biggest" the question about the cups."""
    if question.asking is not Asking.MOST or question.things or question.place is not None:
        return question
    looked_at = (nouns.spoken.furniture,) if nouns.spoken.furniture is not None else ()  # or things: "look at the cups"
    several = tuple(thing for thing in nouns.spoken.things or looked_at if _are_things(thing, nouns))
    if several and several == looked_at:
        nouns.spoken.furniture = None  # no place is spoken of
    return replace(question, things=several)


def _are_things(phrase: NounPhrase, nouns: Nouns) -> bool:
    """Whether several things that can lie about are spoken of, and no furniture."""
    graph, is_a = nouns.names.graph, nouns.names.ontology.is_a
    return phrase.count != 1 and any(is_a(n.label, phrase.concept or "") for n in graph.of_kind(NodeKind.OBJECT))


def _spoken_of(question: SceneQuestion) -> tuple[NounPhrase, ...]:
    """What may be spoken of behind a question: things where it asks for them, the one that is most so of several."""
    things = tuple(
        replace(thing, source=question.place) if thing.source is None and question.place is not None else thing
        for thing in question.things
    )
    measure = _MEASURED.get(question.measure) if question.measure is not None else None
    if question.asking is not Asking.MOST or question.measure is None or measure is None or len(things) != 1:
        return things
    dimension, word = measure
    most = Superlative(dimension, question.measure.is_greatest, word)
    text = f"the {word} {things[0].text.removeprefix('the ')}"
    return (replace(things[0], text=text, count=1, definite=True, superlative=most),)


def reader_of(nouns: Nouns) -> QuestionReader:
    """Reads questions that may refer to what was spoken of."""
    spans = NounSpans(nouns.names, nouns.book, nouns.spoken)
    return QuestionReader(nouns.book, QuestionParts(nouns.names, nouns.book, spans))
