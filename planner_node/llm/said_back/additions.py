# SPDX-License-Identifier: Apache-2.0
"""What a model's reading has beyond the words that it quotes: looks, amounts, single things that nobody said."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from makedo_core.goals.goal_text import number_word, spoken
from makedo_core.ontology.words import plural
from planner_node.claims.wording.suspicious import number_at
from planner_node.language.phrasebook import Phrasebook
from planner_node.language.request import Put, Request
from planner_node.language.things import NounPhrase
from planner_node.language.words.lexicon import ONES
from planner_node.language.words.naming import Names
from planner_node.llm.words import places_of, words_of

_ALL = frozenset({"all", "every", "each", "any", "everything", "anything", "whatever"})


def additions(request: Request, phrases: Sequence[NounPhrase], names: Names, book: Phrasebook) -> tuple[str, ...]:
    """What nobody said, each in a word or two; empty: nothing."""
    said = words_of(request.instruction)
    things = [thing for clause in request.clauses if isinstance(clause, Put) for thing in clause.what]
    found = [word for phrase in phrases if not phrase.implied for word in _of_phrase(phrase, said, names, book)]
    found += [word for thing in things if not thing.implied for word in _amount(thing)]
    if any(phrase.excluded for phrase in phrases) and not _says_any(book.models.exceptions, said):
        found.append("except")
    return tuple(dict.fromkeys(found))


def _of_phrase(phrase: NounPhrase, said: Sequence[str], names: Names, book: Phrasebook) -> Iterator[str]:
    """Looks and qualities, and which one of several, that a phrase does not quote."""
    words = words_of(phrase.text)
    looks = {str(book.adjectives.attribute(word) or word) for word in said} | set(said)
    yield from sorted(phrase.attributes - looks)
    for requirement in sorted(phrase.requirements):
        signs = [sign for sign, meant in book.models.requirements.items() if meant == requirement]
        signs += [sign for sign, meant in book.adjectives.requirements.items() if meant == requirement]
        if not _says_any(signs, said):
            yield requirement.replace("_", " ")
    if phrase.node_id is not None and not _is_named(phrase.node_id, words, names):
        yield spoken(phrase.node_id)


def _is_named(node_id: str, words: Sequence[str], names: Names) -> bool:
    """Whether words name a node, or the only one of its kind."""
    graph, is_a = names.graph, names.ontology.is_a
    for at in range(len(words)):
        name = names.match(words, at)
        if name is None:
            continue
        if name.node_id is not None:
            return name.node_id == node_id
        alike = [n.id for n in graph if name.concept is not None and is_a(n.label, name.concept)]
        if alike == [node_id]:
            return True
    return False


def _amount(thing: NounPhrase) -> Iterator[str]:
    """How many, where the words that are quoted tell another number or none."""
    words = words_of(thing.text)
    if thing.concept is None or thing.node_id is not None or not words:
        return
    is_plural = words[-1] == plural(thing.concept.replace("_", " ")).split()[-1] or words[-1].endswith("s")
    numbers = {n for at in range(len(words)) if (n := number_at(words, at)) is not None}
    if thing.count is None:
        if not is_plural and _ALL.isdisjoint(words):
            yield "all"
    elif thing.count == 1:
        if is_plural and ONES.isdisjoint(words) and not _names_one(words[-1], thing.concept):
            yield number_word(1)
    elif thing.count not in numbers:
        yield number_word(thing.count)


def _names_one(word: str, concept: str) -> bool:
    """Whether a word is the name of one thing though it ends like several: "scissors", "glass"."""
    return word == concept.split("_")[-1]


def _says_any(signs: Iterable[str], said: Sequence[str]) -> bool:
    return any(places_of(words_of(sign), said) for sign in signs)
