# SPDX-License-Identifier: Apache-2.0
"""ContextMatters: what is counted of many answers, and the program that collects them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.contextmatters import fast_downward
from benchmarks.contextmatters.run import PlannerError, answer, find_planner
from benchmarks.contextmatters.summary import compared, markdown, percentile, summarise
from makedo_eval.contextmatters.dataset import data_folder, load_tasks
from makedo_eval.contextmatters.judgement import Claim
from support.public_data import cases_of

from .conftest import GRAB, NO, judged, needs_data, needs_fast_downward


def test_rates_over_all_are_the_mean_of_the_families_and_numbers_their_sum():
    lied = judged("laundry", unmet=("x",), attainable=False)
    summaries = summarise([judged(), judged(), judged(), lied])
    assert [s.name for s in summaries] == ["general", "laundry", "all"]
    assert [s.strict for s in summaries] == [100.0, 0.0, 50.0]
    assert [s.silent for s in summaries] == [0, 1, 1]
    assert summaries[-1].tasks == 4


def test_length_is_of_successes_and_cost_of_told_changes_only():
    failed = judged(faults=("no",), length=0)
    changed = judged(claim=Claim.RELAXED, kinds=("drop", "drop"), cost=3.0, attainable=False, length=8)
    (general, _) = summarise([judged(), failed, changed])
    assert (general.length, general.cost, general.kinds) == (6.0, 3.0, {"drop": 2})


def test_successes_that_only_move_the_robot_are_told():
    walked = judged(changes_nothing=True)
    (general, _) = summarise([judged(), walked, judged(changes_nothing=True, faults=("no",))])
    assert general.walks == 1


def test_of_nothing_there_is_no_summary():
    assert summarise([]) == ()


@given(st.lists(st.floats(0, 1e3), min_size=1), st.integers(0, 100))
def test_a_percentile_is_the_smallest_value_that_covers_so_many(values, percent):
    found = percentile(values, percent)
    assert found in values
    assert 100 * sum(v <= found for v in values) >= percent * len(values)
    smaller = [v for v in values if v < found]
    assert not smaller or 100 * len(smaller) < percent * len(values)


def test_tables_have_one_row_a_family_and_tell_what_is_not_there():
    text = markdown(summarise([judged(faults=("no",))]))
    lines = text.splitlines()
    assert lines[2].startswith("| general | 1 | 0.0 % |")
    assert "| none | - | - | 1000.0 ms |" in text


def test_other_planners_are_told_with_what_they_did_not_solve():
    results = {
        "x": {
            "a": fast_downward.FastDownwardResult("solved", (GRAB,), 0.25),
            "b": fast_downward.FastDownwardResult("timeout"),
        }
    }
    rows = compared([judged(faults=("no",))], results).splitlines()
    assert rows[2] == "| this planner | 0 | none | - | - | - |"
    assert rows[3] == "| x | 1 | timeout 1 | 1.0 | 250.0 ms | 250.0 ms |"


@pytest.mark.parametrize("name", ["nowhere.at_all:plan", "json:no_such_function", "json", ""])
def test_a_planner_that_cannot_be_had_is_told(name):
    with pytest.raises(PlannerError, match="expected module:function"):
        find_planner(name)


@needs_data
def test_a_planner_is_given_instruction_graph_and_domain_and_judged():
    task = next(t for t in load_tasks(data_folder()) if t.id == "general/Marstons/problem_8")
    seen = []

    def refuse(given, spec, graph):
        seen.append((given.instruction, graph.room_of("robot"), given.domain_path.name))
        return NO

    run, verdict = answer(task, refuse)
    assert (run, verdict.apt) == (NO, True)
    assert seen == [(task.instruction, task.start_room, "general-domain.pddl")]


@needs_fast_downward
@pytest.mark.parametrize(
    "name",
    cases_of(
        data_folder(),
        [
            "general/Marstons/problem_1",
            "general/Markleeville/problem_9",
            "house_cleaning/Parole/problem_4",
            "laundry/Kemblesville/problem_2",
            "office_setup/Parole/problem_4",
            "pc_assembly/Parole/problem_3",
            "dining_setup/Parole/problem_2",
        ],
    ),
)
def test_goals_written_by_hand_reach_what_is_demanded(name):
    task = next(t for t in load_tasks(data_folder()) if t.id == name)
    _, verdict = answer(task, find_planner("reference"))
    assert verdict.apt, (verdict.faults, verdict.unacceptable)
