# SPDX-License-Identifier: Apache-2.0
"""Things by what is done with them, and those that are only wanted if there are any."""

from __future__ import annotations

import pytest

from test.support.plain_instructions import done, told


@pytest.mark.parametrize(
    ("where", "said", "does"),
    [
        ("office", "Put something to cut paper with on desk 1", {"put_on(scissors_1, desk_1)"}),
        ("office", "Put something to open the envelope with on desk 1", {"put_on(scissors_1, desk_1)"}),
        ("office", "Put whatever you'd use to rub out a line on desk 2", {"put_on(eraser_1, desk_2)"}),
        ("office", "Put the thing you'd use to staple papers on desk 1", {"put_on(stapler_1, desk_1)"}),
        ("garage", "Put something to tighten a bolt with on the garden table", {"put_on(wrench_1, garden_table_1)"}),
        ("garage", "Put something I can measure the shelf with on the workbench",
         {"put_on(tape_measure_1, workbench_1)"}),
        ("party", "Bring Anna something to open the wine with", {"hand_over(corkscrew_1, anna)"}),
        ("party", "Bring Anna something to open the beer with, please", {"hand_over(bottle_opener_1, anna)"}),
        ("dining", "Put something to eat the soup with on table 1", {"put_on(spoon_1, table_1)"}),
    ],
)  # fmt: skip
def test_things_are_meant_by_what_is_done_with_them(where, said, does):
    assert done(where, said) == does


@pytest.mark.parametrize(
    ("where", "asked", "begins"),
    [
        ("garage", "What can I use to tighten a screw?", "Screwdriver 1 and screwdriver 2 are on workbench 1"),
        ("living", "Is there anything to read?", "Yes, "),
        ("party", "Is there anything to write with?", "I know of nothing to write with."),
    ],
)
def test_questions_after_such_things_are_answered(where, asked, begins):
    assert told(where, asked).startswith(begins)


@pytest.mark.parametrize(
    ("where", "said", "does"),
    [
        ("party", "Bring Anna the cake and the lemonade if there is any",
         {"hand_over(cake_1, anna)", "hand_over(lemonade_bottle_1, anna)"}),
        ("party", "Bring Anna the cake and the ketchup if there is any", {"hand_over(cake_1, anna)"}),
        ("party", "Bring Anna the cake and, if we have one, a present",
         {"hand_over(cake_1, anna)", "hand_over(present_1, anna)"}),
        ("party", "Bring the cake to Anna, and if there are any balloons, bring them too",
         {"hand_over(cake_1, anna)", "hand_over(balloon_1, anna)", "hand_over(balloon_2, anna)"}),
        ("dining", "Put the bread, the cheese and, if there is some, the butter on table 3",
         {"put_on(bread_1, table_3)", "put_on(cheese_1, table_3)"}),
        ("dining", "Put a pear on table 3 and two lemons in the basket if there are any", {"put_on(pear_1, table_3)"}),
        ("dining", "Bring the milk to table 3. If there is any juice, bring it as well",
         {"put_on(milk_carton_1, table_3)", "put_on(juice_carton_1, table_3)"}),
    ],
)  # fmt: skip
def test_the_last_of_a_list_may_be_wanted_only_if_there_is_any(where, said, does):
    assert done(where, said) == does


def test_of_what_is_not_there_it_is_said():
    assert "'there is ketchup' is not so" in told("party", "Bring Anna the cake and the ketchup if there is any")
