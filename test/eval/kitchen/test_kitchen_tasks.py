# SPDX-License-Identifier: Apache-2.0
"""The kitchen: its domain makes sense, its ground truths hold, and wrong descriptions are refused by name."""

from __future__ import annotations

import pytest

from makedo_core.skills import SkillCall
from makedo_eval.kitchen.partial_order import PartialOrderError
from makedo_eval.kitchen.tasks import Complexity, KitchenError, kitchen_tasks, tasks_from_yaml
from planner_node.pddl.mistakes import PddlError
from planner_node.pddl.simulate import simulate

TASKS = {task.id: task for task in kitchen_tasks()}

GOOD = """
tasks:
  - id: X1
    name: Knife
    level: moderate
    paper_steps: 2
    instruction: Take the knife.
    goal: (holding knife_1)
    plans:
      - - name: knife
          steps: [navigate_to knife_1, pick_up knife_1 countertop_1]
"""


def test_all_tasks_of_the_paper_are_there_in_its_order():
    assert list(TASKS) == ["T1", "T2", "T3", "T4", "T5", "T5bis", *(f"T{n}" for n in range(6, 13))]
    assert [t.level for t in TASKS.values()].count(Complexity.HIGH) == 6


@pytest.mark.parametrize("name", TASKS)
def test_ground_truths_can_be_carried_out_and_reach_the_goal(name):
    for truth in TASKS[name].truths:
        run = simulate(TASKS[name].task, truth.first)
        assert run.outcome.ok, run.outcome


@pytest.mark.parametrize("name", TASKS)
def test_no_step_of_a_ground_truth_can_be_left_out(name):
    for truth in TASKS[name].truths:
        for index in range(len(truth)):
            calls = (*truth.first[:index], *truth.first[index + 1 :])
            assert not simulate(TASKS[name].task, calls).outcome.ok, truth.first[index]


@pytest.mark.parametrize("name", TASKS)
def test_lengths_are_near_those_of_the_paper(name):
    task = TASKS[name]
    assert min(abs(len(t) - task.paper_steps) for t in task.truths) <= 3


def test_an_open_task_has_several_ground_truths():
    assert len(TASKS["T5bis"].truths) > 1


def _after(*calls: str):
    task = TASKS["T1"].task
    return simulate(task, [SkillCall(c.split()[0], tuple(c.split()[1:])) for c in calls])


@pytest.mark.parametrize(
    ("calls", "why"),
    [
        (["pick_up knife_1 countertop_1"], "near"),
        (
            ["navigate_to knife_1", "pick_up knife_1 countertop_1", "navigate_to egg_1", "pick_up egg_1 countertop_1"],
            "hand",
        ),
        (["navigate_to tomato_1", "pick_up tomato_1 fridge_1"], "not so"),
        (["navigate_to tomato_slice_1"], "present"),
        (["navigate_to fridge_1", "open_door fridge_1", "open_door fridge_1"], "open"),
        (
            [
                "navigate_to wine_bottle_1",
                "pick_up wine_bottle_1 countertop_1",
                "navigate_to cup_1",
                "pour wine_bottle_1 cup_1 wine",
            ],
            "sealed",
        ),
        (
            [
                "navigate_to mug_1",
                "pick_up mug_1 countertop_1",
                "navigate_to coffee_machine_1",
                "put_in mug_1 coffee_machine_1",
                "brew mug_1 coffee_machine_1",
                "pick_up mug_1 coffee_machine_1",
            ],
            "running",
        ),
        (["navigate_to plate_1", "pick_up plate_1 countertop_1", "put_on plate_1 plate_1"], "plate"),
    ],
)
def test_skills_are_refused_where_their_preconditions_do_not_hold(calls, why):
    run = _after(*calls)
    assert run.failing_step == len(calls) - 1
    assert why in " ".join(run.reasons)


def test_tasks_can_be_read_from_text():
    (task,) = tasks_from_yaml(GOOD, "tasks")
    assert (task.id, len(task.truths[0])) == ("X1", 2)


@pytest.mark.parametrize(
    ("old", "new", "error", "why"),
    [
        ("navigate_to knife_1", "navigate_to unicorn_1", KitchenError, "unicorn_1"),
        ("navigate_to knife_1", "fly_to knife_1", KitchenError, "fly_to"),
        ("navigate_to knife_1,", "'',", KitchenError, "no action ''"),
        ("moderate", "easy", KitchenError, "level"),
        ("tasks:", "tasks: {", KitchenError, "YAML"),
        ("(holding knife_1)", "(holding unicorn_1)", PddlError, "unicorn_1"),
        ("name: knife\n", "name: knife\n          after: [spoon]\n", PartialOrderError, "spoon"),
    ],
)
def test_a_wrong_description_is_refused_with_its_place(old, new, error, why):
    with pytest.raises(error, match=why):
        tasks_from_yaml(GOOD.replace(old, new, 1), "tasks")


def test_a_task_without_a_ground_truth_is_refused():
    text = GOOD[: GOOD.index("    plans:")] + "    plans: []\n"
    with pytest.raises(KitchenError, match="X1: no plans"):
        tasks_from_yaml(text, "tasks")
