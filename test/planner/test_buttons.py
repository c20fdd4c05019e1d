# SPDX-License-Identifier: Apache-2.0
"""Buttons that are pressed: what is said, in which order it is done, and what is refused or left out."""

from __future__ import annotations

import pytest

from makedo_core.failure import FailureCause
from makedo_core.geometry import Pose
from makedo_core.graph.asset_model import AssetModel, Switch, SwitchKind
from makedo_core.graph.scene_graph import Node, NodeKind, Relation, RelationType
from makedo_core.known_failure import KnownFailure
from makedo_core.plan import RelaxationKind
from support.words import Words

PUSHED = Switch((0.1, 0.0, 0.9), (-1.0, 0.0, 0.0), SwitchKind.BUTTON)


def steps(result) -> list[str]:
    assert result.plan is not None, result
    return [str(call) for call in result.plan.calls]


@pytest.fixture(scope="module")
def kitchen(world):
    """The small home with a button."""
    button = Node("button_1", "push_button", NodeKind.ASSET, Pose.planar(3.0, 3.0), model=AssetModel(switch=PUSHED))
    graph = world("apple_1 on table_1", "banana_1 on table_1", extra=[button])
    return graph.changed(add=[Relation("button_1", RelationType.IN, "kitchen")])


@pytest.mark.parametrize(
    "said",
    ["press the button", "Push the button.", "please press down button_1", "press the push button", "press buttons"],
)
def test_a_button_is_driven_to_and_pressed(plan, kitchen, said):
    result = plan(said, kitchen)
    assert steps(result) == ["go_to(button_1)", "press(button_1)"]
    assert result.account.exact


@pytest.mark.parametrize(
    "said",
    [
        "bring the apple to table_2 and press the button when done",
        "bring the apple to table_2, then press the button",
        "press the button after bringing the apple to table_2",
        "bring the apple to table_2. When everything is done, press the button.",
        "press the button at the end, and bring the apple to table_2",
    ],
)
def test_what_is_pressed_when_all_is_done_comes_last(plan, kitchen, said):
    assert steps(plan(said, kitchen))[-2:] == ["go_to(button_1)", "press(button_1)"]


def test_a_hand_that_is_full_puts_down_what_it_holds_before_it_presses(plan, kitchen):
    held = kitchen.with_placement(Relation("apple_1", RelationType.HELD_BY, "robot"))
    names = [s.split("(")[0] for s in steps(plan("press the button", held))]
    assert names == ["go_to", "put_on", "go_to", "press"]


def test_a_lamp_is_switched_and_has_no_button(plan, kitchen):
    result = plan("press the lamp", kitchen)
    assert result.plan is None
    assert result.outcome.cause is FailureCause.NOT_CAPABLE


@pytest.mark.parametrize("said", ["press the table_1", "press the apple", "push down the fridge"])
def test_what_has_nothing_to_press_is_refused(plan, kitchen, said):
    result = plan(said, kitchen)
    assert (result.plan, result.outcome.cause) == (None, FailureCause.NOT_CAPABLE)
    assert "pressing" in result.outcome.message


def test_pushing_a_thing_somewhere_is_still_bringing_it_there(plan, kitchen):
    assert steps(plan("push the apple to table_2", kitchen))[-1] == "put_on(apple_1, table_2)"


def test_a_button_to_sew_on_is_a_thing_to_carry(plan, world):
    graph = world("button_1 on table_1")
    assert steps(plan("put the button on table_2", graph))[-1] == "put_on(button_1, table_2)"


def test_without_a_button_the_rest_is_done_and_that_is_told(plan, world):
    result = plan("bring the apple to table_2 and press the button when done", world("apple_1 on table_1"))
    assert steps(result)[-1] == "put_on(apple_1, table_2)"
    (change,) = result.plan.relaxations
    assert (change.kind, change.reason) == (RelaxationKind.DROP, "I know of no button here")
    alone = plan("press the button", world("apple_1 on table_1"))
    assert (alone.plan, alone.outcome.message) == (None, "I know of no button here.")


def test_a_button_that_is_stuck_is_left_out_with_the_reason(plan, kitchen, words: Words):
    stuck = (KnownFailure.parse("stuck button_1"),)
    result = plan("bring the apple to table_2 and press the button when done", kitchen, known_failures=stuck)
    (change,) = result.plan.relaxations
    words(change.reason)
