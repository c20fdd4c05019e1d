# SPDX-License-Identifier: Apache-2.0
"""The bridge to unified-planning, both ways, and our search as its engine."""

from __future__ import annotations

import io
import subprocess
import sys
from dataclasses import dataclass, replace
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from makedo_core.goal import (
    AllOf,
    AnyOf,
    AtLeast,
    Comparator,
    Exists,
    ForAll,
    Goal,
    Holds,
    InOrder,
    Not,
    Variable,
    satisfied,
)
from makedo_core.plan import SkillCall
from makedo_core.skills import Literal
from planner_node.engines.builtin import Builtin
from planner_node.engines.outcome import EngineResult, EngineStatus
from planner_node.pddl.model import Action, Change, Derived, Domain, DomainError, Effect, NumericEffect, Symbol, Task
from planner_node.pddl.simulate import simulate
from planner_node.search import Limits

pytest.importorskip("unified_planning")

from unified_planning.engines import PlanGenerationResultStatus as UnifiedStatus
from unified_planning.environment import Environment, get_environment
from unified_planning.exceptions import UPNoRequestedEngineAvailableException, UPUsageError
from unified_planning.model import Fluent, InstantaneousAction, Problem
from unified_planning.model.fnode import FNode

from planner_node.engines.unified import (
    ENGINE_NAME,
    MakedoEngine,
    from_unified,
    register,
    to_unified,
    validate_with_unified,
)


def test_the_library_is_imported_only_where_it_is_wanted():
    code = """
import sys
import planner_node.engines.chain, planner_node.engines.builtin, planner_node.engines.enhsp
import planner_node.engines.fast_downward, planner_node.engines.unified_reading, planner_node.engines.unified_conditions
planner_node.engines.fast_downward.find_installation(), planner_node.engines.enhsp.find_installation()
print([m for m in sys.modules if m.split(".")[0] in ("unified_planning", "up_fast_downward", "up_enhsp")])
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def facts_after(problem: Problem, calls: list[SkillCall]) -> set[str]:
    """What unified-planning's simulator says is true after some calls."""
    simulator = problem.environment.factory.SequentialSimulator(problem)
    state = simulator.get_initial_state()
    for call in calls:
        objects = tuple(problem.object(a) for a in call.arguments)
        state = simulator.apply(state, problem.action(call.skill), objects)
        assert state is not None
    return {str(f) for f in problem.initial_values if f.type.is_bool_type() and state.get_value(f).is_true()}


def test_a_task_says_the_same_as_a_problem(tasks):
    task = tasks.home(tasks.holds("on cup shelf"))
    problem = to_unified(task)
    assert {a.name for a in problem.actions} == {"go_to", "pick_up", "put_on"}
    assert {o.name: o.type.name for o in problem.all_objects}["shelf"] == "shelf_kind"
    assert problem.user_type("shelf_kind").father.name == "asset"
    calls = [SkillCall("go_to", ("table_1",)), SkillCall("pick_up", ("cup", "table_1"))]
    expected = {"at(table_1)", "holding(cup)", "on(Pen, table_1)", "locked(safe)"}
    assert facts_after(problem, calls) == expected


@pytest.mark.parametrize(
    "goal",
    [
        lambda t: t.holds("on cup shelf", "not at shelf"),
        lambda t: t.holds("clear table_1"),
        lambda t: AnyOf((t.holds("at safe"), t.holds("on Pen shelf"))),
        lambda t: AtLeast(2, ("cup", "Pen"), Literal("on", ("?object", "shelf"))),
        lambda t: Exists((Variable("?x", "item"),), Holds(Literal("holding", ("?x",)))),
        lambda t: ForAll((Variable("?x", "item"),), Not(Holds(Literal("on", ("?x", "table_1"))))),
        lambda t: Exists((), t.holds("at shelf")),
        lambda t: AllOf((AnyOf((AllOf(()), AnyOf(()))), t.holds("at shelf"))),
    ],
)
def test_plans_for_goals_of_every_form_are_valid_for_both(tasks, goal):
    task = tasks.home(goal(tasks))
    plan = Builtin().solve(task, Limits()).calls
    assert plan
    assert simulate(task, plan).outcome.ok
    assert validate_with_unified(task, plan) == ()
    assert not simulate(task, plan[:-1]).outcome.ok
    assert validate_with_unified(task, plan[:-1]) != ()


def test_what_is_wrong_with_a_plan_is_told(tasks):
    task = tasks.home(tasks.holds("on cup shelf"))
    (inapplicable,) = validate_with_unified(task, [SkillCall("pick_up", ("cup", "table_1"))])
    assert "at(table_1)" in inapplicable
    (unreached,) = validate_with_unified(task, [])
    assert "on(cup, shelf)" in unreached


def test_every_wrong_name_of_a_plan_is_told(tasks):
    calls = [SkillCall("fly", ()), SkillCall("go_to", ("moon",)), SkillCall("go_to", ("cup",)), SkillCall("go_to", ())]
    wrong = validate_with_unified(tasks.home(tasks.holds()), calls)
    assert [w.split(",")[0] for w in wrong] == ["Step 1", "Step 2", "Step 3", "Step 4"]


@pytest.mark.parametrize(("comparator", "poured"), [("<", 0), ("<=", 0), ("=", 3), (">=", 3), (">", 4)])
def test_numbers_are_counted_alike(tasks, comparator, poured):
    task = tasks.pouring(tasks.level("c1", Comparator(comparator), 3.0))
    for count in range(6):
        calls = [SkillCall("hold", ("c1",)), *[SkillCall("pour", ("c1",))] * count]
        assert (validate_with_unified(task, calls) == ()) is simulate(task, calls).outcome.ok
    calls = [SkillCall("hold", ("c1",)), *[SkillCall("pour", ("c1",))] * poured]
    assert simulate(task, calls).outcome.ok


@pytest.mark.parametrize("change", Change)
def test_numbers_change_alike(tasks, change):
    task = tasks.pouring(AllOf(()))
    action = Action("shift", (), AllOf(()), (), (NumericEffect(change, "level", ("c2",), 0.1),))
    task = replace(task, domain=replace(task.domain, actions={"shift": action}))
    calls = [SkillCall("shift", ())] * 3
    value = {Change.ASSIGN: 0.1, Change.INCREASE: 2.3, Change.DECREASE: 1.7}[change]
    for wanted, holds in ((value, True), (value + 0.05, False)):
        asked = replace(task, goal=tasks.level("c2", Comparator.EQUAL, round(wanted, 2)))
        assert (validate_with_unified(asked, calls) == ()) is holds


def test_a_number_that_is_none_is_refused(tasks):
    with pytest.raises(DomainError, match="finite"):
        to_unified(tasks.pouring(tasks.level("c1", Comparator.LESS, float("inf"))))


def test_names_that_are_taken_get_a_number():
    """A problem of unified-planning has no two things of one name; domains call an action and a fact "open"."""
    door = Variable("?d", "door")
    action = Action("open", (door,), AllOf(()), (Effect(Literal("open", ("?d",))),))
    domain = Domain("doors", {"door": "object"}, {"open": Symbol("open", (door,))}, {"open": action})
    goal = Holds(Literal("open", ("door",)))
    task = Task("doors", domain, (Variable("door", "door"),), frozenset(), goal)
    problem = to_unified(task)
    assert [f.name for f in problem.fluents] == ["open_2"]
    assert [t.name for t in problem.user_types] == ["door_2"]
    assert validate_with_unified(task, [SkillCall("open", ("door",))]) == ()


def test_the_type_above_all_is_there_where_it_is_used(tasks):
    task = tasks.home(AllOf(()))
    assert not to_unified(task).has_type("object")
    seen = Symbol("seen", (Variable("?x", "object"),))
    domain = replace(task.domain, predicates={**task.domain.predicates, "seen": seen})
    problem = to_unified(replace(task, domain=domain, initial=frozenset({Literal("seen", ("cup",))})))
    assert problem.user_type("asset").father.name == "object"
    assert facts_after(problem, []) == {"seen(cup)"}


def test_costs_become_a_metric(tasks):
    task = tasks.home(AllOf(()))
    assert to_unified(task).quality_metrics == []
    costly = {n: replace(a, cost=2.5 if n == "go_to" else 1.0) for n, a in task.domain.actions.items()}
    problem = to_unified(replace(task, domain=replace(task.domain, actions=costly)))
    (metric,) = problem.quality_metrics
    assert float(metric.get_action_cost(problem.action("go_to")).constant_value()) == 2.5


def test_what_becomes_true_and_false_at_once_is_true():
    f, t = Variable("?f", "place"), Variable("?t", "place")
    effects = (Effect(Literal("in", ("?t",))), Effect(Literal("in", ("?f",), negated=True)))
    move = Action("move", (f, t), AllOf(()), effects)
    domain = Domain("moving", {"place": "object"}, {"in": Symbol("in", (f,))}, {"move": move})
    goal = Holds(Literal("in", ("here",)))
    task = Task("stay", domain, (Variable("here", "place"),), frozenset(), goal)
    calls = [SkillCall("move", ("here", "here"))]
    assert simulate(task, calls).outcome.ok
    assert validate_with_unified(task, calls) == ()


@pytest.mark.parametrize(
    ("goal", "reason"),
    [
        (Holds(Literal("under", ("cup",))), "'under' is not declared"),
        (Holds(Literal("at", ())), "at takes 1 terms"),
        (Holds(Literal("at", ("moon",))), "'moon' is neither"),
        (InOrder((AllOf(()),)), "InOrder"),
        (Exists((Variable("?x", "animal"),), AllOf(())), "'animal'"),
    ],
)
def test_what_a_problem_cannot_say_is_told(tasks, goal, reason):
    with pytest.raises(DomainError, match=reason):
        to_unified(tasks.home(goal))


def test_a_predicate_that_defines_itself_is_refused(tasks):
    task = tasks.home(AllOf(()))
    rule = Derived(Symbol("odd", ()), Not(Holds(Literal("odd"))))
    domain = replace(task.domain, derived={"odd": rule})
    with pytest.raises(DomainError, match="defined by itself"):
        to_unified(replace(task, domain=domain, goal=Holds(Literal("odd"))))


def truth(node: FNode, true: set[str]) -> bool:
    """The truth of an expression of And, Or, Not and propositions."""
    if node.is_bool_constant():
        return node.is_true()
    if node.is_fluent_exp():
        return str(node) in true
    values = [truth(argument, true) for argument in node.args]
    return not values[0] if node.is_not() else all(values) if node.is_and() else any(values)


@given(st.integers(-1, 5), st.integers(0, 4))
@settings(deadline=None, max_examples=30)
def test_a_count_is_true_exactly_where_enough_are(count, size):
    objects = tuple(f"o{n}" for n in range(size))
    x = Variable("?x", "thing")
    domain = Domain("counting", {"thing": "object"}, {"p": Symbol("p", (x,))}, {})
    goal = AtLeast(count, objects, Literal("p", ("?object",)))
    task = Task("counting", domain, tuple(Variable(o, "thing") for o in objects), frozenset(), goal)
    goals = to_unified(task).goals
    for chosen in (c for n in range(size + 1) for c in combinations(objects, n)):
        facts = {Literal("p", (o,)) for o in chosen}
        assert all(truth(g, {f"p({o})" for o in chosen}) for g in goals) is satisfied(goal, facts)


names = st.sampled_from(["cup", "Pen"])
places = st.sampled_from(["table_1", "shelf", "safe"])
leaves = st.one_of(
    st.builds(lambda i, a, no: Holds(Literal("on", (i, a), no)), names, places, st.booleans()),
    st.builds(lambda a, no: Holds(Literal("at", (a,), no)), places, st.booleans()),
    st.builds(lambda i: Holds(Literal("holding", (i,))), names),
    st.builds(lambda a, b: Holds(Literal("=", (a, b))), places, places),
)
goals = st.recursive(
    leaves,
    lambda inner: st.one_of(
        st.builds(Not, inner),
        st.builds(lambda parts: AllOf(tuple(parts)), st.lists(inner, max_size=2)),
        st.builds(lambda parts: AnyOf(tuple(parts)), st.lists(inner, max_size=2)),
    ),
    max_leaves=4,
)


@given(goals)
@settings(deadline=None, max_examples=25)
def test_a_task_survives_the_way_there_and_back(tasks, goal: Goal):
    task = tasks.home(goal)
    back = from_unified(to_unified(task))
    assert back.initial == task.initial
    assert {v.name: v.type for v in back.objects} == {v.name: v.type for v in task.objects}
    assert back.domain.types == task.domain.types
    first, second = Builtin().solve(task, Limits()), Builtin().solve(back, Limits())
    assert first.status is second.status
    assert simulate(task, second.calls).outcome.ok is (second.status is EngineStatus.PLAN)
    assert simulate(back, first.calls).outcome.ok is (first.status is EngineStatus.PLAN)


def test_numbers_survive_the_way_there_and_back(tasks):
    task = tasks.pouring(AllOf((tasks.level("c1", Comparator.MORE, 0.5), tasks.level("c2", Comparator.LESS, 3.0))))
    back = from_unified(to_unified(task))
    assert back.values == task.values
    assert back.domain.actions["pour"].numeric == task.domain.actions["pour"].numeric
    calls = [SkillCall("hold", ("c1",)), SkillCall("pour", ("c1",))]
    assert simulate(back, calls).outcome.ok
    assert not simulate(back, calls[:-1]).outcome.ok


@pytest.fixture
def lamp():
    """A problem with one lamp and what may be added to it."""
    environment = get_environment()
    manager = environment.expression_manager
    problem = Problem("lamp", environment)
    on = Fluent("on", environment=environment)
    problem.add_fluent(on, default_initial_value=False)
    press = InstantaneousAction("press", _env=environment)
    press.add_effect(on, True)
    problem.add_action(press)
    return problem, on, press, manager


def test_implications_and_equivalences_are_read(lamp):
    problem, on, _, manager = lamp
    problem.add_goal(manager.And(manager.Implies(True, on), manager.Iff(on, True)))
    task = from_unified(problem)
    assert [c.skill for c in Builtin().solve(task, Limits()).calls] == ["press"]


def test_what_is_true_by_default_is_true(lamp):
    problem, *_ = lamp
    ready = Fluent("ready", environment=problem.environment)
    problem.add_fluent(ready, default_initial_value=True)
    assert from_unified(problem).initial == {Literal("ready")}


@pytest.mark.parametrize("lit", [True, False])
def test_the_assignment_of_a_fluent_copies_its_truth(lamp, lit):
    problem, on, *_ = lamp
    other = Fluent("other", environment=problem.environment)
    problem.add_fluent(other, default_initial_value=lit)
    problem.set_initial_value(on, not lit)
    copy = InstantaneousAction("copy", _env=problem.environment)
    copy.add_effect(on, other)
    problem.add_action(copy)
    run = simulate(from_unified(problem), [SkillCall("copy", ())])
    assert (Literal("on") in run.states[-1]) is lit


def with_object_fluent(problem, manager):
    place = problem.environment.type_manager.UserType("place")
    problem.add_fluent(Fluent("where", place, environment=problem.environment))


def with_trajectory_constraint(problem, manager):
    problem.add_trajectory_constraint(manager.Sometime(problem.fluent("on")))


def with_timed_goal(problem, manager):
    from unified_planning.model import GlobalEndTiming, TimePointInterval

    problem.add_timed_goal(TimePointInterval(GlobalEndTiming()), problem.fluent("on"))


def with_assignment_of_an_object(problem, manager):
    place = problem.environment.type_manager.UserType("place")
    where = Fluent("where", place, environment=problem.environment)
    problem.add_fluent(where)
    here = problem.add_object("here", place)
    action = InstantaneousAction("go", _env=problem.environment)
    action.add_effect(where, here)
    problem.add_action(action)


def with_number_from_a_fluent(problem, manager):
    number = Fluent("number", problem.environment.type_manager.IntType(), environment=problem.environment)
    problem.add_fluent(number, default_initial_value=0)
    action = InstantaneousAction("double", _env=problem.environment)
    action.add_increase_effect(number, number)
    problem.add_action(action)


def with_two_numbers_compared(problem, manager):
    number = Fluent("number", problem.environment.type_manager.IntType(), environment=problem.environment)
    problem.add_fluent(number, default_initial_value=0)
    problem.add_goal(manager.LT(number, manager.Plus(number, 1)))


def with_sum_compared(problem, manager):
    number = Fluent("number", problem.environment.type_manager.IntType(), environment=problem.environment)
    problem.add_fluent(number, default_initial_value=0)
    problem.add_goal(manager.LT(manager.Plus(number, 1), 3))


def with_parameter_that_is_a_number(problem, manager):
    integer = problem.environment.type_manager.IntType(0, 3)
    problem.add_action(InstantaneousAction("set", {"n": integer}, problem.environment))


def with_duration(problem, manager):
    from unified_planning.model import DurativeAction

    action = DurativeAction("wait", _env=problem.environment)
    action.set_fixed_duration(3)
    problem.add_action(action)


UNREADABLE = {
    with_object_fluent: "truth or numbers",
    with_trajectory_constraint: "trajectory constraints",
    with_timed_goal: "timed goals",
    with_assignment_of_an_object: "truth or numbers",
    with_number_from_a_fluent: "no constant",
    with_two_numbers_compared: "a fluent and a number",
    with_sum_compared: "should be a fluent",
    with_parameter_that_is_a_number: "user types",
    with_duration: "duration",
}


@pytest.mark.parametrize(("add", "reason"), UNREADABLE.items(), ids=lambda x: getattr(x, "__name__", None))
def test_what_a_task_cannot_say_is_told(lamp, add, reason):
    problem, _, _, manager = lamp
    add(problem, manager)
    with pytest.raises(DomainError, match=reason):
        from_unified(problem)


@pytest.mark.parametrize("add", UNREADABLE, ids=lambda x: x.__name__)
def test_the_engine_does_not_claim_what_it_cannot_read(lamp, add):
    problem, _, _, manager = lamp
    add(problem, manager)
    assert not MakedoEngine.supports(problem.kind)


@pytest.fixture
def environment() -> Environment:
    return Environment()


def planner(problem: Problem, **parameters):
    register(problem.environment)
    return problem.environment.factory.OneshotPlanner(name="makedo", params=parameters)


def test_the_engine_solves_problems_of_the_library(tasks):
    task = tasks.home(tasks.holds("on cup shelf", "clear table_1"))
    problem = to_unified(task)
    stream = io.StringIO()
    with planner(problem) as engine:
        result = engine.solve(problem, timeout=60.0, output_stream=stream)
    assert result.status is UnifiedStatus.SOLVED_SATISFICING
    assert result.engine_name == ENGINE_NAME
    assert "found a plan" in stream.getvalue()
    assert float(result.metrics["engine_internal_time"]) > 0
    with problem.environment.factory.PlanValidator(name="sequential_plan_validator") as validator:
        assert validator.validate(problem, result.plan)


def test_two_streams_are_taken_as_output_and_errors(lamp):
    problem, *_ = lamp
    streams = (io.StringIO(), io.StringIO())
    planner(problem).solve(problem, output_stream=streams)
    assert streams[0].getvalue()
    assert not streams[1].getvalue()


def test_an_unsolvable_problem_is_proved_to_be(tasks):
    problem = to_unified(tasks.home(tasks.holds("holding cup", "holding Pen")))
    result = planner(problem).solve(problem)
    assert result.status is UnifiedStatus.UNSOLVABLE_PROVEN
    assert result.plan is None


def test_a_timeout_ends_the_engine(tasks):
    problem = to_unified(tasks.sliding(4))
    result = planner(problem, states=10**9).solve(problem, timeout=1.0)
    assert result.status is UnifiedStatus.TIMEOUT
    assert result.plan is None


def test_a_limit_of_states_ends_the_engine(tasks):
    problem = to_unified(tasks.home(tasks.holds("on cup shelf", "on Pen shelf")))
    assert planner(problem, states=3).solve(problem).status is UnifiedStatus.MEMOUT


def test_an_unsupported_problem_is_refused_before_it_is_tried(tasks):
    problem = to_unified(tasks.pouring(tasks.level("c1", Comparator.AT_LEAST, 1)))
    with pytest.raises(UPUsageError):
        MakedoEngine().solve(problem)
    engine = planner(problem)
    engine.skip_checks = True
    assert engine.solve(problem).status is UnifiedStatus.UNSUPPORTED_PROBLEM


def test_an_unreadable_problem_is_unsupported(lamp):
    problem, _, _, manager = lamp
    with_object_fluent(problem, manager)
    engine = planner(problem)
    engine.skip_checks = True
    result = engine.solve(problem)
    assert result.status is UnifiedStatus.UNSUPPORTED_PROBLEM
    assert "truth or numbers" in result.log_messages[0].message


@dataclass
class Ending:
    """An engine that ends as it is told."""

    status: EngineStatus
    name: str = "ending"

    def unsupported(self, task) -> str:
        return ""

    def solve(self, task, limits) -> EngineResult:
        return EngineResult(self.status, message="ended")


@pytest.mark.parametrize(
    ("status", "expected"),
    [
        (EngineStatus.PLAN, UnifiedStatus.SOLVED_SATISFICING),
        (EngineStatus.UNSOLVABLE_PROVEN, UnifiedStatus.UNSOLVABLE_PROVEN),
        (EngineStatus.UNSOLVABLE_INCOMPLETE, UnifiedStatus.UNSOLVABLE_INCOMPLETELY),
        (EngineStatus.TIMEOUT, UnifiedStatus.TIMEOUT),
        (EngineStatus.MEMORY, UnifiedStatus.MEMOUT),
        (EngineStatus.INVALID_INPUT, UnifiedStatus.UNSUPPORTED_PROBLEM),
        (EngineStatus.UNSUPPORTED, UnifiedStatus.UNSUPPORTED_PROBLEM),
        (EngineStatus.CRASH, UnifiedStatus.INTERNAL_ERROR),
        (EngineStatus.CANCELED, UnifiedStatus.INTERNAL_ERROR),
    ],
)
def test_every_status_has_its_counterpart(lamp, status, expected):
    problem, *_ = lamp
    result = MakedoEngine(Ending(status)).solve(problem)
    assert result.status is expected
    assert (result.plan is not None) is (status is EngineStatus.PLAN)
    assert result.log_messages[0].message == "ended"


def test_a_heuristic_that_is_not_used_is_told(lamp):
    problem, *_ = lamp
    with pytest.warns(UserWarning, match="own heuristic"):
        planner(problem).solve(problem, heuristic=lambda state: 0.0)


def test_registering_twice_is_once(environment):
    register(environment)
    register(environment)
    assert environment.factory.engines.count(ENGINE_NAME) == 1
    assert environment.factory.preference_list.count(ENGINE_NAME) == 1


def test_an_engine_is_there_only_once_registered(environment):
    with pytest.raises(UPNoRequestedEngineAvailableException):
        environment.factory.OneshotPlanner(name=ENGINE_NAME)


def test_the_engine_is_chosen_for_problems_it_supports(lamp, environment):
    problem, *_ = lamp
    register(environment)
    environment.factory.preference_list = [ENGINE_NAME]
    with environment.factory.OneshotPlanner(problem_kind=problem.kind) as engine:
        assert engine.name == ENGINE_NAME


def test_the_engine_promises_plans_and_not_the_best_ones():
    from unified_planning.engines import OptimalityGuarantee

    assert MakedoEngine.satisfies(OptimalityGuarantee.SATISFICING)
    assert not MakedoEngine.satisfies(OptimalityGuarantee.SOLVED_OPTIMALLY)
    assert MakedoEngine.get_credits().license == "Apache-2.0"


def test_a_problem_with_a_metric_is_not_claimed(tasks):
    task = tasks.home(AllOf(()))
    costly = {n: replace(a, cost=2.0) for n, a in task.domain.actions.items()}
    problem = to_unified(replace(task, domain=replace(task.domain, actions=costly)))
    assert not MakedoEngine.supports(problem.kind)
