# SPDX-License-Identifier: Apache-2.0
"""A plan is simulated independently of whoever made it: what the hand holds counts, named or not."""

from __future__ import annotations

from makedo_core.failure import FailureCause
from makedo_core.goals.facts import apply
from makedo_core.goals.goal import AllOf, AnyOf, Holds
from makedo_core.skills import Literal, Predicate, SkillCall
from planner_node.proof.validate import run_of, validate

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


def test_the_states_are_those_of_all_facts_whatever_the_calls_have_to_do_with(world):
    """The facts that no call has to do with are passed by; of all others none is kept too long."""
    stands = ("mug_1 on tray_1", "cup_1 on tray_1", "tray_1 on table_1", "apple_1 on tray_2", "tray_2 on table_2")
    graph = world(*stands, "mug_2 on table_2")
    calls = (*TAKE, SkillCall("go_to", ("table_2",)), SkillCall("put_on", ("mug_1", "table_2")))
    goal = AnyOf(
        tuple(Holds(Literal(Predicate.ON, (thing, "table_2"))) for thing in ("mug_1", "mug_2", "cup_1", "apple_1"))
    )
    run = run_of(calls, goal, graph)
    states = [run.states[0]]
    for call in calls:
        states.append(apply(call, states[-1]))
    assert Literal(Predicate.ON, ("apple_1", "tray_2")) in states[0]
    assert [set(state) for state in run.states] == [set(state) for state in states]
    assert Literal(Predicate.CLEAR, ("tray_1",)) not in run.states[-1]  # the cup is on it still
    validation = validate(calls, goal, graph)
    assert (set(validation.begin), set(validation.end)) == (set(states[0]), set(states[-1]))
