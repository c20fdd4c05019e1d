# SPDX-License-Identifier: Apache-2.0
"""An order in the plain wording that the readers of clauses know: the verb first, then things, then places."""

from __future__ import annotations

from planner_node.language.clauses.wording.contents import turn_contents
from planner_node.language.clauses.wording.passive import turn_passive
from planner_node.language.clauses.wording.place_first import turn_place_first
from planner_node.language.clauses.wording.ready import turn_ready
from planner_node.language.clauses.wording.sayings import replace_saying
from planner_node.language.clauses.wording.shared import share_object
from planner_node.language.nouns.nouns import Nouns

_TURNS = (replace_saying, turn_ready, turn_contents, turn_passive, turn_place_first, share_object)


def in_plain_words(nouns: Nouns) -> None:
    """Turn the clause that begins here; what is plain already, or no order, stays as it is."""
    for turn in _TURNS:
        turn(nouns)
