# SPDX-License-Identifier: Apache-2.0
"""Whether a model's reading agrees with what the grammar reads of the same words, and what neither of them reads.

Names, amounts and looks that the grammar knows stand for themselves in every quotation. A sentence that it reads alone
is part of the whole. A word that it knows is not left out. What is left are words that only the model knows.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from makedo_core.goals.entailment import entails
from makedo_core.goals.goal import Goal, InOrder
from makedo_core.graph.scene_graph import NodeKind
from planner_node.claims.groups import Groups
from planner_node.claims.wording.mirrors import mirrors
from planner_node.claims.wording.quantified import quantified
from planner_node.claims.wording.suspicious import number_at, rules
from planner_node.claims.wording.tokens import stems, tokens
from planner_node.claims.wording.words import WordUse, accounted
from planner_node.language.phrasebook import Phrasebook
from planner_node.language.refusal import Refusal
from planner_node.language.request import Request
from planner_node.language.things import NounPhrase
from planner_node.language.words.naming import Name, Names
from planner_node.llm.words import words_of

_SENTENCE = re.compile(r"[^.!?;\n]+")
_EVERY = frozenset({"all", "every", "each"})
GoalOf = Callable[[str], "Goal | Refusal | None"]
"""What the grammar takes some words for; None: there is nothing to do."""


@dataclass(frozen=True, slots=True)
class Leftover:
    """Words of an instruction that a reading does not mirror.

    Attributes:
        known: words that mean something to the grammar: a reading without them is another one.
        unknown: words that mean nothing to it, and that the model quoted for nothing.
        taken: words that mean nothing to it, and that the model took for something.
    """

    known: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()
    taken: tuple[str, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Whether every word is mirrored."""
        return not (self.known or self.unknown or self.taken)


def misquoted(phrases: Sequence[NounPhrase], names: Names) -> str:
    """The first quotation that the grammar takes for something else; empty: none."""
    for phrase in phrases:
        words = words_of(phrase.text)
        found = tuple(_names(words, names))
        if phrase.implied or not found or (phrase.concept is None and phrase.node_id is None):
            continue
        if not any(_fits(name, phrase, names) for name in found):
            return phrase.text
        if phrase.count is not None and not phrase.each and not _EVERY.isdisjoint(words):
            return phrase.text
        numbers = {n for i in range(len(words)) if not _in_name(i, found) and (n := number_at(words, i)) is not None}
        if numbers and phrase.count not in numbers and not (phrase.count is None and "both" in words):
            return phrase.text
    return ""


@dataclass(frozen=True, slots=True)
class _At:
    """A name with where it begins."""

    name: Name
    begin: int


def _names(words: Sequence[str], names: Names) -> Iterator[_At]:
    at = 0
    while at < len(words):
        name = names.match(words, at)
        if name is not None:
            yield _At(name, at)
        at += name.length if name is not None else 1


def _in_name(index: int, found: Sequence[_At]) -> bool:
    return any(x.begin <= index < x.begin + x.name.length for x in found)


def _fits(found: _At, phrase: NounPhrase, names: Names) -> bool:
    """Whether a name may stand for the same: the same node, or one class above the other."""
    name, is_a = found.name, names.ontology.is_a
    if name.node_id is not None and phrase.node_id is not None:
        return name.node_id == phrase.node_id
    one, other = name.concept, phrase.concept
    return one is not None and other is not None and (is_a(one, other) or is_a(other, one))


def contradicted(instruction: str, goal: Goal, goal_of: GoalOf) -> str:
    """The first sentence of several that the grammar reads alone and that a goal does not imply; empty: none."""
    sentences: list[str] = [text for found in _SENTENCE.findall(instruction) if (text := str(found).strip())]
    stages = goal.parts if isinstance(goal, InOrder) else (goal,)
    for sentence in sentences if len(sentences) > 1 else ():
        alone = goal_of(sentence)
        if alone is None or isinstance(alone, Refusal):
            continue
        if not any(entails(stage, alone) for stage in stages) and not entails(goal, alone):
            return sentence
    return ""


def leftover(request: Request, groups: Groups, book: Phrasebook) -> Leftover:
    """What of an instruction a reading of it does not mirror."""
    scene = groups.scene
    said = mirrors(request, scene.graph, scene.ontology, book, groups.count)
    each = quantified(request.instruction, scene.graph, scene.ontology)
    spans = frozenset(position for group in each for position in group.span)
    words = accounted(request.instruction, said, spans)
    texts = [w.text for w in words]
    quoted = {token for phrase in said.phrases for token in tokens(phrase.text)}
    names = Names(scene.ontology, scene.graph)
    known, unknown, taken = list[str](), list[str](), list[str]()
    for at, word in enumerate(words):
        if word.use in (WordUse.UNUSED, WordUse.NEAR):
            means = _means_something(texts, at, names, book)
            (known if means else taken if word.text in quoted else unknown).append(word.text)
    return Leftover(tuple(known), tuple(unknown), tuple(taken))


def _means_something(words: Sequence[str], at: int, names: Names, book: Phrasebook) -> bool:
    """Whether a word is a name here, an amount, a look, a deed, or one that changes what is meant."""
    word = words[at]
    if word in rules() or number_at(words, at) is not None or word in names.attributes:
        return True
    if any(book.said_verbs.find((stem,), 0) is not None for stem in stems(word)):
        return True
    name = names.match(words, at)
    return name is not None and (names.is_present(name) or _is_room(name, names))


def _is_room(name: Name, names: Names) -> bool:
    return any(n.label == name.concept for n in names.graph.of_kind(NodeKind.ROOM))
