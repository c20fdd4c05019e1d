# SPDX-License-Identifier: Apache-2.0
"""The benchmark of looking finds everything by every rule; the planner's order is the shortest on average."""

from __future__ import annotations

import statistics
from random import Random

import pytest

from benchmarks.looking import RULES, Search, effort, hidden, homes, moved, small, table
from makedo_core.ontology import load_ontology


@pytest.fixture(scope="module")
def searches() -> list[Search]:
    ontology = load_ontology()
    home = next(homes(ontology))
    return [*hidden(home, ontology), *moved(home, ontology, (), Random(3))]


def mean_s(searches: list[Search], rule: str) -> float:
    return statistics.mean(effort(s, RULES[rule](s)).time_s for s in searches)


def test_the_planners_order_finds_things_sooner_than_the_nearest_and_the_usual_place_first(searches):
    ours = mean_s(searches, "expected to be shortest")
    assert mean_s(searches, "straight there") < ours < 0.8 * mean_s(searches, "nearest first")
    assert ours < mean_s(searches, "usual places, in the graph's order")


def test_of_few_places_the_order_is_within_a_few_percent_of_the_shortest(searches):
    assert all(1.0 - 1e-9 <= small(s) < 1.1 for s in searches[::8])


def test_what_is_there_at_once_takes_one_look(searches):
    assert all(effort(s, (s.truth,)).looks == 1 for s in searches)


def test_an_order_that_leaves_the_things_place_out_is_a_mistake_of_the_benchmark(searches):
    with pytest.raises(AssertionError, match="none of the places"):
        effort(searches[0], ())


def test_the_table_has_a_row_for_each_rule(searches):
    assert len(table(searches[:4])) == 2 + len(RULES)
