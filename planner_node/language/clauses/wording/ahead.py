# SPDX-License-Identifier: Apache-2.0
"""Where the parts of a clause end, found out without reading them for good."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from dataclasses import fields
from typing import TypeVar

from planner_node.language.nouns.groups import Group
from planner_node.language.nouns.nouns import Nouns
from planner_node.language.reading.cursor import NotUnderstoodError
from planner_node.language.things import NounPhrase

_Read = TypeVar("_Read")


def looking_ahead(nouns: Nouns, ahead: int = 0) -> Nouns:
    """A reader of the same words that stands some words ahead; what it reads changes nothing."""
    trial = Nouns(nouns.cursor.words, nouns.names, nouns.book)
    trial.cursor.at = nouns.cursor.at + ahead
    for part in fields(nouns.spoken):
        setattr(trial.spoken, part.name, copy(getattr(nouns.spoken, part.name)))
    return trial


def things_ahead(nouns: Nouns, ahead: int = 0) -> tuple[tuple[NounPhrase, ...], int] | None:
    """Things that are named some words ahead, and how many words there name them; None: none are."""
    return _tried(looking_ahead(nouns, ahead), lambda trial: trial.things(None))


def group_ahead(nouns: Nouns, ahead: int = 0) -> tuple[Group, int] | None:
    """As `things_ahead`, with all that is said of places behind them."""
    return _tried(looking_ahead(nouns, ahead), lambda trial: trial.group(None))


def _tried(trial: Nouns, read: Callable[[Nouns], _Read]) -> tuple[_Read, int] | None:
    """What is read, and from how many words; None: nothing can be."""
    begin = trial.cursor.at
    try:
        found = read(trial)
    except NotUnderstoodError:
        return None
    return found, trial.cursor.at - begin
