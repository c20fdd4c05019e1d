# SPDX-License-Identifier: Apache-2.0
"""Every kind of verb has its reader."""

from __future__ import annotations

from planner_node.language.clauses.readers import READERS
from planner_node.language.words.verbs import Verb


def test_every_kind_of_verb_has_a_reader():
    assert set(READERS) == set(Verb)
