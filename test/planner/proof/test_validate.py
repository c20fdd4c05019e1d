# SPDX-License-Identifier: Apache-2.0
"""A plan is simulated independently of whoever made it: what the hand holds counts, named or not."""

from __future__ import annotations

from makedo_core.failure import FailureCause
from makedo_core.goals.goal import AllOf, Holds
from makedo_core.skills import Literal, Predicate, SkillCall
from planner_node.proof.validate import validate

NOTHING = AllOf(())
TAKE = (SkillCall("go_to", ("table_1",)), SkillCall("pick_up", ("mug_1", "table_1")))


def test_with_something_else_in_the_hand_nothing_is_taken(world):
    validation = validate(TAKE, NOTHING, world("apple_1 held_by robot", "mug_1 on table_1"))
    assert validation.outcome.cause is FailureCause.INVALID_PLAN
    assert validation.failing_step == 1


def test_with_an_empty_hand_it_is_and_then_held(world):
    validation = validate(TAKE, Holds(Literal(Predicate.HOLDING, ("mug_1",))), world("mug_1 on table_1"))
    assert validation.outcome.ok
    assert Literal(Predicate.HAND_EMPTY) not in validation.end


def test_what_the_hand_holds_and_what_lies_on_that_is_part_of_the_end_although_no_call_names_it(world):
    end = validate((), NOTHING, world("tray_1 held_by robot", "cup_1 on tray_1", "mug_1 on table_1")).end
    assert Literal(Predicate.HOLDING, ("tray_1",)) in end
    assert Literal(Predicate.CLEAR, ("tray_1",)) not in end
    assert Literal(Predicate.CLEAR, ("cup_1",)) in end
    assert not any("mug_1" in literal.terms for literal in end)
