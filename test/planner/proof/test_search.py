# SPDX-License-Identifier: Apache-2.0
"""Problem, reachability, search, order and validation on small worlds."""

from __future__ import annotations

import time

import pytest

from makedo_core.failure import FailureCause
from makedo_core.goals.goal import AllOf, AtLeast, Holds, InOrder
from makedo_core.graph.scene_graph import Relation, RelationType
from makedo_core.known_failure import FailureKind, KnownFailure
from makedo_core.skills import Literal, Predicate, SkillCall
from planner_node.backends.catalogue import Catalogue
from planner_node.proof.backend import Manner
from planner_node.proof.order import best_order
from planner_node.proof.problem import make_problem
from planner_node.proof.proof import prove
from planner_node.proof.reachability import reachable, why_hopeless
from planner_node.proof.search import SearchLimits, SearchResult, Status, search, search_in_order, without_detours
from planner_node.proof.validate import validate


def on(thing: str, place: str) -> Literal:
    return Literal(Predicate.ON, (thing, place))


def inside(thing: str, place: str) -> Literal:
    return Literal(Predicate.INSIDE, (thing, place))


@pytest.mark.parametrize(
    ("literal", "failures", "locked", "reason"),
    [
        (on("fork_1", "table_1"), [], ["drawer_1"], "drawer 1 is locked"),
        (on("fork_1", "table_1"), ["stuck drawer_1"], [], "I found no way to open or close drawer 1"),
        (on("fork_1", "table_1"), ["unreachable fork_1"], [], "I found no way to take fork 1"),
        (on("fork_1", "table_1"), ["missing fork_1"], [], "nobody knows where fork 1 is"),
        (on("fork_1", "table_1"), ["blocked table_1"], [], "I found no way to drive to table 1"),
        (on("fork_1", "table_1"), ["full table_1"], [], "I found no way to put something on table 1"),
        (on("fork_1", "table_1"), ["full_on table_1"], [], "I found no way to put something on table 1"),
        (on("fork_1", "table_1"), ["too_wide fork_1"], [], "fork 1 cannot be grasped"),
        (inside("fork_1", "table_1"), [], [], "nothing can be put inside table 1"),
        (inside("fork_1", "table_1"), ["full_on table_1"], [], "nothing can be put inside table 1"),
        (Literal(Predicate.OPEN, ("table_1",)), [], [], "table 1 cannot be opened or closed"),
        (Literal(Predicate.SWITCHED_ON, ("table_1",)), [], [], "table 1 cannot be switched"),
    ],
)
def test_a_hopeless_goal_is_named_with_its_deepest_cause(world, literal, failures, locked, reason):
    graph = world("fork_1 inside drawer_1", locked=locked)
    problem = make_problem(graph, [literal], tuple(map(KnownFailure.parse, failures)))
    assert problem.numbers[literal] not in reachable(problem)
    assert why_hopeless(problem, literal) == reason


def test_what_can_be_reached_is_reached(world):
    literal = on("fork_1", "table_1")
    problem = make_problem(world("fork_1 inside drawer_1"), [literal])
    assert problem.numbers[literal] in reachable(problem)


def test_two_things_cannot_be_held_and_that_is_proven(world):
    graph = world("pen_1 on table_1", "key_1 on table_1")
    wanted = [Literal(Predicate.HOLDING, ("pen_1",)), Literal(Predicate.HOLDING, ("key_1",))]
    assert prove(Catalogue(graph), [wanted], SearchLimits(), Manner()).status is Status.UNSOLVABLE


def test_limits_are_told_apart(world):
    graph = world("fork_1 inside drawer_1")
    problem = make_problem(graph, [on("fork_1", "table_1")])
    goal = problem.goal([on("fork_1", "table_1")])
    assert search(problem, goal, SearchLimits(deadline_s=time.monotonic() - 1)).status is Status.TIMEOUT
    assert search(problem, goal, SearchLimits(states=1)).status is Status.MEMORY
    assert search(problem, goal, SearchLimits(cancelled=lambda: True)).status is Status.CANCELED
    assert search(problem, goal, SearchLimits()).status is Status.SOLVED


def test_goals_that_hold_need_no_plan(world):
    proof = prove(Catalogue(world("key_1 on table_1")), [[on("key_1", "table_1")]], SearchLimits(), Manner())
    assert (proof.status, proof.calls) == (Status.SOLVED, ())


def test_one_goal_after_the_other_keeps_what_was_reached(world):
    wanted = [inside("key_1", "drawer_1"), inside("pen_1", "drawer_1")]
    graph = world("key_1 on table_1", "pen_1 on counter_1")
    problem = make_problem(graph, wanted)
    found = search_in_order(problem, [problem.numbers[w] for w in wanted], SearchLimits())
    assert found.status is Status.SOLVED
    assert [o.call.skill for o in found.instances].count("open") == 1


def test_detours_are_left_out(world):
    wanted = on("key_1", "table_2")
    graph = world("key_1 on table_1")
    problem = make_problem(graph, [wanted, on("key_1", "table_3")])
    by_call = {str(o.call): o for o in problem.instances}
    names = [
        "go_to(table_3)",
        "go_to(table_1)",
        "pick_up(key_1, table_1)",
        "go_to(table_3)",
        "go_to(table_2)",
        "put_on(key_1, table_2)",
    ]
    kept = without_detours(problem, [by_call[n] for n in names], problem.goal([wanted]))
    assert [str(o.call) for o in kept] == [names[1], names[2], names[4], names[5]]


def test_the_order_of_goals_shortens_the_drive(world):
    graph = world("key_1 on table_1", "pen_1 on table_3")
    first = best_order([on("pen_1", "table_2"), on("key_1", "table_2")], graph)
    assert [x.terms[0] for x in first] == ["key_1", "pen_1"]  # the robot stands nearer to table_1


def test_what_is_held_at_the_end_comes_last(world):
    graph = world("key_1 on table_1", "pen_1 on table_3")
    holding = Literal(Predicate.HOLDING, ("key_1",))
    assert best_order([holding, on("pen_1", "table_2")], graph)[-1] == holding


def test_ten_goals_among_many_things_take_well_under_a_second(world):
    things = [f"book_{i} on table_{1 + i % 3}" for i in range(300)]
    graph = world(*things)
    wanted = [on(f"book_{i}", "shelf_1") for i in range(10)]
    begun = time.process_time()
    proof = prove(Catalogue(graph), [wanted], SearchLimits(), Manner())
    assert proof.status is Status.SOLVED
    assert len(proof.calls) == 40
    assert time.process_time() - begun < 1.0


GOAL = AtLeast(1, ("key_1",), Literal(Predicate.ON, ("?object", "table_2")))
PLAN = (
    SkillCall("go_to", ("table_1",)),
    SkillCall("pick_up", ("key_1", "table_1")),
    SkillCall("go_to", ("table_2",)),
    SkillCall("put_on", ("key_1", "table_2")),
)


def test_a_good_plan_is_valid(world):
    assert validate(PLAN, GOAL, world("key_1 on table_1")).outcome.ok


@pytest.mark.parametrize(
    ("calls", "cause", "step", "reason"),
    [
        (PLAN[1:], FailureCause.INVALID_PLAN, 0, "the robot is not at table 1"),
        (PLAN[:2] + PLAN[3:], FailureCause.INVALID_PLAN, 2, "the robot is not at table 2"),
        (PLAN[:3], FailureCause.INVALID_PLAN, -1, "key 1 is not on table 2"),
        ((SkillCall("fly", ()),), FailureCause.UNGROUNDED, 0, "there is no skill 'fly'"),
        ((SkillCall("go_to", ()),), FailureCause.UNGROUNDED, 0, "go_to takes 1 arguments"),
        ((SkillCall("go_to", ("table_9",)),), FailureCause.UNGROUNDED, 0, "no node 'table_9'"),
        ((SkillCall("go_to", ("key_1",)),), FailureCause.UNGROUNDED, 0, "asset is needed"),
    ],
)
def test_a_bad_plan_is_refused_with_step_and_reason(world, calls, cause, step, reason):
    validation = validate(calls, GOAL, world("key_1 on table_1"))
    assert validation.outcome.cause is cause
    assert validation.failing_step == step
    assert any(reason in told for told in (*validation.reasons, validation.outcome.message))


def test_every_failing_literal_and_conjunct_is_named(world):
    graph = world("key_1 on table_1").with_placement(Relation("key_1", RelationType.HELD_BY, "robot"))
    validation = validate((SkillCall("open", ("drawer_1",)),), GOAL, graph)
    assert validation.reasons == ("the robot is not at drawer 1", "the robot's hand is not empty")
    goal = AllOf((GOAL, Holds(Literal(Predicate.OPEN, ("drawer_1",)))))
    assert len(validate((), goal, graph).reasons) == 2


def test_a_goal_about_unknown_things_is_invalid(world):
    goal = Holds(Literal(Predicate.OPEN, ("gate_1",)))
    assert validate((), goal, world()).outcome.cause is FailureCause.INVALID_GOAL


def test_known_failures_count_in_validation(world):
    failure = KnownFailure(FailureKind.BLOCKED, "table_2")
    assert validate(PLAN, GOAL, world("key_1 on table_1"), [failure]).failing_step == 2


def test_a_high_pile_is_no_proof_that_there_is_no_plan(world):
    from planner_node.proof.search import Heuristic

    problem = make_problem(world("key_1 on table_1"), [on("key_1", "table_2")])
    estimate = Heuristic(problem).estimate(problem.initial, problem.goal([on("key_1", "table_2")]))
    assert estimate is not None and estimate.distance > 0


def test_a_plan_that_leaves_out_what_comes_first_is_not_valid(world):
    graph = world("apple_1 on counter_1", "bread_1 on counter_1")
    first, then = Holds(on("apple_1", "table_2")), Holds(on("bread_1", "table_2"))
    one = [SkillCall("go_to", ("counter_1",)), SkillCall("pick_up", ("bread_1", "counter_1"))]
    one += [SkillCall("go_to", ("table_2",)), SkillCall("put_on", ("bread_1", "table_2"))]
    other = [SkillCall(c.skill, tuple(a.replace("bread", "apple") for a in c.arguments)) for c in one]
    assert validate([*other, *one], InOrder((first, then)), graph).outcome.ok
    assert validate([*one, *other], InOrder((first, then)), graph).outcome.ok, "what came too early still holds"
    assert validate(one, InOrder((first, then)), graph).reasons == ("the parts were not reached in their order",)


def test_clear_is_wanted_as_the_absence_of_each_thing_that_rests_there_now(world):
    clear = Literal(Predicate.CLEAR, ("table_1",))
    problem = make_problem(world("key_1 on table_1", "pen_1 on table_1", "fork_1 on table_2"), [clear])
    gone = {problem.literals[n] for n in problem.numbers_of(clear)}
    assert gone == {~on("key_1", "table_1"), ~on("pen_1", "table_1")}
    assert problem.goal([clear]) == frozenset(problem.numbers_of(clear))
    assert make_problem(world(), [clear]).numbers_of(clear) == ()  # nothing rests there: nothing is to be done


def test_any_other_literal_is_the_fact_itself(world):
    wanted = on("key_1", "table_2")
    problem = make_problem(world("key_1 on table_1"), [wanted])
    assert problem.numbers_of(wanted) == (problem.numbers[wanted],)


@pytest.mark.parametrize("status", [Status.TIMEOUT, Status.CANCELED, Status.MEMORY, Status.OPEN])
def test_a_search_that_ends_early_proves_nothing_and_no_wider_one_is_begun(world, status):
    asked = []

    def reach(problem, goals, limits):
        asked.append(problem)
        return SearchResult(status, states=3)

    proof = prove(
        Catalogue(world("cup_1 on table_1")), [[on("cup_1", "table_2")]], SearchLimits(), Manner(), reach=reach
    )
    assert (proof.status, proof.calls, proof.states, len(asked)) == (status, (), 3, 1)


def test_only_what_no_wider_search_finds_either_is_unsolvable(world):
    answers = iter([SearchResult(Status.UNSOLVABLE, states=1), SearchResult(Status.TIMEOUT, states=2)])
    goal = [[on("cup_1", "table_2")]]
    proof = prove(Catalogue(world("cup_1 on table_1")), goal, SearchLimits(), Manner(), reach=lambda *_: next(answers))
    assert (proof.status, proof.states) == (Status.TIMEOUT, 3)
