# SPDX-License-Identifier: Apache-2.0
"""ReAct: what is noticed after each step, what comes of steps that cannot be made, and when it ends."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from makedo_core.failure import FailureCause
from makedo_core.goals.goal import Holds
from makedo_core.goals.goal_json import goal_to_json
from makedo_core.graph.scene_graph import Node, NodeKind
from makedo_core.skills import Literal
from makedo_eval.baselines.react.observations import Observer
from makedo_eval.baselines.stated_plan import Simulator, read_calls
from planner_node.task import PlanningTask
from support.words import Words

APPLE = "Bring the apple to table_2"
RIGHT = ("go_to(counter_1)", "pick_up(apple_1, counter_1)", "go_to(table_2)", "put_on(apple_1, table_2)")


def step(action: str, thought: str = "") -> str:
    return json.dumps({"thought": thought, "action": action})


def past(told: str) -> list[str]:
    return told.partition("<past>\n")[2].partition("\n</past>")[0].replace("&gt;", ">").splitlines()


def test_the_plan_is_what_was_done(baseline, kitchen, script, words: Words):
    chat = script(*map(step, RIGHT), step("done()"))
    result = baseline("react", chat).plan(PlanningTask(APPLE, kitchen))
    assert tuple(map(str, result.plan.calls)) == RIGHT
    assert Holds(Literal("on", ("apple_1", "table_2"))) in result.plan.goal.parts
    words(result.explanation)


def test_thoughts_actions_and_observations_are_all_kept(baseline, kitchen, script):
    chat = script(step("", "where is it?"), step(RIGHT[0], "on the counter"), *map(step, RIGHT[1:]), step("done"))
    chat.answers.append(step("done()"))
    assert baseline("react", chat).plan(PlanningTask(APPLE, kitchen)).outcome.ok
    lines = past(chat.told(-1))
    for line in ("think: where is it?", "OK.", "think: on the counter", *(f"> {s}" for s in RIGHT)):
        assert line in lines
    assert "Nothing happens: step 1, 'done', is no call" in lines[-1]


def test_furniture_is_known_at_the_start_and_what_is_on_it_shows_on_arrival(baseline, kitchen, script):
    chat = script(step("go_to(shelf_1)"), step("done()"))
    baseline("react", chat).plan(PlanningTask(APPLE, kitchen))
    assert "Furniture in living_room: table_2, table_3, shelf_1, lamp_1." in chat.told(0)
    assert "apple_1" not in chat.told(0) and "wine_bottle_1" not in chat.told(0)
    assert past(chat.told(1))[-1].endswith("You see shelf_1. on: banana_1, wine_bottle_1.")


@pytest.mark.parametrize(
    ("action", "words"),
    [
        (RIGHT[1], "Nothing happens: Step 1, pick up apple 1 from counter 1, cannot be made"),
        ("go_to(table_9)", "Nothing happens: Step 1, go_to(table_9): the graph has no node 'table_9'"),
        ("walk over", "Nothing happens: step 1, 'walk over', is no call"),
        ("look(table_9)", "There is no 'table_9'."),
        ("look(table_2)", "You do not see table_2 from where you are."),
        ("look(living_room)", "You do not see living_room from where you are."),
        ("look(table_1)", "You see table_1. on: cookie_1, cookie_2."),
        ("look(fridge_1)", "You see fridge_1 (closed); what is inside does not show."),
        ("look(kitchen)", "You are in kitchen. You see table_1, counter_1, fridge_1 (closed), drawer_1 (closed)."),
        ("look(apple_1)", "You see apple_1. Nothing is there."),
        ("look(apple_1, counter_1)", "Nothing happens: Step 1, look(apple_1, counter_1): there is no skill 'look'"),
    ],
)
def test_looking_and_what_cannot_be_done_are_no_part_of_the_plan(baseline, kitchen, script, action, words):
    chat = script(step(action), *map(step, RIGHT), step("done()"))
    result = baseline("react", chat).plan(PlanningTask(APPLE, kitchen))
    assert tuple(map(str, result.plan.calls)) == RIGHT
    assert past(chat.told(1))[-1].startswith(words)


def test_what_is_inside_shows_when_it_is_opened(baseline, kitchen, script):
    chat = script(step("go_to(fridge_1)"), step("open(fridge_1)"), step("done()"))
    baseline("react", chat).plan(PlanningTask("open the fridge", kitchen))
    assert "inside" not in past(chat.told(1))[-1].partition("; what is")[0]
    assert past(chat.told(2))[-1].endswith("You see fridge_1 (open). inside: cola_can_1.")


def test_being_done_with_nothing_is_no_plan(baseline, kitchen, script):
    result = baseline("react", script(step("done()"))).plan(PlanningTask(APPLE, kitchen))
    assert (result.outcome.cause, result.plan) == (FailureCause.UNSOLVABLE_INCOMPLETE, None)


def test_a_model_that_is_not_done_in_time_has_no_plan(baseline, kitchen, script, words: Words):
    result = baseline("react:steps=2", script(step(RIGHT[0]), step(RIGHT[1]))).plan(PlanningTask(APPLE, kitchen))
    assert (result.outcome.cause, result.plan) == (FailureCause.UNSOLVABLE_INCOMPLETE, None)
    words(result.outcome.message)


def test_a_goal_that_is_given_is_told_to_the_model(baseline, kitchen, script):
    chat = script(*map(step, RIGHT), step("done()"))
    goal = goal_to_json(Holds(Literal("on", ("apple_1", "table_2"))))
    assert baseline("react", chat).plan(PlanningTask("as before", kitchen, goal=goal)).outcome.ok
    assert "<goal>" in chat.told(0) and "<scene>" not in chat.told(0)


def test_a_domain_with_rooms_is_walked_through_room_by_room(baseline, flat, moving, script):
    steps = ["look(ball_1)", "grab(robot, ball_1, kitchen)", "look(ball_1)", "move(robot, kitchen, bedroom)"]
    steps += ["open(robot, chest_1, bedroom)", "stow(robot, ball_1, chest_1, bedroom)", "done()"]
    chat = script(*map(step, steps))
    result = baseline("react", chat).plan(PlanningTask("Put the ball into the chest", flat, domain=moving))
    assert result.outcome.ok
    lines = past(chat.told(-1))
    assert lines[0] == "The building has these rooms: kitchen, hall, bedroom."
    assert lines[1] == "You are in kitchen. You see no furniture. There lies ball_1."
    seen = dict(zip(lines[2::2], lines[3::2], strict=True))
    assert seen["> grab(robot, ball_1, kitchen)"] == "Now holding(ball_1)."
    assert lines[6:8] == ["> look(ball_1)", "You do not see ball_1 from where you are."]
    assert seen["> move(robot, kitchen, bedroom)"].endswith("You are in bedroom. You see chest_1 (closed).")
    assert seen["> open(robot, chest_1, bedroom)"] == "Nothing has changed. You see chest_1. inside: book_1."
    assert "inside(ball_1, chest_1)" in seen["> stow(robot, ball_1, chest_1, bedroom)"]


def test_where_nobody_knows_the_robots_room_nothing_is_seen(world, ontology, words: Words):
    graph = world("apple_1 on table_1", extra=[Node("attic", "attic", NodeKind.ROOM)])
    relations = frozenset(r for r in graph.relations if r.source not in ("robot", "lamp_1"))
    task = PlanningTask("x", replace(graph, relations=relations))
    start = Simulator(task, ontology).run(()).end
    told = Observer(task, ontology).first(start)
    words(told)
    assert Observer(task, ontology).look("table_1", start) == "You do not see table_1 from where you are."
    arrived = Simulator(task, ontology).run(read_calls(["go_to(table_1)"])).end
    assert Observer(task, ontology).look("table_1", arrived) == "You see table_1. on: apple_1."
