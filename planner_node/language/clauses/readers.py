# SPDX-License-Identifier: Apache-2.0
"""Which reader belongs to a kind of verb. A new kind is a member of `Verb`, a line here, and a module."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from planner_node.language.clauses.arranging.care import hiding, tending
from planner_node.language.clauses.arranging.clearing import clearing, loading
from planner_node.language.clauses.arranging.sorting import sorting
from planner_node.language.clauses.arranging.swapping import swapping
from planner_node.language.clauses.arranging.tidying import tidying
from planner_node.language.clauses.bringing import bringing, serving
from planner_node.language.clauses.carrying.away import taking, throwing, throwing_away
from planner_node.language.clauses.carrying.handling import handling
from planner_node.language.clauses.carrying.pouring import pouring
from planner_node.language.clauses.changing.changes import changing
from planner_node.language.clauses.changing.floors import floors
from planner_node.language.clauses.looking import finding, going, looking
from planner_node.language.clauses.people.attending import attending, introducing
from planner_node.language.clauses.people.telling import answering, offering, telling
from planner_node.language.clauses.states import closing, opening, starting, switching, testing
from planner_node.language.clauses.steps import ClauseReader
from planner_node.language.words.verbs import Verb

READERS: Mapping[Verb, ClauseReader] = MappingProxyType(
    {
        Verb.BRING: bringing,
        Verb.TAKE: taking,
        Verb.SERVE: serving,
        Verb.RETURN: handling,
        Verb.HOLD: handling,
        Verb.SET: bringing,
        Verb.SORT: sorting,
        Verb.TIDY: tidying,
        Verb.SWAP: swapping,
        Verb.LOAD: loading,
        Verb.CLEAR: clearing,
        Verb.THROW: throwing,
        Verb.THROW_AWAY: throwing_away,
        Verb.RECYCLE: throwing_away,
        Verb.POUR: pouring,
        Verb.HIDE: hiding,
        Verb.FILE: hiding,
        Verb.TEND: tending,
        Verb.OPEN: opening,
        Verb.CLOSE: closing,
        Verb.SWITCH: switching,
        Verb.START: starting,
        Verb.TEST: testing,
        Verb.GO: going,
        Verb.FIND: finding,
        Verb.LOOK: looking,
        Verb.CHANGE: changing,
        Verb.FLOOR: floors,
        Verb.MEET: attending,
        Verb.GREET: attending,
        Verb.FOLLOW: attending,
        Verb.GUIDE: attending,
        Verb.INTRODUCE: introducing,
        Verb.TELL: telling,
        Verb.ANSWER: answering,
        Verb.OFFER: offering,
    }
)
