# SPDX-License-Identifier: Apache-2.0
"""Things of one kind that go to several places by how they look: all that look so are meant."""

from __future__ import annotations

import pytest

from makedo_core.ontology import load_ontology
from makedo_eval.sentences.corpus import scene
from planner_node.language.interpret import interpret
from planner_node.language.request import Put, Request

ONTOLOGY = load_ontology()


def counts(where: str, said: str) -> list[int | None]:
    """How many of each thing are to go; None: all."""
    read = interpret(said, ONTOLOGY, scene(where))
    assert isinstance(read, Request), read
    return [phrase.count for clause in read.clauses if isinstance(clause, Put) for phrase in clause.what]


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ("laundry", "Put clean clothes in the basket and dirty clothes in the hamper"),
        ("laundry", "Put clean socks in the basket and dirty ones in the hamper"),
        ("lab", "Put red test tubes in the rack and blue ones on bench 1"),
        ("dining", "Bring clean plates to the cupboard and dirty plates to table 3"),
    ],
)
def test_all_that_look_so_are_meant(where, said):
    assert counts(where, said) == [None, None]


@pytest.mark.parametrize(
    ("where", "said", "expected"),
    [
        ("laundry", "Bring clean socks to the basket", [2]),  # nothing else is told from them
        ("laundry", "Bring clean socks to the basket and dirty shirts to the hamper", [2, 2]),  # another kind
        ("lab", "Put two red test tubes in the rack and three blue ones on bench 1", [2, 3]),
        ("lab", "Put some red test tubes in the rack and the blue ones on bench 1", [2, None]),
        ("laundry", "Bring clean socks and dirty socks to the basket", [2, 2]),  # all to one place
    ],
)
def test_elsewhere_a_plural_stays_some(where, said, expected):
    assert counts(where, said) == expected
