# SPDX-License-Identifier: Apache-2.0
"""Verbs that share their things; places and things before the verb; things without a verb; what tasks are called."""

from __future__ import annotations

import pytest

from makedo_core.goals.goal import literals


@pytest.mark.parametrize(
    ("text", "clauses"),
    [
        ("wash and dry the plates", ["clean all plate", "dry all plate"]),
        ("wash, dry and put the plates in the cupboard", [
            "clean all plate", "dry all plate", "then put all plate -> inside 1 cupboard",
        ]),
        ("pick up, clean and return the cup", ["hold 1 cup", "clean 1 cup", "put back 1 cup of () -> where they were"]),
        ("find and bring the remote to table_1", ["put 1 remote -> at 1 table_1"]),
        ("look for and fetch the remote to table_1", ["put 1 remote -> at 1 table_1"]),
        ("take and put the apple on table_2", ["put 1 apple -> on 1 table_2"]),
        ("collect and put the pens and pencils in box_1", ["put all pen; all pencil -> inside 1 box_1"]),
        ("gather and move all cups from table_1 to the counter", ["put all cup (from at 1 table_1) -> at 1 counter"]),
        ("collect and load the plates into the dishwasher", ["put all plate -> inside 1 dishwasher"]),
        ("open and close the fridge", ["open 1 fridge", "then closed 1 fridge"]),
        ("peel and slice the apple and the banana", ["peeled 1 apple; 1 banana", "cut 1 apple; 1 banana"]),
        ("wash and dry the plates from table_1", [
            "clean all plate (from at 1 table_1)", "dry all plate (from at 1 table_1)",
        ]),
        ("pick up the apple and wash and dry it", ["hold 1 apple", "clean 1 apple", "dry 1 apple"]),
        ("wash the cups and dry and stack the plates on the counter", [
            "clean all cup", "dry all plate", "then put all plate -> on 1 counter",
        ]),
    ],
)  # fmt: skip
def test_verbs_share_what_is_named_behind_the_last(read, text, clauses):
    assert read(text) == clauses


@pytest.mark.parametrize(
    ("text", "clauses"),
    [
        ("clothes to the wardrobe, books to the shelf", [
            "put all clothing -> at 1 wardrobe", "put all book -> at 1 shelf",
        ]),
        ("cups to the kitchen, books to the shelf", ["put all cup -> at 1 kitchen", "put all book -> at 1 shelf"]),
        ("the pen from desk_1 into box_1", ["put 1 pen (from at 1 desk_1) -> inside 1 box_1"]),
        ("pens and pencils into the drawer", ["put all pen; all pencil -> inside 1 drawer"]),
        ("books go in the cabinet", ["put all book -> inside 1 cabinet"]),
        ("the milk needs to go to the fridge", ["put 1 milk -> at 1 fridge"]),
        ("the cups belong in the cupboard and the plates on the counter", [
            "put all cup -> inside 1 cupboard", "put all plate -> on 1 counter",
        ]),
        ("take the plates to the sink, the cups to the counter", [
            "put all plate -> at 1 sink", "put all cup -> at 1 counter",
        ]),
        ("put the apple in the fridge and the milk on the counter and the book on the shelf", [
            "put 1 apple -> inside 1 fridge", "put 1 milk -> on 1 counter", "put 1 book -> on 1 shelf",
        ]),
        ("the bread must be brought to table_1 and the milk put in the fridge", [
            "put 1 bread -> at 1 table_1", "put 1 milk -> inside 1 fridge",
        ]),
        ("cups have to be taken to the sink", ["put all cup -> at 1 sink"]),
        ("the plates need washing", ["clean all plate"]),
        ("lamp on", ["on 1 lamp"]),
        ("lamp_1 off", ["off 1 lamp_1"]),
        ("books on the shelf, pens in the drawer", ["put all book -> on 1 shelf", "put all pen -> inside 1 drawer"]),
        ("apple and milk on table_2 please", ["put 1 apple; 1 milk -> on 1 table_2"]),
        ("the plates on table_1 need putting into the dishwasher", [
            "put all plate (from on 1 table_1) -> inside 1 dishwasher",
        ]),
    ],
)  # fmt: skip
def test_things_before_the_verb_or_without_one(read, text, clauses):
    assert read(text) == clauses


@pytest.mark.parametrize(
    ("text", "clauses"),
    [
        ("on the shelf put the books", ["put all book -> on 1 shelf"]),
        ("in the cabinet put the folder and the books", ["put 1 folder; all book -> inside 1 cabinet"]),
        ("on table_2, put the bread", ["put 1 bread -> on 1 table_2"]),
        ("onto the counter move the plates from table_1", ["put all plate (from at 1 table_1) -> on 1 counter"]),
        ("into box_1 put the pens and into box_2 the pencils", [
            "put all pen -> inside 1 box_1", "put all pencil -> inside 1 box_2",
        ]),
        ("in the kitchen, wash the plates", ["clean all plate (from inside 1 kitchen)"]),
        ("in the office, take the pens to the drawer", ["put all pen (from inside 1 office) -> at 1 drawer"]),
        ("put in the drawer the fork", ["put 1 fork -> inside 1 drawer"]),
        ("put on table_2 a book and a pen", ["put 1 book; 1 pen -> on 1 table_2"]),
        ("to the sink bring the cups, please", ["put all cup -> at 1 sink"]),
    ],
)  # fmt: skip
def test_places_before_the_verb_or_the_things(read, text, clauses):
    assert read(text) == clauses


@pytest.mark.parametrize(
    ("text", "clauses"),
    [
        ("do the dishes", ["clean all crockery [dirty]"]),
        ("do the washing up", ["clean all crockery [dirty]"]),
        ("do the laundry", ["clean all cleanable"]),
        ("lock up", ["locked all door"]),
        ("turn on the lamp and lock up", ["on 1 lamp", "locked all door"]),
        ("lights out", ["off all lamp"]),
        ("close the fridge, then do the dishes", ["closed 1 fridge", "then clean all crockery [dirty]"]),
        ("robot, could you do the dishes please", ["clean all crockery [dirty]"]),
        ("do the dishes in the kitchen", ["clean all crockery [dirty] (from inside 1 kitchen)"]),
        ("put out the lights", ["off all lamp"]),
    ],
)  # fmt: skip
def test_what_a_task_is_called_stands_for_an_order(read, text, clauses):
    assert read(text) == clauses


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("books to the shelf, cups to the counter", {"book_1": "shelf_1", "book_2": "shelf_1", "cup_1": "counter_1"}),
        ("pens into box_1, pencils into box_2", {"pen_1": "box_1", "pen_2": "box_1", "pencil_1": "box_2"}),
    ],
)
def test_what_is_said_without_a_verb_is_planned(plan, rooms, text, at):
    result = plan(text, rooms)
    assert result.outcome.ok
    moved = {x.terms[0]: x.terms[-1] for x in literals(result.plan.goal)}
    assert at.items() <= moved.items()
