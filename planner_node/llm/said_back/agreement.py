# SPDX-License-Identifier: Apache-2.0
"""Whether a model's orders agree with what the grammar reads of the words that were said, and what it cannot read.

A sentence that the grammar reads alone is part of the whole. A word that decides when, how much or all but what is not
left out. Other words that are left out are told, and so are those that only the model knows.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import lru_cache

from makedo_core.goals.entailment import entails
from makedo_core.goals.goal import Goal, InOrder
from makedo_core.graph.scene_graph import NodeKind
from planner_node.claims.groups import Groups
from planner_node.claims.wording.lists import word_lists
from planner_node.claims.wording.mirrors import mirrors
from planner_node.claims.wording.quantified import quantified
from planner_node.claims.wording.suspicious import number_at, rules
from planner_node.claims.wording.tokens import stems
from planner_node.claims.wording.words import WordUse, accounted
from planner_node.language.phrasebook import Phrasebook
from planner_node.language.refusal import Refusal
from planner_node.language.request import Request
from planner_node.language.words.naming import Name, Names
from planner_node.llm.words import words_of

_SENTENCE = re.compile(r"[^.!?;\n]+")
GoalOf = Callable[[str], "Goal | Refusal | None"]
"""What the grammar takes some words for; None: there is nothing to do."""


@dataclass(frozen=True, slots=True)
class Leftover:
    """Words of an instruction that a reading does not mirror.

    Attributes:
        binding: words that decide in which case, when, how much or all but what: a reading without them is another one.
        known: other words that the grammar knows.
        unknown: words that it does not know.
    """

    binding: tuple[str, ...] = ()
    known: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()


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
    names = Names(scene.ontology, scene.graph)
    binding, known, unknown = _cases_lost(request), list[str](), list[str]()
    if not any(phrase.count is None or phrase.each for phrase in said.phrases):
        said_of_all = {texts[min(group.span)] for group in each}
        binding += sorted(said_of_all - ({"both"} if 2 in said.counts else set()))
    for at, word in enumerate(words):
        if word.use in (WordUse.UNUSED, WordUse.NEAR):
            binds = word.text in _binding() or number_at(texts, at) is not None
            means = word.text in book.known_words or _means_something(texts, at, names, book)
            (binding if binds else known if means else unknown).append(word.text)
    binding += _order_lost(request.instruction, known, names, book)
    return Leftover(*map(tuple, map(dict.fromkeys, (binding, known, unknown))))


@lru_cache(maxsize=1)
def _binding() -> frozenset[str]:
    lists = word_lists()
    kinds = (lists.condition, lists.vague, lists.order, lists.limit, lists.universal, lists.pairing, lists.exclusion)
    return frozenset({"exactly"}).union(*kinds)


def _cases_lost(request: Request) -> list[str]:
    """Cases and times in several words, such as "as soon as", where a reading has none."""
    if request.when or request.limits or request.stages:
        return []
    text = f" {' '.join(words_of(request.instruction))} "
    return [said for said in sorted(_binding()) if " " in said and f" {said} " in text]


def _order_lost(instruction: str, lost: Collection[str], names: Names, book: Phrasebook) -> list[str]:
    """Words of the first sentence of which both a deed and a name are left out: an order of its own; empty: none."""
    for sentence in _SENTENCE.findall(instruction):
        words = [word for word in words_of(sentence) if word in lost]
        if any(_is_deed(word, book) for word in words) and any(_is_name((word,), 0, names) for word in words):
            return words
    return []


def _means_something(words: Sequence[str], at: int, names: Names, book: Phrasebook) -> bool:
    """Whether a word is a name here, an amount, a look, a deed, or one that changes what is meant."""
    word = words[at]
    if word in rules() or number_at(words, at) is not None or word in names.attributes:
        return True
    return _is_deed(word, book) or _is_name(words, at, names)


def _is_deed(word: str, book: Phrasebook) -> bool:
    return any(book.said_verbs.find((stem,), 0) is not None for stem in stems(word))


def _is_name(words: Sequence[str], at: int, names: Names) -> bool:
    name = names.match(words, at)
    return name is not None and (names.is_present(name) or _is_room(name, names))


def _is_room(name: Name, names: Names) -> bool:
    return any(n.label == name.concept for n in names.graph.of_kind(NodeKind.ROOM))
