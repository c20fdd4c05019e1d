# SPDX-License-Identifier: Apache-2.0
"""What is said to an arm at a table: which go where, "ones", headings, and what comes when all is done."""

from __future__ import annotations

from pathlib import Path

import pytest

from makedo_core.failure import FailureCause
from makedo_core.files.scene_json import graph_from_json

TABLETOP = Path(__file__).parents[3] / "scenes" / "tabletop" / "graph.json"
GOOD = {"tomato_1": "crate_1", "tomato_2": "crate_1"}
ROTTEN = {"rotten_tomato_1": "bin_1"}


@pytest.fixture(scope="module")
def tabletop():
    return graph_from_json(TABLETOP.read_text(encoding="utf-8"), str(TABLETOP))


def moved(result) -> dict[str, str]:
    assert result.plan is not None, result.explanation
    return {c.arguments[0]: c.arguments[1] for c in result.plan.calls if c.skill in ("put_on", "put_inside")}


@pytest.mark.parametrize(
    ("said", "to"),
    [
        ("Put the rotten tomatoes into the bin", ROTTEN),
        ("Put the tomatoes into the crate and throw away the rotten ones", GOOD | ROTTEN),
        ("Sort the tomatoes: put the good ones into the crate and the rotten ones into the bin", GOOD | ROTTEN),
        ("Put the tomatoes that are good into the crate", GOOD),
        ("Throw the tomatoes that have gone bad into the bin", ROTTEN),
        ("Bin the spoiled tomatoes", ROTTEN),
        ("throw away the rotten ones", ROTTEN),  # that they are rotten, their label says
        ("Throw away everything rotten", ROTTEN),
        ("The tomatoes go into the crate, the rotten ones into the bin", GOOD | ROTTEN),
        (
            "Put the cup to the left and the cracker box to the right",
            {"cup_1": "left_tray", "cracker_box_1": "right_tray"},
        ),
        (
            "Clear the table: the cup belongs on the left side, the boxed food on the right",
            {"cup_1": "left_tray", "cracker_box_1": "right_tray", "cookie_box_1": "right_tray"},
        ),
        (
            "Clear the table, move the cracker box to the left tray, move the cup to the right tray",
            {"cracker_box_1": "left_tray", "cup_1": "right_tray"},
        ),
        ("Put the cup on right tray", {"cup_1": "right_tray"}),
        ("Put the cup on the tray on the right", {"cup_1": "right_tray"}),
        ("Put the cup on the tray on the left side", {"cup_1": "left_tray"}),
        ("Put the cup on the left tray and then the cracker box", {"cup_1": "left_tray", "cracker_box_1": "left_tray"}),
    ],
)  # fmt: skip
def test_what_goes_where_is_understood(plan, tabletop, said, to):
    assert moved(plan(said, tabletop)) == to


@pytest.mark.parametrize(
    "said",
    [
        "Throw the rotten tomatoes away. Once you have completed these steps, press the button.",
        "Throw the rotten tomatoes away and press the button as soon as you have finished.",
        "When everything is finished, press the button",
        "Press the button once you are done with this, and throw the rotten tomatoes away",
        "Throw the rotten tomatoes away; after you've completed all of these tasks, push the button",
    ],
)
def test_what_comes_when_all_is_done_comes_last(plan, tabletop, said):
    calls = plan(said, tabletop).plan.calls
    assert calls[-1].skill == "press"
    assert [c.skill for c in calls].count("press") == 1


@pytest.mark.parametrize(
    ("said", "cause"),
    [
        ("throw away the wooden ones", FailureCause.OBJECT_NOT_FOUND),
        ("put the cup to the middle", FailureCause.UNKNOWN_PLACE),
        ("clear the table", FailureCause.AMBIGUOUS),
        ("clear the table, then sing", FailureCause.AMBIGUOUS),
        ("the cup goes", FailureCause.NOT_UNDERSTOOD),
        ("once you have completed these steps", FailureCause.NOT_UNDERSTOOD),
    ],
)
def test_what_is_not_said_is_not_guessed(plan, tabletop, said, cause):
    result = plan(said, tabletop)
    assert (result.plan, result.outcome.cause) == (None, cause)


def test_left_and_right_are_the_only_furniture_called_so(plan, home):
    result = plan("put the apple to the left", home)
    assert result.plan is None
    assert result.outcome.cause is FailureCause.UNKNOWN_PLACE
