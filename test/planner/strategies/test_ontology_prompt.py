# SPDX-License-Identifier: Apache-2.0
"""Plans in the order that an ontology asks for: tagged, inferred, proven, and told to a model that is checked."""

from __future__ import annotations

import json
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from makedo_core.failure import FailureCause
from makedo_core.geometry import Pose
from makedo_core.goals.goal_json import goal_to_json
from makedo_core.graph.scene_graph import Node, NodeKind
from makedo_core.known_failure import FailureKind, KnownFailure
from makedo_core.ontology.priorities_rdf import OURS, read_priorities
from makedo_core.skills import SKILLS, Literal, Predicate, SkillCall
from makedo_eval.tabletop.tasks import TASKS, goal, in_order, lay
from makedo_llm.chat import ModelError, ModelFault
from makedo_llm.ladder import Ladder
from makedo_llm.settings import Limits as Budget
from makedo_llm.settings import ModelSpec
from planner_node.grounding.demand import Demand
from planner_node.grounding.scene import Scene
from planner_node.proof.backend import Manner
from planner_node.proof.proof import Proof
from planner_node.proof.search import SearchLimits, Status
from planner_node.proof.validate import validate
from planner_node.strategies.ontology_prompt.inference import environment, guidance, infer, order_told
from planner_node.strategies.ontology_prompt.ordering import InStrictOrder, out_of_order, ranked
from planner_node.strategies.ontology_prompt.questions import skills_told
from planner_node.strategies.ontology_prompt.settings import OntologySettings
from planner_node.strategies.ontology_prompt.strategy import Ordered, make_ordered
from planner_node.strategies.ontology_prompt.tagging import tag
from planner_node.strategies.parts import Parts, StrategyError
from planner_node.strategies.registry import make_strategy
from planner_node.task import PlanningTask
from support.public_data import PUBLIC_DATA
from support.words import Words

PUBLISHED = PUBLIC_DATA / "llm_tamp_003" / "assets" / "smart_kitchen.rdf"
RULES = [str(OURS), *([str(PUBLISHED)] if PUBLISHED.is_file() else [])]
TASKS_KNOWN = {"put", "clean", "arrange", "serve"}
BRING = "put the apple, the bowl and the banana on table_2"
WHERE = ("on table_1", "on bowl_1", "on shelf_1", "inside fridge_1")
BOWLS = ("on table_1", "inside fridge_1", "on apple_1", "on table_2")
quickly = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def is_class(engine):
    return lambda words: engine.ontology.class_of(words) is not None


def on(thing: str, place: str) -> Literal:
    return Literal(Predicate.ON, (thing, place))


def put(thing: str, place: str) -> SkillCall:
    return SkillCall("put_on", (thing, place))


def demand(*things: str, place: str = "table_2", count: int = 0, stage: int = 0) -> Demand:
    return Demand(", ".join(things), count or len(things), things, (on("?object", place),), stage=stage)


def placed(plan) -> list[str]:
    return [c.arguments[0] for c in plan.calls if c.skill == "put_on" and c.arguments[1] == "table_2"]


@pytest.fixture
def table(world):
    return world("apple_1 on table_1", "bowl_1 on table_1", "banana_1 on counter_1")


@pytest.fixture
def strategy(engine):
    return Ordered(engine, read_priorities(OURS))


@pytest.mark.parametrize(
    "instruction, task",
    [
        ("Put banana, apple and bowl in plate", "put"),
        ("Clean table, move the cup to the sink", "clean"),
        ("please tidy the table", "clean"),
        ("organise the shelf", "arrange"),
        ("serve the soup", "serve"),
        ("bring the apple to table_2", "put"),
        ("open the fridge", ""),
        ("stack the plates", ""),
    ],
)
def test_the_task_of_an_instruction_is_tagged(engine, instruction, task):
    assert tag(instruction, TASKS_KNOWN, is_class(engine)).task == task


@pytest.mark.parametrize(
    "instruction, readings",
    [
        ("open the fridge", ("open the fridge",)),
        ("move the crockery items to table_2", ("move the crockery to table_2", "move the crockery items to table_2")),
        ("move crockery items, then stop", ("move all crockery, then stop", "move crockery items, then stop")),
        ("bring three items to table_2", ("bring three items to table_2",)),
        ("bring 2 boxed food items to it", ("bring 2 boxed food to it", "bring 2 boxed food items to it")),
        ("items", ("items",)),
        ("Clean table, put the cup away", ("Clean table, put the cup away", "put the cup away")),
        ("Clean the table, then open the fridge", ("Clean the table, then open the fridge",)),
        ("Put table, move the cup", ("Put table, move the cup",)),
    ],
)
def test_an_instruction_can_be_read_without_its_heading_and_its_items(engine, instruction, readings):
    assert tag(instruction, TASKS_KNOWN, is_class(engine)).readings == readings


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("task", TASKS, ids=lambda t: t.name)
@pytest.mark.parametrize("seed", range(3))
def test_the_papers_tasks_are_done_in_the_right_order_however_the_table_is_laid(engine, rules, task, seed):
    graph = lay(task, Random(seed))
    result = make_strategy(f"ontology:rules={rules}", Parts(engine)).plan(PlanningTask(task.instruction, graph))
    assert result.outcome.ok, result.outcome
    assert not result.plan.relaxations
    assert validate(result.plan.calls, goal(task), graph).outcome.ok
    assert in_order(task, result.plan.calls)


def test_without_the_order_the_words_decide(engine, words: Words):
    task = TASKS[1]
    graph = lay(task, Random(1))
    result = make_strategy("ontology:order=off", Parts(engine)).plan(PlanningTask(task.instruction, graph))
    assert result.plan is not None
    words(result.explanation)


@given(st.sampled_from(BOWLS), st.tuples(*[st.sampled_from(WHERE)] * 2), st.permutations(["apple", "bowl", "banana"]))
@quickly
def test_whatever_rests_on_what_nothing_is_put_down_before_its_time(world, engine, bowl, where, names):
    apple = "on table_1" if "apple" in bowl and "bowl" in where[0] else where[0]
    banana = "on shelf_1" if "apple" in bowl and "bowl" in where[1] else where[1]
    graph = world(f"bowl_1 {bowl}", f"apple_1 {apple}", f"banana_1 {banana}")
    task = PlanningTask(f"put the {names[0]}, the {names[1]} and the {names[2]} on table_2", graph)
    result = Ordered(engine, read_priorities(OURS)).plan(task)
    assert result.outcome.ok
    assert bowl == "on table_2" or placed(result.plan)[0] == "bowl_1"
    assert "The plan keeps it." in result.explanation
    assert validate(result.plan.calls, result.plan.goal, graph).outcome.ok


def test_demands_are_put_in_stages_within_the_stages_that_they_have(world):
    graph = world("apple_1 on table_1", "bowl_1 on table_1", "banana_1 on table_1", "cup_1 on table_1")
    priority = {"bowl": 1.0, "apple": 2.0, "banana": 2.0}.get
    asked = (demand("apple_1"), demand("bowl_1"), demand("banana_1"), demand("cup_1"))
    assert [d.stage for d in ranked(asked, graph, priority)] == [2, 1, 2, 0]
    later = (demand("apple_1"), demand("bowl_1", stage=1))
    assert [d.stage for d in ranked(later, graph, priority)] == [0, 1]


def test_all_of_mixed_things_are_taken_apart_and_some_are_not(world):
    graph = world("apple_1 on table_1", "bowl_1 on table_1")
    priority = {"bowl": 1.0, "apple": 2.0}.get
    every = ranked((demand("apple_1", "bowl_1"),), graph, priority)
    assert [(d.wanted, d.count, d.stage) for d in every] == [(("bowl_1",), 1, 0), (("apple_1",), 1, 1)]
    some = demand("apple_1", "bowl_1", count=1)
    assert ranked((some,), graph, priority) == (some,)


def test_what_is_no_placing_keeps_its_stage(world):
    graph = world("apple_1 on table_1")
    switched = Demand("the lamp", 1, ("lamp_1",), (Literal(Predicate.SWITCHED_ON, ("?object",)),))
    assert ranked((switched,), graph, {"lamp": 5.0}.get) == (switched,)
    nowhere = Demand("x", 1, ("apple_1",), ())
    assert ranked((nowhere,), graph, {"apple": 5.0}.get) == (nowhere,)


def test_what_is_put_down_too_late_is_told():
    demands = (demand("bowl_1"), demand("apple_1", stage=1))
    calls = (put("apple_1", "table_2"), put("bowl_1", "table_2"))
    assert out_of_order(calls, demands) == ("bowl 1 is put down after apple 1, but has to come before",)
    assert out_of_order(calls[::-1], demands) == ()
    aside = (put("apple_1", "shelf_1"), put("bowl_1", "table_2"), put("apple_1", "table_2"))
    assert out_of_order(aside, demands) == ()


def test_a_thing_in_the_way_is_not_put_at_its_goal_before_its_time(world, engine):
    scene = Scene(world("bowl_1 on table_1", "apple_1 on bowl_1"), engine.ontology)
    stages = ((on("bowl_1", "table_2"),), (on("apple_1", "table_2"),))
    proof = InStrictOrder(engine.prove).prove(scene, stages, SearchLimits(), Manner())
    final = [c.arguments[0] for c in proof.calls if c.skill == "put_on" and c.arguments[1] == "table_2"]
    assert final == ["bowl_1", "apple_1"]
    assert set(proof.kept) == {on("bowl_1", "table_2"), on("apple_1", "table_2")}


def test_doors_that_are_opened_on_the_way_are_closed_in_the_end(world, engine):
    graph = world("bowl_1 inside fridge_1", "apple_1 on bowl_1")
    result = Ordered(engine, read_priorities(OURS)).plan(PlanningTask("put the apple and the bowl on table_2", graph))
    assert result.outcome.ok and placed(result.plan) == ["bowl_1", "apple_1"]
    doors = [c.skill for c in result.plan.calls if c.skill in ("open", "close")]
    assert doors[-1] == "close" and doors.count("open") == doors.count("close")


def test_an_order_that_cannot_be_kept_gives_way_and_a_limit_does_not(world, engine):
    scene = Scene(world("bowl_1 on table_1", "apple_1 on table_1"), engine.ontology)
    stages = ((on("bowl_1", "table_2"),), (on("apple_1", "table_2"),))

    def only_as_it_is(scene, asked, limits, manner):
        return engine.prove(scene, asked, limits, manner) if asked == stages else Proof(Status.UNSOLVABLE)

    assert InStrictOrder(only_as_it_is).prove(scene, stages, SearchLimits(), Manner()).status is Status.SOLVED
    never = InStrictOrder(lambda scene, asked, limits, manner: Proof(Status.UNSOLVABLE))
    assert never.prove(scene, stages, SearchLimits(), Manner()).status is Status.UNSOLVABLE
    late = InStrictOrder(lambda scene, asked, limits, manner: Proof(Status.TIMEOUT))
    assert late.prove(scene, stages, SearchLimits(), Manner()).status is Status.TIMEOUT


def test_a_plan_against_the_order_is_told_as_such(world, engine, monkeypatch, words: Words):
    graph = world("bowl_1 on table_1", "apple_1 on table_1")
    backwards = (
        SkillCall("go_to", ("table_1",)), SkillCall("pick_up", ("apple_1", "table_1")),
        SkillCall("go_to", ("table_2",)), put("apple_1", "table_2"),
        SkillCall("go_to", ("table_1",)), SkillCall("pick_up", ("bowl_1", "table_1")),
        SkillCall("go_to", ("table_2",)), put("bowl_1", "table_2"),
    )  # fmt: skip

    def prove(self, scene, stages, limits, manner):
        kept = tuple(x for stage in stages for x in stage if not x.negated)
        return Proof(Status.SOLVED, backwards, kept=kept) if len(stages) > 1 else Proof(Status.UNSOLVABLE)

    monkeypatch.setattr(type(engine), "prove", prove)
    result = Ordered(engine, read_priorities(OURS)).plan(PlanningTask("put the apple and the bowl on table_2", graph))
    words(result.explanation)


def test_an_order_that_would_cost_what_was_asked_for_is_given_up(world, engine, monkeypatch, words: Words):
    graph = world("bowl_1 on table_1", "apple_1 on table_1")
    prove = type(engine).prove

    def in_one_stage_only(self, scene, stages, limits, manner):
        return Proof(Status.UNSOLVABLE) if len(stages) > 1 else prove(self, scene, stages, limits, manner)

    monkeypatch.setattr(type(engine), "prove", in_one_stage_only)
    monkeypatch.setattr(InStrictOrder, "_one_by_one", lambda self, *rest: Proof(Status.UNSOLVABLE))
    result = Ordered(engine, read_priorities(OURS)).plan(PlanningTask("put the apple and the bowl on table_2", graph))
    assert result.plan is not None and not result.plan.relaxations
    words(result.explanation)


def test_what_is_inferred_comes_in_its_order_with_reasons(world, engine, words: Words):
    graph = world("apple_1 on table_1", "bowl_1 on table_1", "fork_1 on table_1")
    priorities = read_priorities(OURS)
    found = infer("put", (demand("apple_1", "bowl_1", "fork_1", "lamp_1"),), graph, priorities, engine.ontology)
    assert [item.label for item in found] == ["fork", "bowl", "apple"]
    notes = guidance("put", found).splitlines()
    assert notes[0].startswith("put bowl (crockery, priority 1) before food, because")
    assert notes[1].startswith("put apple (food, priority 2) after crockery") and len(notes) == 2
    words(order_told(found))
    assert order_told(found[:2]) == ""


def test_the_environment_tells_type_place_and_extents(world, engine, words: Words):
    box = Node("box_1", "sugar_box", NodeKind.OBJECT, Pose.planar(1.0, 2.0, yaw=1.5707963, z=0.7), (0.2, 0.1, 0.3))
    graph = world("sugar_box_1 on table_1").changed(put=[box])
    text = environment(graph, read_priorities(OURS), engine.ontology)
    words(text)
    assert environment(graph, read_priorities(OURS), engine.ontology, 200).endswith("(not everything fits here)")


def test_refusals_are_those_of_the_instruction_as_it_stands(strategy, engine, home):
    for instruction in ("dance for me", "bring me a drink", "move unicorn items to table_2"):
        assert (
            strategy.plan(PlanningTask(instruction, home)).outcome
            == engine.plan(PlanningTask(instruction, home)).outcome
        )


def test_a_question_of_which_place_is_meant_is_asked(strategy, table):
    assert strategy.plan(PlanningTask("put the apple on the table", table)).outcome.cause is FailureCause.AMBIGUOUS


def test_another_reading_is_told(strategy, world, words: Words):
    graph = world("cup_1 on table_1", "apple_1 on table_1")
    result = strategy.plan(PlanningTask("Clean table, move the cup to table_2", graph))
    words(result.explanation)


@pytest.mark.parametrize(
    "option, said",
    [
        ("rules=/none.ttl", "the option rules: /none.ttl: no such file"),
        ("reasks=-1", "reasks is -1"),
        ("limit_s=0", "limit_s is 0.0"),
        ("magic=1", "there is no option 'magic'"),
    ],
)
def test_options_that_cannot_be_used_are_refused(engine, option, said):
    with pytest.raises(StrategyError, match=said):
        make_strategy(f"ontology:{option}", Parts(engine))


PLENTY = Budget(max_calls=100, max_tokens=10_000_000, max_wall_s=3600.0)


def ladder(chat) -> Ladder:
    return Ladder((ModelSpec("model"),), chat, PLENTY, 1)


def answer(*calls: str) -> str:
    steps = [{"skill": c.split("(")[0], "arguments": c.split("(")[1].rstrip(")").split(", ")} for c in calls]
    return json.dumps({"explanation": "so", "plan": steps})


def carried(thing: str, start: str) -> tuple[str, ...]:
    return (f"go_to({start})", f"pick_up({thing}, {start})", "go_to(table_2)", f"put_on({thing}, table_2)")


BOWL, APPLE, BANANA = carried("bowl_1", "table_1"), carried("apple_1", "table_1"), carried("banana_1", "counter_1")
RIGHT = answer(*BOWL, *BANANA, *APPLE)


def by_model(engine, chat, **more) -> Ordered:
    return make_ordered(Parts(engine, ladder(chat), options={k: str(v) for k, v in more.items()}))


def test_a_model_is_told_order_types_and_skills_and_its_plan_is_taken_if_it_holds(engine, table, script, words: Words):
    chat = script(RIGHT)
    result = by_model(engine, chat).plan(PlanningTask(BRING, table))
    assert [str(c) for c in result.plan.calls] == [*BOWL, *BANANA, *APPLE]
    words(result.explanation)
    told = chat.told(0)
    words(told)
    assert all(f"{name}(" in told for name in SKILLS)


def test_a_plan_in_the_wrong_order_goes_back(engine, table, script):
    chat = script(answer(*APPLE, *BOWL, *BANANA), RIGHT)
    result = by_model(engine, chat).plan(PlanningTask(BRING, table))
    assert placed(result.plan)[0] == "bowl_1"
    assert "wrong order: bowl 1 is put down after apple 1, but has to come before" in chat.told(1)


def test_a_step_that_cannot_be_made_a_name_that_is_not_there_and_a_missed_goal_go_back(engine, table, script):
    chat = script(answer(*BOWL[1:]), answer("go_to(table_9)"), answer("fly(table_1)"), answer(*BOWL), RIGHT)
    assert by_model(engine, chat).plan(PlanningTask(BRING, table)).outcome.ok
    assert "Step 1, pick up bowl 1 from table 1, cannot be made" in chat.told(1)
    assert "the graph has no node &#x27;table_9&#x27;" in chat.told(2) or "no node 'table_9'" in chat.told(2)
    assert "there is no skill 'fly'" in chat.told(3)
    assert "ends without reaching the goal" in chat.told(4)


@pytest.mark.parametrize(
    "bad", ["I refuse.", '{"plan": "go"}', answer(*APPLE, *BOWL, *BANANA), answer("go_to(table_1)")]
)
def test_a_model_that_never_gets_it_right_is_passed_over_and_that_is_told(engine, table, script, bad, words: Words):
    chat = script(bad, bad)
    result = by_model(engine, chat, reasks=2).plan(PlanningTask(BRING, table))
    assert result.outcome.ok and placed(result.plan)[0] == "bowl_1"
    words(result.explanation)
    assert not chat.answers


def test_a_server_that_is_down_is_told(engine, table, script):
    chat = script(ModelError(ModelFault.UNAVAILABLE, "no connection"))
    assert (
        "(no connection), so it was searched for" in by_model(engine, chat).plan(PlanningTask(BRING, table)).explanation
    )


def test_a_goal_that_has_to_be_changed_is_not_left_to_a_model(engine, world, script, words: Words):
    graph = world("apple_1 on table_1", "bowl_1 inside fridge_1", locked=("fridge_1",))
    result = by_model(engine, script()).plan(PlanningTask("put the apple and the bowl on table_2", graph))
    assert result.plan.relaxations
    words(result.explanation)


def test_motions_that_failed_are_told_and_planned_around(engine, world, script):
    graph = world("apple_1 on table_1", "apple_2 on counter_1")
    failure = KnownFailure(FailureKind.UNREACHABLE, "apple_1")
    again = carried("apple_2", "counter_1")
    chat = script(answer(*APPLE), answer(*again))
    first = engine.plan(PlanningTask("put an apple on table_2", graph)).plan
    task = PlanningTask("put an apple on table_2", graph, known_failures=(failure,), goal=goal_to_json(first.goal))
    result = by_model(engine, chat).plan(task)
    assert [str(c) for c in result.plan.calls] == list(again)
    assert "<failures>\nunreachable apple_1\n</failures>" in chat.told(0)
    assert "whose motions failed" in chat.requests[0].messages[0].content
    assert "apple 1 cannot be grasped" in chat.told(1)


def test_planning_again_without_a_failure_goes_without_a_model(engine, table, script):
    first = engine.plan(PlanningTask(BRING, table)).plan
    assert by_model(engine, script()).plan(PlanningTask(BRING, table, goal=goal_to_json(first.goal))).outcome.ok


def test_parts_of_the_prompt_can_be_switched_off(engine, table, script):
    chat = script(RIGHT)
    by_model(engine, chat, guidance="off", environment="off").plan(PlanningTask(BRING, table))
    assert "<guidance>\n(none)\n</guidance>" in chat.told(0)
    assert "is a thing of type" not in chat.told(0)
    assert by_model(engine, script(), model="off").ladder is None


def test_cancelling_ends_planning_while_a_model_is_asked(engine, table, script):
    result = by_model(engine, script()).plan(PlanningTask(BRING, table, cancelled=lambda: True))
    assert result.outcome.cause is FailureCause.CANCELED


def test_the_skills_are_told_from_the_catalogue():
    lines = skills_told().splitlines()
    assert len(lines) == len(SKILLS)
    assert any(line.startswith("pick_up(object, asset): needs at(asset) and hand_empty()") for line in lines)
    assert OntologySettings().order
