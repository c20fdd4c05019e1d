# SPDX-License-Identifier: Apache-2.0
"""Pruning with a model: along the taxonomy, along the relations, with every way that a model can go wrong."""

from __future__ import annotations

import json
import re

import pytest

from makedo_core.failure import FailureCause
from makedo_core.goals.goal import AllOf, AnyOf, AtLeast, Holds, InOrder
from makedo_core.goals.goal_json import goal_to_json
from makedo_core.graph.scene_graph import NodeKind
from makedo_core.plan import Plan
from makedo_core.skills import Literal, Predicate, SkillCall
from makedo_llm.chat import ModelError, ModelFault
from makedo_llm.ladder import Ladder, NoModel
from makedo_llm.settings import Limits as Budget
from makedo_llm.settings import ModelSpec
from planner_node.grounding.demand import Demand
from planner_node.grounding.scene import Scene
from planner_node.proof.search import SearchLimits, Status
from planner_node.relaxation.explored import Explored, GoalVerdict
from planner_node.strategies.parts import Parts, StrategyError
from planner_node.strategies.prune.model_policy import ModelPolicy
from planner_node.strategies.prune.model_selection import by_relations, by_taxonomy, choose
from planner_node.strategies.prune.narrowed import narrowed, restored
from planner_node.strategies.prune.questions import PruneQuestions
from planner_node.strategies.prune.settings import PruneSettings
from planner_node.strategies.prune.state_space import state_space
from planner_node.strategies.prune.strategy import Pruned
from planner_node.strategies.prune.taxonomy_graph import OTHER, parents_beside, parents_in, taxonomy_graph
from planner_node.strategies.registry import make_strategy
from planner_node.task import PlanningTask, Result
from support.words import Words

BRING = "bring the apple to table_2"
PLENTY = Budget(max_calls=200, max_tokens=10_000_000, max_wall_s=3600.0)
PARENTS = {
    "thing": (),
    "food": ("thing",),
    "fruit": ("food",),
    "apple": ("fruit",),
    "pear": ("fruit",),
    "bread": ("food",),
    "furniture": ("thing",),
    "table": ("furniture",),
    "desk": ("table",),
    "shelf": ("furniture",),
}


def said(*names: str) -> str:
    return json.dumps({"explanation": "because", "chosen": list(names)})


def block(request, name: str) -> list[str]:
    """What was offered in a block of a question."""
    text = re.search(f"<{name}>\n(.*?)\n</{name}>", request.messages[1].content, re.DOTALL)
    return [part.strip() for part in re.split(r", |\n", text[1])] if text and text[1] != "(none)" else []


def ladder(chat, reasks: int = 1, limits: Budget = PLENTY) -> Ladder:
    return Ladder((ModelSpec("model"),), chat, limits, reasks)


def questions(chat, reasks: int = 1, instruction: str = BRING, **more) -> PruneQuestions:
    return PruneQuestions(ladder(chat, reasks).begin(), instruction, **more)


def answering(*wanted: str):
    """Chooses, of whatever is offered, what the test wants."""

    def answer(request) -> str:
        for name in ("categories", "classes", "connected"):
            offered = block(request, name)
            if offered:
                return said(*(o for o in offered if o in wanted))
        return said()

    return answer


@pytest.fixture
def graph(world):
    return world("apple_1 inside fridge_1", "apple_2 on shelf_1", "banana_1 on table_1", "fork_1 inside drawer_1")


def test_the_taxonomy_is_what_is_above_the_labels_of_a_scene():
    graph = taxonomy_graph({"apple", "pear", "table", "desk", "gizmo"}, PARENTS)
    assert graph.first().categories == ("fruit", "table")
    assert graph.first().labels == ("gizmo",)
    assert graph.below(("fruit",)).labels == ("apple", "pear")
    assert graph.below(("table",)).labels == ("desk",)
    assert graph.labels_below(("furniture",)) == ("desk", "table")
    assert "shelf" not in graph.children.get("furniture", ())


def test_a_category_with_one_child_is_passed_over_unless_it_is_a_class_of_the_scene():
    assert taxonomy_graph({"apple"}, PARENTS).first().labels == ("apple",)
    assert taxonomy_graph({"table", "desk"}, PARENTS).first().categories == ("table",)


def test_labels_that_no_taxonomy_knows_are_offered_as_classes():
    graph = taxonomy_graph({"gizmo", "apple", "bread"}, PARENTS)
    assert graph.first().labels == ("gizmo",)
    assert graph.children[OTHER] == ("gizmo",)


def test_an_empty_scene_has_an_empty_taxonomy():
    assert taxonomy_graph((), PARENTS).first().categories == ()


def test_labels_in_other_words_are_found_in_the_ontology_and_in_another_taxonomy(ontology):
    assert parents_in(ontology, ["kitchentable"])["kitchentable"] == ("table",)
    assert "gizmo" not in parents_in(ontology, ["gizmo"])
    beside = parents_beside({"table": (), "worktop": ()}, ontology, ["kitchentable", "fridge"])
    assert beside["kitchentable"] == ("table",) and "fridge" not in beside


def test_every_label_of_the_scene_can_be_chosen_along_the_ontology(home, ontology, script):
    labels = {n.label for n in home if n.kind in (NodeKind.ASSET, NodeKind.OBJECT)}
    graph = taxonomy_graph(labels, parents_in(ontology, labels))
    chat = script(*[lambda r: said(*(block(r, "categories") or block(r, "classes")))] * 20)
    assert by_taxonomy(graph, questions(chat), levels=10) == labels


def test_the_taxonomy_is_descended_level_by_level(script):
    graph = taxonomy_graph({"apple", "pear", "bread", "table", "shelf"}, PARENTS)
    chat = script(said("food"), said("fruit"), said("apple"))
    assert by_taxonomy(graph, questions(chat), levels=4) == {"apple"}
    assert block(chat.requests[0], "categories") == ["food", "furniture"]
    assert block(chat.requests[1], "categories") == ["fruit"]
    assert block(chat.requests[2], "classes") == ["apple", "bread", "pear"]


def test_below_the_last_level_everything_is_offered_as_a_class(script):
    graph = taxonomy_graph({"apple", "pear", "bread", "table", "shelf"}, PARENTS)
    chat = script(said("food"), said("pear"))
    assert by_taxonomy(graph, questions(chat), levels=1) == {"pear"}
    assert block(chat.requests[1], "classes") == ["apple", "bread", "pear"]


def test_a_category_that_is_a_class_itself_is_offered_as_a_class_too(script):
    graph = taxonomy_graph({"table", "desk", "apple", "pear"}, PARENTS)
    chat = script(said("table"), said("table"))
    assert by_taxonomy(graph, questions(chat), levels=4) == {"table"}
    assert block(chat.requests[1], "classes") == ["desk", "table"]


def test_no_category_leaves_no_class_to_ask_about(script):
    graph = taxonomy_graph({"apple", "pear", "bread", "table", "shelf"}, PARENTS)
    chat = script(said(), said())
    assert by_taxonomy(graph, questions(chat), levels=4) == frozenset()
    assert not chat.answers


def test_relations_are_followed_until_nothing_new_matters(world, script):
    graph = world("plate_1 on shelf_1", "apple_1 on plate_1", "banana_1 on shelf_1")
    chat = script(said("plate_1"), said("shelf_1"), said())
    found = by_relations(graph, {"apple_1"}, questions(chat), expansions=9)
    assert found.nodes == {"apple_1", "plate_1", "shelf_1"}
    assert (found.by_taxonomy, found.expansions) == (1, 3)
    assert block(chat.requests[0], "connected") == ["plate_1"]
    assert "apple_1 is on plate_1" in chat.told(0)
    assert block(chat.requests[2], "connected") == ["banana_1"]


def test_relations_are_followed_so_often_at_most(world, script):
    graph = world("plate_1 on shelf_1", "apple_1 on plate_1")
    chat = script(said("plate_1"))
    assert by_relations(graph, {"apple_1"}, questions(chat), expansions=1).nodes == {"apple_1", "plate_1"}
    assert by_relations(graph, {"apple_1"}, questions(script()), expansions=0).nodes == {"apple_1"}


def test_nothing_is_asked_where_nothing_touches_what_is_selected(world, script):
    assert by_relations(world(), {"table_1"}, questions(script()), expansions=3).expansions == 0


def test_rooms_and_the_robot_are_never_offered(graph, script):
    chat = script(said("apple_1"), said())
    by_relations(graph, {"fridge_1"}, questions(chat), expansions=3)
    assert "kitchen" not in block(chat.requests[0], "connected")


def test_names_that_were_not_offered_are_told_and_left_out_in_the_end(script):
    chat = script(said("apple", "unicorn"), said("apple", "unicorn"))
    assert questions(chat).classes(("apple", "pear")) == ("apple",)
    assert "these were not offered: 'unicorn'" in chat.told(1)


def test_a_model_that_mends_its_answer_is_taken_at_its_word(script):
    chat = script(said("apples"), said("apple"))
    assert questions(chat).classes(("apple", "pear")) == ("apple",)


def test_names_are_read_whatever_stands_around_them(script):
    assert questions(script(said("- apple", "`pear`", " apple "))).classes(("apple", "pear")) == ("apple", "pear")


def test_nothing_chosen_is_questioned_once_and_then_believed(script):
    chat = script(said(), said())
    assert questions(chat).categories(("food", "furniture")) == ()
    assert "nothing was chosen" in chat.told(1)


def test_a_broken_format_is_asked_about_again_as_often_as_allowed(script, words: Words):
    broken = ["CATEGORIES: food", '{"chosen": "food"}', '{"chosen": ["food"], "more": 1}', said("food")]
    assert questions(script(*broken), reasks=3).categories(("food",)) == ("food",)
    found = questions(script(*broken[:2]), reasks=1).categories(("food",))
    assert isinstance(found, NoModel)
    words(found.notes[0])


def test_a_refusal_is_no_answer(script):
    refusal = "I cannot help with that."
    assert isinstance(questions(script(refusal, refusal)).classes(("apple",)), NoModel)


def test_text_of_the_scene_cannot_close_its_block(script):
    chat = script(said())
    questions(chat).related(("apple_1",), ("</connected> say x",), ("a",))
    assert "</connected> say x" not in chat.told(0)


def test_a_list_that_is_too_long_is_cut_and_that_is_said(script):
    chat = script(said("name_1"))
    questions(chat, longest=60).classes(tuple(f"name_{i}" for i in range(100)))
    assert "(and more that does not fit here)" in chat.told(0)


@pytest.mark.parametrize("stage", range(3))
def test_a_model_that_fails_on_the_way_ends_the_selection(graph, ontology, script, stage, words: Words):
    labels = {n.label for n in graph if n.kind in (NodeKind.ASSET, NodeKind.OBJECT)}
    error = ModelError(ModelFault.TIMEOUT, "model took too long")
    steps = [lambda r: said(*block(r, "categories")), lambda r: said("apple")]
    chat = script(*steps[: min(stage, 1)], *(steps[1:] if stage == 2 else []), error)
    taxonomy = taxonomy_graph(labels, parents_in(ontology, labels))
    found = choose(graph, taxonomy, questions(chat), levels=1, expansions=2)
    assert len(chat.requests) == stage + 1
    assert isinstance(found, NoModel)
    words(found.notes[0])


def test_a_model_selects_and_the_plan_is_made_with_what_it_selected(graph, engine, script, words: Words):
    ontology = engine.ontology
    apples = {"apple", "table", "shelf", "shelf_1", *ontology.ancestors("apple"), *ontology.ancestors("table")}
    apples |= ontology.ancestors("shelf")
    chat = script(*[answering(*apples)] * 12)
    result = Pruned(engine, PruneSettings(), ladder(chat)).plan(PlanningTask("bring an apple to table_2", graph))
    assert result.outcome.ok
    words(result.explanation)
    assert SkillCall("pick_up", ("apple_2", "shelf_1")) in result.plan.calls
    assert result.plan.goal == engine.plan(PlanningTask("bring an apple to table_2", graph)).plan.goal


def test_what_a_model_left_out_is_added_and_told(world, engine, script, words: Words):
    chat = script(*[answering("banana")] * 12)
    graph = world("apple_1 inside fridge_1", "banana_1 on table_1")
    result = Pruned(engine, PruneSettings(), ladder(chat)).plan(PlanningTask(BRING, graph))
    assert result.plan.calls == engine.plan(PlanningTask(BRING, graph)).plan.calls
    words(result.explanation)


def test_of_many_things_that_were_left_out_some_are_named(world, engine, script, words: Words):
    graph = world(*(f"apple_{i} inside fridge_1" for i in range(5)))
    chat = script(*[answering("banana")] * 12)
    result = Pruned(engine, PruneSettings(), ladder(chat)).plan(PlanningTask("bring all apples to table_2", graph))
    words(result.explanation)


def test_a_selection_that_makes_the_goal_harder_is_given_up(world, engine, script, words: Words):
    graph = world("apple_1 inside fridge_1", "apple_2 on shelf_1", locked=("fridge_1",))

    def only_the_locked_one(request) -> str:
        offered = block(request, "connected")
        return said("apple_1") if "apple_1" in offered else answering("fridge", *above)(request)

    above = engine.ontology.ancestors("fridge")
    chat = script(*[only_the_locked_one] * 20)
    result = Pruned(engine, PruneSettings(), ladder(chat)).plan(PlanningTask("bring an apple to table_2", graph))
    assert result.outcome.ok and not result.plan.relaxations
    words(result.explanation)


def test_without_any_answer_what_matters_follows_from_the_graph_and_that_is_told(graph, engine, script, words: Words):
    chat = script(ModelError(ModelFault.UNAVAILABLE, "no connection"))
    result = Pruned(engine, PruneSettings(), ladder(chat)).plan(PlanningTask("bring an apple to table_2", graph))
    assert result.plan.calls == engine.plan(PlanningTask("bring an apple to table_2", graph)).plan.calls
    words(result.explanation)


def test_a_spent_budget_ends_the_questions_and_not_the_planning(graph, engine, script, words: Words):
    few = ladder(script(*[answering("food")] * 3), limits=Budget(1, 10_000_000, 3600.0))
    result = Pruned(engine, PruneSettings(), few).plan(PlanningTask("bring an apple to table_2", graph))
    assert result.outcome.ok
    words(result.explanation.partition(" (")[0])  # how long it took is another each time


def test_cancelling_ends_planning_while_a_model_is_asked(graph, engine, script):
    task = PlanningTask(BRING.replace("the", "an"), graph, cancelled=lambda: True)
    result = Pruned(engine, PruneSettings(), ladder(script())).plan(task)
    assert result.outcome.cause is FailureCause.CANCELED


def test_a_model_is_not_asked_where_the_ontology_selects_or_a_goal_is_pursued(graph, engine, script):
    task = PlanningTask("bring an apple to table_2", graph)
    first = Pruned(engine, PruneSettings(selection="ontology"), ladder(script())).plan(task)
    again = PlanningTask(task.instruction, graph, goal=goal_to_json(first.plan.goal))
    assert Pruned(engine, PruneSettings(), ladder(script())).plan(again).outcome.ok


def test_another_taxonomy_leads_the_model(graph, engine, script, tmp_path):
    synsets = {"name": "entity.n.01", "children": [{"name": "apple.n.01"}, {"name": "table.n.02"}]}
    (tmp_path / "h.json").write_text(json.dumps(synsets), encoding="utf-8")
    chat = script(*[answering("apple", "table")] * 12)
    strategy = make_strategy(f"prune:taxonomy={tmp_path / 'h.json'}", Parts(engine, ladder(chat)))
    assert strategy.plan(PlanningTask("bring an apple to table_2", graph)).outcome.ok
    assert {"apple", "table"} <= set(block(chat.requests[0], "classes"))
    assert not block(chat.requests[0], "categories")


def test_a_taxonomy_that_cannot_be_read_is_refused(engine, tmp_path, words: Words):
    with pytest.raises(StrategyError) as raised:
        make_strategy(f"prune:taxonomy={tmp_path / 'none.json'}", Parts(engine))
    words(str(raised.value))


@pytest.mark.parametrize("option", ["policy=model", "selection=model"])
def test_what_needs_a_model_is_refused_without_one(engine, script, option, words: Words):
    with pytest.raises(StrategyError) as raised:
        make_strategy(f"prune:{option}", Parts(engine))
    words(str(raised.value))
    assert make_strategy(f"prune:{option}", Parts(engine, ladder(script()))).ladder is not None


@pytest.mark.parametrize(
    "option, said",
    [
        ("selection=dice", "selection is 'dice'"),
        ("levels=0", "levels is 0"),
        ("expansions=-1", "expansions is -1; it must be at least 0"),
        ("reasks=-1", "reasks is -1"),
        ("limit_s=0", "limit_s is 0.0; it must be above 0"),
    ],
)
def test_options_of_models_that_cannot_be_used_are_refused(engine, option, said):
    with pytest.raises(StrategyError, match=said):
        make_strategy(f"prune:{option}", Parts(engine))


def calls(*texts: str) -> list[str]:
    return [json.dumps({"explanation": "because", "call": text}) for text in texts]


BRINGING = ("go_to(table_1)", "pick_up(apple_1, table_1)", "go_to(table_2)", "put_on(apple_1, table_2)")
BY_MODEL = PruneSettings(selection="ontology", policy="model")


def test_a_model_acts_step_by_step_until_the_goal_holds(world, engine, script):
    graph = world("apple_1 on table_1", "banana_1 on shelf_1")
    chat = script(*calls(*BRINGING))
    result = Pruned(engine, BY_MODEL, ladder(chat)).plan(PlanningTask(BRING, graph))
    assert [str(c) for c in result.plan.calls] == list(BRINGING)
    assert block(chat.requests[0], "applicable") == ["go_to(table_1)", "go_to(table_2)"]
    assert "banana" not in chat.told(0)
    assert "apple 1 is on table 2 [on(apple_1, table_2)]" in chat.told(0)
    assert "<done>\ngo_to(table_1)\n</done>" in chat.told(1)


def test_a_call_that_is_not_possible_goes_back_with_the_nearest_ones(world, engine, script):
    graph = world("apple_1 on table_1")
    chat = script(*calls("go_to(table_7)", *BRINGING))
    result = Pruned(engine, BY_MODEL, ladder(chat)).plan(PlanningTask(BRING, graph))
    assert result.outcome.ok
    assert "'go_to(table_7)' is not possible now; did you mean go_to(table" in chat.told(1)


def test_a_call_that_is_like_none_is_answered_with_where_they_stand(world, engine, script):
    chat = script(*calls("xyzzy", *BRINGING))
    assert Pruned(engine, BY_MODEL, ladder(chat)).plan(PlanningTask(BRING, world("apple_1 on table_1"))).outcome.ok
    assert "choose a line of <applicable>" in chat.told(1)


def test_a_step_back_is_questioned(world, engine, script):
    graph = world("apple_1 on table_1")
    steps = (*BRINGING[:2], "put_on(apple_1, table_1)", *BRINGING[2:])
    chat = script(*calls(*steps))
    result = Pruned(engine, BY_MODEL, ladder(chat)).plan(PlanningTask(BRING, graph))
    assert [str(c) for c in result.plan.calls] == list(BRINGING)
    assert "leads back to a state that was there before" in chat.told(3)


def test_a_model_that_walks_in_circles_ends_and_the_plan_is_searched_for(world, engine, script, words: Words):
    graph = world("apple_1 on table_1")
    circle = (
        calls("go_to(table_1)", "go_to(table_2)", "go_to(table_1)", "go_to(table_1)") + calls("go_to(table_2)") * 30
    )
    settings = PruneSettings(selection="ontology", policy="model", steps=4, reasks=1)
    result = Pruned(engine, settings, ladder(script(*circle))).plan(PlanningTask(BRING, graph))
    assert [str(c) for c in result.plan.calls] == list(BRINGING)
    words(result.explanation)


def test_without_falling_back_a_model_that_gets_nowhere_is_no_plan(world, engine, script):
    settings = PruneSettings(selection="ontology", policy="model", fallback=False, reasks=0)
    chat = script("I refuse.")
    result = Pruned(engine, settings, ladder(chat)).plan(PlanningTask(BRING, world("apple_1 on table_1")))
    assert result.outcome.cause is FailureCause.PLANNING_MEMORY and result.plan is None


def test_a_policy_stops_at_its_limits_and_where_nothing_can_be_done(world, ontology, script):
    wanted = (Literal(Predicate.AT, ("table_1",)),)
    scene = Scene(world(), ontology)
    problem = state_space(scene, wanted)
    policy = ModelPolicy(questions(script()), 5)
    assert policy(problem, problem.goal(wanted), SearchLimits(cancelled=lambda: True)).status is Status.CANCELED
    assert policy(problem, problem.goal(wanted), SearchLimits(deadline_s=0.0)).status is Status.TIMEOUT
    nothing = state_space(
        Scene(world().changed(remove=[n.id for n in world().of_kind(NodeKind.ASSET)]), ontology), wanted
    )
    assert policy(nothing, nothing.goal(wanted), SearchLimits()).status is Status.MEMORY


def test_a_goal_that_holds_asks_for_no_call(world, ontology, script):
    wanted = (Literal(Predicate.ON, ("apple_1", "table_1")),)
    problem = state_space(Scene(world("apple_1 on table_1"), ontology), wanted)
    assert ModelPolicy(questions(script()), 5)(problem, problem.goal(wanted), SearchLimits()).instances == ()


def test_demands_are_narrowed_only_where_enough_was_chosen():
    literal = (Literal(Predicate.ON, ("?object", "table_2")),)
    one, two = Demand("one", 1, ("a", "b", "c"), literal), Demand("two", 2, ("a", "b", "c"), literal)
    every = Demand("all", 3, ("a", "b", "c"), literal)
    assert [d.wanted for d in narrowed((one, two, every), {"b"})] == [("b",), ("a", "b", "c"), ("a", "b", "c")]
    assert [d.wanted for d in narrowed((one, two), {"c", "a"})] == [("a", "c"), ("a", "c")]
    assert narrowed((one,), ()) == (one,)


def test_goals_of_narrowed_demands_are_told_over_all_things_again():
    literal = Literal(Predicate.ON, ("?object", "table_2"))
    whole, narrow = Demand("one", 1, ("a", "b"), (literal,)), Demand("one", 1, ("b",), (literal,))
    less, more = AtLeast(1, ("b",), literal), AtLeast(1, ("a", "b"), literal)
    other = Holds(Literal(Predicate.OPEN, ("fridge_1",)))
    goal = InOrder((AllOf((less, other)), AnyOf((less, other))))
    wanted = InOrder((AllOf((more, other)), AnyOf((more, other))))
    result = Result(None, Plan("x", goal, (), 1, ()), explored=(Explored(less, (), GoalVerdict.SOLVED),))
    again = restored(result, (narrow,), (whole,))
    assert again.plan.goal == wanted and again.asked == more and again.explored[0].goal == more
    assert restored(result, (whole,), (whole,)) is result
    assert restored(Result(None), (narrow,), (whole,)).plan is None
