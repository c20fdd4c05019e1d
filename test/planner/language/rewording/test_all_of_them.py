# SPDX-License-Identifier: Apache-2.0
"""How many are meant: all of two kinds joined by "or", all that is found, those who were told of for a table."""

from __future__ import annotations

import pytest

from makedo_core.ontology import load_ontology
from makedo_eval.sentences.corpus import scene
from makedo_eval.sentences.judge import claims_exactness
from planner_node.assembly import Choices, assemble
from planner_node.language.interpret import interpret
from planner_node.language.request import Put, Request
from planner_node.task import PlanningTask

_DESK_1_TO_SHELF = {"pen_1 shelf_1", "notebook_1 shelf_1"}


@pytest.fixture(scope="module")
def plan():
    return assemble(Choices(), environ={}).plan


def _ends(result) -> set[str]:
    placing = [c for c in result.plan.calls if c.skill.startswith("put_")]
    return {f"{c.arguments[0]} {c.arguments[1]}" for c in placing}


@pytest.mark.parametrize(
    ("said", "ends"),
    [
        ("Any pen or notebook that is lying on desk 1 should go on the shelf.", _DESK_1_TO_SHELF),
        ("Put any pen or notebook you find on desk 1 on the shelf.", _DESK_1_TO_SHELF),
        ("Put all pens or notebooks that are on desk 1 on the shelf.", _DESK_1_TO_SHELF),
        ("Every pen or notebook on desk 1 belongs on the shelf.", _DESK_1_TO_SHELF),
        ("Put any marker you see in the meeting room on desk 3.", {"marker_1 desk_3", "marker_2 desk_3"}),
        ("Each marker or stapler goes to desk 3.", {"marker_1 desk_3", "marker_2 desk_3", "stapler_1 desk_3"}),
        ("Every red marker or pen belongs on desk 2.", {"marker_2 desk_2", "pen_1 desk_2"}),
    ],
)
def test_all_that_are_meant_are_brought(plan, said, ends):
    result = plan(PlanningTask(said, scene("office")))
    assert result.plan is not None, result.outcome
    assert _ends(result) == ends


@pytest.mark.parametrize("said", ["Put any pen or stapler on desk 3.", "Bring a pen or a marker to desk 3."])
def test_a_choice_stays_one(plan, said):
    result = plan(PlanningTask(said, scene("office")))
    assert result.plan is None or len(_ends(result)) == 1


@pytest.mark.parametrize(
    ("said", "number", "first"),
    [
        ("We will be four tonight, please set the table.", 4, "plates"),
        ("Set the table. There will be three guests.", 3, "plates"),
        ("Our five friends are coming over, could you lay the table for them?", 5, "plates"),
        ("Please get the table ready for dinner, there will be six of us.", 6, "plates"),
        ("The table should be set for four people.", 4, "plates"),
        ("The table needs to be laid for two.", 2, "plates"),
        ("We're having stew tonight, just the three of us. Please set the table.", 3, "bowls"),
        ("The table should be laid for two people who will eat soup.", 2, "bowls"),
        ("Dinner for four: set the table.", 4, "plates"),
        ("We'll be four tonight. Set the table, please.", 4, "plates"),
        ("Soup for two tonight, so please set the table.", 2, "bowls"),
        ("Set the table for three. We're having stew.", 3, "bowls"),
        ("Two of us will be eating soup; set the table accordingly.", 2, "bowls"),
        ("We're having guests, three of them, lay the table.", 3, "plates"),
        ("Breakfast for three, please set the table.", 3, "plates"),
        ("Set the table for the five of us, soup is on the menu.", 5, "bowls"),
        ("We are a party of five. Set the table.", 5, "plates"),
    ],
)
def test_table_is_set_for_those_who_were_told_of(said, number, first):
    read = interpret(said, load_ontology(), scene("dining"))
    assert isinstance(read, Request), read
    (clause,) = read.clauses
    assert isinstance(clause, Put)
    assert clause.what[0].text == f"{number} {first}"
    assert not clause.what[0].implied


@pytest.mark.parametrize("said", ["We want soup, and set table 3.", "Bring tea, coffee for two and set table 3."])
def test_what_is_asked_for_is_not_taken_for_what_is_told(said):
    read = interpret(said, load_ontology(), scene("dining"))
    assert not isinstance(read, Request), read


@pytest.mark.parametrize(
    ("said", "count", "or_fewer"),
    [
        ("Put four or more glasses on table 3.", 4, False),
        ("One or more forks should be on table 3.", 1, False),
        ("Put two or fewer spoons on table 3.", 2, True),
        ("Bring three or less apples to table 3.", 3, True),
    ],
)
def test_a_number_is_open_to_one_side(said, count, or_fewer):
    read = interpret(said, load_ontology(), scene("dining"))
    assert isinstance(read, Request), read
    (clause,) = read.clauses
    assert isinstance(clause, Put)
    assert (clause.what[0].count, clause.what[0].or_fewer) == (count, or_fewer)


@pytest.mark.parametrize(
    ("said", "where", "plain"),
    [
        ("Put a wash on with the dirty socks.", "laundry", "Wash the dirty socks."),
        ("Please do a wash of the dirty towel.", "laundry", "Wash the dirty towel."),
        (
            "Bring the ingredients needed to put together a sandwich to table 3.",
            "dining",
            "Bring the ingredients needed to make a sandwich to table 3.",
        ),
    ],
)
def test_longer_words_for_the_same(plan, said, where, plain):
    first, second = (plan(PlanningTask(s, scene(where))) for s in (said, plain))
    assert first.plan is not None
    assert second.plan is not None
    assert first.plan.calls == second.plan.calls


@pytest.mark.parametrize(
    "said", ["There are four chairs. Set the table.", "Set the table for two. There are four guests in the hall."]
)
def test_table_is_not_set_for_what_is_no_person_or_was_said_otherwise(said):
    read = interpret(said, load_ontology(), scene("dining"))
    assert isinstance(read, Request), read
    assert read.clauses[0].what[0].text == "2 plates"


def test_what_was_named_before_without_an_article_is_meant_again(plan):
    result = plan(PlanningTask("Stapler to desk 3, then stapler to the shelf.", scene("office")))
    assert result.plan is not None, result.outcome
    assert _ends(result) == {"stapler_1 desk_3", "stapler_1 shelf_1"}


def test_words_that_break_off_tell_nothing(plan):
    result = plan(PlanningTask("binders, desk 1, for opening the filing cabinet", scene("office")))
    assert result.plan is None or not claims_exactness(result)


@pytest.mark.parametrize(
    ("where", "said", "ends"),
    [
        (
            "office",
            "Put every pen and marker but the red ones on desk 2.",
            {"pen_3 desk_2", "marker_1 desk_2"},
        ),
        ("office", "All the pens and markers except the red ones go to desk 2.", {"pen_3 desk_2", "marker_1 desk_2"}),
        ("office", "Put every stapler and calculator on desk 1.", {"stapler_1 desk_1", "calculator_1 desk_1"}),
        (
            "office",
            "Put any laptop, stapler or calculator you find on desk 2 on the shelf.",
            {"stapler_1 shelf_1", "calculator_1 shelf_1"},
        ),
        ("party", "Bring every cupcake and balloon to the kitchen counter.", {
            "cupcake_1 kitchen_counter_1", "cupcake_2 kitchen_counter_1", "cupcake_3 kitchen_counter_1",
            "balloon_1 kitchen_counter_1", "balloon_2 kitchen_counter_1",
        }),
    ],
)  # fmt: skip
def test_what_is_said_once_holds_for_all_of_a_list(plan, where, said, ends):
    result = plan(PlanningTask(said, scene(where)))
    assert result.plan is not None, result.outcome
    assert _ends(result) == ends


def test_looks_that_nobody_knows_are_no_exact_exception(plan):
    result = plan(PlanningTask("All the pens and markers except the red ones go to desk 2.", scene("office")))
    assert not claims_exactness(result)  # nothing tells which colour pen 3 has


@pytest.mark.parametrize(
    ("said", "number"),
    [
        ("Put all the wine glasses on the terrace table, but at most two.", 2),
        ("Put the wine glasses on the terrace table, but only one of them.", 1),
        ("Put all the wine glasses but no more than two on the terrace table.", 2),
    ],
)
def test_a_limit_behind_all_is_kept(plan, said, number):
    result = plan(PlanningTask(said, scene("party")))
    assert result.plan is not None, result.outcome
    assert len(_ends(result)) == number


@pytest.mark.parametrize(
    "said",
    [
        "Put the stapler, the calculator or the notebook on the shelf.",
        "Put a pen, a marker, or a stapler on the shelf.",
        "Put the stapler on the shelf, the printer or desk 1.",
    ],
)
def test_one_of_several_is_enough(plan, said):
    result = plan(PlanningTask(said, scene("office")))
    assert result.plan is None or len(_ends(result)) == 1


@pytest.mark.parametrize(
    ("said", "ends"),
    [
        (
            "Put all the pens that are on desk 1 or on desk 2 on the shelf.",
            {"pen_1 shelf_1", "pen_2 shelf_1"},
        ),
        ("Every pen on desk 1 or desk 2 belongs on the shelf.", {"pen_1 shelf_1", "pen_2 shelf_1"}),
        (
            "All pens that are on desk 1 and all pens that are on desk 2 belong on the shelf.",
            {"pen_1 shelf_1", "pen_2 shelf_1"},
        ),
        ("Put the binders on desk 1, two at most.", {"binder_1 desk_1", "binder_2 desk_1"}),
        ("Put the binders on desk 1, at most two.", {"binder_1 desk_1", "binder_2 desk_1"}),
        ("Every stapler or calculator on a desk belongs on the shelf.", {"stapler_1 shelf_1", "calculator_1 shelf_1"}),
    ],
)  # fmt: skip
def test_all_at_both_places_and_no_more_than_was_added_are_meant(plan, said, ends):
    result = plan(PlanningTask(said, scene("office")))
    assert result.plan is not None, result.outcome
    assert _ends(result) == ends
    assert claims_exactness(result)


@pytest.mark.parametrize(
    "said", ["Put the stapler on the shelf or desk 1.", "Put all the binders on desk 1 or desk 2."]
)
def test_a_choice_of_where_things_go_stays_one(plan, said):
    result = plan(PlanningTask(said, scene("office")))
    assert result.plan is None or len({end.split()[1] for end in _ends(result)}) == 1


@pytest.mark.parametrize(
    "said",
    ["Put all the binders except one of the binders on desk 1.", "Put all the pens but a pen on desk 1 on the shelf."],
)
def test_one_of_several_that_is_excepted_is_no_certain_one(plan, said):
    result = plan(PlanningTask(said, scene("office")))
    assert result.plan is None or len(_ends(result)) == 2 or not claims_exactness(result)


def test_what_is_left_elsewhere_does_not_go_there(plan):
    said = "Put all the binders on desk 1 but leave one on the shelf."
    result = plan(PlanningTask(said, scene("office")))
    assert result.plan is not None, result.outcome
    assert {end.split()[1] for end in _ends(result)} == {"desk_1"}
    assert len(_ends(result)) == 2
