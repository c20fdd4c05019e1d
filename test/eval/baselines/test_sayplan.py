# SPDX-License-Identifier: Apache-2.0
"""SayPlan and SayPlan Lite: what is revealed, what is verified, what comes back to the model, and when it ends."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from makedo_core.failure import FailureCause
from makedo_core.goals.goal import Holds
from makedo_core.goals.goal_json import goal_to_json
from makedo_core.skills import Literal
from makedo_eval.baselines.sayplan.revealed import Revealed
from planner_node.task import PlanningTask
from support.words import Words

APPLE = "Bring the apple to table_2"
RIGHT = ("go_to(counter_1)", "pick_up(apple_1, counter_1)", "go_to(table_2)", "put_on(apple_1, table_2)")
BOTH = pytest.mark.parametrize("name", ["sayplan", "sayplan_lite"])


def command(name: str, node: str = "", plan=()) -> str:
    return json.dumps({"reasoning": "so", "command": name, "node": node, "plan": list(plan)})


def plan(*steps: str) -> str:
    return json.dumps({"chain_of_thought": ["so"], "plan": steps})


def last(name: str, *steps: str) -> str:
    """The answer that states a plan."""
    return plan(*steps) if name == "sayplan_lite" else command("verify_plan", plan=steps)


def searched(name: str) -> tuple[str, ...]:
    """Answers that end the search, where that is a step of its own."""
    return (command("verify_plan"),) if name == "sayplan_lite" else ()


def scene(told: str) -> str:
    return told.partition("<scene>")[2].partition("</scene>")[0]


@BOTH
def test_only_rooms_are_shown_until_they_are_expanded(baseline, kitchen, script, name):
    answers = [command("expand_node", "kitchen"), command("expand_node", "living_room")]
    answers.append(command("contract_node", "kitchen"))
    chat = script(*answers, *searched(name), last(name, *RIGHT))
    result = baseline(name, chat).plan(PlanningTask(APPLE, kitchen))
    assert tuple(map(str, result.plan.calls)) == RIGHT
    shown = [("counter_1" in scene(t), "table_2" in scene(t)) for t in map(chat.told, range(4))]
    assert shown == [(False, False), (True, False), (True, True), (False, True)]
    assert "kitchen: collapsed\nliving_room: expanded" in chat.told(3)


@BOTH
def test_what_is_wrong_with_a_plan_is_told_and_mended(baseline, kitchen, script, name, words: Words):
    chat = script(*searched(name), last(name, *RIGHT[1:]), last(name, *RIGHT))
    result = baseline(name, chat).plan(PlanningTask(APPLE, kitchen))
    assert result.outcome.ok
    words(result.explanation)
    told = chat.told(-1)
    words(told)


@BOTH
@pytest.mark.parametrize(
    ("steps", "cause", "words"),
    [
        (RIGHT[1:], FailureCause.INVALID_PLAN, "cannot be made"),
        (("go_to(table_9)",), FailureCause.UNGROUNDED, "table_9"),
        (("go there",), FailureCause.INVALID_PLAN, "is no call; write skill"),
        ((), FailureCause.UNSOLVABLE_INCOMPLETE, "Nothing is done by it"),
    ],
)
def test_after_the_last_plan_that_is_verified_there_is_none(baseline, kitchen, script, name, steps, cause, words):
    chat = script(*searched(name), last(name, *steps), last(name, *steps))
    result = baseline(f"{name}:plans=2", chat).plan(PlanningTask(APPLE, kitchen))
    assert (result.outcome.cause, result.plan) == (cause, None)
    assert words in result.outcome.message and words in chat.told(-1)
    assert not chat.answers


@BOTH
@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        (command("expand_node", "kitchn"), "there is no room 'kitchn'; did you mean kitchen?"),
        (command("expand_node", "table_1"), "table_1 is no room; only rooms"),
        (command("expand_node"), "there is no room ''; did you mean kitchen or living_room?"),
        (command("contract_node", "kitchen"), "kitchen is not expanded"),
        (
            command("open_node", "kitchen"),
            "there is no such command; there are expand_node, contract_node, verify_plan",
        ),
    ],
)
def test_a_wrong_command_is_told_and_changes_nothing(baseline, kitchen, script, name, wrong, words):
    chat = script(wrong, *searched(name), last(name, *RIGHT))
    assert baseline(name, chat).plan(PlanningTask(APPLE, kitchen)).outcome.ok
    assert words in chat.told(1)
    assert scene(chat.told(1)) == scene(chat.told(0))


def test_one_conversation_keeps_its_whole_history(baseline, kitchen, script):
    opened = [command("expand_node", r) for r in ("kitchen", "living_room")]
    chat = script(*opened, command("verify_plan", plan=RIGHT))
    baseline("sayplan", chat).plan(PlanningTask(APPLE, kitchen))
    assert "expand_node(kitchen)" in chat.told(2) and "expand_node(living_room)" in chat.told(2)


def test_lite_keeps_its_last_command_alone_and_forgets_the_search_when_it_plans(baseline, kitchen, script):
    opened = [command("expand_node", r) for r in ("kitchen", "living_room")]
    chat = script(*opened, command("verify_plan"), plan(*RIGHT))
    baseline("sayplan_lite", chat).plan(PlanningTask(APPLE, kitchen))
    assert "expand_node(kitchen)" not in chat.told(2) and "expand_node(living_room)" in chat.told(2)
    assert "put_on(object, asset)" not in chat.told(2)
    assert "put_on(object, asset)" in chat.told(3) and "expand_node" not in chat.told(3)


def test_a_conversation_without_end_ends(baseline, kitchen, script):
    chat = script(*[command("expand_node", "kitchen")] * 3)
    result = baseline("sayplan:commands=2,plans=1", chat).plan(PlanningTask(APPLE, kitchen))
    assert result.outcome.cause is FailureCause.UNSOLVABLE_INCOMPLETE
    assert "within 3 commands" in result.outcome.message


def test_a_search_without_end_is_followed_by_a_plan_over_what_is_shown(baseline, kitchen, script):
    chat = script(*[command("expand_node", "kitchen")] * 2, plan(*RIGHT))
    assert baseline("sayplan_lite:commands=2", chat).plan(PlanningTask(APPLE, kitchen)).outcome.ok
    assert "counter_1" in scene(chat.told(2))


def test_a_model_that_is_lost_while_it_plans_ends_it(baseline, kitchen, script):
    chat = script(command("verify_plan"), "no")
    result = baseline("sayplan_lite", chat).plan(PlanningTask(APPLE, kitchen))
    assert result.outcome.cause is FailureCause.COMPONENT_LOST


@BOTH
def test_a_goal_that_is_given_is_told_to_the_model(baseline, kitchen, script, name):
    chat = script(*searched(name), last(name, *RIGHT))
    goal = goal_to_json(Holds(Literal("on", ("apple_1", "table_2"))))
    assert baseline(name, chat).plan(PlanningTask("as before", kitchen, goal=goal)).outcome.ok
    assert "<goal>" in chat.told(0) and "<goal>" in chat.told(-1)


@BOTH
def test_rooms_on_the_way_are_added_to_the_plan(baseline, flat, moving, script, name):
    steps = ["grab(robot, ball_1, kitchen)", "move(robot, kitchen, bedroom)", "open(robot, chest_1, bedroom)"]
    steps.append("stow(robot, ball_1, chest_1, bedroom)")
    chat = script(*searched(name), last(name, *steps))
    result = baseline(name, chat).plan(PlanningTask("Put the ball into the chest", flat, domain=moving))
    assert [str(c) for c in result.plan.calls][1:3] == ["move(robot, kitchen, hall)", "move(robot, hall, bedroom)"]
    assert Holds(Literal("inside", ("ball_1", "chest_1"))) in result.plan.goal.parts


def test_what_nobody_knows_the_room_of_is_always_shown(world):
    graph = world("apple_1 on table_1")
    graph = replace(graph, relations=frozenset(r for r in graph.relations if r.source != "table_1"))
    assert {"apple_1", "table_1"} <= set(Revealed(graph).nodes)
    assert "counter_1" not in Revealed(graph).nodes
    assert Revealed(graph).expand("kitchen")[0].expand("kitchen")[1] == "kitchen is expanded already"
