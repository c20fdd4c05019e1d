# SPDX-License-Identifier: Apache-2.0
"""What changes places, what each and everyone gets, what is left over, and what "them" are behind one thing."""

from __future__ import annotations

import pytest

from test.support.plain_instructions import done, told


@pytest.mark.parametrize(
    "said",
    [
        "Swap what is on table 1 with what is on table 2.",
        "Swap the things on table 1 and table 2.",
        "Exchange the things on table 1 with those on table 2.",
    ],
)
def test_all_that_is_at_two_places_changes_places(said):
    there = {"juice_carton_1", "water_bottle_1", "plate_1", "plate_2"}
    back = {"napkin_1", "crumpled_paper_1", "mug_1", "plate_3", "plate_4"}
    expected = {f"put_on({t}, table_2)" for t in there} | {f"put_on({t}, table_1)" for t in back}
    assert done("dining", said) == expected


@pytest.mark.parametrize(
    ("said", "calls"),
    [
        (
            "There are plates on table 1. Put the vase on table 3 and take them to the counter.",
            {"put_on(vase_1, table_3)", "put_on(plate_1, counter_1)", "put_on(plate_2, counter_1)"},
        ),
        (
            "Table 1 has plates on it. Put the vase there and take them to the counter.",
            {"put_on(vase_1, table_1)", "put_on(plate_1, counter_1)", "put_on(plate_2, counter_1)"},
        ),
        (
            "Put the vase on table 3 and the lemon on table 1, then take them to the counter.",
            {
                f"put_on({t}, {p})"
                for t, ps in (("vase_1", "table_3"), ("lemon_1", "table_1"))
                for p in (ps, "counter_1")
            },
        ),
    ],
)
def test_them_are_several_or_two_that_were_named(said, calls):
    assert done("dining", said) == calls


def test_what_one_of_all_gets_is_no_background():
    said = told("party", "Everyone gets a wine glass, but Ben gets two.")
    assert "You asked for a wine glass to anna, a wine glass to carla and two wine glasses." in said
    assert len(done("party", "Everyone gets a cupcake but Ben gets none.")) == 2


@pytest.mark.parametrize(
    ("where", "said", "calls"),
    [
        ("flat", "Throw away the banana and keep the newspaper.", {"put_inside(banana_1, trash_can_1)"}),
        ("flat", "Don't bring me the blue mug, bring me another one.", {"hand_over(mug_2, person_1)"}),
        (
            "garage",
            "Bring the green paint can and then the white one, to the workbench.",
            {"put_on(paint_can_1, workbench_1)", "put_on(paint_can_2, workbench_1)"},
        ),
        (
            "garage",
            "Bring the hammer and then the saw to the garden table.",
            {"put_on(hammer_1, garden_table_1)", "put_on(saw_1, garden_table_1)"},
        ),
    ],
)
def test_it_is_done(where, said, calls):
    assert done(where, said) == calls


def test_what_is_left_over_is_the_rest():
    said = "Put one plate on table 3. If any are left over, put them in the cupboard."
    places = [call.split(", ")[1] for call in done("dining", said)]
    assert sorted(places) == ["cupboard_1)"] * 3 + ["table_3)"]


def test_clothes_are_hung_up_where_they_hang():
    assert "dress 1 is inside wardrobe 1 already" in told("bedroom", "Hang the dress back up.")


def test_all_that_is_thrown_away_is_told():
    assert "I take 'bottles' to mean all of them." in told("office", "Throw bottles in the trash can.")


def test_what_is_not_wanted_is_told_as_such():
    assert "what you leave out: 'the blue one'; I take it along" in told(
        "flat", "Bring me a mug, but not the blue one."
    )


@pytest.mark.parametrize(
    ("behind", "more"),
    [
        (", and the knives too.", {"put_on(knife_1, table_2)", "put_on(knife_2, table_1)"}),
        (", and the bread on table 3.", {"put_on(bread_1, table_3)"}),
        (", then close the drawer.", set()),
        (", and close the drawer.", set()),
    ],
)
def test_one_each_is_one_each_whatever_follows(behind, more):
    found = done("dining", f"Put the forks on tables 1 and 2, one each{behind}")
    forks = {call for call in found if "fork" in call}
    assert sorted(call.split(", ")[1] for call in forks) == ["table_1)", "table_2)"]
    assert {call.split("(")[1].split("_")[0] for call in found - forks} == {c.split("(")[1].split("_")[0] for c in more}


@pytest.mark.parametrize(
    ("where", "said", "calls"),
    [
        (
            "bedroom",
            "Put one sock from the dresser on the bed and the other one in the hamper.",
            {"put_on(sock_1, bed_1)", "put_inside(sock_2, hamper_1)"},
        ),
        (
            "bedroom",
            "Put one sock from the dresser on the bed and the other one from the hamper on the desk.",
            {"put_on(sock_1, bed_1)", "put_on(sock_3, desk_1)"},
        ),
        (
            "laundry",
            "Bring a shirt from the hamper to the washing machine and the other one to the ironing board.",
            {"put_inside(shirt_1, washing_machine_1)", "put_on(shirt_2, ironing_board_1)"},
        ),
    ],
)
def test_the_other_one_is_from_where_the_first_was_if_there_is_another(where, said, calls):
    assert done(where, said) == calls


def test_the_rest_of_a_place_is_all_else_where_no_more_of_the_kind_is_there():
    said = "Put a clean shirt from the dryer on the ironing board and the rest in the basket."

    others = {f"put_inside({thing}, laundry_basket_1)" for thing in ("sock_3", "sock_4", "jeans_1")}
    assert done("laundry", said) == {"put_on(shirt_2, ironing_board_1)"} | others
