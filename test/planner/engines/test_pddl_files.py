# SPDX-License-Identifier: Apache-2.0
"""Files for separate programs, and plans that come back."""

from __future__ import annotations

from dataclasses import replace

import pytest

from makedo_core.goals.goal import InOrder, Variable
from makedo_core.skills import SkillCall
from planner_node.engines.compilation import in_stages
from planner_node.engines.external.pddl_files import PlanFileError, checked_plan, read_plan, write_task
from planner_node.pddl.model import DomainError
from support.words import Words

PLAN = "(go_to table_1)\n(pick_up cup table_1)\n"


def test_the_case_of_names_comes_back(tasks):
    calls = read_plan("(GO_TO table_1)\n(pick_up pen Table_1)\n; cost = 2 (unit cost)\n", tasks.home(tasks.holds()))
    assert calls == (SkillCall("go_to", ("table_1",)), SkillCall("pick_up", ("Pen", "table_1")))


def test_times_before_steps_are_read_over(tasks):
    assert read_plan("0.0: (go_to shelf)\n\n1: (go_to safe)", tasks.home(tasks.holds())) == (
        SkillCall("go_to", ("shelf",)),
        SkillCall("go_to", ("safe",)),
    )


@pytest.mark.parametrize("line", ["go_to shelf", "()", "(fly shelf)", "(go_to moon)", "(go_to", "no plan"])
def test_what_is_no_step_is_told_with_its_line(tasks, line, words: Words):
    with pytest.raises(PlanFileError) as raised:
        read_plan(f"(go_to shelf)\n{line}", tasks.home(tasks.holds()))
    words(str(raised.value))


def test_a_plan_that_holds_is_accepted(tasks, tmp_path):
    task = tasks.home(tasks.holds("holding cup"))
    (tmp_path / "plan").write_text(PLAN)
    assert [c.skill for c in checked_plan(tmp_path / "plan", task)] == ["go_to", "pick_up"]


def test_a_plan_that_does_not_hold_is_refused(tasks, tmp_path, words: Words):
    task = tasks.home(tasks.holds("holding Pen"))
    (tmp_path / "plan").write_text(PLAN)
    with pytest.raises(PlanFileError) as raised:
        checked_plan(tmp_path / "plan", task)
    words(str(raised.value))


def test_stages_are_taken_out(tasks, tmp_path):
    task = tasks.home(InOrder((tasks.holds("at table_1"), tasks.holds("holding cup"))))
    (tmp_path / "plan").write_text("(go_to table_1)\n(makedo-stage-0-0)\n(pick_up cup table_1)")
    assert len(checked_plan(tmp_path / "plan", in_stages(task))) == 2


@pytest.mark.parametrize("content", [None, b"\xff\xfe"])
def test_a_file_that_cannot_be_read_is_told(tasks, tmp_path, content, words: Words):
    if content:
        (tmp_path / "plan").write_bytes(content)
    task = tasks.home(tasks.holds())
    with pytest.raises(PlanFileError) as raised:
        checked_plan(tmp_path / "plan", task)
    words(str(raised.value))


def test_numbers_that_nobody_asks_about_are_not_written(tasks, tmp_path):
    task = tasks.pouring(tasks.holds("held c1"))
    domain = replace(task.domain, operators={"hold": task.domain.operators["hold"]})
    files = write_task(replace(task, domain=domain), tmp_path)
    assert "level" not in files.domain.read_text() + files.task.read_text()
    files = write_task(task, tmp_path)
    assert "level" in files.domain.read_text()


def test_numbers_that_are_costs_are_written(tasks, tmp_path):
    files = write_task(tasks.paying(tasks.holds("held c1")), tmp_path)
    assert "(level ?c - cup_kind) - number" in files.domain.read_text()
    assert "(increase (total-cost) (level ?c))" in files.domain.read_text()
    assert "(= (level c2) 2)" in files.task.read_text()


def test_objects_that_differ_in_case_only_are_refused(tasks, tmp_path):
    task = tasks.home(tasks.holds())
    with pytest.raises(DomainError, match="CUP"):
        write_task(replace(task, objects=(*task.objects, Variable("CUP", "item"))), tmp_path)


def test_actions_that_differ_in_case_only_are_refused(tasks, tmp_path):
    task = tasks.home(tasks.holds())
    operator = replace(task.domain.operators["go_to"], name="GO_TO")
    domain = replace(task.domain, operators={**task.domain.operators, "GO_TO": operator})
    with pytest.raises(DomainError, match="go_to"):
        write_task(replace(task, domain=domain), tmp_path)
