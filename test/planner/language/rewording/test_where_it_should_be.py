# SPDX-License-Identifier: Apache-2.0
"""Where things are thought to be, wherever they are, and what the goal is."""

from __future__ import annotations

import pytest

from test.support.plain_instructions import done, result_of


@pytest.mark.parametrize(
    ("where", "said", "goes"),
    [
        ("flat", "Fetch the umbrella; it should be in the closet", {"hand_over(umbrella_1, person_1)"}),
        ("flat", "Bring me the umbrella. It should be in the closet.", {"hand_over(umbrella_1, person_1)"}),
        ("flat", "Get the umbrella, I think it might be in the closet, and put it on the sofa",
         {"put_on(umbrella_1, sofa_1)"}),
        ("dining", "The goal is to have the bread and the cheese on table 2",
         {"put_on(bread_1, table_2)", "put_on(cheese_1, table_2)"}),
        ("living", "Put the toys lying all over the living room in the toy chest",
         {"put_inside(toy_car_1, toy_chest_1)", "put_inside(board_game_1, toy_chest_1)"}),
        ("living", "The toys scattered around the living room should go to the kids room",
         {"put_on(toy_car_1, kids_table_1)", "put_on(board_game_1, kids_table_1)"}),
        ("dining", "Gather all mugs, regardless of where they are, on the sideboard",
         {"put_on(mug_1, sideboard_1)", "put_on(mug_2, sideboard_1)"}),
    ],
)  # fmt: skip
def test_where_things_are_is_not_where_they_go(where, said, goes):
    assert done(where, said) == goes
    assert result_of(where, said).account.exact


def test_a_wish_alone_is_where_it_is_to_be():
    assert done("flat", "The umbrella should be on the sofa") == {"put_on(umbrella_1, sofa_1)"}
