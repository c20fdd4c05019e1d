# SPDX-License-Identifier: Apache-2.0
"""Demands on a user's domain are met by its own actions, or it is said why they cannot be."""

from __future__ import annotations

import pytest

from makedo_core.failure import FailureCause
from makedo_core.goals.goal import AllOf, Holds
from makedo_core.graph.scene_graph import AGENT_ID, Node, NodeKind, Relation, RelationType
from makedo_core.skills import Literal, SkillCall
from planner_node.backends.domains.domain_backend import DomainBackend
from planner_node.engine import Engine
from planner_node.grounding.scene import Scene
from planner_node.language.things import Side
from planner_node.pddl.model import DomainError
from planner_node.proof.backend import Manner
from planner_node.proof.proof import prove
from planner_node.proof.reachability import reachable
from planner_node.proof.search import SearchLimits, Status
from planner_node.strategies.prune.strategy import Pruned
from planner_node.task import PlanningTask
from support.words import Words


@pytest.fixture
def scene(cleaning, ontology, flat) -> Scene:
    return Scene(flat, ontology, backend=DomainBackend(cleaning, flat, ontology))


def proven(scene: Scene, *stages: list[Literal]) -> list[str]:
    proof = prove(scene.backend, stages, SearchLimits(), Manner())
    assert proof.status is Status.SOLVED
    goal = AllOf(tuple(Holds(literal) for literal in stages[-1]))
    validation = scene.backend.validate(proof.calls, goal)
    assert validation.outcome.ok, validation.outcome
    return [str(c) for c in proof.calls]


def test_a_thing_is_carried_to_a_table(scene):
    wanted = scene.backend.placed(Side.ON, scene.graph["table_4"]).bind({"?object": "mop_8"})
    assert proven(scene, [wanted]) == [
        "grab(robot, mop_8, living_room_2)",
        "move(robot, living_room_2, kitchen_1)",
        "put-on(robot, mop_8, table_4, kitchen_1)",
    ]


def test_pruning_plans_for_a_domain_of_ones_own_on_the_whole_scene(cleaning, ontology, flat, words: Words):
    engine = Engine(ontology)
    task = PlanningTask("put the mop on table_4", flat, domain=cleaning)
    result = Pruned(engine).plan(task)
    assert result.plan.calls == engine.plan(task).plan.calls
    words(result.explanation)


def test_floors_are_mopped_with_the_mop_cleaned_in_between(scene):
    floors = [scene.backend.quality("clean", scene.graph[r]) for r in ("kitchen_1", "living_room_2")]
    wanted = [f.bind({"?object": r}) for f, r in zip(floors, ("kitchen_1", "living_room_2"), strict=True)]
    calls = proven(scene, wanted)
    assert [c.split("(")[0] for c in calls].count("mop-floor") == 2
    assert [c.split("(")[0] for c in calls].count("clean-mop") == 1


def test_a_container_is_emptied_before_it_is_pushed(scene):
    calls = proven(scene, [Literal("at", ("cabinet_3", "living_room_2"))])
    assert [c.split("(")[0] for c in calls if c.startswith(("take-out", "push"))] == ["take-out", "take-out", "push"]


def test_a_derived_goal_is_what_it_stands_for(scene):
    calls = proven(scene, [Literal("empty", ("cabinet_3",))])
    assert sum(c.startswith("take-out") for c in calls) == 2


def test_a_problem_knows_what_its_derived_goals_stand_for_whatever_was_asked_since(scene):
    empty = Literal("empty", ("cabinet_3",))
    problem = scene.backend.problem([empty], Manner())
    scene.backend.problem([Literal("washed", ("book_5",))], Manner())
    parts = {problem.literals[n] for n in problem.numbers_of(empty)}
    assert parts == {~Literal("inside", (thing, "cabinet_3")) for thing in ("book_5", "book_6", "cola_can_7")}


def test_how_waste_is_to_be_sorted_cannot_be_said_in_pddl(scene):
    goal = Holds(Literal("is-on", ("mop_8", "table_4")))
    assert scene.backend.task(goal, Manner(sorts=True)) is None
    assert scene.backend.task(goal, Manner()).goal == goal


def test_stages_are_reached_one_after_the_other(scene):
    held, dropped = Literal("is-holding", (AGENT_ID, "book_5")), Literal("at", ("book_5", "living_room_2"))
    calls = proven(scene, [held], [~held, dropped])
    assert calls[-1] == "drop(robot, book_5, living_room_2)"


def test_what_no_action_leads_to_is_hopeless_with_its_reason(scene):
    wanted = Literal("washed", ("book_5",))
    problem = scene.backend.problem([wanted], Manner())
    assert not reachable(problem).issuperset(problem.numbers_of(wanted))
    assert "washing machine" in scene.backend.why(problem, wanted, Manner())
    assert prove(scene.backend, [[wanted]], SearchLimits(), Manner()).status is Status.UNSOLVABLE


def test_a_thing_that_nobody_knows_the_place_of_is_said_so(cleaning, ontology, flat):
    graph = flat.changed(drop=[Relation("mop_8", RelationType.IN, "living_room_2")])
    scene = Scene(graph, ontology, backend=DomainBackend(cleaning, graph, ontology))
    wanted = Literal("at", ("mop_8", "kitchen_1"))
    problem = scene.backend.problem([wanted], Manner())
    assert "nobody knows where mop 8 is" in scene.backend.why(problem, wanted, Manner())


@pytest.mark.parametrize(
    ("call", "cause", "words"),
    [
        (SkillCall("fly", (AGENT_ID,)), FailureCause.UNGROUNDED, "no action 'fly'"),
        (SkillCall("throw-away", (AGENT_ID,)), FailureCause.UNGROUNDED, "takes 2 arguments, got 1"),
        (SkillCall("throw-away", (AGENT_ID, "ghost_1")), FailureCause.UNGROUNDED, "no object 'ghost_1'"),
        (SkillCall("throw-away", (AGENT_ID, "kitchen_1")), FailureCause.UNGROUNDED, "'kitchen_1' is no disposable"),
        (SkillCall("clean-mop", (AGENT_ID, "mop_8")), FailureCause.INVALID_PLAN, "holding mop 8"),
        (SkillCall("move", (AGENT_ID, "living_room_2", "living_room_2")), FailureCause.INVALID_PLAN, "is the same as"),
    ],
)
def test_a_wrong_step_is_named_with_what_fails(scene, call, cause, words):
    validation = scene.backend.validate([call], AllOf(()))
    assert validation.outcome.cause is cause
    assert validation.failing_step == 0
    assert words in validation.outcome.message


def test_a_goal_that_is_missed_is_named(scene):
    validation = scene.backend.validate([], Holds(Literal("is-on", ("mop_8", "table_4"))))
    assert validation.failing_step == -1
    assert validation.reasons == ("mop 8 is not on table 4",)


def test_a_goal_about_what_the_domain_has_no_type_for_is_an_error(scene):
    with pytest.raises(DomainError, match="mop_8"):
        scene.backend.validate([], Holds(Literal("clean-floor", ("mop_8",))))


def test_a_scene_without_a_robot_is_refused(cleaning, ontology, flat):
    with pytest.raises(DomainError, match="robot"):
        DomainBackend(cleaning, flat.changed(remove=[AGENT_ID]), ontology)


@pytest.fixture
def littered(flat):
    peel = Node("banana_peel_9", "banana_peel", NodeKind.OBJECT)
    return flat.changed(put=[peel], add=[Relation("banana_peel_9", RelationType.IN, "kitchen_1")])


def test_what_may_not_be_empty_is_asked_about_before_it_is_thrown_away(cleaning, ontology, littered):
    task = PlanningTask("throw away the rubbish but properly recycle it", littered, domain=cleaning)
    result = Engine(ontology).plan(task)
    assert result.outcome.cause is FailureCause.AMBIGUOUS
    assert result.candidates == ("cola_can_7",) and "cola can 7" in result.outcome.message


def test_with_nobody_to_ask_it_is_left_where_it_is_and_that_is_told(cleaning, ontology, littered, words: Words):
    task = PlanningTask("throw away the rubbish but properly recycle it", littered, domain=cleaning, asks=False)
    result = Engine(ontology).plan(task)
    assert [c.arguments[1] for c in result.plan.calls if c.skill == "throw-away"] == ["banana_peel_9"]
    (change,) = result.plan.relaxations
    assert (change.asked, change.instead) == ("cola can 7", "")
    words(change.reason)
