# SPDX-License-Identifier: Apache-2.0
"""What an answer in a word or two makes of the instruction that raised a question.

"table 2", "the red one", "the second", "the one in the kitchen", "yes", "any", "never mind". An answer that fits
several options, or none, is not guessed at: the question stays.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from makedo_core.conversation.question import OpenQuestion, Option, QuestionKind, filled
from makedo_core.conversation.words import AnswerWords, answer_words
from makedo_core.goals.goal_text import enumerate_words, spoken
from makedo_core.graph.scene_graph import SceneGraph

MOST_CHARACTERS = 200
_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)?")
_PARTS = re.compile(r"[^\W\d_]+|\d+")


@dataclass(frozen=True, slots=True)
class Answered:
    """The answer was understood; this is to be done."""

    instruction: str


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """Nothing is to be done any more."""


@dataclass(frozen=True, slots=True)
class Unclear:
    """The answer was not understood; why, for people."""

    text: str


Answer = Answered | Withdrawn | Unclear


def answer_of(question: OpenQuestion, said: str, graph: SceneGraph) -> Answer:
    """Understand an answer.

    Args:
        question: that was asked.
        said: in the operator's words.
        graph: what the options look like and where they are.
    """
    words = answer_words()
    plain = " ".join(_WORD.findall(said.lower()))
    if not plain or len(said) > MOST_CHARACTERS or not said.isprintable():
        return Unclear(f"An answer in a few words is expected. {question.text}")
    if plain in words.withdrawn:
        return Withdrawn()
    if question.kind is QuestionKind.WHETHER:
        return _whether(question, plain, words)
    if plain in words.any and question.options:
        return Answered(question.options[0].instruction)
    chosen = _chosen(question.options, plain, graph, words)
    if len(chosen) == 1:
        return Answered(chosen[0].instruction)
    if chosen:
        names = enumerate_words((spoken(o.name) for o in chosen), "or")
        return Unclear(f"'{said.strip()}' may be {names}. Which one?")
    if question.kind is not QuestionKind.WHICH and question.template:
        return Answered(filled(question, said.strip().rstrip(".!")))
    return Unclear(f"'{said.strip()}' is none of what I asked about. {question.text}")


def _whether(question: OpenQuestion, plain: str, words: AnswerWords) -> Answer:
    """Yes or no, whatever is said behind it."""
    by_name = {option.name: option for option in question.options}
    begins = plain.split(maxsplit=1)[0]
    for name, phrases in (("yes", words.yes), ("no", words.no)):
        if name in by_name and plain in phrases:
            return Answered(by_name[name].instruction)
    for name in ("yes", "no"):
        if name in by_name and begins == name:
            return Answered(by_name[name].instruction)
    return Unclear(f"Say yes or no. {question.text}")


def _chosen(options: Sequence[Option], plain: str, graph: SceneGraph, words: AnswerWords) -> tuple[Option, ...]:
    """Options that an answer fits: by place in the list, or by all that it says."""
    exact = tuple(o for o in options if " ".join(_PARTS.findall(o.name.lower())) == " ".join(_PARTS.findall(plain)))
    if exact:
        return exact
    said = plain.split()
    content = [w for w in said if w not in words.fillers or w in words.ordinals]
    if len(content) == 1 and content[0] in words.ordinals:
        index = words.ordinals[content[0]]
        return tuple(options[index : index + 1])
    if plain in words.last:
        return tuple(options[-1:])
    counted = _with_numbers([w for w in said if w in content or w in words.numbers], words)
    for needed in (counted, content):  # "table one"; "the red one"
        fitting = tuple(o for o in options if needed and set(needed) <= _known_of(o.name, graph))
        if fitting:
            return fitting
    return ()


def _with_numbers(said: Sequence[str], words: AnswerWords) -> list[str]:
    """Words, with a number joined to the word before it: "table", "one" is "table1"."""
    found: list[str] = []
    for word in said:
        number = str(words.numbers.get(word, word))
        if number.isdigit() and found and not found[-1][-1].isdigit():
            found[-1] += number
        else:
            found.append(number)
    return found


def _known_of(name: str, graph: SceneGraph) -> set[str]:
    """Words that may be said of an option: its name, class, looks, states, and where it is."""
    parts = _PARTS.findall(name.lower())
    known = {*parts, "".join(parts[-2:])}
    node = graph.nodes.get(name)
    if node is None:
        return known
    known.update(p for text in (node.label, *node.attributes, *node.states) for p in _PARTS.findall(str(text).lower()))
    for around in (graph.support(name), graph.room_of(name)):
        if around is not None:  # its number is not that of the option
            parts = _PARTS.findall(around.lower())
            known |= {"".join(parts[-2:]), *(p for p in parts if not p.isdigit()), *_PARTS.findall(graph[around].label)}
    return known
