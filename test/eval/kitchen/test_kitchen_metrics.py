# SPDX-License-Identifier: Apache-2.0
"""Partial orders and the metrics on them."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from makedo_core.skills import SkillCall
from makedo_eval.kitchen.metrics import (
    Lengths,
    aligned,
    execution_success,
    length_discrepancy,
    plan_correctness,
    verified_share,
)
from makedo_eval.kitchen.partial_order import Chain, PartialOrder, PartialOrderError
from support.words import Words


def calls(text: str) -> tuple[SkillCall, ...]:
    return tuple(SkillCall(letter, ()) for letter in text)


def order(**chains: tuple[str, str]) -> PartialOrder:
    """Chains by name: their steps as letters, and the names of those before."""
    return PartialOrder(tuple(Chain(n, calls(s), tuple(after)) for n, (s, after) in chains.items()))


TWO = order(p=("ab", ""), q=("cd", ""), r=("e", "pq"))


def test_a_chain_can_wait_for_any_of_others():
    any_of = PartialOrder((Chain("p", calls("a")), Chain("q", calls("b")), Chain("r", calls("c"), (), ("p", "q"))))
    assert [any_of.agreed(calls(plan)) for plan in ("acb", "bca", "abc", "cab")] == [3, 3, 3, 0]


@pytest.mark.parametrize("plan", ["abcde", "cdabe", "acbde", "cabde"])
def test_every_linearisation_is_right(plan):
    assert plan_correctness(calls(plan), TWO) == 1.0


@pytest.mark.parametrize(
    ("plan", "right"), [("", 0), ("x", 0), ("bacde", 0), ("abe", 2), ("acxbd", 2), ("abcdx", 4), ("aabcde", 1)]
)
def test_steps_count_until_the_first_that_is_wrong(plan, right):
    assert plan_correctness(calls(plan), TWO) == right / 5


def test_what_follows_a_right_plan_does_not_count():
    assert plan_correctness(calls("abcdexx"), TWO) == 1.0


def test_equal_steps_are_taken_for_whichever_lets_the_plan_go_on():
    same = order(p=("ab", ""), q=("ac", ""))
    assert same.agreed(calls("aacb")) == 4
    assert same.agreed(calls("acab")) == 4


@given(st.lists(st.sampled_from("abcde"), max_size=7))
def test_the_best_linearisation_counts(letters):
    plan = "".join(letters)
    every = map("".join, permutations("abcd"))
    ordered = [x for x in every if x.index("a") < x.index("b") and x.index("c") < x.index("d")]
    shared = [n for n in range(6) for line in ordered if plan[:n] == f"{line}e"[:n] and len(plan) >= n]
    assert TWO.agreed(calls(plan)) == max(shared)


@given(st.lists(st.sampled_from("abcdex"), max_size=8), st.sampled_from("abcdex"))
def test_a_longer_plan_is_never_less_right(letters, more):
    assert TWO.agreed(calls(letters)) <= TWO.agreed(calls([*letters, more]))


@pytest.mark.parametrize(
    ("chains", "why"),
    [
        ((Chain("p", calls("a"), (), ("q",)),), "after 'q'"),
        ((Chain("p", calls("a")), Chain("p", calls("b"))), "two chains are called 'p'"),
        ((Chain("p", ()),), "no steps"),
        ((Chain("p", calls("a"), ("q",)), Chain("q", calls("b"))), "after 'q'"),
        ((Chain("p", calls("a"), ("p",)),), "after 'p'"),
    ],
)
def test_chains_that_make_no_order_are_refused(chains, why):
    with pytest.raises(PartialOrderError, match=why):
        PartialOrder(chains)


def test_the_first_linearisation_is_as_listed():
    assert TWO.first == calls("abcde")
    assert len(TWO) == 5


def test_length_discrepancy_is_signed():
    assert length_discrepancy(calls("abcdefghij"), TWO) == 1.0
    assert length_discrepancy(calls("abcd"), TWO) == pytest.approx(-0.2)


def test_lengths_are_summed_up(words: Words):
    summed = Lengths.of([0.5, -0.25, 0.0])
    assert (summed.mean, summed.mean_absolute) == (pytest.approx(0.25 / 3), 0.25)
    assert (summed.least, summed.greatest) == (-0.25, 0.5)
    with pytest.raises(ValueError) as raised:
        Lengths.of([])
    words(str(raised.value))


def test_execution_success_is_a_share_of_the_ground_truth():
    assert execution_success(4, TWO) == 0.8
    assert execution_success(9, TWO) == 1.0
    with pytest.raises(ValueError, match="-1 steps"):
        execution_success(-1, TWO)


def test_an_open_task_is_held_against_the_way_that_was_meant(words: Words):
    short, long = order(p=("ab", "")), order(p=("abcd", ""))
    other = order(p=("xy", ""))
    assert aligned(calls("xy"), (short, other)) is other
    assert aligned(calls("abcd"), (short, long)) is long
    assert aligned(calls("zz"), (long, short)) is short
    with pytest.raises(ValueError) as raised:
        aligned(calls("a"), ())
    words(str(raised.value))


def test_shares_of_what_was_verified():
    assert verified_share(3, 4) == 0.75
    assert verified_share(0, 0) == 0.0
    for verified, total in ((-1, 2), (3, 2)):
        with pytest.raises(ValueError, match="verified"):
            verified_share(verified, total)
