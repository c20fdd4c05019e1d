# SPDX-License-Identifier: Apache-2.0
"""One certain thing is excepted, and several fit: none of them is taken, and which is meant is in doubt."""

from __future__ import annotations

import pytest

from makedo_core.account import ClaimKind, ClaimReason
from makedo_core.ontology import load_ontology
from makedo_eval.sentences.corpus import scene
from planner_node.engine import Engine
from planner_node.task import PlanningTask, Result, Settings

ENGINE = Engine(load_ontology(), Settings())


def planned(where: str, said: str) -> Result:
    result = ENGINE.plan(PlanningTask(said, scene(where)))
    assert result.plan is not None, result.outcome
    return result


def moved(result: Result) -> set[str]:
    assert result.plan is not None
    return {c.arguments[0] for c in result.plan.calls if c.skill in ("put_on", "put_inside")}


SEVERAL = [
    ("dining", "Bring all plates to table 3 but keep the plate on table 1", {"plate_1", "plate_2"}, "the plate"),
    ("dining", "Bring all plates to table 3 except the plate on table 1", {"plate_1", "plate_2"}, "the plate"),
    ("dining", "Move everything on counter 1 to table 3 apart from the apple", {"apple_1", "apple_2"}, "the apple"),
    ("living", "Put everything from the coffee table on the sofa except the book", {"book_1", "book_2"}, "the book"),
    ("pantry", "Clear shelf 1 onto table 1, but not the tomato can", {"tomato_can_1", "tomato_can_2"},
     "the tomato can"),
    ("pantry", "Move everything from shelf 3 to the counter without touching the candle", {"candle_1", "candle_2"},
     "the candle"),
    ("pantry", "Everything on shelf 2 goes on the counter, except the beer bottle", {"beer_bottle_1", "beer_bottle_2"},
     "the beer bottle"),
    ("party", "take everything from the buffet table to the terrace table, the cupcake stays",
     {"cupcake_1", "cupcake_2", "cupcake_3"}, "the cupcake"),
]  # fmt: skip


@pytest.mark.parametrize(("where", "said", "fitting", "of"), SEVERAL)
def test_each_that_fits_stays_and_is_in_doubt(where, said, fitting, of):
    result = planned(where, said)
    doubted = [c for c in result.account.of_kind(ClaimKind.DOUBTED) if c.reason is ClaimReason.ANOTHER]
    assert {c.subject for c in doubted} == fitting
    assert {c.of for c in doubted} == {of}
    assert not (moved(result) & fitting)
    assert not result.account.exact


@pytest.mark.parametrize(("where", "said", "fitting", "of"), SEVERAL[:1])
def test_the_doubt_is_told(where, said, fitting, of):
    assert "Plate 1 and plate 2 could each be 'the plate'; I leave them." in planned(where, said).explanation


@pytest.mark.parametrize(
    ("where", "said", "goes"),
    [
        ("lab", "Put all the beakers on bench 2 except for the one on the shelf", {"beaker_1", "beaker_2", "beaker_3"}),
        ("dining", "Move everything on counter 1 to table 3 apart from the red apple",
         {"apple_2", "banana_1", "cereal_box_1", "granola_bar_1", "mug_2", "bread_1", "sponge_1"}),
        ("dining", "Take all plates to the sideboard except the plates on table 2", {"plate_1", "plate_2"}),
        ("dining", "Bring all mugs to table 3 except the mug on the counter", {"mug_1", "mug_3"}),
        ("office", "Put all laptops onto the conference table except the laptop on desk 3", {"laptop_1"}),
        ("party", "Bring everything from the sofa to the terrace table except the balloon, the red one",
         {"balloon_2", "jacket_1"}),
    ],
)  # fmt: skip
def test_where_one_fits_there_is_no_doubt(where, said, goes):
    result = planned(where, said)
    assert moved(result) == goes
    assert not any(c.reason is ClaimReason.ANOTHER for c in result.account.claims)


@pytest.mark.parametrize(
    ("where", "said", "goes"),
    [
        ("living", "Put all toys into the toy chest except the teddy bear on the bunk bed", "teddy_bear_1"),
        ("living", "Put all toys in the toy chest except the toy car on the sofa", "toy_car_1"),
        ("lab", "Bring all pipettes to bench 2 except the pipette on the shelf", "pipette_2"),
    ],
)
def test_a_place_behind_what_is_excepted_says_which_it_is(where, said, goes):
    result = planned(where, said)
    assert goes not in moved(result)
    assert result.account.exact


def test_a_place_behind_what_is_excepted_may_be_where_the_others_go():
    result = planned("office", "Put everything on the conference table except the marker on desk 1")
    assert result.plan is not None
    assert {c.arguments[1] for c in result.plan.calls if c.skill == "put_on"} == {"desk_1"}
