# SPDX-License-Identifier: Apache-2.0
"""A number that nothing of its kind has here: "shelf 7", where there are two shelves."""

from __future__ import annotations

from makedo_core.conversation.question import QuestionKind
from makedo_core.failure import FailureCause
from makedo_core.goals.goal_text import enumerate_words, spoken
from makedo_core.graph.scene_graph import NodeKind
from planner_node.language.refusal import Gap, Refusal
from planner_node.language.sentence.sentence import SentenceReader, Words
from planner_node.language.words import lexicon as lx


def without_that_number(words: Words, reader: SentenceReader) -> Refusal | None:
    """The question which one is meant where a number is said that none has; None: no such number is said.

    Args:
        words: in lower case, as they were said.
        reader: knows names and words.
    """
    names = reader.names
    for at in range(len(words) - 1):
        name = names.match(words, at)
        number = at + name.length if name is not None else 0
        if name is None or name.node_id is not None or name.is_plural or not words[number : number + 1]:
            continue
        if not words[number].isdigit() or names.match(words, number + 1) is not None:
            continue
        if not _ends_there(words, number + 1, reader):
            continue  # "on the shelf 2 red pens"
        said = " ".join(words[at : number + 1])
        nodes = [n for n in names.graph if names.ontology.is_a(n.label, name.concept or "")]
        numbered = sorted(n.id for n in nodes if n.id[-1:].isdigit())
        if not numbered:
            continue
        cause = FailureCause.UNKNOWN_PLACE if nodes[0].kind is NodeKind.ASSET else FailureCause.UNKNOWN_OBJECT
        known = enumerate_words(map(spoken, numbered), "or")
        if len(numbered) > 1:
            asked, gap = f"Which one is meant: {known}?", Gap(QuestionKind.WHICH, said)
        else:
            asked, gap = f"Is {known} meant?", Gap(QuestionKind.WHETHER, said, numbered[0])
        return Refusal(cause, f"I know of no {said} here. {asked}", tuple(numbered), gap=gap)
    return None


def _ends_there(words: Words, at: int, reader: SentenceReader) -> bool:
    """Whether nothing that a number could count follows: the end, a mark, "and", or a place."""
    places = reader.book.places
    ends = at >= len(words) or words[at] in lx.SEPARATORS | {"and", "then", "please"}
    return ends or places.sides.find(words, at) is not None or places.sources.find(words, at) is not None
