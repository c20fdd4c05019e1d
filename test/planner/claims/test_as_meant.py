# SPDX-License-Identifier: Apache-2.0
"""What is planned is what was meant: in which order, how many, how far apart; and "exactly" only where that is so."""

from __future__ import annotations

import pytest

from makedo_core.failure import FailureCause
from makedo_core.ontology import load_ontology
from makedo_eval.sentences.corpus import scene
from planner_node.engine import Engine
from planner_node.task import PlanningTask, Result, Settings

ENGINE = Engine(load_ontology(), Settings())
_PUTTING = ("put_on", "put_inside")


def planned(where: str, said: str) -> Result:
    return ENGINE.plan(PlanningTask(said, scene(where)))


def moves(result: Result) -> list[str]:
    """The things that are put somewhere, in their order, with the place behind each."""
    assert result.plan is not None, result.outcome
    return [" ".join(call.arguments) for call in result.plan.calls if call.skill in _PUTTING]


def things(result: Result) -> list[str]:
    return [move.split()[0] for move in moves(result)]


ORDERED = {
    "put the paint cans on the workbench, the green one first": ("garage", ["paint_can_2", "paint_can_1"]),
    "put the paint cans on the workbench, the green one first, then the others": (
        "garage",
        ["paint_can_2", "paint_can_1"],
    ),
    "move the paint cans to the workbench, but the green one first": ("garage", ["paint_can_2", "paint_can_1"]),
    "bring the apples to table 3, the green one first, then the red one": ("dining", ["apple_2", "apple_1"]),
    "put the crayons in the toy chest starting with the yellow one": ("living", ["crayon_3", "crayon_1", "crayon_2"]),
    "bring the crayons to the sofa, the blue one first and the red one last": (
        "living",
        ["crayon_2", "crayon_3", "crayon_1"],
    ),
    "put the wrench and the pliers in the crate, the pliers first": ("garage", ["pliers_1", "wrench_1"]),
}


@pytest.mark.parametrize("said", ORDERED)
def test_what_is_said_to_go_first_or_last_does(said):
    where, order = ORDERED[said]
    result = planned(where, said)
    assert things(result) == order
    assert result.account.exact


def test_what_goes_first_and_is_none_of_the_things_is_not_called_done():
    assert not planned("garage", "bring the drill to the workbench, the hammer first").account.exact


@pytest.mark.parametrize(
    ("said", "more"),
    [
        ("at most two tools may stay on the workbench", "Three"),
        ("only one screwdriver should be left on the workbench", "One"),
        ("leave at most one screwdriver on the workbench", "One"),
        ("don't leave more than one screwdriver on the workbench", "One"),
        ("there should be no more than one screwdriver on the workbench", "One"),
        ("no more than one screwdriver should be left on the workbench", "One"),
    ],
)
def test_where_the_others_go_is_asked_where_no_more_than_so_many_may_stay(said, more):
    result = planned("garage", said)
    assert result.outcome.cause is FailureCause.AMBIGUOUS
    assert result.explanation.startswith(f"{more} of ")


def test_where_the_others_go_can_be_said_with_it():
    result = planned("garage", "leave at most one screwdriver on the workbench and put the rest in the crate")
    assert len(moves(result)) == 1
    assert moves(result)[0].startswith("screwdriver_") and moves(result)[0].endswith(" crate_1")


def test_nothing_is_brought_where_there_are_no_more_than_so_many():
    result = planned("living", "there should be at most three books on the coffee table")
    assert moves(result) == []
    assert not result.account.exact


@pytest.mark.parametrize(
    ("where", "said", "apart", "others"),
    [
        ("living", "put the crayons in the toy chest but one of them on the sofa", "sofa_1", "toy_chest_1"),
        ("party", "put the wine glasses on the terrace table but one of the wine glasses on the buffet table",
         "buffet_table_1", "terrace_table_1"),
        ("living", "put the crayons in the toy chest but the red one on the sofa", "sofa_1", "toy_chest_1"),
    ],
)  # fmt: skip
def test_some_of_the_things_go_elsewhere(where, said, apart, others):
    result = planned(where, said)
    places = [move.split()[1] for move in moves(result)]
    assert sorted(places) == sorted([apart, others, others])
    assert result.account.exact


@pytest.mark.parametrize(
    ("where", "said", "count"),
    [
        ("dining", "put the apples on different tables", 2),
        ("office", "put the binders on different desks", 3),
        ("dining", "place each glass on a different table", 3),
        ("dining", "put the mugs on a table each", 2),  # mug 1 is on one
    ],
)
def test_no_two_things_go_to_the_same_of_different_places(where, said, count):
    places = [move.split()[1] for move in moves(planned(where, said))]
    assert len(set(places)) == len(places) == count


def test_more_things_than_different_places_are_refused():
    result = planned("living", "put the two pillows on different beds")
    assert result.outcome.cause is FailureCause.UNKNOWN_PLACE
    assert result.candidates == ("bunk_bed_1",)


def test_another_table_is_none_where_the_things_are():
    assert moves(planned("dining", "put the dirty plates on another table")) == ["plate_3 table_3", "plate_4 table_3"]


def test_half_of_two_kinds_is_half_of_all():
    assert len(things(planned("dining", "put half of the forks and spoons on table 3"))) == 3


@pytest.mark.parametrize(
    ("said", "left"),
    [
        ("put the forks and the knives on table 3, except one fork", "fork"),
        ("put all the cutlery on table 3 except one knife", "knife"),
        ("put all forks on table 3 except for one", "fork"),
    ],
)
def test_one_of_a_kind_is_excepted(said, left):
    result = planned("dining", said)
    there = [n.id for n in scene("dining") if n.label == left]
    assert sum(thing in there for thing in things(result)) == len(there) - 1
    assert result.account.exact


def test_another_is_none_of_those_that_are_there_and_nothing_else_stands_in():
    result = planned("party", "bring another cupcake to the buffet table")
    assert result.outcome.cause is FailureCause.OBJECT_NOT_FOUND


def test_nothing_stands_in_for_what_is_to_be_left():
    result = planned("dining", "take the milk and the juice to table 3, but leave the milk if the fridge is closed")
    assert things(result) == ["juice_carton_1"]


def test_what_is_known_to_be_dirty_does_not_stand_in_for_what_is_clean():
    assert planned("flat", "bring the clean fork to the kitchen table").outcome.cause is FailureCause.OBJECT_NOT_FOUND
    assert things(planned("office", "bring the clean coffee mug to desk 1")) == ["coffee_mug_2"]


def test_what_is_said_to_be_where_it_is_not_is_taken_from_where_it_is():
    result = planned("living", "the red book is on the bookshelf, bring it to the sofa")
    assert things(result) == ["book_1"]
    assert not result.account.exact


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ("flat", "put the sandwich in the microwave and turn it on"),
        ("laundry", "turn on the dryer and close it"),
        ("lab", "put test tube 1 in the centrifuge and start it"),
    ],
)
def test_a_machine_is_shut_before_it_is_started(where, said):
    plan = planned(where, said).plan
    assert plan is not None
    skills = [call.skill for call in plan.calls]
    assert skills.index("close") < skills.index("turn_on")


def test_what_is_opened_and_closed_again_is_both():
    plan = planned("dining", "open the fridge and close it again").plan
    assert plan is not None
    assert [call.skill for call in plan.calls if call.skill != "go_to"] == ["open", "close"]


def test_it_that_is_closed_has_a_door():
    assert planned("dining", "put the cola can on the counter and close it").outcome.cause is FailureCause.AMBIGUOUS
    result = planned("dining", "take the cheese out of the fridge, put it on the counter and close it")
    assert result.account.exact


def test_what_is_put_away_on_a_table_lies_there():
    assert "toy_car_1" not in things(planned("living", "put away the toys on the kids table"))
    assert things(planned("dining", "put away the plates on table 2")) == ["plate_3", "plate_4"]


def test_what_is_emptied_takes_what_is_put_there_then():
    said = "empty the crate and put the newspaper in it"
    result = ENGINE.plan(PlanningTask(said, scene("garage"), asks=False))
    assert moves(result)[-1] == "newspaper_1 crate_1"


def test_a_pair_of_what_is_one_thing_is_one():
    assert len(things(planned("lab", "bring a pair of goggles to bench 2"))) == 1
    assert len(things(planned("bedroom", "put a pair of socks on the bed"))) == 2


def test_beside_is_not_on():
    assert planned("bedroom", "put the book by the bed").outcome.cause is FailureCause.NOT_CAPABLE


def test_two_colours_that_nothing_has_together_are_those_of_two_things():
    assert things(planned("garage", "bring the white and green paint to the workbench")) == [
        "paint_can_1",
        "paint_can_2",
    ]


def test_what_should_be_so_and_is_asked_for_is_done_once():
    result = planned("dining", "the juice should be cold, put it in the fridge")
    assert moves(result) == ["juice_carton_1 fridge_1"]
    assert result.plan is not None and result.plan.relaxations == ()


def test_furniture_that_only_its_name_calls_so_is_told():
    result = planned("party", "put the present on the buffet")
    assert moves(result) == ["present_1 buffet_table_1"]
    assert not result.account.exact


def test_no_thing_may_be_one_of_a_group_of_furniture():
    assert planned("garage", "put one tennis ball on each shelf").account.exact


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ("party", "Give Anna and Ben a cupcake each"),
        ("dining", "Put a fork and a knife each on table 2 and table 3"),
    ],
)
def test_what_each_of_two_gets_makes_use_of_each(where, said):
    result = planned(where, said)
    assert result.account.exact, result.explanation


@pytest.mark.parametrize("said", ["Put my glasses on the desk", "Put the glasses on the desk"])
def test_what_is_called_so_besides_is_asked_about_whoever_owns_it(said):
    result = planned("bedroom", said)
    assert result.outcome.cause is FailureCause.AMBIGUOUS and "reading glasses 1" in str(result.outcome)


def test_the_only_things_that_are_called_so_are_mine():
    assert moves(planned("flat", "Bring my glasses to the armchair")) == ["reading_glasses_1 armchair_1"]
