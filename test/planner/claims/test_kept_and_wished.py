# SPDX-License-Identifier: Apache-2.0
"""What is kept where it is while all else goes, and things that are wanted elsewhere than where they are said to be."""

from __future__ import annotations

import pytest

from makedo_core.ontology import load_ontology
from makedo_eval.sentences.corpus import scene
from planner_node.engine import Engine
from planner_node.task import PlanningTask, Result, Settings

ENGINE = Engine(load_ontology(), Settings())
BOOKS = {"book_1", "book_2", "book_3"}


def planned(where: str, said: str) -> Result:
    return ENGINE.plan(PlanningTask(said, scene(where)))


def placed(result: Result) -> set[str]:
    """Where things go, one word for a thing and its place."""
    assert result.plan is not None, result.outcome
    return {"->".join(c.arguments) for c in result.plan.calls if c.skill in ("put_on", "put_inside")}


@pytest.mark.parametrize(
    ("where", "said", "goes"),
    [
        ("living", "put all books on the sofa but keep the green one on the bookshelf", BOOKS),
        ("living", "put all books on the sofa but leave the green one on the bookshelf", BOOKS),
        ("office", "Bring all the pens to desk 1, but keep pen 2 on desk 2", {"pen_3"}),
        ("office", "Bring all the pens to desk 1, but leave the pen on the conference table", {"pen_2"}),
        ("flat", "put all mugs in the sink but keep the tea mug on the coffee table", {"mug_1", "mug_2"}),
    ],
)
def test_what_is_kept_at_its_place_stays(where, said, goes):
    assert {name.partition("->")[0] for name in placed(planned(where, said))} == goes


@pytest.mark.parametrize(
    ("where", "said", "goes"),
    [
        ("flat", "the mugs on the counter, I'd like the two of them in the sink", {"mug_1->sink_1", "mug_2->sink_1"}),
        ("dining", "the plates on table 1, I want them on the counter", {"plate_1->counter_1", "plate_2->counter_1"}),
        ("dining", "the plates on table 1, I want both on the counter", {"plate_1->counter_1", "plate_2->counter_1"}),
        ("lab", "The beakers on bench 1: I'd like all of them on bench 2",
         {"beaker_1->bench_2", "beaker_2->bench_2", "beaker_3->bench_2"}),
        ("living", "the book on the coffee table, I'd like it on the bookshelf", {"book_1->bookshelf_1"}),
    ],
)  # fmt: skip
def test_things_are_taken_from_where_they_are_said_to_be(where, said, goes):
    assert placed(planned(where, said)) == goes


def test_what_is_wanted_where_nothing_points_back_is_read_as_before():
    both = planned("dining", "I want the plates on table 1 and the forks on table 2")
    assert placed(both) >= {"fork_1->table_2", "plate_3->table_1"}


@pytest.mark.parametrize(
    ("where", "said", "goes"),
    [
        ("living", "I have a book, the green one. Put it on the sofa", {"book_4->sofa_1"}),
        ("living", "I like that book, the red one. Put it on the sofa", {"book_1->sofa_1"}),
        ("living", "put the book, the green one, on the sofa", {"book_4->sofa_1"}),
        ("living", "put the book on the sofa, the green one", {"book_4->sofa_1"}),
        ("living", "put the red book and the blue one on the sofa", {"book_1->sofa_1", "book_2->sofa_1"}),
    ],
)
def test_the_green_one_behind_a_comma_says_which_is_meant(where, said, goes):
    assert placed(planned(where, said)) == goes


@pytest.mark.parametrize(
    ("said", "does"),
    [
        ("I'm cold - heater on please", {"turn_on(heater_1)"}),
        ("It should be warm in here: heater on, window shut", {"turn_on(heater_1)"}),
        ("It's dark in here: lamp on", {"turn_on(floor_lamp_1)"}),
        ("I'm hot: window open", {"open(window_1)"}),
        ("I'm cold", {"hand_over(blanket_1, person_1)"}),  # nobody says what helps
    ],
)
def test_what_is_said_to_help_is_done_and_nothing_else(said, does):
    result = planned("flat", said)
    assert result.plan is not None
    ways = ("go_to", "pick_up", "discover_objects")
    assert {str(c) for c in result.plan.calls if c.skill not in ways} == does
    assert not result.account.exact


def test_those_pens_are_those_of_the_desk():
    goes = placed(planned("office", "those pens on desk 2, I'd like both of them on desk 1"))
    assert goes and all(name.endswith("->desk_1") for name in goes)


@pytest.mark.parametrize(
    ("where", "said", "goes"),
    [
        ("dining", "Leave the plates on table 1 and take the glasses to table 3",
         {"glass_1->table_3", "glass_2->table_3", "glass_3->table_3"}),
        ("dining", "Leave the mug on the counter and take the bread to table 3", {"bread_1->table_3"}),
        ("dining", "Keep the mug on the counter and take the bread to table 3", {"bread_1->table_3"}),
        ("office", "Leave the laptop on desk 1. Bring the black notebook to desk 3", {"notebook_2->desk_3"}),
        ("living", "Leave the books on the coffee table, put the magazine there too", {"magazine_1->coffee_table_1"}),
        ("lab", "Leave the beakers on bench 1, bring the flasks to bench 1", {"flask_1->bench_1", "flask_2->bench_1"}),
        ("office", "Leave the laptop on desk 1", set()),
        ("dining", "Leave the red mug on the counter", {"mug_1->counter_1"}),
        ("dining", "Take the plates from table 2 and leave them on table 1",
         {"plate_3->table_1", "plate_4->table_1"}),
    ],
)  # fmt: skip
def test_what_is_left_where_it_is_brings_nothing_there(where, said, goes):
    result = planned(where, said)
    assert placed(result) == goes
    assert result.account.exact, result.explanation
