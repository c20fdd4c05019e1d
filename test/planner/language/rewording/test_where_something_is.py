# SPDX-License-Identifier: Apache-2.0
"""Places that are told by what is there, and places that things get, leave or come from."""

from __future__ import annotations

import pytest

from test.support.plain_instructions import moved, planned, put, result_of

EXACT = "exactly what was asked for"
BOTH = {"balloon_1": "buffet_table_1", "balloon_2": "buffet_table_1"}


@pytest.mark.parametrize(
    "said",
    [
        "Take the balloons and put them where the cake is.",
        "The balloons go where the cake is.",
        "Get the balloons off the sofa, they go where the cake is.",
        "Find a spot for the balloons where the cake is.",
    ],
)
def test_where_another_thing_is(said: str):
    assert moved(planned("party", said)) == BOTH


def test_where_somebody_is_is_with_them():
    assert moved(planned("party", "Put the cake where Carla is.")) == {"cake_1": "carla"}


@pytest.mark.parametrize(
    "said",
    [
        "The cup can wait on the tv stand.",
        "The cup will do fine on the tv stand.",
        "The cup needs a spot on the tv stand.",
        "Take the cup off the coffee table and find it a place on the tv stand.",
        "Find a better place for the cup on the tv stand.",
        "Take the cup away from the coffee table; it can wait on the tv stand.",
    ],
)
def test_things_get_a_place(said: str):
    assert moved(planned("living", said)) == {"cup_1": "tv_stand_1"}


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ("office", "Move the headphones elsewhere."),
        ("office", "Put the pens elsewhere, they're in the way."),
        ("dining", "Everything dirty must leave table 2."),
        ("dining", "Anything dirty has to leave the dining room."),
    ],
)
def test_where_no_place_is_told_it_is_asked(where: str, said: str):
    result = result_of(where, said)
    assert result.plan is None and result.outcome.message.startswith("Where shall I ")


@pytest.mark.parametrize(
    ("where", "said", "sources"),
    [
        ("pantry", "Put one thing from each shelf on table 1.", {"shelf_1": 1, "shelf_2": 1, "shelf_3": 1}),
        (
            "pantry",
            "From each shelf take two things and put them on table 1.",
            {"shelf_1": 2, "shelf_2": 2, "shelf_3": 2},
        ),
        ("office", "Take one item off every desk and put it on shelf 1.", {"desk_1": 1, "desk_2": 1, "desk_3": 1}),
    ],
)
def test_so_many_from_each_place(where: str, said: str, sources: dict[str, int]):
    result = planned(where, said, widely=True)
    picked = [call.arguments[1] for call in result.plan.calls if call.skill == "pick_up"]
    assert {place: picked.count(place) for place in set(picked)} == sources


def test_a_place_that_has_none_of_them_is_told():
    result = planned("office", "Put one pen from each desk on shelf 1.")
    assert put("office", "Put one pen from each desk on shelf 1.") == {("pen_1", "shelf_1"), ("pen_2", "shelf_1")}
    assert "Nothing is done for desk 3" in result.explanation


@pytest.mark.parametrize("who", ["is to", "may", "is allowed to"])
def test_what_nobody_may_touch_is_left_alone(who: str):
    result = planned("office", f"Nobody {who} touch the laptops. Put everything from desk 1 on shelf 1.")
    assert "laptop_1" not in moved(result) and "pen_1" in moved(result)


@pytest.mark.parametrize("said", ["Nobody has to touch the laptops.", "Nobody must touch it, the laptops I mean."])
def test_no_offer_forgets_what_nobody_may_touch(said: str):
    result = result_of("office", f"{said} Put everything from desk 1 on shelf 1.")
    assert result.plan is None or "laptop_1" not in moved(result)


@pytest.mark.parametrize(
    ("said", "thing"),
    [
        ("Nobody uses the dictionary any more, so it can go in the filing cabinet.", "dictionary_1"),
        ("No one needs the stapler, put it in the filing cabinet.", "stapler_1"),
    ],
)
def test_what_nobody_uses_is_told(said: str, thing: str):
    result = planned("office", said)
    assert moved(result) == {thing: "filing_cabinet_1"} and "I read" not in result.explanation


def test_one_of_those_from_each_place_is_one():
    result = planned("office", "Take one pen from each desk and put one of them on shelf 1.")
    assert len(moved(result)) == 1 and EXACT not in result.explanation


def test_the_place_where_they_go_has_its_own_already():
    result = planned("office", "Bring one thing from each desk to desk 1.")
    assert len(moved(result)) == 2 and EXACT in result.explanation


@pytest.mark.parametrize("said", ["Carla can wait on the terrace.", "Put Ben on the sofa."])
def test_nobody_is_carried(said: str):
    result = result_of("party", said)
    assert result.plan is None and result.outcome.message == "I carry things, not people."


@pytest.mark.parametrize(
    "said", ["all food in the fridge: no bread, no bananas", "all food in the fridge: not the bread"]
)
def test_what_is_excepted_behind_a_colon_stays(said: str):
    went = moved(planned("dining", f"Put {said}."))
    assert "bread_1" not in went and "apple_1" in went


def test_no_offer_forgets_what_is_excepted_or_what_for():
    for said in (
        "Food into the fridge mostly, no bread whatsoever",
        "Bring everything to the sofa that you need for reading: book 1",
    ):
        result = result_of("living" if "sofa" in said else "dining", said)
        assert result.plan is None or "bread_1" not in moved(result)
        assert "Do you mean: 'Bring everything to the sofa" not in result.outcome.message
