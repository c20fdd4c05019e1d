# SPDX-License-Identifier: Apache-2.0
"""A similarity decides ties and nothing else, whatever it says."""

from __future__ import annotations

from dataclasses import dataclass

from hypothesis import given
from hypothesis import strategies as st

from makedo_core.ontology.similarity import likeness, ties_broken


@dataclass(frozen=True)
class Item:
    name: int
    tie: str
    rank: float


items = st.lists(st.tuples(st.sampled_from("abc"), st.floats(-1.0, 1.0))).map(
    lambda pairs: [Item(i, tie, rank) for i, (tie, rank) in enumerate(pairs)]
)


def broken(found):
    return ties_broken(found, lambda i: i.tie, lambda i: i.rank)


@given(items)
def test_each_place_keeps_its_tie_so_that_nothing_comes_before_what_is_better(found):
    assert [i.tie for i in broken(found)] == [i.tie for i in found]


@given(items)
def test_nothing_is_added_lost_or_doubled(found):
    assert sorted(i.name for i in broken(found)) == [i.name for i in found]


@given(items)
def test_within_a_tie_the_rank_decides_and_then_the_order_so_far(found):
    for tie in "abc":
        members = [i for i in broken(found) if i.tie == tie]
        assert members == sorted(members, key=lambda i: (-i.rank, i.name))


@given(items)
def test_breaking_ties_twice_is_breaking_them_once(found):
    assert broken(broken(found)) == broken(found)


def test_digits_that_depend_on_the_machine_decide_nothing():
    class Noisy:
        def similarity(self, first: str, second: str) -> float:
            return 0.5 + (1e-6 if first < second else -1e-6)

    assert likeness(Noisy(), "fork", "spoon") == likeness(Noisy(), "spoon", "fork") == 0.5
