# SPDX-License-Identifier: Apache-2.0
"""Frames of wishes, the outline before what is to be done, and what is said around both."""

from __future__ import annotations

import pytest

from makedo_core.ontology import load_ontology
from makedo_eval.sentences.corpus import scene
from makedo_eval.sentences.judge import claims_exactness
from planner_node.engine import Engine
from planner_node.task import PlanningTask, Result, Settings

ENGINE = Engine(load_ontology(), Settings())
WAYS = ("go_to", "pick_up", "open", "close")


def asked(where: str, said: str) -> Result:
    return ENGINE.plan(PlanningTask(said, scene(where)))


def done(where: str, said: str) -> set[str]:
    """What is done, but for what only leads there."""
    result = asked(where, said)
    assert result.plan is not None, (said, result.outcome)
    return {str(call) for call in result.plan.calls if call.skill not in WAYS}


@pytest.mark.parametrize(
    ("where", "said", "calls"),
    [
        ("garage", "I'd rather have the hammer in the crate", {"put_inside(hammer_1, crate_1)"}),
        ("garage", "I'd prefer the torch to be on the garden table", {"put_on(flashlight_1, garden_table_1)"}),
        ("dining", "I'd like the vase moved to table 3", {"put_on(vase_1, table_3)"}),
        ("dining", "I would love to see the vase standing over on table 1", {"put_on(vase_1, table_1)"}),
        ("dining", "I'd like the vase to be sitting right on table 1", {"put_on(vase_1, table_1)"}),
        ("dining", "I would like that the vase is standing on table 3", {"put_on(vase_1, table_3)"}),
        ("dining", "It would suit me best if the lamp was switched on", {"turn_on(lamp_1)"}),
        ("dining", "It would be nice if the lamp was on when our guests arrive", {"turn_on(lamp_1)"}),
        ("dining", "Make sure that when we come back the vase is on table 3", {"put_on(vase_1, table_3)"}),
        ("dining", "The lemon could just as well lie on table 2", {"put_on(lemon_1, table_2)"}),
        ("dining", "Please have the vase waiting on table 3", {"put_on(vase_1, table_3)"}),
        ("dining", "Do me a huge favour, love, and put the vase on table 3", {"put_on(vase_1, table_3)"}),
        ("dining", "I hope I'm not interrupting you, but move the vase to table 3", {"put_on(vase_1, table_3)"}),
        (
            "garage",
            "I'd love to find the hammer and the saw lying on the garden table on my return",
            {"put_on(hammer_1, garden_table_1)", "put_on(saw_1, garden_table_1)"},
        ),
        (
            "lab",
            "I want flask 1 stored in the cabinet and flask 2 put on bench 1, and the marker belongs on the shelf",
            {"put_inside(flask_1, cabinet_1)", "put_on(flask_2, bench_1)", "put_on(marker_1, shelf_1)"},
        ),
        ("garage", "I want the helmet kept on shelf 1, so could you put it up there?", {"put_on(helmet_1, shelf_1)"}),
        ("garage", "I'd like at most a single battery in the crate", set()),
    ],
)
def test_frames_of_wishes(where: str, said: str, calls: set[str]) -> None:
    assert done(where, said) == calls


@pytest.mark.parametrize(
    ("where", "said", "calls"),
    [
        (
            "lab",
            "Could you arrange the pipettes? Bench 2 should get pipette 1, and bench 1 should get pipette 2.",
            {"put_on(pipette_1, bench_2)", "put_on(pipette_2, bench_1)"},
        ),
        (
            "garage",
            "I'd like those two put in different places: shelf 1 is for the hammer and shelf 2 is for the pliers",
            {"put_on(hammer_1, shelf_1)", "put_on(pliers_1, shelf_2)"},
        ),
        (
            "dining",
            "Please separate the apples. I want the green one on table 3 and the red one on table 1.",
            {"put_on(apple_2, table_3)", "put_on(apple_1, table_1)"},
        ),
        (
            "living",
            "Let's sort out a few things. The doll should sit on the kids table, and the blanket belongs on the sofa.",
            {"put_on(doll_1, kids_table_1)"},
        ),
        (
            "dining",
            "Get table 1 ready for us. I'd like the vase there and the lemon.",
            {"put_on(vase_1, table_1)", "put_on(lemon_1, table_1)"},
        ),
    ],
)
def test_an_outline_is_what_follows_says(where: str, said: str, calls: set[str]) -> None:
    assert done(where, said) == calls


def test_an_outline_that_names_more_than_what_follows_stays() -> None:
    """The knives and spoons are to be sorted, too."""
    result = asked("dining", "Sort the cutlery. The forks should be on table 1.")
    assert result.question is not None and not claims_exactness(result)


def test_an_outline_of_other_things_stays() -> None:
    result = asked("dining", "Sort the fruit. The forks should be on table 1 and the vase on table 2.")
    assert not claims_exactness(result)


@pytest.mark.parametrize(
    ("where", "said", "calls"),
    [
        ("dining", "The vase should be on table 3. Could you see to that?", {"put_on(vase_1, table_3)"}),
        ("dining", "Put the vase on table 3, would you do that for me?", {"put_on(vase_1, table_3)"}),
        (
            "flat",
            "The newspaper belongs in the trash can, could you arrange that?",
            {"put_inside(newspaper_1, trash_can_1)"},
        ),
    ],
)
def test_a_question_that_asks_for_the_wish(where: str, said: str, calls: set[str]) -> None:
    assert done(where, said) == calls


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ("dining", "Could you do that for me?"),
        ("dining", "I'd rather not have the vase on table 1"),
        ("dining", "I'd like to keep the vase"),
        ("dining", "I'd like a glass there, a spoon and a knife"),
        ("flat", "When the window is open, the floor lamp should be on"),
        ("flat", "The floor lamp should be on when the window is open"),
    ],
)
def test_what_asks_for_nothing_of_the_kind(where: str, said: str) -> None:
    result = asked(where, said)
    assert not claims_exactness(result)
    assert result.plan is None or not result.plan.calls


@pytest.mark.parametrize(
    ("where", "said", "calls"),
    [
        (
            "dining",
            "Lay some cutlery on table 3. It should be both knives and a fork.",
            {"put_on(knife_1, table_3)", "put_on(knife_2, table_3)", "put_on(fork_1, table_3)"},
        ),
        (
            "dining",
            "Put some fruit on table 2. That means the lemon and the banana.",
            {"put_on(lemon_1, table_2)", "put_on(banana_1, table_2)"},
        ),
        (
            "pantry",
            "I'm cutting down on sugar, so take it off the table and put the honey there in its place",
            {"put_on(honey_jar_1, table_1)", "put_on(sugar_bag_1, shelf_2)"},
        ),
        ("dining", "It's so dark in here that the lamp should be on", {"turn_on(lamp_1)"}),
        ("office", "On desk 1 I need the stapler", {"put_on(stapler_1, desk_1)"}),
        ("garage", "The torch you can just lay on the workbench", {"put_on(flashlight_1, workbench_1)"}),
        (
            "laundry",
            "The blue towel needs washing, so drop it into the hamper, but don't touch the white towel",
            {"put_inside(towel_2, hamper_1)"},
        ),
    ],
)
def test_said_first_or_last(where: str, said: str, calls: set[str]) -> None:
    assert done(where, said) == calls


def test_what_is_listed_later_must_be_of_that_kind() -> None:
    assert asked("dining", "Lay some cutlery on table 3. It should be the vase and the lemon.").plan is None
