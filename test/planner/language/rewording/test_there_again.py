# SPDX-License-Identifier: Apache-2.0
""" "There", and things wherever they are found: "carry the books to the kids room and leave them there"."""

from __future__ import annotations

import pytest

from test.support.plain_instructions import done, result_of, told


@pytest.mark.parametrize(
    ("where", "said", "goes"),
    [
        ("dining", "Bring the milk to table 2 and put it there", {"put_on(milk_carton_1, table_2)"}),
        ("living", "Bring the dvd to the sofa and leave it there", {"put_on(dvd_1, sofa_1)"}),
        ("living", "Carry the pillows to the bunk bed and arrange them there",
         {"put_on(pillow_1, bunk_bed_1)", "put_on(pillow_2, bunk_bed_1)"}),
        ("flat", "Put the book here. Then bring the remote and put it there.",
         {"hand_over(book_1, person_1)", "hand_over(remote_1, person_1)"}),
        ("dining", "I'd like to make a salad on table 3, so bring a bowl and the lemon there",
         {"put_on(bowl_1, table_3)", "put_on(lemon_1, table_3)"}),
        ("dining", "To have breakfast on table 3, bring the milk there", {"put_on(milk_carton_1, table_3)"}),
    ],
)  # fmt: skip
def test_there_is_where_things_were_brought(where, said, goes):
    assert done(where, said) == goes


@pytest.mark.parametrize(
    ("said", "things"),
    [
        ("Take every book that you can find to the sofa", {"book_1", "book_2", "book_3", "book_4"}),
        ("Search every room for books and magazines and place what you find on the sofa",
         {"book_1", "book_2", "book_3", "book_4"}),
        ("Clean up the books and the dvd: they go on the sofa", {"book_1", "book_2", "book_3", "book_4", "dvd_1"}),
    ],
)  # fmt: skip
def test_all_that_is_found_goes(said, things):
    assert done("living", said) == {f"put_on({thing}, sofa_1)" for thing in things}


def test_every_pair_is_all_of_them():
    said = "Take every pair of socks that you can find to the bed"
    assert {"put_on(sock_1, bed_1)", "put_on(sock_2, bed_1)", "put_on(sock_3, bed_1)"} == done("bedroom", said)
    assert result_of("bedroom", said).account.exact, told("bedroom", said)


@pytest.mark.parametrize(
    "said",
    [
        "The crayons should be in the toy box, but bring the puzzle to the sofa before you move them",
        "Put the crayons in the toy box. Bring the puzzle to the sofa before you move them.",
    ],
)
def test_what_comes_before_they_are_moved_is_done_first(said):
    result = result_of("living", said)
    assert result.plan is not None, result.outcome
    put = [str(call) for call in result.plan.calls if call.skill.startswith("put")]
    assert put[0] == "put_on(puzzle_1, sofa_1)"
    assert len(put) == 4


@pytest.mark.parametrize(
    "said",
    [
        "Mop the kitchen and then the dining room, with the sponge being washed after each of them",
        "Mop the floor of the kitchen and then of the dining room, and wash the sponge after each of them",
    ],
)
def test_one_after_the_other_is_what_it_is_without_skill(said):
    assert "I have no skill for this" in told("dining", said)
    assert "do not understand" not in told("dining", said)


@pytest.mark.parametrize(
    ("where", "said", "goes"),
    [
        ("party", "Anna would like a beer. Bring her one.", {"hand_over(beer_can_2, anna)"}),
        ("party", "Ben wants a soda. Get him one from the cooler.", {"hand_over(soda_can_1, ben)"}),
        ("party", "Anna wants a beer. Bring it to her.", {"hand_over(beer_can_2, anna)"}),
        ("party", "Anna wants a beer. Please bring her a beer.", {"hand_over(beer_can_2, anna)"}),
        ("party", "Anna wants a beer. Bring Ben a soda.",
         {"hand_over(soda_can_1, ben)", "hand_over(beer_can_2, anna)"}),
        ("flat", "The milk is cold, heat it up please",
         {"put_inside(milk_carton_1, microwave_1)", "turn_on(microwave_1)"}),
        ("flat", "I am in the living room and thirsty", {"hand_over(water_bottle_1, person_1)"}),
        ("flat", "I'm in the living room. Bring me the book.", {"hand_over(book_1, person_1)"}),
        ("flat", "I'm in the kitchen. Bring me the book.", {"put_on(book_1, kitchen_table_1)"}),
        ("flat", "Bring me something healthy to snack on", {"hand_over(apple_1, person_1)"}),
        ("flat", "Try out the tv", {"turn_on(tv_1)", "turn_off(tv_1)"}),
    ],
)  # fmt: skip
def test_what_is_said_before_is_spoken_of_again(where, said, goes):
    assert done(where, said) == goes


def test_what_would_be_used_is_told_in_plain_words():
    assert told("flat", "Bring me something to clean with") == "I know of no thing to clean with here."


@pytest.mark.parametrize(
    ("where", "said", "goes"),
    [
        ("dining", "Swap the plates on table 1 with the plates on table 2",
         {"put_on(plate_1, table_2)", "put_on(plate_2, table_2)", "put_on(plate_3, table_1)",
          "put_on(plate_4, table_1)"}),
        ("living", "Close the toy box after putting the puzzle in", {"put_inside(puzzle_1, toy_box_1)"}),
        ("pantry", "Restock table 1: put the cookies and the chips there",
         {"put_on(cookie_box_1, table_1)", "put_on(chips_bag_1, table_1)"}),
    ],
)  # fmt: skip
def test_a_place_that_is_told_once_is_spoken_of_again(where, said, goes):
    assert done(where, said) == goes


def test_where_a_thing_was_found_is_asked_where_nobody_knows_it():
    said = "Put the milk back where you got it"
    assert told("flat", said) == "I do not know where the milk came from. Say the place."
