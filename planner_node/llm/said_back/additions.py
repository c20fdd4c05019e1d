# SPDX-License-Identifier: Apache-2.0
"""What a model's orders have beyond the words that were said: looks, amounts, single things that nobody spoke of."""

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

_ALL = frozenset({"all", "every", "each", "any", "everything", "anything", "whatever", "both", "them", "those"})


def additions(request: Request, phrases: Sequence[NounPhrase], names: Names, book: Phrasebook) -> tuple[str, ...]:
    """What nobody said, each in a word or two; empty: nothing.

    Args:
        request: what the grammar makes of the orders; its instruction is what was said.
        phrases: all things and places of the request.
        names: of the scene.
        book: words that the grammar knows.
    """
    said = words_of(request.instruction)
    things = [thing for clause in request.clauses if isinstance(clause, Put) for thing in clause.what]
    found = [word for phrase in phrases if not phrase.implied for word in _of_phrase(phrase, said, names, book)]
    found += [word for thing in things if not thing.implied for word in _amount(thing, said, names)]
    if any(phrase.excluded for phrase in phrases) and not _says_any(book.models.exceptions, said):
        found.append("except")
    return tuple(dict.fromkeys(found))


def unspoken_place(request: Request, names: Names) -> str:
    """The first place that things go to and that nobody spoke of; empty: none."""
    said = words_of(request.instruction)
    places = (clause.place.what for clause in request.clauses if isinstance(clause, Put))
    return next((p.text for p in places if not p.implied and not _is_spoken_of(p, said, names)), "")


def _is_spoken_of(phrase: NounPhrase, said: Sequence[str], names: Names) -> bool:
    """Whether what was said has a phrase, the name of its node, or one of its class."""
    if phrase.concept is None and phrase.node_id is None:
        return True
    if places_of(words_of(phrase.text), said) or any(_mentions(phrase, said, names)):
        return True
    return phrase.node_id is not None and _is_named(phrase.node_id, said, names)


def _of_phrase(phrase: NounPhrase, said: Sequence[str], names: Names, book: Phrasebook) -> Iterator[str]:
    """Looks and qualities, which one of several, and things themselves, that nobody spoke of."""
    looks = {str(book.adjectives.attribute(word) or word) for word in said} | set(said)
    yield from sorted(phrase.attributes - looks)
    for requirement in sorted(phrase.requirements):
        signs = [sign for sign, meant in book.models.requirements.items() if meant == requirement]
        signs += [sign for sign, meant in book.adjectives.requirements.items() if meant == requirement]
        if not _says_any(signs, said):
            yield requirement.replace("_", " ")
    if places_of(words_of(phrase.text), said):
        return
    if phrase.node_id is not None and not _is_named(phrase.node_id, said, names):
        yield spoken(phrase.node_id)
    elif phrase.node_id is None and not _is_spoken_of(phrase, said, names):
        yield phrase.text


def _is_named(node_id: str, said: Sequence[str], names: Names) -> bool:
    """Whether words name a node, or the only one of its kind."""
    graph, is_a = names.graph, names.ontology.is_a
    for at in range(len(said)):
        name = names.match(said, at)
        if name is None:
            continue
        if name.node_id == node_id:
            return True
        alike = [n.id for n in graph if name.concept is not None and is_a(n.label, name.concept)]
        if alike == [node_id]:
            return True
    return False


def _amount(thing: NounPhrase, said: Sequence[str], names: Names) -> Iterator[str]:
    """How many, where what was said tells another number or none."""
    mentions = tuple(_mentions(thing, said, names))
    if thing.node_id is not None or not mentions:
        return
    is_plural = any(_is_plural(word, thing) for word in mentions)
    if thing.count is None:
        if not is_plural and _ALL.isdisjoint(said):
            yield "all"
    elif thing.count == 1:
        if all(_is_plural(word, thing) for word in mentions) and ONES.isdisjoint(said):
            yield number_word(1)
    elif thing.count not in _numbers(said, names):
        yield number_word(thing.count)


def _numbers(said: Sequence[str], names: Names) -> frozenset[int]:
    """Numbers that were said, but for those of names: "table 2"."""
    numbers, at = set[int](), 0
    while at < len(said):
        name, number = names.match(said, at), number_at(said, at)
        if name is None and number is not None:
            numbers.add(number)
        at += name.length if name is not None else 1
    return frozenset(numbers)


def _mentions(thing: NounPhrase, said: Sequence[str], names: Names) -> Iterator[str]:
    """The last word of each name that stands for a thing's class, for one above it or below it."""
    is_a = names.ontology.is_a
    for at in range(len(said)):
        name = names.match(said, at)
        concept = name.concept if name is not None else None
        if concept is None or thing.concept is None or name is None:
            continue
        if is_a(concept, thing.concept) or is_a(thing.concept, concept):
            yield said[at + name.length - 1]


def _is_plural(word: str, thing: NounPhrase) -> bool:
    """Whether a word ends like several, and is no name of one thing that ends so: "scissors", "glass"."""
    noun = (thing.concept or "").split("_")[-1]
    return word != noun and (word == plural(noun) or word.endswith("s"))


def _says_any(signs: Iterable[str], said: Sequence[str]) -> bool:
    return any(places_of(words_of(sign), said) for sign in signs)
