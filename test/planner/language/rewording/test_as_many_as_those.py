# SPDX-License-Identifier: Apache-2.0
""" "As many" without another number is as many as were named before; what may stay, stays."""

from __future__ import annotations

from collections import Counter

import pytest

from test.support.plain_instructions import done, result_of, told


def counts(said: str) -> Counter[str]:
    """How many things of each label are put somewhere."""
    return Counter(
        call.partition("(")[2].rpartition("_")[0].split(",")[0].rpartition("_")[0] for call in done("dining", said)
    )


@pytest.mark.parametrize(
    ("said", "how_many"),
    [
        ("Put two plates on table 3 and as many glasses", {"plate": 2, "glass": 2}),
        ("Put two forks and just as many knives on table 2", {"fork": 2, "knife": 2}),
        ("Put two forks and the same number of spoons on table 2", {"fork": 2, "spoon": 2}),
        ("Put one plate and twice as many forks on table 3", {"plate": 1, "fork": 2}),
        ("Put the glasses on table 3 and as many plates", {"glass": 3, "plate": 3}),
        ("Put as many forks as possible on table 3", {"fork": 3}),
    ],
)
def test_as_many_is_the_number_of_the_first(said, how_many):
    assert counts(said) == how_many


def test_where_there_are_fewer_it_is_not_exact():
    result = result_of("dining", "Put three forks and as many knives on table 2")
    assert not result.account.exact
    assert "only two of 'three knives' can be had" in result.explanation


@pytest.mark.parametrize("rest", ["the rest can stay", "the rest may remain where it is", "everything else can stay"])
def test_what_may_stay_stays(rest):
    said = f"Put the fruit on table 3, {rest}"
    assert done("dining", said) == done("dining", "Put the fruit on table 3")
    assert "can 1" not in told("dining", said)
