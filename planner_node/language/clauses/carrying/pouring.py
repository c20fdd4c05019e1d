# SPDX-License-Identifier: Apache-2.0
"""Things that are poured out of what they are in."""

from __future__ import annotations

from dataclasses import replace

from makedo_core.conversation.question import QuestionKind
from makedo_core.failure import FailureCause
from makedo_core.goals.goal_text import enumerate_words
from planner_node.language.clauses.carrying.carried import read_carried
from planner_node.language.clauses.carrying.putting import puts_of
from planner_node.language.clauses.steps import ClauseStep
from planner_node.language.nouns.nouns import Nouns
from planner_node.language.reading.cursor import NotUnderstoodError
from planner_node.language.refusal import Gap
from planner_node.language.things import Side
from planner_node.language.words.verbs import Said


def pouring(nouns: Nouns, said: Said, words: str) -> tuple[ClauseStep, ...]:
    """Out of what things are in, into a place that must be said; nobody is poured anything into their hands."""
    cursor = nouns.cursor
    carried = read_carried(nouns, said)
    groups = list(carried.groups)
    cursor.skip({"out"})
    while cursor.side():  # "pour the nuts out into the bowl"
        groups[-1] = replace(groups[-1], places=(*groups[-1].places, nouns.places.place()))
    puts = puts_of(nouns, groups, None, detach=False)
    if carried.whom is not None or puts is None:
        things = enumerate_words(t.text for g in groups for t in g.things)
        message = f"Where shall I pour {things} into? Say an open container, for example 'into the bowl'."
        gap = Gap(QuestionKind.WHERE, cursor.just_read())
        raise NotUnderstoodError(FailureCause.AMBIGUOUS, message, gap=gap)
    return tuple(replace(put, place=replace(put.place, side=Side.POURED)) for put in puts)
