# SPDX-License-Identifier: Apache-2.0
"""The skill catalogue in PDDL: plans of the engine are plans of the text, for a validator that knows only the text."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from makedo_core.goals.facts import apply, facts
from makedo_core.goals.goal import AllOf, AnyOf, AtLeast, Compare, Exists, ForAll, Holds, InOrder, Not, Variable
from makedo_core.goals.goal import Comparator as Is
from makedo_core.graph.scene_graph import Node, NodeKind, Relation, RelationType
from makedo_core.known_failure import FailureKind, KnownFailure
from makedo_core.skills import SKILLS, Literal, Predicate, SkillCall
from planner_node.pddl.alternatives import without_derived
from planner_node.pddl.model import DomainError, Effect, PddlTask
from planner_node.pddl.names import node_id, pddl_name
from planner_node.pddl.reading.reader import read_domain
from planner_node.pddl.reading.scope import NAME
from planner_node.pddl.reading.tasks import read_task
from planner_node.pddl.simulate import simulate
from planner_node.pddl.skill_domain import ASSET, ITEM, catalogue_domain, catalogue_task, skill_call
from planner_node.pddl.writer import domain_to_pddl, task_to_pddl
from support.words import Words

INSTRUCTIONS = (
    "bring 2 apples to table_2",
    "put the milk in the fridge",
    "put the fork on table_1",
    "bring the bowl to table_3",
    "open the fridge",
    "turn on the lamp",
    "bring a kid snack to table_2",
    "put a book on the sofa and the sponge in the drawer",
)


def on(thing: str, place: str) -> Holds:
    return Holds(Literal(Predicate.ON, (thing, place)))


def test_the_domain_reads_back_as_it_was():
    domain = catalogue_domain()
    reading = read_domain(domain_to_pddl(domain))
    assert (reading.value, reading.notes) == (domain, ())


def test_the_domain_has_every_skill_and_every_predicate():
    domain = catalogue_domain()
    assert set(domain.operators) == set(SKILLS)
    assert set(domain.predicates) == set(Predicate)
    assert list(domain.derived) == [Predicate.CLEAR]
    for name, spec in SKILLS.items():
        assert len(domain.operators[name].parameters) == len(spec.parameters)


def test_elsewhere_becomes_a_quantified_effect():
    operators = catalogue_domain().operators
    away = Effect(Literal("at", ("?elsewhere",), negated=True), variables=(Variable("?elsewhere", ASSET),))
    assert operators["go_to"].effects == (away, Effect(Literal("at", ("?asset",))))
    assert [e.variables for e in operators["pick_up"].effects[:2]] == [(Variable("?elsewhere", "object"),)] * 2


def test_a_task_reads_back_as_it_was(home):
    task = catalogue_task(home, AllOf((on("apple_1", "table_2"), Not(Holds(Literal(Predicate.OPEN, ("fridge_1",)))))))
    read = read_task(task_to_pddl(task), read_domain(domain_to_pddl(task.domain)).value).value
    assert (read.objects, read.initial) == (task.objects, task.initial)
    assert read.goal == AllOf((on("apple_1", "table_2"), Holds(~Literal("open", ("fridge_1",)))))


def test_a_task_has_the_facts_of_the_graph(home):
    task = catalogue_task(home, AllOf(()))
    assert task.initial == {f for f in facts(home) if f.predicate is not Predicate.CLEAR}
    kinds = {v.name: v.type for v in task.objects}
    assert kinds["fridge_1"] == ASSET
    assert kinds["apple_1"] == ITEM
    assert "kitchen" not in kinds


def test_known_failures_count(home):
    stuck = KnownFailure(FailureKind.STUCK, "fridge_1")
    openable = Literal("openable", ("fridge_1",))
    assert openable in catalogue_task(home, AllOf(())).initial
    assert openable not in catalogue_task(home, AllOf(()), [stuck]).initial


def test_clear_follows_from_what_rests_where(world):
    graph = world("bowl_1 on table_1", "apple_1 on bowl_1")
    calls = {"bowl_1": False, "apple_1": True}
    for thing, possible in calls.items():
        task = catalogue_task(graph, Holds(Literal(Predicate.HOLDING, (thing,))))
        plan = [SkillCall("go_to", ("table_1",)), SkillCall("pick_up", (thing, "table_1"))]
        assert simulate(task, plan).outcome.ok is possible


def test_a_restricted_task_keeps_what_decides_about_it(world):
    graph = world("bowl_1 on table_1", "apple_1 on bowl_1", "fork_1 inside drawer_1", "cup_1 on table_1")
    task = catalogue_task(graph, on("bowl_1", "table_2"), only=["shelf_1"])
    assert {v.name for v in task.objects} == {"shelf_1", "bowl_1", "table_1", "table_2", "apple_1"}
    assert task.initial == {
        f for f in catalogue_task(graph, AllOf(())).initial if set(f.terms) <= {v.name for v in task.objects}
    }


def test_what_rests_on_an_asset_matters_if_the_asset_is_to_be_clear(world):
    graph = world("bowl_1 on table_1", "cup_1 on table_1")
    for goal, things in ((Holds(Literal(Predicate.CLEAR, ("table_1",))), {"bowl_1", "cup_1"}), (AllOf(()), set())):
        task = catalogue_task(graph, goal, only=["table_1"])
        assert {v.name for v in task.objects if v.type == ITEM} == things
        assert simulate(task, []).outcome.ok is not bool(things)


def test_a_restricted_task_refuses_a_goal_that_quantifies(world, words: Words):
    goal = ForAll((Variable("?x", ITEM),), on("?x", "table_1"))
    for wrapped in (goal, Not(goal), AllOf((AnyOf((goal,)),)), Exists((Variable("?y", ITEM),), AllOf(()))):
        with pytest.raises(DomainError) as raised:
            catalogue_task(world("cup_1 on table_2"), wrapped, only=["table_1"])
        words(str(raised.value))
    assert catalogue_task(world("cup_1 on table_2"), goal).goal == goal


@pytest.mark.parametrize(
    ("goal", "words"),
    [
        (on("unicorn_1", "table_1"), "the goal names unicorn_1; the graph has no such"),
        (on("cup_1", "kitchen"), "the goal names kitchen"),
        (Holds(Literal("polished", ("cup_1",))), "unknown predicate 'polished'; known are at, on"),
        (Holds(Literal(Predicate.ON, ("cup_1",))), r"on takes 2 terms: \(on \?thing - item \?place - object\)"),
    ],
)
def test_a_goal_that_means_nothing_in_the_scene_is_refused(world, goal, words):
    with pytest.raises(DomainError, match=words):
        catalogue_task(world("cup_1 on table_2"), goal)


def test_ids_that_are_no_names_are_escaped_everywhere(world):
    graph = world("cup_1 on table_1")
    drink = Node("7up Can", "can", NodeKind.OBJECT, size=(0.05, 0.05, 0.1), confidence=0.9)
    graph = graph.changed(put=[drink], add=[Relation("7up Can", RelationType.ON, "table_1")])
    literal = Literal(Predicate.ON, ("?object", "table_2"))
    goal = AllOf((InOrder((on("7up Can", "table_2"),)), AtLeast(1, ("7up Can", "cup_1"), literal)))
    goal = AllOf((*goal.parts, AnyOf((Compare("level", ("7up Can",), Is.LESS, 1.0),))))
    task = catalogue_task(graph, goal)
    name = pddl_name("7up Can")
    assert name == "id--7up-20--43-an"
    assert Literal(Predicate.ON, (name, "table_1")) in task.initial
    assert str(task.goal).count(name) == 3
    assert skill_call("PICK_UP", (name.upper(), "table_1")) == SkillCall("pick_up", ("7up Can", "table_1"))


@given(st.text(min_size=1, max_size=20), st.text(min_size=1, max_size=20))
def test_names_can_be_turned_back(one, other):
    for text in (one, pddl_name(one)):
        assert NAME.fullmatch(pddl_name(text))
        assert node_id(pddl_name(text)) == node_id(pddl_name(text).upper()) == text
    assert (pddl_name(one).lower() == pddl_name(other).lower()) is (one == other)


def test_ids_that_are_names_stay():
    for text in ("apple_1", "washing-machine", "a"):
        assert pddl_name(text) == node_id(text) == text


# --- a validator that knows the text only


@pytest.fixture(scope="module")
def validator():
    """Whether unified-planning takes calls as a plan of what was written for a task."""
    planning = pytest.importorskip("unified_planning.shortcuts")
    reader = pytest.importorskip("unified_planning.io").PDDLReader
    plans = pytest.importorskip("unified_planning.plans")
    environment = pytest.importorskip("unified_planning.environment").get_environment()
    environment.credits_stream, credits_stream = None, environment.credits_stream
    environment.error_used_name, strict = False, environment.error_used_name  # "open" is a skill and a predicate

    def valid(task: PddlTask, calls) -> bool:
        problem = reader().parse_problem_string(domain_to_pddl(task.domain), task_to_pddl(task))
        steps = [
            plans.ActionInstance(
                problem.action(call.skill),
                tuple(environment.expression_manager.ObjectExp(problem.object(pddl_name(a))) for a in call.arguments),
            )
            for call in calls
        ]
        plan = plans.SequentialPlan(steps)
        with planning.PlanValidator(problem_kind=problem.kind, plan_kind=plan.kind) as check:
            return bool(check.validate(problem, plan))

    yield valid
    environment.credits_stream, environment.error_used_name = credits_stream, strict


def _plain(task: PddlTask) -> PddlTask:
    """The task with derived predicates written out, which unified-planning does not know."""
    domain = task.domain
    operators = {
        name: replace(operator, precondition=without_derived(operator.precondition, domain))
        for name, operator in domain.operators.items()
    }
    predicates = {name: symbol for name, symbol in domain.predicates.items() if name not in domain.derived}
    goal = without_derived(task.goal, domain)
    return replace(task, domain=replace(domain, operators=operators, predicates=predicates, derived={}), goal=goal)


@pytest.mark.parametrize("instruction", INSTRUCTIONS)
@pytest.mark.slow
def test_a_plan_of_the_engine_is_a_plan_of_the_text(plan, home, validator, instruction):
    found = plan(instruction, home)
    assert found.outcome.ok, found.outcome.message
    calls = found.plan.calls
    named = {a for call in calls for a in call.arguments}
    task = _plain(catalogue_task(home, found.plan.goal, only=named))
    assert validator(task, calls)
    assert not validator(task, calls[1:])


def test_a_plan_that_moves_a_covered_thing_is_no_plan_of_the_text(world, validator):
    graph = world("bowl_1 on table_1", "apple_1 on bowl_1")
    for thing, possible in (("bowl_1", False), ("apple_1", True)):
        calls = [SkillCall("go_to", ("table_1",)), SkillCall("pick_up", (thing, "table_1"))]
        task = _plain(catalogue_task(graph, Holds(Literal(Predicate.HOLDING, (thing,)))))
        assert validator(task, calls) is possible


@pytest.mark.parametrize("instruction", INSTRUCTIONS)
def test_the_task_goes_on_as_the_catalogue_says(plan, home, instruction):
    calls = plan(instruction, home).plan.calls
    states = simulate(catalogue_task(home, AllOf(())), calls).states
    expected = facts(home)
    for call, state in zip(calls, states[1:], strict=True):
        expected = apply(call, expected)
        assert state == {f for f in expected if f.predicate is not Predicate.CLEAR}
