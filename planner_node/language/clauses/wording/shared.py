# SPDX-License-Identifier: Apache-2.0
"""Verbs that share what stands behind the last of them: "wash and dry the plates", "pick up, clean and return it"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from planner_node.language.clauses.wording.ahead import group_ahead, looking_ahead, things_ahead
from planner_node.language.nouns.nouns import Nouns
from planner_node.language.reading.cursor import NotUnderstoodError
from planner_node.language.words import lexicon as lx
from planner_node.language.words.naming import Name
from planner_node.language.words.verbs import Verb

_CHANGING = frozenset({Verb.CHANGE, Verb.FLOOR})


@dataclass(frozen=True, slots=True)
class _Said:
    """A verb with its words."""

    words: tuple[str, ...]
    verb: Verb


def share_object(nouns: Nouns) -> None:
    """Say the things behind the first verb, and what stands for them behind the others.

    "Find and bring the remote to the table" becomes "find the remote and bring it to the table". What a verb says of
    furniture or rooms, and all that is said behind verbs that only change things, is repeated word for word.
    """
    cursor, begin = nouns.cursor, nouns.cursor.at
    verbs, ahead = _verbs(nouns)
    whom = cursor.words[begin + ahead : begin + ahead + _recipient(nouns, ahead)]
    if len(verbs) < 2 or cursor.ends_clause(ahead + len(whom)):
        return
    things = things_ahead(nouns, ahead + len(whom))
    whole = group_ahead(nouns, ahead + len(whom))
    if things is None or whole is None:
        return
    first = begin + ahead + len(whom)
    named = things[0][0]
    about_place = nouns.names.is_place(Name(1, named.concept, named.node_id))
    if about_place or all(v.verb in _CHANGING for v in verbs):
        until = first + whole[1]
        words = cursor.words[first:until]
        cursor.rewrite(begin, until, _joined([(*v.words, *words) for v in verbs], "then" if about_place else "and"))
        return
    until = first + things[1] + _sources(nouns, first + things[1] - begin)
    single = len(things[0]) == 1 and named.count == 1
    words = cursor.words[first:until]
    pronoun = (words[0],) if words[0] in lx.PRONOUNS else ("it" if single else "them",)
    middle = [(*v.words, *pronoun) for v in verbs[1:-1]]
    orders = [(*verbs[0].words, *words), *middle, (*verbs[-1].words, *whom, *pronoun)]
    cursor.rewrite(begin, until, _joined(orders, "and"))


def _verbs(nouns: Nouns) -> tuple[list[_Said], int]:
    """Verbs that nothing but commas and "and" stands between, and how many words they take."""
    cursor = nouns.cursor
    found: list[_Said] = []
    ahead = at = 0
    while (verb := cursor.find(nouns.book.said_verbs, at)) is not None:
        words = cursor.words[cursor.at + at : cursor.at + at + verb.length]
        if " ".join(words) in nouns.book.verbs.alone:
            break
        found.append(_Said(words, verb.value.verb))
        ahead = at = at + verb.length
        while cursor.word(at) in (",", "and"):
            at += 1
        if at == ahead:
            break
    return found, ahead


def _recipient(nouns: Nouns, ahead: int) -> int:
    """How many words there say who gets the things behind them: "me", "Anna"; 0: nobody is said."""
    cursor = nouns.cursor
    name = nouns.names.match(cursor.words, cursor.at + ahead)
    named = name.length if name is not None and nouns.names.is_person(name) else 0
    length = named or int(cursor.word(ahead) in lx.SPEAKERS)
    behind = ahead + length
    goes_on = cursor.word(behind) in lx.ARTICLES | lx.NUMBERS.keys() or not named
    return length if length and goes_on and not cursor.ends_clause(behind) else 0


def _sources(nouns: Nouns, ahead: int) -> int:
    """How many words there say where the things are taken from."""
    if nouns.cursor.find(nouns.book.places.sources, ahead) is None:
        return 0
    trial = looking_ahead(nouns, ahead)
    begin = trial.cursor.at
    try:
        trial.places.source_list()
    except NotUnderstoodError:
        return 0
    return trial.cursor.at - begin


def _joined(orders: Sequence[tuple[str, ...]], joint: str) -> tuple[str, ...]:
    words: list[str] = []
    for order in orders:
        words += [joint, *order] if words else order
    return tuple(words)
