# SPDX-License-Identifier: Apache-2.0
"""Verbs that mostly bring things somewhere, and mean something else before some names: set, move, push, prepare."""

from __future__ import annotations

from makedo_core.failure import FailureCause
from planner_node.language.clauses.arranging.tidying import put_away_or_there
from planner_node.language.clauses.carrying.carried import read_carried
from planner_node.language.clauses.carrying.handling import handled, handling
from planner_node.language.clauses.changing.changes import changing
from planner_node.language.clauses.changing.tables import table_ahead, table_set
from planner_node.language.clauses.looking import going
from planner_node.language.clauses.refusing import able
from planner_node.language.clauses.steps import ClauseStep
from planner_node.language.nouns.nouns import Nouns
from planner_node.language.reading.cursor import NotUnderstoodError
from planner_node.language.words import lexicon as lx
from planner_node.language.words.verbs import Said, Verb

_BUTTONS = ("button", "push_button")


def bringing(nouns: Nouns, said: Said, words: str) -> tuple[ClauseStep, ...]:
    """Things go somewhere; "move into the kitchen", "push the button" and "set the table" are something else."""
    if said.like == "move" and nouns.cursor.word() in ("into", "towards"):
        return going(nouns, Said(Verb.GO), words)
    if said.like == "push" and _button_follows(nouns):
        return changing(nouns, Said(Verb.CHANGE, quality="pressed"), words)
    table = table_set(nouns, said.like)
    if table is not None:
        return table
    carried = read_carried(nouns, said)
    split = nouns.book.said_verbs.find((said.like, nouns.cursor.word()), 0)
    if split is not None and split.value.verb is Verb.TIDY:  # "put the plates away"
        return put_away_or_there(nouns, said, f"{words} {nouns.cursor.word()}", carried)
    return handled(nouns, said, words, carried)


def serving(nouns: Nouns, said: Said, words: str) -> tuple[ClauseStep, ...]:
    """Things go somewhere, or are left where they were gathered. Nothing else can be prepared."""
    prepares = nouns.cursor.word() in lx.PRONOUNS | {"everything"} or table_ahead(nouns)
    if said.like.startswith("prepar") and not prepares:
        doing = nouns.book.gerunds.find(words.split(), 0)  # "preparing lettuce": I cannot prepare
        deed = words if doing is None else doing.value
        raise NotUnderstoodError(FailureCause.NOT_CAPABLE, f"I cannot {deed}. {able(nouns.book)}")
    return table_set(nouns, said.like) or handling(nouns, said, words)


def _button_follows(nouns: Nouns) -> bool:
    """Whether a button is named here, which is pushed to press it and not to move it."""
    cursor = nouns.cursor
    ahead = 0
    while cursor.word(ahead) in lx.ARTICLES:
        ahead += 1
    name = cursor.name(ahead)
    return name is not None and name.concept in _BUTTONS
