# SPDX-License-Identifier: Apache-2.0
"""What a place is said of, and which ones are meant: asked where the words leave it open, and never called exact."""

from __future__ import annotations

import pytest

from makedo_core.account import ClaimReason
from makedo_core.failure import FailureCause
from makedo_core.ontology import load_ontology
from makedo_eval.sentences.corpus import scene
from planner_node.engine import Engine
from planner_node.task import PlanningTask, Result, Settings

ENGINE = Engine(load_ontology(), Settings())
NOBODY = Engine(load_ontology(), Settings(asks=False))


def planned(where: str, said: str, engine: Engine = ENGINE) -> Result:
    return engine.plan(PlanningTask(said, scene(where)))


def moves(result: Result) -> set[str]:
    """The things that are put somewhere, each with its place."""
    assert result.plan is not None, result.outcome
    return {" ".join(c.arguments) for c in result.plan.calls if c.skill in ("put_on", "put_inside")}


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ("living", "put every other book on the sofa"),
        ("lab", "put each alternate test tube in the rack"),
        ("office", "bring every second binder to desk 2"),
        ("dining", "put a glass on every other table"),
    ],
)
def test_every_other_one_is_asked_about_where_none_was_spoken_of(where, said):
    assert planned(where, said).outcome.cause is FailureCause.AMBIGUOUS


def test_all_others_are_not_exactly_all():
    result = planned("garage", "put all other paint cans in the crate")
    assert result.plan is None or not result.account.exact


def test_every_other_one_is_all_the_others_where_one_was_spoken_of():
    result = planned("living", "put the red book on the coffee table and every other book on the sofa")
    assert moves(result) == {"book_2 sofa_1", "book_3 sofa_1", "book_4 sofa_1"}


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ("living", "put all of the books on the sofa, and leave one there"),
        ("garage", "bring all of the screwdrivers to shelf 1 and leave one there"),
    ],
)
def test_where_some_stay_is_asked_where_only_a_destination_is_told(where, said):
    assert planned(where, said).outcome.cause is FailureCause.AMBIGUOUS


def test_some_stay_where_all_are_taken_from():
    result = planned("living", "take all of the books from the bookshelf to the sofa, and leave one there")
    assert len(moves(result)) == 1


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ("living", "put everything on the sofa except the pillows"),
        ("bedroom", "put everything on the bed but the blanket"),
    ],
)
def test_all_but_what_is_there_may_be_there_or_go_there(where, said):
    assert planned(where, said).outcome.cause is FailureCause.AMBIGUOUS


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ("living", "put every book and the picture frame on the bookshelf on the sofa"),
        ("dining", "put all plates and the mug on table 2 on table 3"),
    ],
)
def test_all_before_a_thing_with_a_place_may_be_all_there_are(where, said):
    assert planned(where, said).outcome.cause is FailureCause.AMBIGUOUS
    result = planned(where, said, NOBODY)
    assert result.plan is None or not result.account.exact


def test_a_place_behind_things_that_are_said_alike_is_said_of_all():
    result = planned("dining", "put the plates and the napkin on table 2 on table 3")
    assert moves(result) == {"plate_3 table_3", "plate_4 table_3", "napkin_1 table_3"}


@pytest.mark.parametrize(
    ("where", "said", "stays", "goes"),
    [
        ("dining", "all mugs, except the one on table 2, and all forks on table 3", "mug_1", "mug_2 table_3"),
        ("living", "put all books except the one on the coffee table and all crayons on the sofa", "", "book_3 sofa_1"),
    ],
)
def test_a_place_tells_which_one_is_excepted(where, said, stays, goes):
    result = planned(where, said)
    if result.plan is not None:
        assert goes in moves(result)
        assert not any(move.startswith(f"{stays} ") for move in moves(result) if stays)


@pytest.mark.parametrize(
    ("where", "said", "moved"),
    [
        (
            "dining",
            "every fruit on the counter and every fruit on the sideboard belongs in the fridge",
            {"apple_1 fridge_1", "apple_2 fridge_1", "banana_1 fridge_1", "lemon_1 fridge_1"},
        ),
        ("office", "the pen on desk 1 and the pen on desk 2 go on desk 3", {"pen_1 desk_3", "pen_2 desk_3"}),
        ("laundry", "dirty socks: washing machine please", {"sock_1 washing_machine_1", "sock_2 washing_machine_1"}),
        ("dining", "put the red or the blue mug on table 3", {"mug_1 table_3"}),
        ("bedroom", "I'd rather have the blue dress than the jacket, so put the dress on the bed", {"dress_1 bed_1"}),
    ],
)
def test_things_of_several_places_go_to_the_one_that_is_told(where, said, moved):
    assert moves(planned(where, said)) == moved


def test_whose_a_thing_is_is_not_mirrored_by_another_phrase():
    result = planned("bedroom", "put my book on the second nightstand", NOBODY)
    assert result.plan is None or not result.account.exact


def test_no_order_is_offered_that_leaves_out_an_exception():
    result = planned(
        "living", "move all the books to the sofa except for the one that is upon the coffee table, methinks"
    )
    assert result.question is None or all("except" in o.instruction for o in result.question.options)


def test_a_pill_box_may_be_the_medicine():
    result = planned("flat", "bring the medicine to the nightstand")
    assert moves(result) == {"medicine_bottle_1 nightstand_1"}  # it is called so
    assert planned("flat", "put all medicines in the fridge").outcome.cause is FailureCause.AMBIGUOUS


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ("dining", "everything in the cupboard, bar the glasses, and the pot onto the counter"),
        ("lab", "all beakers on bench 1 but beaker 2 and the marker go in the cabinet"),
        ("garage", "put everything on shelf 2 except the football and the hammer in the crate"),
    ],
)
def test_what_is_excepted_last_and_is_elsewhere_may_go_as_well(where, said):
    assert planned(where, said).outcome.cause is FailureCause.AMBIGUOUS


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ("party", "put everything on the side table that's made of glass in the kitchen"),
        ("living", "put everything on the blue sofa"),
    ],
)
def test_not_all_there_is_goes_to_a_place_that_is_not_there(where, said):
    assert planned(where, said).outcome.cause is FailureCause.AMBIGUOUS


@pytest.mark.parametrize(
    ("where", "said", "moved"),
    [
        (
            "dining",
            "put the cans in the fridge on the counter and those in the cupboard on table 1",
            {"cola_can_1 counter_1", "cola_can_2 counter_1", "tuna_can_1 table_1", "soup_can_1 table_1"},
        ),
        (
            "lab",
            "put the goggles on the shelf on bench 2 and those on bench 1 back on the shelf",
            {"safety_goggles_2 bench_2", "safety_goggles_1 shelf_1"},
        ),
        (
            "party",
            "bring Carla the wine that isn't empty and Anna the empty one",
            {"wine_bottle_1 carla", "wine_bottle_2 anna"},
        ),
    ],
)
def test_those_at_another_place_are_others(where, said, moved):
    result = planned(where, said)
    assert result.plan is not None, result.outcome
    handed = {" ".join(c.arguments) for c in result.plan.calls if c.skill == "hand_over"}
    assert moves(result) | handed == moved


def test_so_many_behind_all_of_others_are_so_many():
    result = planned("living", "put all crayons and only two of the books on the sofa")
    assert sum(move.startswith("book_") for move in moves(result)) == 2


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ("dining", "put everything on table 3"),
        ("dining", "put everything except the lemon on table 3"),
        ("dining", "put the lemon on table 2 and everything else on table 3"),
        ("dining", "put the vase on table 3, then put all the other stuff on table 2"),
        ("office", "put all things on desk 1"),
    ],
)
def test_what_would_be_asked_is_not_exact_where_nobody_can_answer(where, said):
    assert planned(where, said).outcome.cause is FailureCause.AMBIGUOUS
    result = planned(where, said, NOBODY)
    unasked = [c for c in result.account.claims if c.reason is ClaimReason.UNASKED]
    assert result.plan is None or (len(unasked) == 1 and not result.account.exact)
    assert result.plan is None or "nobody can answer" in result.explanation
