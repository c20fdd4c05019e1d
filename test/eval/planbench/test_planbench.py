# SPDX-License-Identifier: Apache-2.0
"""Classical tasks: a checker of its own judges what the planner finds; wrong plans and certificates are refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from makedo_eval.case import DatasetError
from makedo_eval.planbench.checker import read
from makedo_eval.planbench.running import SETS, is_held_out, run, table
from planner_node.engines.builtin import Builtin
from planner_node.engines.outcome import EngineStatus
from planner_node.pddl.reading.reader import read_domain
from planner_node.pddl.reading.tasks import read_task
from planner_node.proof.certificate import closed_states
from planner_node.proof.search import SearchLimits, Status

LIFTS = """
(define (domain lifts) (:requirements :strips :typing :negative-preconditions :equality)
  (:types floor car - object person - car)
  (:constants top - floor)
  (:predicates (at ?c - car ?f - floor) (above ?low ?high - floor) (locked ?f - floor))
  (:action rise :parameters (?c - car ?from ?to - floor) ; one floor
    :precondition (and (at ?c ?from) (above ?from ?to) (not (locked ?to)) (not (= ?from ?to)))
    :effect (and (at ?c ?to) (not (at ?c ?from))))
  (:action LOCK :parameters (?f - floor) :precondition () :effect (locked ?f)))
"""


def problem(goal: str, init: str = "") -> str:
    return f"""(define (problem p) (:domain lifts) (:objects a b - floor c - car d - person)
      (:init (at c a) (at d b) (above a b) (above b top) {init}) (:goal {goal}))"""


def solved(goal: str, init: str = ""):
    task = read_task(problem(goal, init), read_domain(LIFTS).value).value
    return task, Builtin().solve(task, SearchLimits())


def words(state) -> frozenset[tuple[str, ...]]:
    return frozenset((x.predicate, *x.terms) for x in state)


def test_a_plan_of_ours_is_accepted_and_each_shorter_one_is_refused_with_the_reason():
    _, result = solved("(and (at c top) (at d top) (locked a))")
    plan = [(c.skill.lower(), list(c.arguments)) for c in result.calls]
    checker = read(LIFTS, problem("(and (at c top) (at d top) (locked a))"))
    assert checker.reaches(plan) == ""
    for left_out in range(len(plan)):
        assert checker.reaches(plan[:left_out] + plan[left_out + 1 :]) != ""


@pytest.mark.parametrize(
    ("plan", "why"),
    [
        ([("sink", ["c"])], "step 1, sink c: there is no such action"),
        ([("rise", ["c", "a"])], "step 1, rise c a: there is no such action"),
        ([("rise", ["a", "a", "b"])], "step 1, rise a a b: an argument is of another type, or unknown"),
        ([("rise", ["c", "a", "top"])], "step 1, rise c a top: (above a top) does not hold"),
        ([("lock", ["b"]), ("rise", ["c", "a", "b"])], "step 2, rise c a b: (locked b) holds"),
        ([], "in the end (at c top) does not hold"),
    ],
)
def test_a_plan_that_is_none_is_refused_with_the_step(plan, why):
    assert read(LIFTS, problem("(at c top)")).reaches(plan) == why


def test_a_task_without_a_plan_has_a_certificate_and_whatever_is_taken_from_it_makes_it_none():
    task, result = solved("(at c top)", "(locked b)")
    assert result.status is EngineStatus.UNSOLVABLE_PROVEN
    states = [words(s) for s in closed_states(task, SearchLimits())]
    checker = read(LIFTS, problem("(at c top)", "(locked b)"))
    assert checker.is_never_left(states) == ""
    assert len(states) > 3
    for state in states:
        assert checker.is_never_left([s for s in states if s != state]) != ""


def test_states_with_a_goal_among_them_are_no_certificate():
    task, result = solved("(at c top)")
    assert result.status is EngineStatus.PLAN
    states = [words(s) for s in closed_states(task, SearchLimits())]
    assert read(LIFTS, problem("(at c top)")).is_never_left(states) == "one of them is a goal"


def test_states_are_counted_up_to_the_limit_only():
    task, _ = solved("(at c top)")
    assert closed_states(task, SearchLimits(states=2)) is Status.MEMORY


@given(st.sets(st.sampled_from(["(locked a)", "(locked b)", "(locked top)"])), st.sampled_from(["a", "b", "top"]))
def test_either_a_plan_or_a_certificate_is_accepted(init, floor):
    goal, said = f"(and (at d {floor}) (locked a))", " ".join(sorted(init))
    task, result = solved(goal, said)
    checker = read(LIFTS, problem(goal, said))
    if result.status is EngineStatus.PLAN:
        assert checker.reaches([(c.skill.lower(), list(c.arguments)) for c in result.calls]) == ""
    else:
        assert result.status is EngineStatus.UNSOLVABLE_PROVEN
        assert checker.is_never_left([words(s) for s in closed_states(task, SearchLimits())]) == ""


@pytest.mark.parametrize(
    ("domain", "why"),
    [
        (LIFTS.replace("(locked ?f)))", "(when (locked ?f) (locked ?f))))"), "when is not classical"),
        (LIFTS.replace("(not (= ?from ?to))", "(or (locked ?to))"), "or is not classical"),
        (LIFTS + ")", r"there is a \) too many"),
        (LIFTS[:-3], "a file must be one"),
    ],
)
def test_what_the_checker_does_not_know_it_does_not_judge(domain, why):
    with pytest.raises(DatasetError, match=why):
        read(domain, problem("(at c top)"))


@pytest.fixture
def checkout(tmp_path):
    """The folders of all sets, with tasks of our own."""
    goals = ("(at c top)", "(at d a)", "(at d top", "(at d top)")
    for places in SETS.values():
        for domain, below in places:
            (tmp_path / below).mkdir(parents=True)
            (tmp_path / domain).write_text(LIFTS)
            for number, goal in enumerate(goals):
                (tmp_path / below / f"instance-{number}.pddl").write_text(problem(goal))
    return tmp_path


def test_the_table_counts_what_the_checker_accepts(checkout):
    records = list(run(checkout))
    assert [r.steps for r in records if r.suite == "depots"] == [2, 0, 1, 1]  # a missing ) is mended
    assert not any(r.refused for r in records if "instance-2" not in r.task)
    rows = table(records).splitlines()
    assert len(rows) == 2 + len(SETS)
    (depots,) = (row for row in rows if row.startswith("| depots "))
    assert depots.startswith("| depots | 4 | 2 | 1 | 0 | 1 | 1.5 |")
    assert {r.refused for r in records if "instance-2" in r.task} == {"not read: a file must be one (define ...)"}


def test_the_halves_are_told_apart_by_a_hash_and_are_all_together(checkout):
    halves = [{r.task for r in run(checkout, held_out=held)} for held in (False, True)]
    assert halves[0] | halves[1] == {r.task for r in run(checkout)}
    assert all(is_held_out(task) for task in halves[1]) and not any(is_held_out(task) for task in halves[0])


def test_a_folder_that_is_no_checkout_is_told(tmp_path):
    with pytest.raises(DatasetError, match="must be a checkout"):
        next(run(tmp_path))
