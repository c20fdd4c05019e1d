# SPDX-License-Identifier: Apache-2.0
"""Orders made of pieces that leave out no word are done and told; those that would lose one are not."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from makedo_core.conversation.question import QuestionKind
from makedo_core.danger.judging import DangerJudge, load_dangers
from makedo_core.failure import FailureCause
from makedo_core.goals.goal_json import goal_to_json
from makedo_core.ontology import load_ontology
from makedo_eval.sentences.corpus import scene
from planner_node.dangers import planned_without_danger
from planner_node.engine import Engine
from planner_node.task import PlanningTask, Settings
from support.small_worlds import make_world

ENGINE = Engine(load_ontology(), Settings())
TOLD = "I take this as: "


def planned(said: str, where: str, **more):
    return ENGINE.plan(PlanningTask(said, scene(where), **more))


def moved(result) -> set[str]:
    """What is put down where, and what is switched."""
    skills = ("put_on", "put_inside", "hand_over", "turn_on", "turn_off")
    return {" ".join(call.arguments) for call in result.plan.calls if call.skill in skills}


@pytest.mark.parametrize(
    ("where", "said", "ends"),
    [
        ("dining", "Both apples deserve a spot in the basket.", {"apple_1 fruit_basket_1", "apple_2 fruit_basket_1"}),
        ("dining", "Bananas, you see, ought to dwell in the fruit basket.", {"banana_1 fruit_basket_1"}),
        ("dining", "Upon table 2, methinks, the vase ought to dwell.", {"vase_1 table_2"}),
        ("dining", "Table 1 is begging for a bowl.", {"bowl_1 table_1"}),
        ("dining", "Cheese from fridge onto table 1, and the pear likewise.", {"cheese_1 table_1", "pear_1 table_1"}),
        ("office", "The stapler has been promised to desk 3.", {"stapler_1 desk_3"}),
        ("office", "Dear robot, the dictionary, kindly, upon desk 2.", {"dictionary_1 desk_2"}),
        ("office", "The projector yearns to be on.", {"projector_1"}),
        ("lab", "Two of the beakers must needs go on bench 2.", {"beaker_1 bench_2", "beaker_2 bench_2"}),
        ("living", "Let the magazine repose on the coffee table.", {"magazine_1 coffee_table_1"}),
        ("pantry", "Onions wanted on table 1.", {"onion_1 table_1", "onion_2 table_1"}),
        ("pantry", "Honey and jam both fancy table 1.", {"honey_jar_1 table_1", "jam_jar_1 table_1"}),
        ("party", "Anna craves a soda.", {"soda_can_1 anna"}),
        ("bedroom", "The red sweater craves the wardrobe.", {"sweater_1 wardrobe_1"}),
        ("laundry", "The jeans are pining for the laundry basket.", {"jeans_1 laundry_basket_1"}),
    ],
)
@pytest.mark.parametrize("asks", [True, False])
def test_pieces_that_leave_out_nothing_are_done_and_told(where, said, ends, asks):
    result = planned(said, where, asks=asks)
    assert moved(result) == ends
    assert TOLD in result.explanation
    assert not result.account.exact


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ("dining", "The vase was on table 3 yesterday."),  # what was so
        ("dining", "The vase ought to have been on table 3."),
        ("party", "Anna had a soda."),
        ("party", "Anna craved a soda."),
        ("party", "Anna has a soda."),  # what is so
        ("dining", "The vase might dwell on table 3."),  # what may be so
        ("dining", "Should the vase dwell on table 3?"),
        ("party", "Anna does not crave a soda."),  # denied
        ("dining", "Never shall the vase dwell on table 3."),
        ("pantry", "The potatoes aren't wanted on the counter."),
        ("office", "The pens deserve a home on desk 3 except the red one."),  # excepted
        ("dining", "Only the vase ought to dwell on table 3."),
        ("living", "The red crayon and the blue one deserve a home in the chest, the yellow one stays."),
        ("dining", "The vase shall dwell on table 3 until dinner."),  # a time, a case, a choice
        ("dining", "Tomorrow the vase ought to dwell on table 3."),
        ("dining", "The vase ought to dwell on table 3 for an hour."),
        ("dining", "The vase ought to dwell on table 3 or table 1."),
        ("office", "Once the projector is on, desk 1 craves the marker."),
        ("dining", "The vase ought to dwell on table 3 with the candle."),  # a thing besides, a place besides
        ("dining", "The vase ought to dwell on table 3 beside the candle."),
        ("living", "The toy cars deserve a spot in the chest more than the books."),  # an amount
        ("dining", "Table 2 and table 3 crave a glass each."),
        ("dining", "Most apples deserve a spot in the basket."),
        ("dining", "His mug deserves a spot on table 3."),  # a person
        ("office", "The stapler on desk 2 is destined for whoever sits at desk 1."),
        ("dining", "They say the vase ought to dwell on table 3."),  # somebody else says so
        ("dining", "Table 2 craves two spoons and a fork, table 3 a knife."),  # pieces that make other orders as well
        ("dining", "The mug and the plate on table 2 deserve a spot on the counter."),
        ("dining", "The candle must find its way onto table 1."),  # a deed that is none
        ("dining", "The crumpled paper deserves the trash can."),  # an end that no verb asks for
        ("dining", "Somebody left the napkin on table 2; trash it is."),
    ],
)
def test_what_would_lose_a_word_is_not_done(where, said):
    result = planned(said, where)
    assert result.plan is None
    assert planned(said, where, asks=False).plan is None


def test_what_is_dangerous_stays_so_however_it_is_said():
    judge = DangerJudge(load_dangers(ENGINE.ontology), ENGINE.ontology)
    task = PlanningTask("The phone deserves a spot in the microwave.", scene("flat"))
    assert ENGINE.plan(task).plan is not None
    assert planned_without_danger(task, judge, True, ENGINE.plan).outcome.cause is FailureCause.DANGEROUS


def test_planning_goes_on_half_way_as_it_was_taken():
    first = planned("Table 1 is begging for a bowl.", "dining")
    again = planned("Table 1 is begging for a bowl.", "dining", goal=goal_to_json(first.plan.goal))
    assert moved(again) == moved(first)


THINGS = (
    "apple_1 on table_1",
    "banana_1 on table_1",
    "mug_1 on counter_1",
    "spoon_1 on counter_1",
    "milk_1 in fridge_1",
)
BINDING = (
    "not",
    "except",
    "unless",
    "only",
    "or",
    "if",
    "until",
    "zero",
    "most",
    "two",
    "was",
    "without",
    "never",
    "both",
)
WORDS = (
    *BINDING,
    "apple",
    "the",
    "mug",
    "on",
    "in",
    "to",
    "table_2",
    "fridge",
    "and",
    ",",
    "craves",
    "crave",
    "deserves",
)
WORDS += (
    "ought to",
    "dwell",
    "should",
    "rest",
    "is",
    "wanted",
    "counter_1",
    "table_1",
    "spoon",
    "banana",
    ".",
    "let",
    "a",
)
WORDS += ("with", "for", "has", "?", "then", "from", "his")


@settings(max_examples=200, deadline=None)
@given(st.lists(st.sampled_from(WORDS), min_size=3, max_size=12))
def test_whatever_is_taken_repeats_every_word_that_binds(said):
    text = " ".join(said)
    result = ENGINE.plan(PlanningTask(text, make_world(*THINGS)))
    if TOLD not in result.explanation or result.plan is None:
        return
    orders = result.explanation.partition(f"{TOLD}'")[2].partition("'")[0].lower().split()
    assert not result.account.exact
    for word in (*BINDING, "with", "for", "has", "?", "his", "apple", "banana", "spoon", "mug"):
        assert word not in said or word in orders, (text, orders)
    assert result.question is None or result.question.kind is not QuestionKind.WHETHER
