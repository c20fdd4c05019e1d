# SPDX-License-Identifier: Apache-2.0
"""In which case something is wanted, in other words; and what everybody is to have."""

from __future__ import annotations

import pytest

from makedo_eval.sentences.judge import claims_exactness
from test.support.plain_instructions import moved, planned, switched


@pytest.mark.parametrize(
    ("where", "said", "moves"),
    [
        (
            "flat",
            "Bring me the banana, unless it's rotten, in which case throw it away and get me an apple.",
            {"banana_1": "trash_can_1", "apple_1": "person_1"},
        ),
        (
            "lab",
            "If the incubator is off, turn it on, and either way bring petri dish 1 to bench 1.",
            {"petri_dish_1": "bench_1"},
        ),
        ("lab", "Whether or not the incubator is on, bring petri dish 1 to bench 1.", {"petri_dish_1": "bench_1"}),
        ("office", "Put a marker on desk 2, as long as it isn't red.", {"marker_1": "desk_2"}),
        ("office", "Bring any pen to desk 3, as long as it's blue.", {"pen_2": "desk_3"}),
        ("dining", "Should there be an apple in the fruit basket, leave it alone; if not, put the pear in it.",
         {"pear_1": "fruit_basket_1"}),
        ("dining", "If there is an apple in the fruit basket, leave it; if not, put one in it.",
         {"apple_1": "fruit_basket_1"}),
        ("lab", "Whether the incubator is on or not, bring petri dish 1 to bench 1.", {"petri_dish_1": "bench_1"}),
        ("pantry", "If there's room in the freezer, put the honey in.", {"honey_jar_1": "freezer_1"}),
        ("garage", "If the light is off, don't touch the saw; otherwise bring it to shelf 1.", {}),
        ("lab", "Turn on the centrifuge, but only when the red test tube is in it.", {}),
        ("office", "If the projector is on, or the whiteboard is dirty, put the eraser on desk 1.", {}),
        ("living", "Bring a book to the kids' room. Not the red one. Not the blue one either.",
         {"book_4": "kids_table_1"}),
        ("dining", "Put the vase on table 2, well, table 3 only.", {"vase_1": "table_3"}),
    ],
)  # fmt: skip
def test_in_that_case_alone(where, said, moves):
    assert moved(planned(where, said)) == moves


@pytest.mark.parametrize("said", ["Put both gloves in the crate. On second thought, just one of them.",
                                  "Put the gloves in the crate, just the one actually."])  # fmt: skip
def test_of_both_only_one_is_meant_in_the_end(said):
    assert len(moved(planned("garage", said))) == 1


def test_what_is_done_before_all_else_is_done_first():
    result = planned("garage", "Bring the football to the driveway. Before you do anything else, turn on the light.")
    assert switched(result) == {"turn_on garage_light_1"}
    skills = [c.skill for c in result.plan.calls]
    assert skills.index("turn_on") < skills.index("pick_up")


@pytest.mark.parametrize(
    ("where", "said", "number", "place"),
    [
        ("office", "Everybody should have a pen: one on every desk.", 1, "desk_3"),
        ("dining", "Everybody at table 2 should have a fork and a spoon, we are three.", 6, "table_2"),
        ("dining", "Bring each guest at table 3 a glass; there will be two of them.", 2, "table_3"),
    ],
)
def test_everybody_gets_one_where_they_are(where, said, number, place):
    assert list(moved(planned(where, said)).values()) == [place] * number


def test_only_those_who_have_none_get_one():
    result = planned("party", "Give everyone who has no drink a soda.")
    assert sorted(moved(result).values()) == ["anna", "carla"]
    assert not claims_exactness(result)
