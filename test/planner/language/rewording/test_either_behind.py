# SPDX-License-Identifier: Apache-2.0
"""Which of several is meant: by a choice behind it, a list of looks, a sound before a place, or what is noted first."""

from __future__ import annotations

import pytest

from makedo_core.conversation.question import QuestionKind
from test.support.plain_instructions import moved, planned, put, result_of


@pytest.mark.parametrize(
    ("where", "said", "goes"),
    [
        ("living", "Put one of the toy cars on the coffee table, the red or the blue one", "toy_car_1"),
        ("living", "Put a toy car, red or blue, on the coffee table", "toy_car_1"),
        ("living", "One of the toy cars goes on the coffee table, either the red one or the blue one", "toy_car_1"),
        ("office", "Something to write with on desk 3, pen or marker, I don't mind which", "pen_2"),
        ("office", "Put something to write with on desk 3: a pen or a marker", "pen_2"),
        ("pantry", "Something sweet, either honey or jam, on the table", "honey_jar_1"),
        ("pantry", "Put something sweet on the table - honey or jam", "honey_jar_1"),
    ],
)
def test_of_a_choice_behind_a_thing_one_is_taken(where, said, goes):
    assert set(moved(planned(where, said))) == {goes}


def test_a_choice_of_another_order_is_none_of_the_thing_before_it():
    said = "Put something sweet in the crate, and honey or jam on the table"
    assert put("pantry", said) == {("chocolate_bar_1", "crate_1"), ("honey_jar_1", "table_1")}


@pytest.mark.parametrize("said", ["Bring me a pen or a marker", "Bring me something to write with, a pen or a marker"])
def test_where_the_speaker_is_is_asked_for_a_choice_too(said):
    question = result_of("office", said).question
    assert question is not None and question.text.startswith("Where are you")
    assert question.options[0].instruction == f"I am at {question.options[0].name}. {said}"
    assert question.kind is not QuestionKind.WHICH


@pytest.mark.parametrize(
    ("said", "goes"),
    [
        ("Put the red, blue and yellow crayons in the toy chest", {"crayon_1", "crayon_2", "crayon_3"}),
        ("Put the red, blue, and yellow crayons in the toy chest", {"crayon_1", "crayon_2", "crayon_3"}),
        ("Put the red, green and blue books on the sofa", {"book_1", "book_2", "book_4"}),
    ],
)
def test_each_look_of_a_list_is_of_a_thing_of_its_own(said, goes):
    assert set(moved(planned("living", said))) == goes


@pytest.mark.parametrize(
    "said",
    [
        "Bring all the markers and my blue notebook to the conference table if they aren't there already",
        "Bring the markers and the blue notebook to the conference table, if they're not there yet",
        "Bring the blue notebook to the conference table if it isn't there yet and switch on the projector",
    ],
)
def test_of_several_each_that_is_not_there_goes_there(said):
    assert moved(planned("office", said)) == {"notebook_1": "conference_table_1"}


@pytest.mark.parametrize(
    ("said", "thing", "place"),
    [
        ("Put the watch on the desk, er, the dresser", "watch_1", "dresser_1"),
        ("Take the wallet to the desk, um, the bed", "wallet_1", "bed_1"),
        ("Put the watch on nightstand 2, uh, nightstand 1", "watch_1", "nightstand_1"),
        ("Put the watch on the desk, er, nightstand 1", "watch_1", "nightstand_1"),
    ],
)
def test_a_place_behind_a_sound_stands_for_the_one_before_it(said, thing, place):
    assert moved(planned("bedroom", said)) == {thing: place}


@pytest.mark.parametrize("said", ["Which book is the littlest one? That should be in the toy chest"])
def test_what_was_asked_for_as_one_is_meant_by_that(said):
    assert set(moved(planned("living", said))) == {"book_3"}


@pytest.mark.parametrize(
    ("said", "goes"),
    [
        ("Two books on the bookshelf - get the taller one onto the sofa", "book_4"),
        ("2 books on the bookshelf: put the smaller one on the sofa", "book_3"),
    ],
)
def test_what_is_noted_before_an_order_is_not_put_there(said, goes):
    assert moved(planned("living", said)) == {goes: "sofa_1"}
