# SPDX-License-Identifier: Apache-2.0
"""Sounds, drawn-together words, words said twice and asides change nothing; what means something stays."""

from __future__ import annotations

import pytest

from planner_node.language.refusal import Refusal


@pytest.mark.parametrize(
    ("spoken", "plain"),
    [
        ("put the, uh, apple on, um, table_2", "put the apple on table_2"),
        ("put the the apple on table_2", "put the apple on table_2"),
        ("put the apple, you know, on table_2", "put the apple on table_2"),
        ("put the apple + the banana on table_2 pls", "put the apple and the banana on table_2"),
        ("apple -> table_2", "apple to table_2"),
        ("Oh, and the apple, put that on table_2", "put the apple on table_2"),
        ("I wanna have the apple on table_2", "put the apple on table_2"),
        ("could ya open the fridge, dude", "open the fridge"),
    ],
)
def test_how_it_is_spoken_changes_nothing(means, spoken, plain):
    assert means(spoken) == means(plain)


def test_a_stroke_between_things_is_not_read_as_a_place(said):
    assert isinstance(said("put the apple / banana on table_2"), Refusal)
