# SPDX-License-Identifier: Apache-2.0
"""A polite opening of any wording changes nothing; words of it that limit, deny or tell something stay."""

from __future__ import annotations

import pytest

from planner_node.language.refusal import Refusal


@pytest.mark.parametrize(
    ("polite", "plain"),
    [
        ("I'd be ever so grateful if you could put the apple on table_2", "put the apple on table_2"),
        ("Might I trouble you to open the fridge", "open the fridge"),
        ("Do you think you could manage to turn on the lamp?", "turn on the lamp"),
        ("Would you mind terribly putting the apple on table_2", "put the apple on table_2"),
        ("You would do me a big favour by opening the fridge", "open the fridge"),
        ("It would be an honour if you put the apple on table_2", "put the apple on table_2"),
        ("Help me put the apple on table_2", "put the apple on table_2"),
        ("I would really appreciate it. Open the fridge.", "open the fridge"),
        ("Open the fridge. Thank you ever so much, you're a star", "open the fridge"),
        ("the lamp is off but should be on", "turn on the lamp"),
    ],
)
def test_a_polite_opening_changes_nothing(said, means, polite, plain):
    assert means(polite) == means(plain)
    assert not said(polite).notes


@pytest.mark.parametrize(
    "text",
    [
        "Help me get up",
        "I would be glad if you could help me get up",
        "I would be glad if you did not open the fridge",
        "I'd be glad if you never put the apple on table_2",
        "You can help me best by not touching the apple",
        "I was asked to put the apple on table_2",
        "It is lovely",
    ],
)
def test_what_is_no_courtesy_stays(said, text):
    assert isinstance(said(text), Refusal)


def test_a_thing_that_is_not_there_is_told_behind_a_polite_opening(said):
    polite = said("I'd be ever so grateful if you could bring the zeppelin to table_2")
    plain = said("bring the zeppelin to table_2")
    assert (polite.cause, polite.unknown) == (plain.cause, plain.unknown)
