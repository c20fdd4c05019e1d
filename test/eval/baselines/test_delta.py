# SPDX-License-Identifier: Apache-2.0
"""DELTA: what is left of the scene, the problem, its parts one after the other, and what ends it without a plan."""

from __future__ import annotations

import json

import pytest

from makedo_core.failure import FailureCause
from makedo_core.goals.goal import Holds
from makedo_core.goals.goal_json import goal_to_json
from makedo_core.skills import Literal
from makedo_eval.baselines.delta import pruned
from planner_node.engine import Engine
from planner_node.pddl.skill_domain import catalogue_domain
from planner_node.pddl.writer import domain_to_pddl
from planner_node.task import PlanningTask, Settings
from support.words import Words

BOTH = "Bring the apple and the banana to table_2"
PROBLEM = """(define (problem p) (:domain makedo)
  (:objects apple_1 banana_1 - item counter_1 shelf_1 table_2 - asset)
  (:init (hand_empty) (graspable apple_1) (graspable banana_1) (on apple_1 {place}) (on banana_1 shelf_1)
         (surface table_2) (surface counter_1) (reachable counter_1) (reachable table_2) (reachable shelf_1))
  (:goal (and (on apple_1 table_2) (on banana_1 {goal}))))"""
RIGHT = PROBLEM.format(place="counter_1", goal="table_2")
PARTS = ("(on apple_1 table_2)", "(and (on apple_1 table_2) (on banana_1 table_2))")


def keep(*ids: str) -> str:
    return json.dumps({"keep": ids})


def divided(*goals: str) -> str:
    return json.dumps({"subgoals": goals})


def scene(told: str) -> str:
    return told.partition("<scene>")[2].partition("</scene>")[0]


def test_sub_goals_are_planned_for_one_after_the_other(baseline, kitchen, script, words: Words):
    chat = script(keep("apple_1", "banana_1", "table_2", "unicorn_1"), RIGHT, divided(*PARTS))
    result = baseline("delta", chat).plan(PlanningTask(BOTH, kitchen))
    assert result.outcome.ok, result.outcome
    puts = [c.arguments[0] for c in result.plan.calls if c.skill == "put_on"]
    assert puts == ["apple_1", "banana_1"]
    words(result.explanation)
    assert "wine_bottle_1" in scene(chat.told(0)) and "wine_bottle_1" not in scene(chat.told(1))
    assert "counter_1" in scene(chat.told(1)) and "kitchen" in scene(chat.told(1))
    assert "(:goal" in chat.told(2) and "<domain>" in chat.told(2) and "<scene>" not in chat.told(2)


def test_the_order_of_the_sub_goals_is_the_order_of_the_plan(baseline, kitchen, script):
    chat = script(keep("apple_1", "banana_1", "table_2"), RIGHT, divided("(on banana_1 table_2)", PARTS[1]))
    result = baseline("delta", chat).plan(PlanningTask(BOTH, kitchen))
    assert [c.arguments[0] for c in result.plan.calls if c.skill == "put_on"] == ["banana_1", "apple_1"]


@pytest.mark.parametrize(
    ("problem", "parts", "cause", "words"),
    [
        (RIGHT, PARTS[:1], FailureCause.INVALID_PLAN, "do not add up to its goal"),
        (RIGHT, ("(on apple_9 table_2)",), FailureCause.INVALID_GOAL, "sub-goal 1"),
        (RIGHT, ("(flies apple_1)",), FailureCause.INVALID_GOAL, "flies"),
        (RIGHT.replace("(surface table_2)", ""), PARTS, FailureCause.UNSOLVABLE_INCOMPLETE, "Sub-goal 1 of a language"),
        (PROBLEM.format(place="shelf_1", goal="table_2"), PARTS, FailureCause.INVALID_PLAN, "cannot be carried out"),
        (PROBLEM.format(place="counter_1", goal="table_8"), PARTS, FailureCause.INVALID_GOAL, "table_8"),
        (RIGHT.replace("apple_1", "apple_9"), ("(on apple_9 table_2)", PARTS[1].replace("apple_1", "apple_9")),
         FailureCause.UNGROUNDED, "apple_9"),
    ],
)  # fmt: skip
def test_nothing_wrong_is_corrected(baseline, kitchen, script, problem, parts, cause, words):
    chat = script(keep("apple_1", "banana_1", "table_2"), problem, divided(*parts))
    result = baseline("delta", chat).plan(PlanningTask(BOTH, kitchen))
    assert (result.outcome.cause, result.plan) == (cause, None), result.outcome
    assert words in result.outcome.message


@pytest.mark.parametrize("number", [0, 1, 2])
def test_a_model_that_is_lost_on_the_way_ends_it(baseline, kitchen, script, number):
    answers = [keep("apple_1"), RIGHT, divided(*PARTS)][:number]
    result = baseline("delta", script(*answers, "no")).plan(PlanningTask(BOTH, kitchen))
    assert result.outcome.cause is FailureCause.COMPONENT_LOST


def test_no_time_is_told(baseline, kitchen, script, ontology):
    chat = script(keep("apple_1"), RIGHT, divided(*PARTS))
    hurried = Engine(ontology, Settings(time_limit_s=1e-9))
    result = baseline("delta", chat, planner=hurried).plan(PlanningTask(BOTH, kitchen))
    assert result.outcome.cause is FailureCause.PLANNING_TIMEOUT


def test_a_goal_that_is_given_is_told_with_every_question(baseline, kitchen, script):
    chat = script(keep("apple_1", "banana_1", "table_2"), RIGHT, divided(*PARTS))
    goal = goal_to_json(Holds(Literal("on", ("apple_1", "table_2"))))
    assert baseline("delta", chat).plan(PlanningTask("as before", kitchen, goal=goal)).outcome.ok
    assert all("<goal>" in chat.told(n) for n in range(3))


def test_what_is_kept_keeps_what_holds_it_and_what_it_holds(world):
    graph = world("cup_1 on table_1", "tea_bag_1 inside cup_1", "apple_1 on counter_1")
    assert pruned(PlanningTask("x", graph), ["cup_1"]) == {
        *("cup_1", "tea_bag_1", "table_1", "kitchen", "living_room", "robot"),
    }


@pytest.mark.parametrize("name", ["delta", "llm_p"])
class TestGeneratedDomain:
    """The model writes the domain first, of actions of the library."""

    def answers(self, name: str, domain: str) -> tuple[str, ...]:
        if name == "delta":
            return (domain, keep("apple_1", "banana_1", "table_2"), RIGHT, divided(*PARTS))
        return (domain, RIGHT)

    def test_problems_are_written_in_it(self, baseline, kitchen, script, name):
        domain = domain_to_pddl(catalogue_domain()).replace("(define (domain makedo)", "(define (domain kitchen)")
        answers = (a.replace("(:domain makedo)", "(:domain kitchen)") for a in self.answers(name, domain))
        chat = script(*answers)
        result = baseline(f"{name}:domain=generated", chat).plan(PlanningTask(BOTH, kitchen))
        assert result.outcome.ok, result.outcome
        assert "<actions>" in chat.told(0)
        assert any("(define (domain kitchen)" in chat.told(n) for n in (1, 2))

    def test_actions_that_the_robot_does_not_have_are_no_domain(self, baseline, kitchen, script, name, words: Words):
        chat = script("(define (domain d) (:predicates (p)) (:action fly :parameters () :effect (p)))")
        result = baseline(f"{name}:domain=generated", chat).plan(PlanningTask(BOTH, kitchen))
        assert result.outcome.cause is FailureCause.COMPONENT_LOST
        words(result.outcome.message)
