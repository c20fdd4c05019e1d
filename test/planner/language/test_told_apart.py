# SPDX-License-Identifier: Apache-2.0
"""Some of a group that go elsewhere: "the fruit in the fridge and the banana on the table"."""

from __future__ import annotations

import pytest

from test.support.plain_instructions import done, result_of, told


@pytest.mark.parametrize(
    ("where", "said", "goes"),
    [
        (
            "dining",
            "Put all plates on table 3 and the dirty ones in the dishwasher",
            {"put_on(plate_1, table_3)", "put_on(plate_2, table_3)", "put_inside(plate_3, dishwasher_1)",
             "put_inside(plate_4, dishwasher_1)"},
        ),
        (
            "dining",
            "The banana goes on table 3, and the fruit in the fridge",
            {"put_on(banana_1, table_3)", "put_inside(apple_1, fridge_1)", "put_inside(apple_2, fridge_1)",
             "put_inside(lemon_1, fridge_1)"},
        ),
        (
            "office",
            "Put the stuff on desk 3 on shelf 1 and throw away the banana peel",
            {"put_on(laptop_2, shelf_1)", "put_on(coffee_mug_2, shelf_1)", "put_on(headphones_1, shelf_1)",
             "put_on(phone_charger_1, shelf_1)", "put_inside(banana_peel_1, trash_can_1)"},
        ),
        (
            "dining",
            "Put the forks in the dishwasher and one fork on table 3",
            {"put_on(fork_1, table_3)", "put_inside(fork_2, dishwasher_1)", "put_inside(fork_3, dishwasher_1)"},
        ),
        (
            "living",
            "Put the books on the sofa. Put one of them on the tv stand and the green one on the coffee table.",
            {"put_on(book_3, tv_stand_1)", "put_on(book_4, coffee_table_1)", "put_on(book_1, sofa_1)",
             "put_on(book_2, sofa_1)"},
        ),
    ],
)  # fmt: skip
def test_what_goes_elsewhere_is_excepted_from_its_group(where, said, goes):
    assert done(where, said) == goes
    result = result_of(where, said)
    assert result.account.exact, result.explanation


@pytest.mark.parametrize(
    "said",
    [
        "Throw away everything on table 2 and put the mug in the dishwasher",
        "Put the mug in the dishwasher and throw away everything else on table 2",
    ],
)
def test_the_thing_is_the_one_at_the_place_that_is_spoken_of(said):
    assert "put_inside(mug_1, dishwasher_1)" in done("dining", said)
    assert "mug 2" not in told("dining", said).lower()


def test_what_comes_later_is_done_later():
    said = "Put the plates on table 3, then take the dirty ones to the dishwasher"
    assert {"put_on(plate_3, table_3)", "put_inside(plate_3, dishwasher_1)"} <= done("dining", said)


def test_one_from_anywhere_is_none_of_those_at_a_place():
    said = "Put everything on desk 1 on shelf 1 and a pen on desk 3"
    assert {"put_on(pen_1, shelf_1)", "put_on(pen_2, desk_3)"} <= done("office", said)


@pytest.mark.parametrize(
    ("where", "said", "goes"),
    [
        (
            "office",
            "Put the pens and the markers on desk 3 and the red ones on desk 2",
            {"put_on(pen_1, desk_2)", "put_on(marker_2, desk_2)", "put_on(pen_2, desk_3)", "put_on(pen_3, desk_3)",
             "put_on(marker_1, desk_3)"},
        ),
        (
            "living",
            "Put the books and the crayons on the coffee table and the green ones on the sofa",
            {"put_on(book_4, sofa_1)", "put_on(book_3, coffee_table_1)", "put_on(crayon_1, coffee_table_1)",
             "put_on(crayon_2, coffee_table_1)", "put_on(crayon_3, coffee_table_1)"},
        ),
        (
            "office",
            "Put the pens and the markers on desk 3, but not the red ones",
            {"put_on(pen_2, desk_3)", "put_on(pen_3, desk_3)", "put_on(marker_1, desk_3)"},
        ),
    ],
)  # fmt: skip
def test_ones_are_of_every_kind_that_was_listed(where, said, goes):
    assert done(where, said) == goes


def test_what_may_be_one_of_those_told_apart_is_told():
    said = "Put the pens on shelf 1 and the red ones on desk 2"
    doubt = "I do not know whether pen 3 is as you say: 'the red ones'; I take it for another one."
    assert doubt in told("office", said)
    plates = told("party", "Put the dirty plates in the trash and bring two clean ones to the terrace")
    assert "'the dirty plates'; I take them for others" in plates
    assert "take them along" not in plates


@pytest.mark.parametrize(
    ("where", "said", "goes"),
    [
        ("office", "Put all the pens on desk 1, except pen 3, which goes on desk 3",
         {"put_on(pen_3, desk_3)", "put_on(pen_2, desk_1)"}),
        ("office", "Put all the pens on desk 1 but pen 3 on desk 3",
         {"put_on(pen_3, desk_3)", "put_on(pen_2, desk_1)"}),
        ("living", "Put the books on the sofa except book 2. Book 2 goes on the tv stand",
         {"put_on(book_3, sofa_1)", "put_on(book_1, sofa_1)", "put_on(book_4, sofa_1)", "put_on(book_2, tv_stand_1)"}),
        ("living", "Put all the toys on the sofa but the doll on the tv stand",
         {"put_on(doll_1, tv_stand_1)", "put_on(toy_block_1, sofa_1)", "put_on(toy_train_1, sofa_1)",
          "put_on(teddy_bear_1, sofa_1)", "put_on(toy_car_2, sofa_1)", "put_on(puzzle_1, sofa_1)",
          "put_on(board_game_1, sofa_1)"}),
        ("dining", "Put two plates on table 3 and plate 1 on table 2",
         {"put_on(plate_1, table_2)", "put_on(plate_2, table_3)", "put_on(plate_3, table_3)"}),
    ],
)  # fmt: skip
def test_one_by_name_is_none_of_those_that_were_spoken_of(where, said, goes):
    assert done(where, said) == goes


@pytest.mark.parametrize(
    ("said", "goes"),
    [
        ("Bring the apples, the green one to table 2 and the red one to table 3",
         {"put_on(apple_2, table_2)", "put_on(apple_1, table_3)"}),
        ("Bring the apples: the green one to table 2 and the other to table 3",
         {"put_on(apple_2, table_2)", "put_on(apple_1, table_3)"}),
        ("Bring the mugs, the red one to table 3 and the others to table 1",
         {"put_on(mug_1, table_3)", "put_on(mug_2, table_1)", "put_on(mug_3, table_1)"}),
    ],
)  # fmt: skip
def test_several_are_told_apart_behind_the_verb(said, goes):
    assert done("dining", said) == goes


def test_which_other_one_is_told_where_there_are_two():
    said = "Bring the mugs, the blue one to table 2 and the other to table 3"
    assert "put_on(mug_2, table_2)" in done("dining", said)
    assert "'the other mug' could mean mug 1 as well" in told("dining", said)
