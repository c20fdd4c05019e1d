# SPDX-License-Identifier: Apache-2.0
"""How many things of a kind the scene has, and where."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from makedo_core.graph.scene_graph import Node, NodeKind, RelationType
from makedo_core.ontology.words import plural, spaced
from planner_node.language.sentence.sentence import SentenceReader, Words
from planner_node.language.things import NounPhrase, Place, Side
from planner_node.language.words import lexicon as lx
from planner_node.language.words.naming import Name


def spelt(number: int) -> str:
    """A number in letters, or in digits where there is no word for it."""
    return next((w for w, n in lx.NUMBERS.items() if n == number and w.isalpha() and w != "both"), str(number))


def number_said(word: str) -> int:
    """How many a word says, "a" and "one" too; 0: it is no number, or "both"."""
    if word in ("a", "an"):
        return 1
    return int(word) if word.isdecimal() else 0 if word == "both" else lx.NUMBERS.get(word, 0)


def count_of(name: Name, where: Words, reader: SentenceReader, looks: frozenset[str] = frozenset()) -> int:
    """How many things of a name the scene has.

    Args:
        name: of a kind.
        where: a preposition with the place where they are counted; empty: anywhere.
        reader: knows the scene.
        looks: what each looks like.
    """
    return sum(1 for _ in _alike(name, where, reader, looks))


def supports_of(name: Name, reader: SentenceReader, looks: frozenset[str] = frozenset()) -> Counter[Words]:
    """How many things of a name are on or in each furniture, by a preposition with the furniture's name."""
    graph = reader.names.graph
    found: Counter[Words] = Counter()
    for node in _alike(name, (), reader, looks):
        relation, support = graph.placement(node.id), graph.support(node.id)
        if relation is not None and support is not None and graph[support].kind is NodeKind.ASSET:
            side = "in" if relation.type is RelationType.INSIDE else "on"
            where: Words = (side, *spaced(support).split())
            found[where] += 1
    return found


def several(noun: Words, reader: SentenceReader) -> Words:
    """The words for several things, from those for one or several."""
    *first, last = noun
    forms = (last, plural(last), f"{last.removesuffix('e').removesuffix('f')}ves")
    for form in forms:
        name = reader.names.match((*first, form), 0)
        if name is not None and name.is_plural and name.length == len(noun):
            return (*first, form)
    return (*first, plural(last))


def _alike(name: Name, where: Words, reader: SentenceReader, looks: frozenset[str]) -> Iterator[Node]:
    names = reader.names
    place = place_of(where, reader) if where else None
    if where and place is None:
        return
    is_asset = names.is_person(name) or names.is_place(name)
    kinds = (NodeKind.ASSET, NodeKind.ROOM) if is_asset else (NodeKind.OBJECT,)
    for node in (n for kind in kinds for n in names.graph.of_kind(kind)):
        is_one = names.ontology.is_a(node.label, name.concept or "") and looks <= node.attributes
        if is_one and (place is None or names.here.lies_at(NounPhrase("", node.label, node.id), place)):
            yield node


def place_of(where: Words, reader: SentenceReader) -> Place | None:
    """The place of words with its preposition; None: they name none."""
    name = next((n for i in range(1, len(where)) if (n := reader.names.match(where, i)) is not None), None)
    return None if name is None else Place(Side.ANY, NounPhrase("", name.concept, name.node_id))
