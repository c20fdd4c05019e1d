# SPDX-License-Identifier: Apache-2.0
"""Orders that begin with a place: "on the shelf put the books", "in the kitchen, wash the plates"."""

from __future__ import annotations

from planner_node.language.clauses.wording.ahead import group_ahead, looking_ahead, things_ahead
from planner_node.language.nouns.nouns import Nouns
from planner_node.language.reading.cursor import NotUnderstoodError
from planner_node.language.words.verbs import Verb

_TO_PLACES = frozenset({Verb.BRING, Verb.TAKE, Verb.SERVE, Verb.RETURN, Verb.SET, Verb.LOAD, Verb.THROW})


def turn_place_first(nouns: Nouns) -> None:
    """Put the place behind the verb, where it is where things go; else a room behind the things, where it is theirs."""
    cursor, begin = nouns.cursor, nouns.cursor.at
    if not cursor.side() or cursor.ends_particle() or cursor.find(nouns.book.said_verbs):
        return
    trial = looking_ahead(nouns)
    try:
        place = trial.places.place()
    except NotUnderstoodError:
        return
    until = trial.cursor.at
    trial.cursor.skip({","})
    verb = cursor.find(nouns.book.said_verbs, trial.cursor.at - begin)
    if verb is None or not cursor.verb_at(trial.cursor.at - begin):
        if nouns.spoken.at_rest and things_ahead(nouns, until - begin):  # "... and into the box the pencils"
            cursor.rewrite(begin, begin, ("put",))
        return
    where = cursor.words[begin:until]
    said = cursor.words[trial.cursor.at : trial.cursor.at + verb.length]
    behind = trial.cursor.at + verb.length
    group = group_ahead(nouns, behind - begin)
    goes_there = verb.value.verb in _TO_PLACES and (group is None or not group[0].places)
    if goes_there:
        cursor.rewrite(begin, behind, (*said, *where))
    elif nouns.places.in_room(place.what) and (things := things_ahead(nouns, behind - begin)) is not None:
        until = behind + things[1]
        cursor.rewrite(begin, until, (*said, *cursor.words[behind:until], *where))
