# SPDX-License-Identifier: Apache-2.0
"""The order of a search: the best there is for few places, and never worse than going to the nearest first."""

from __future__ import annotations

import itertools
import math
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from planner_node.seeking.order import (
    EXACT_PLACES,
    Hunt,
    HuntError,
    best_order,
    exact,
    expected_s,
    improved,
    likeliest_first,
    nearest_first,
    worthiest_first,
)

RULES = (nearest_first, likeliest_first, worthiest_first)


@st.composite
def hunts(draw, least: int = 0, most: int = 6) -> Hunt:
    """Places on a plane, with times for looking and chances that may leave something for nowhere."""
    count = draw(st.integers(least, most))
    metres = st.floats(-20, 20, allow_nan=False)
    here = draw(st.tuples(metres, metres))
    spots = draw(st.lists(st.tuples(metres, metres), min_size=count, max_size=count))
    weights = draw(st.lists(st.floats(0, 1), min_size=count, max_size=count))
    whole = sum(weights) + draw(st.floats(0.01, 1))
    looks = draw(st.lists(st.floats(0, 60), min_size=count, max_size=count))
    between = tuple(tuple(math.dist(a, b) for b in spots) for a in spots)
    chances = tuple(w / whole for w in weights)
    return Hunt(chances, tuple(math.dist(here, s) for s in spots), between, tuple(looks))


@settings(deadline=None)
@given(hunts())
def test_few_places_are_ordered_as_well_as_by_trying_every_order(hunt):
    best = min(expected_s(hunt, order) for order in itertools.permutations(range(len(hunt))))
    assert expected_s(hunt, best_order(hunt)) == pytest.approx(best)


@settings(deadline=None, max_examples=40)
@given(hunts(least=EXACT_PLACES + 1, most=EXACT_PLACES + 8))
def test_many_places_are_never_ordered_worse_than_by_any_greedy_rule(hunt):
    order = best_order(hunt)
    assert sorted(order) == list(range(len(hunt)))
    assert all(expected_s(hunt, order) <= expected_s(hunt, rule(hunt)) + 1e-9 for rule in RULES)


@settings(deadline=None)
@given(hunts(), st.randoms())
def test_improving_an_order_never_makes_it_worse_and_keeps_every_place(hunt, random):
    order = list(range(len(hunt)))
    random.shuffle(order)
    better = improved(hunt, order)
    assert sorted(better) == sorted(order)
    assert expected_s(hunt, better) <= expected_s(hunt, order) + 1e-9


def test_local_search_comes_close_to_the_best_order_of_places_strewn_at_random():
    random, ratios = Random(1), []
    for _ in range(60):
        spots = [(random.uniform(0, 12), random.uniform(0, 9)) for _ in range(8)]
        between = tuple(tuple(math.dist(a, b) for b in spots) for a in spots)
        hunt = Hunt((0.1,) * 8, tuple(math.dist((0, 0), s) for s in spots), between, (2.0,) * 8)
        ratios.append(expected_s(hunt, improved(hunt, nearest_first(hunt))) / expected_s(hunt, exact(hunt)))
    assert min(ratios) >= 1.0 - 1e-9
    assert sum(ratios) / len(ratios) < 1.02


@given(hunts(), st.permutations(range(6)))
def test_the_expected_time_is_that_of_every_place_where_it_may_be(hunt, numbers):
    order = [n for n in numbers if n < len(hunt)]
    passed_s, expected, last = 0.0, 0.0, None
    for place in order:
        passed_s += hunt.step_s(last, place)
        expected += hunt.chances[place] * passed_s
        last = place
    nowhere = 1.0 - sum(hunt.chances)
    assert expected_s(hunt, order) == pytest.approx(expected + nowhere * passed_s, abs=1e-6)


def line(chances: tuple[float, ...], at: tuple[float, ...], look_s: float = 1.0) -> Hunt:
    between = tuple(tuple(abs(a - b) for b in at) for a in at)
    return Hunt(chances, tuple(abs(a) for a in at), between, (look_s,) * len(at))


def test_a_likely_place_comes_before_a_near_one():
    assert best_order(line((0.05, 0.9), (-2.0, 4.0))) == (1, 0)


def test_a_near_place_on_the_way_comes_before_a_likelier_one():
    assert best_order(line((0.3, 0.6), (3.0, 4.0))) == (0, 1)


def test_where_all_ways_are_equally_long_the_most_chance_for_its_time_comes_first():
    far = tuple(tuple(5.0 for _ in range(4)) for _ in range(4))
    hunt = Hunt((0.1, 0.4, 0.2, 0.3), (5.0,) * 4, far, (1.0, 20.0, 1.0, 5.0))
    assert worthiest_first(hunt) == exact(hunt) == (2, 3, 0, 1)


def test_what_is_certain_to_be_nowhere_is_looked_for_everywhere():
    hunt = line((0.0, 0.0), (1.0, -2.0))
    assert expected_s(hunt, best_order(hunt)) == 1.0 + 1.0 + 3.0 + 1.0


def test_no_place_is_no_search():
    hunt = Hunt((), (), (), ())
    assert best_order(hunt) == () and expected_s(hunt, ()) == 0.0


def test_places_that_take_no_time_come_first_and_harm_nothing():
    hunt = Hunt((0.1, 0.5), (0.0, 3.0), ((0.0, 3.0), (3.0, 0.0)), (0.0, 1.0))
    assert worthiest_first(hunt)[0] == 0


def test_beyond_those_that_are_improved_the_rest_comes_last_in_its_order():
    count = 34
    hunt = line(tuple(1.0 / count for _ in range(count)), tuple(float(i) for i in range(count)))
    assert improved(hunt, range(count))[30:] == (30, 31, 32, 33)


@pytest.mark.parametrize(
    ("parts", "said"),
    [
        (((0.5,), (1.0, 2.0), ((0.0,),), (1.0,)), "1 chances but times for [2] places"),
        (((0.5, 0.2), (1.0, 2.0), ((0.0, 1.0), (1.0,)), (1.0, 1.0)), "times for [1] places"),
        (((0.7, 0.6), (1.0, 2.0), ((0.0, 1.0), (1.0, 0.0)), (1.0, 1.0)), "1 at most together"),
        (((-0.1,), (1.0,), ((0.0,),), (1.0,)), "0 or more each"),
        (((math.nan,), (1.0,), ((0.0,),), (1.0,)), "0 or more each"),
        (((0.5,), (-1.0,), ((0.0,),), (1.0,)), "0 or more"),
        (((0.5,), (1.0,), ((math.inf,),), (1.0,)), "number of seconds"),
    ],
)
def test_a_search_that_cannot_be_computed_with_is_refused(parts, said):
    with pytest.raises(HuntError) as error:
        Hunt(*parts)
    assert said in str(error.value)
