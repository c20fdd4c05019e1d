# SPDX-License-Identifier: Apache-2.0
"""Things into their bins, as many as there are there, fewer than were named, things away, and what never leaves."""

from __future__ import annotations

import pytest

from makedo_core.failure import FailureCause
from support.plain_instructions import moved, placed, planned, result_of, switched, told

BOTH = {"tin_can_1": "metal_bin_1", "wine_bottle_1": "glass_bin_1"}


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("Put the wine bottle and the tin can into their bins", BOTH),
        ("The wine bottle and the tin can: into their bins", BOTH),
        ("Put the wine bottle and the tin can in their bin", BOTH),
        ("Put the wine bottle in its bin", {"wine_bottle_1": "glass_bin_1"}),
        ("The wine bottle belongs in its bin", {"wine_bottle_1": "glass_bin_1"}),
        ("The wine bottle and the tin can belong in the right bins", BOTH),
        ("The wine bottle and the tin can belong in the bins", BOTH),
    ],
)
def test_their_bins_are_those_for_such_things_and_none_that_is_called_after_one_of_them(said, expected):
    assert moved(planned("garage", said)) == expected


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("Put as many spoons as there are plates on table 1", {"spoon_1->table_1", "spoon_2->table_1"}),
        ("Put as many spoons on table 1 as there are plates", {"spoon_1->table_1", "spoon_2->table_1"}),
        ("As many glasses as plates on table 1", {"glass_1->table_1", "glass_2->table_1"}),
        ("Put as many forks on table 2 as there are dirty plates on it", {"fork_1->table_2", "fork_2->table_2"}),
        ("Put as many forks on table 3 as plates on table 1", {"fork_1->table_3", "fork_2->table_3"}),
    ],
)
def test_as_many_as_there_are_at_the_place_that_is_said(said, expected):
    assert placed(planned("dining", said)) == expected


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("Put the hammer and the saw... no, just the hammer, on shelf 1", {"hammer_1": "shelf_1"}),
        ("Put the hammer and the saw... no saw, just the hammer, on shelf 1", {"hammer_1": "shelf_1"}),
        ("Put the hammer and the saw on shelf 1... no, not the saw, only the hammer", {"hammer_1": "shelf_1"}),
        (
            "Both gloves and the helmet... no, just the gloves, on the workbench",
            {"work_glove_1": "workbench_1", "work_glove_2": "workbench_1"},
        ),
        (
            "Both gloves and the helmet on the workbench... no, just the gloves",
            {"work_glove_1": "workbench_1", "work_glove_2": "workbench_1"},
        ),
    ],
)
def test_fewer_than_were_named_first(said, expected):
    result = planned("garage", said)
    assert moved(result) == expected
    assert "make do" not in result.explanation and "You asked for" not in result.explanation


@pytest.mark.parametrize("said", ["Toys away, please.", "All toys away", "Toys away now"])
def test_things_away_are_put_where_they_are_kept(said):
    assert moved(planned("living", said)) == moved(planned("living", "Put all the toys away"))


@pytest.mark.parametrize("said", ["Pass round the cupcakes", "Hand round the cupcakes", "Share out the cupcakes"])
def test_what_is_passed_round_is_given_to_everybody(said):
    assert set(moved(planned("party", said)).values()) == {"anna", "ben", "carla"}


@pytest.mark.parametrize(
    "said",
    [
        "Acid never leaves the hood. Ethanol to bench 1.",
        "The acid must never leave the fume hood. Ethanol to bench 1.",
    ],
)
def test_what_never_leaves_is_left_alone(said):
    assert "Acid bottle 1 is left alone." in told("lab", said)
    assert moved(planned("lab", said)) == {"ethanol_bottle_1": "bench_1"}


@pytest.mark.parametrize(
    "said",
    [
        "Tidy the coffee table but leave the remote where it is.",
        "Clear the coffee table, leaving the remote where it is.",
    ],
)
def test_what_is_left_where_it_is_behind_an_order(said):
    assert set(moved(planned("flat", said))) == {"tea_mug_1", "banana_1", "reading_glasses_1"}


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("Turn everything off that is on", {"turn_off tv_1", "turn_off table_lamp_1"}),
        ("Turn the lamp off that is on", {"turn_off table_lamp_1"}),
        ("Switch the lights on that are off", {"turn_on floor_lamp_1", "turn_on night_light_1"}),
    ],
)
def test_the_second_word_of_a_verb_before_what_tells_which(said, expected):
    assert switched(planned("living", said)) == expected


def test_what_is_thrown_out_is_not_thrown():
    assert moved(planned("flat", "Throw everything out that's rotten")) == {"banana_1": "trash_can_1"}


@pytest.mark.parametrize("said", ["Turn down the tv", "Turn the tv up", "Turn up the heating", "Turn the volume down"])
def test_what_can_only_be_switched_is_not_turned_up_or_down(said):
    outcome = result_of("flat", said).outcome
    assert outcome.cause is FailureCause.NOT_CAPABLE
    thing = next(word for word in ("tv", "heating", "volume") if word in said)
    assert outcome.message == f"I can switch things on or off, not turn the {thing} up or down."


def test_heat_on_switches_the_heater_on_and_heats_nothing():
    assert switched(planned("flat", "Heat on please")) == {"turn_on heater_1"}


def test_who_would_be_happy_if_something_were_so_wishes_it():
    for said in (
        "I would be happy if the wallet and the keys were both lying on nightstand 1",
        "It would make me happy if the wallet and the keys were on nightstand 1",
    ):
        assert moved(planned("bedroom", said)) == {"wallet_1": "nightstand_1", "keys_1": "nightstand_1"}


@pytest.mark.parametrize("said", ["Sweet stuff to the table", "Put the sweet stuff on the table"])
def test_such_stuff_is_all_of_it(said):
    result = result_of("pantry", said, widely=True)
    assert result.plan is None or {"chocolate_bar_1", "chocolate_bar_2"} <= set(moved(result))


@pytest.mark.parametrize("said", ["Cleaning stuff to table 1", "Put the cleaning things on table 1"])
def test_such_things_are_those_that_it_is_done_with(said):
    assert moved(planned("dining", said)) == {"sponge_1": "table_1"}


def test_several_things_away_or_one_of_several_sentences():
    put = moved(planned("dining", "Cups and plates away please"))
    assert {"mug_1", "mug_2", "mug_3", "plate_1", "plate_2", "plate_3", "plate_4"} == set(put)
    result = planned("living", "Books away. TV off.")
    assert moved(result) == {"book_1": "bookshelf_1", "book_2": "bookshelf_1"}
    assert switched(result) == {"turn_off tv_1"}


@pytest.mark.parametrize(
    "said",
    [
        "One of everything on shelf 2 to the table.",
        "Bring one of each thing on shelf 2 to the table.",
        "One of each from shelf 2 to the table.",
        "Bring one of each kind on shelf 2 to the table",
    ],
)
def test_one_of_everything_is_one_of_each_kind_that_is_there(said):
    kinds = {"jam_jar", "honey_jar", "chips_bag", "chocolate_bar", "beer_bottle", "orange_juice", "tea_box"}
    put = moved(planned("pantry", said))
    assert sorted(thing.rpartition("_")[0] for thing in put) == sorted(kinds)


def test_of_two_of_each_kind_several_are_named():
    assert "two tomato cans" in told("pantry", "Two of each kind of can to the counter.")


@pytest.mark.parametrize(
    ("said", "without"),
    [
        ("Set table 3 for two without knives", {"knife"}),
        ("Set table 3 for two, but without knives", {"knife"}),
        ("Set table 3 for two except for the knives and forks", {"knife", "fork"}),
        ("Set table 3 for two, but no cutlery", {"knife", "fork", "spoon"}),
        ("Set table 3, no knives", {"knife"}),
    ],
)
def test_a_table_is_set_without_what_is_left_out(said, without):
    result = planned("dining", said)
    usual = {thing.rpartition("_")[0] for thing in moved(planned("dining", "Set table 3 for two"))}
    assert {thing.rpartition("_")[0] for thing in moved(result)} == usual - without
    assert "no use of" not in result.explanation


def test_what_is_excepted_is_no_verb():
    assert "verb" not in told("office", "Stack the binders on desk 2, except the last.")


@pytest.mark.parametrize(
    "said", ["All the fruit, but only one apple, to table 3.", "Put all the fruit on table 3, but just one apple."]
)
def test_all_but_only_one_of_a_kind(said):
    assert sorted(thing.rpartition("_")[0] for thing in moved(planned("dining", said))) == [
        "apple",
        "banana",
        "lemon",
        "pear",
    ]


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("Move everything red or blue to the shelf", {"pen_1", "pen_2", "notebook_1", "marker_2"}),
        ("Move everything red and blue to the shelf", {"pen_1", "pen_2", "notebook_1", "marker_2"}),
        ("Move everything red or blue to the shelf, but no pens", {"notebook_1", "marker_2"}),
    ],
)
def test_everything_of_either_look(said, expected):
    assert set(moved(planned("office", said))) == expected


@pytest.mark.parametrize(
    "said",
    [
        "Put the blue pen where the red one is and the red one where the blue was",
        "Put the blue pen where the red one is, and the red one where the blue one was before.",
    ],
)
def test_each_where_the_other_is_is_a_swap(said):
    assert moved(planned("office", said)) == {"pen_2": "desk_1", "pen_1": "desk_2"}


def test_what_is_told_of_things_is_not_taken_for_a_list_of_them():
    result = result_of("garage", "The hammer and the saw are mine... no, just the hammer.")
    assert result.plan is None
