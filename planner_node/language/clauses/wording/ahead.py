# SPDX-License-Identifier: Apache-2.0
"""Where the parts of a clause end, found out without reading them for good."""

from __future__ import annotations

from copy import copy
from dataclasses import fields

from planner_node.language.nouns.groups import Group
from planner_node.language.nouns.nouns import Nouns
from planner_node.language.reading.cursor import NotUnderstoodError
from planner_node.language.request import NounPhrase


def looking_ahead(nouns: Nouns, ahead: int = 0) -> Nouns:
    """A reader of the same words that stands some words ahead; what it reads changes nothing."""
    trial = Nouns(nouns.cursor.words, nouns.names, nouns.book)
    trial.cursor.at = nouns.cursor.at + ahead
    for part in fields(nouns.spoken):
        setattr(trial.spoken, part.name, copy(getattr(nouns.spoken, part.name)))
    return trial


def things_ahead(nouns: Nouns, ahead: int = 0) -> tuple[tuple[NounPhrase, ...], int] | None:
    """Things that are named some words ahead, and how many words there name them; None: none are."""
    trial = looking_ahead(nouns, ahead)
    begin = trial.cursor.at
    try:
        things = trial.things(None)
    except NotUnderstoodError:
        return None
    return things, trial.cursor.at - begin


def group_ahead(nouns: Nouns, ahead: int = 0) -> tuple[Group, int] | None:
    """As `things_ahead`, with all that is said of places behind them."""
    trial = looking_ahead(nouns, ahead)
    begin = trial.cursor.at
    try:
        group = trial.group(None)
    except NotUnderstoodError:
        return None
    return group, trial.cursor.at - begin
