# SPDX-License-Identifier: Apache-2.0
"""An article that is said once for a whole list: "the corkscrew, opener and wine glasses" are the wine glasses, too.

Nobody says "opener" without an article, so one that stands so shares the article of the list; then its plurals do.
"""

from __future__ import annotations

from planner_node.language.sentence.sentence import SentenceReader, Words
from planner_node.language.words.naming import Name

_ARTICLES = frozenset({"the", "my", "our", "your"})
_JOINTS = frozenset({",", "and"})
_STUFF = ("consumable", "adhesive", "chemical", "washing_agent", "toiletry", "paper_ware", "writing_paper")
"""Kinds of which people speak without an article: "the milk, juice and forks" are some forks."""
_FEWEST = 3  # things of a list


def shared_article(words: Words, reader: SentenceReader) -> Words:
    """The words with the article before each plural of such a list."""
    if _ARTICLES.isdisjoint(words) or "and" not in words:
        return words
    for at in range(len(words) - 5):
        if words[at] not in _ARTICLES:
            continue
        things = _listed(words, at + 1, reader)
        further = things[1:]
        several = [begin for begin, name in further if name.is_plural]
        shares = any(_needs_article(name, reader) for _, name in further)
        if len(things) >= _FEWEST and several and shares:
            for begin in reversed(several):
                words = (*words[:begin], words[at], *words[begin:])
            return words
    return words


def _listed(words: Words, at: int, reader: SentenceReader) -> list[tuple[int, Name]]:
    """Where the things of a list begin that have no article of their own, with their names."""
    found: list[tuple[int, Name]] = []
    while at < len(words):
        begin = at
        while at < len(words) and reader.names.match(words, at) is None:
            if reader.book.adjectives.attribute(words[at]) is None:
                return found
            at += 1
        name = reader.names.match(words, at) if at < len(words) else None
        if name is None or reader.names.is_place(name) or reader.names.is_person(name):
            return found
        found.append((begin, name))
        at += name.length
        joint = at
        while at < len(words) and words[at] in _JOINTS:
            at += 1
        if at == joint:
            return found
    return found


def _needs_article(name: Name, reader: SentenceReader) -> bool:
    """Whether a name is of one thing that is counted, and not of some stuff as "milk"."""
    if name.is_plural or name.concept is None or name.node_id is not None:
        return False
    graph = reader.names.graph
    several = sum(reader.names.ontology.is_a(node.label, name.concept) for node in graph)
    return several == 1 and not any(reader.names.ontology.is_a(name.concept, stuff) for stuff in _STUFF)
