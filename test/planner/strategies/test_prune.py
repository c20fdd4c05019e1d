# SPDX-License-Identifier: Apache-2.0
"""Pruning without a model: few nodes are kept, the plan stays the same, and nothing that is needed gets lost."""

from __future__ import annotations

import time
from itertools import pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from makedo_core.failure import FailureCause
from makedo_core.goals.goal_json import goal_to_json
from makedo_core.graph.scene_graph import AGENT_ID, Node, NodeKind, Relation, RelationType, SceneGraph
from makedo_core.known_failure import FailureKind, KnownFailure
from makedo_core.skills import Literal, Predicate, SkillCall
from planner_node.grounding.scene import Scene
from planner_node.proof.backend import Manner
from planner_node.proof.proof import Proof, prove
from planner_node.proof.search import SearchLimits, Status, search
from planner_node.proof.validate import validate
from planner_node.strategies.parts import Parts, StrategyError
from planner_node.strategies.prune.mcts import Playouts, tree_search
from planner_node.strategies.prune.policies import Acting
from planner_node.strategies.prune.reduced import lost, needed, reduced_graph, reduced_scene, rings, with_ways
from planner_node.strategies.prune.reduction import Reduction
from planner_node.strategies.prune.settings import PruneSettings
from planner_node.strategies.prune.state_space import applicable, state_space
from planner_node.strategies.prune.strategy import Pruned
from planner_node.strategies.registry import make_strategy
from planner_node.task import PlanningTask
from support.words import Words

INSTRUCTIONS = (
    "Bring 4 kid snacks to table_2",
    "bring the fork to table_1",
    "put the book inside the fridge",
    "open the fridge",
    "throw away the banana",
    "bring everything from table_1 to table_3",
    "bring 5 apples to table_1",
)
PLACES = ("on table_1", "on counter_1", "inside fridge_1", "inside drawer_1", "on shelf_1", "on thing_0", "on thing_1")
TARGETS = (
    ("on", "table_2"),
    ("on", "shelf_1"),
    ("inside", "fridge_1"),
    ("inside", "drawer_1"),
    ("on", "counter_1"),
)
piles = st.lists(st.sampled_from(PLACES), min_size=1, max_size=7)
wishes = st.lists(st.tuples(st.integers(0, 6), st.sampled_from(TARGETS)), min_size=1, max_size=3)
locks = st.sets(st.sampled_from(["fridge_1", "drawer_1"]))
quickly = settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def on(thing: str, place: str) -> Literal:
    return Literal(Predicate.ON, (thing, place))


def inside(thing: str, place: str) -> Literal:
    return Literal(Predicate.INSIDE, (thing, place))


def piled(world, places: list[str], locked) -> SceneGraph:
    """Things on furniture and on each other; what would rest on itself or on what comes later rests on a table."""
    texts = []
    for index, place in enumerate(places):
        below = place.split()[1]
        stands = not below.startswith("thing") or int(below[-1]) < index
        texts.append(f"thing_{index} {place if stands else 'on table_3'}")
    return world(*texts, locked=locked)


@pytest.mark.parametrize("instruction", INSTRUCTIONS)
def test_the_plan_on_the_reduced_state_is_that_of_the_whole(engine, home, instruction):
    whole, pruned = engine.plan(PlanningTask(instruction, home)), Pruned(engine).plan(PlanningTask(instruction, home))
    assert pruned.outcome == whole.outcome
    assert (pruned.plan.calls, pruned.plan.goal) == (whole.plan.calls, whole.plan.goal)
    assert pruned.plan.relaxations == whole.plan.relaxations


@given(piles, wishes, locks)
@quickly
def test_what_can_be_reached_on_the_whole_state_is_reached_on_a_reduced_one(world, engine, places, wanted, locked):
    graph = piled(world, places, locked)
    scene = Scene(graph, engine.ontology)
    chosen = {f"thing_{number % len(places)}": target for number, target in wanted}
    literals = tuple(Literal(Predicate(p), (thing, place)) for thing, (p, place) in chosen.items())
    limits = SearchLimits(states=20_000)
    whole = prove(scene.backend, (literals,), limits, Manner())
    reduced = Reduction(engine.prove).prove(scene, (literals,), limits, Manner())
    assert reduced.status is whole.status


@given(piles, wishes, locks)
@quickly
def test_the_problem_of_the_reduced_state_has_the_same_operators(world, engine, places, wanted, locked):
    scene = Scene(piled(world, places, locked), engine.ontology)
    literals = tuple(
        dict.fromkeys(Literal(Predicate(p), (f"thing_{n % len(places)}", place)) for n, (p, place) in wanted)
    )
    parts = list(rings(scene.graph, literals))
    smaller = reduced_scene(scene, parts[-2] if len(parts) > 1 else parts[-1])
    calls = {o.call for o in scene.backend.problem(literals, Manner()).instances}
    assert {o.call for o in smaller.backend.problem(literals, Manner()).instances} >= calls


def test_only_what_the_goal_needs_is_kept(world):
    graph = world("apple_1 inside fridge_1", "banana_1 on shelf_1", "fork_1 inside drawer_1")
    kept = needed(graph, (on("apple_1", "table_2"),))
    assert kept == {"apple_1", "fridge_1", "table_2", "kitchen", "living_room", AGENT_ID}


def test_what_is_in_the_way_and_what_holds_a_thing_up_is_needed(world):
    graph = world("plate_1 on counter_1", "bowl_1 on plate_1", "apple_1 on bowl_1", "fork_1 on apple_1")
    kept = needed(graph, (on("bowl_1", "table_2"),))
    assert {"plate_1", "bowl_1", "apple_1", "fork_1", "counter_1"} <= kept


def test_a_place_that_only_its_contents_show_to_be_one_keeps_one_of_them(world):
    graph = world("apple_1 on table_1", "book_1 inside shelf_1", "book_2 inside shelf_1")
    kept = needed(graph, (inside("apple_1", "shelf_1"),))
    assert len(kept & {"book_1", "book_2"}) == 1
    scene = reduced_scene(Scene(graph, None), kept)
    assert lost(scene, (inside("apple_1", "shelf_1"),)) == ()


def test_no_witness_is_kept_where_a_thing_that_is_needed_shows_it_already(world):
    graph = world("apple_1 on table_1", "book_1 inside shelf_1", "book_2 inside shelf_1")
    kept = needed(graph, (inside("apple_1", "shelf_1"), on("book_2", "table_2")))
    assert "book_1" not in kept


def test_what_is_in_the_hand_is_kept(world):
    graph = world("apple_1 on table_1", "cup_1 held_by robot")
    assert "cup_1" in needed(graph, (on("apple_1", "table_2"),))


def test_rooms_on_the_way_are_kept_and_others_are_not():
    rooms = [Node(f"room_{i}", "room", NodeKind.ROOM) for i in range(5)]
    links = [(0, 1), (1, 2), (0, 3), (3, 4)]
    nodes = [*rooms, Node("table_1", "table", NodeKind.ASSET), Node(AGENT_ID, "robot", NodeKind.AGENT)]
    relations = [Relation(f"room_{a}", RelationType.CONNECTED, f"room_{b}") for a, b in links]
    relations += [Relation(AGENT_ID, RelationType.IN, "room_0"), Relation("table_1", RelationType.IN, "room_2")]
    graph = SceneGraph({n.id: n for n in nodes}, frozenset(relations))
    assert with_ways(graph, {"table_1"}) == {"table_1", AGENT_ID, "room_0", "room_1", "room_2"}


def test_a_scene_without_a_robot_keeps_the_rooms_of_what_is_kept():
    nodes = [Node("kitchen", "kitchen", NodeKind.ROOM), Node("table_1", "table", NodeKind.ASSET)]
    graph = SceneGraph({n.id: n for n in nodes}, frozenset({Relation("table_1", RelationType.IN, "kitchen")}))
    assert with_ways(graph, {"table_1"}) == {"table_1", "kitchen"}


def test_a_reduced_graph_is_of_the_same_revision_and_keeps_relations_between_its_nodes_only(world):
    graph = world("apple_1 on table_1", "banana_1 on table_1")
    smaller = reduced_graph(graph, {"apple_1", "table_1", "kitchen"})
    assert smaller.revision == graph.revision
    assert set(smaller.nodes) == {"apple_1", "table_1", "kitchen"}
    assert smaller.relations == {r for r in graph.relations if {r.source, r.target} <= set(smaller.nodes)}


def test_parts_of_a_scene_grow_up_to_the_whole(world):
    graph = world("apple_1 on table_1", "banana_1 on shelf_1")
    parts = list(rings(graph, (on("apple_1", "table_2"),), chosen=("banana_1", "gone_1")))
    assert all(smaller < larger for smaller, larger in pairwise(parts))
    assert "banana_1" in parts[0] and "gone_1" not in parts[0]
    assert parts[-1] == set(graph.nodes)


def test_what_a_part_of_a_scene_lacks_or_cannot_reach_is_lost(world, ontology):
    graph = world("apple_1 inside fridge_1", locked=("fridge_1",))
    scene = Scene(graph, ontology)
    assert lost(scene, (on("apple_1", "table_2"),)) == (on("apple_1", "table_2"),)
    assert lost(scene, (on("pear_1", "table_2"),)) == (on("pear_1", "table_2"),)
    assert lost(scene, (Literal(Predicate.AT, ("table_1",)),)) == ()


def test_a_selection_that_does_not_do_is_widened_and_that_is_told(world, engine):
    def only_with_a_shelf(scene, stages, limits, manner):
        if "shelf_1" not in scene.graph:
            return Proof(Status.UNSOLVABLE, states=3)
        return engine.prove(scene, stages, limits, manner)

    graph = world("apple_1 on table_1")
    reduction = Reduction(only_with_a_shelf)
    proof = reduction.prove(Scene(graph, engine.ontology), ((on("apple_1", "table_2"),),), SearchLimits(), Manner())
    assert proof.status is Status.SOLVED and proof.states > 3
    assert reduction.nodes == set(graph.nodes) and reduction.widened == 2


def test_widening_is_told_to_the_operator(world, engine, monkeypatch, words: Words):
    graph = world("apple_1 on table_1")
    found = type(engine).prove

    def only_on_the_whole(self, scene, stages, limits, manner):
        if len(scene.graph) < len(graph):
            return Proof(Status.UNSOLVABLE)
        return found(self, scene, stages, limits, manner)

    monkeypatch.setattr(type(engine), "prove", only_on_the_whole)
    result = Pruned(engine).plan(PlanningTask("bring the apple to table_2", graph))
    words(result.explanation)


def test_what_the_whole_scene_does_not_reach_is_unsolvable_and_only_then(world, engine):
    seen = []

    def never(scene, stages, limits, manner):
        seen.append(len(scene.graph))
        return Proof(Status.UNSOLVABLE)

    graph = world("apple_1 on table_1")
    proof = Reduction(never).prove(
        Scene(graph, engine.ontology), ((on("apple_1", "table_2"),),), SearchLimits(), Manner()
    )
    assert proof.status is Status.UNSOLVABLE
    assert seen[-1] == len(graph) and seen == sorted(seen)


@pytest.mark.parametrize("status", [Status.TIMEOUT, Status.MEMORY, Status.CANCELED])
def test_a_limit_on_the_reduced_state_ends_planning_and_weakens_nothing(world, engine, status):
    sizes = []

    def stopped(scene, stages, limits, manner):
        sizes.append(len(scene.graph))
        return Proof(status)

    graph = world("apple_1 on table_1")
    proof = Reduction(stopped).prove(
        Scene(graph, engine.ontology), ((on("apple_1", "table_2"),),), SearchLimits(), Manner()
    )
    assert proof.status is status and len(sizes) == 1


def test_a_goal_that_is_given_is_pruned_too_and_stays_whole_for_planning_again(world, engine, words: Words):
    graph = world("apple_1 on table_1", "apple_2 on counter_1", "apple_3 on shelf_1")
    asked = engine.plan(PlanningTask("bring an apple to table_2", graph)).plan.goal
    result = Pruned(engine).plan(PlanningTask("a name for it", graph, goal=goal_to_json(asked)))
    assert result.plan.goal == asked
    words(result.explanation)


def test_a_refusal_is_that_of_the_engine(engine, home):
    for instruction in ("bring me a drink", "dance for me", "Bring the unicorn to table_2"):
        assert Pruned(engine).plan(PlanningTask(instruction, home)) == engine.plan(PlanningTask(instruction, home))


def test_what_is_impossible_is_refused_as_by_the_engine(world, engine):
    graph = world("cola_can_1 inside fridge_1", locked=("fridge_1",))
    task = PlanningTask("bring the cola to table_2", graph)
    assert Pruned(engine).plan(task).outcome == engine.plan(task).outcome
    assert Pruned(engine).plan(task).plan is None


def test_a_goal_that_cannot_be_read_is_refused(engine, home):
    assert Pruned(engine).plan(PlanningTask("x", home, goal="{")).outcome.cause is FailureCause.INVALID_GOAL


def test_every_applicable_call_is_offered_and_no_other(world, ontology):
    scene = Scene(world("apple_1 on table_1").changed(), ontology)
    problem = state_space(scene, ())
    here = {o.call for o in applicable(problem, problem.initial)}
    assert {SkillCall("go_to", (a,)) for a in ("table_1", "fridge_1", "lamp_1")} <= here
    assert {c.skill for c in here} == {"go_to"}
    at_fridge = next(o for o in applicable(problem, problem.initial) if o.call.arguments == ("fridge_1",))
    state = (problem.initial - at_fridge.deletes).union(at_fridge.adds)
    assert {c.call.skill for c in applicable(problem, state)} == {"go_to", "open", "discover_objects"}


def test_the_space_of_all_calls_contains_plans_that_search_finds(world, ontology):
    scene = Scene(world("apple_1 inside drawer_1", "cup_1 on table_1"), ontology)
    wanted = (inside("apple_1", "fridge_1"), on("cup_1", "shelf_1"))
    problem = state_space(scene, wanted)
    found = search(problem, problem.goal(wanted), SearchLimits())
    assert found.status is Status.SOLVED


def mcts(playouts: Playouts = Playouts()):  # noqa: B008 - frozen
    return Acting(lambda problem, goal, limits: tree_search(problem, goal, limits, playouts)).prove


@pytest.mark.parametrize("seed", range(3))
def test_tree_search_finds_a_plan_that_holds_on_the_whole_scene(world, engine, seed):
    graph = world("apple_1 inside fridge_1", "banana_1 on shelf_1")
    result = Pruned(engine, PruneSettings(policy="mcts", seed=seed)).plan(
        PlanningTask("bring the apple to table_2", graph)
    )
    assert result.outcome.ok
    assert validate(result.plan.calls, result.plan.goal, graph).outcome.ok


def test_tree_search_is_the_same_for_the_same_seed(world, engine):
    graph = world("apple_1 inside fridge_1")
    task = PlanningTask("bring the apple to table_2", graph)
    one, two = (Pruned(engine, PruneSettings(policy="mcts")).plan(task) for _ in range(2))
    assert one == two


def test_tree_search_does_the_stages_in_order(world, engine):
    graph = world("apple_1 on table_1", "cup_1 on counter_1")
    scene = Scene(graph, engine.ontology)
    proof = mcts()(scene, ((on("apple_1", "table_2"),), (on("cup_1", "table_2"),)), SearchLimits(), Manner())
    puts = [c.arguments[0] for c in proof.calls if c.skill == "put_on" and c.arguments[1] == "table_2"]
    assert puts.index("apple_1") < puts.index("cup_1")
    assert set(proof.kept) == {on("apple_1", "table_2"), on("cup_1", "table_2")}


def test_a_later_stage_may_undo_what_excludes_it(world, engine):
    scene = Scene(world("apple_1 on table_1"), engine.ontology)
    proof = mcts()(scene, ((on("apple_1", "table_2"),), (on("apple_1", "shelf_1"),)), SearchLimits(), Manner())
    assert proof.status is Status.SOLVED
    assert proof.kept == (on("apple_1", "shelf_1"),)


def test_tree_search_that_finds_nothing_proves_nothing(world, engine, words: Words):
    graph = world("apple_1 inside fridge_1", "banana_1 on shelf_1", "cup_1 on counter_1")
    few = PruneSettings(policy="mcts", playouts=1, depth=1, steps=2)
    result = Pruned(engine, few).plan(PlanningTask("bring the apple to table_2", graph))
    assert result.outcome.cause is FailureCause.PLANNING_MEMORY
    assert result.plan is None
    words(result.explanation)


def test_tree_search_stops_at_its_limits(world, ontology):
    scene = Scene(world("apple_1 inside fridge_1"), ontology)
    problem = state_space(scene, (on("apple_1", "table_2"),))
    goal = problem.goal((on("apple_1", "table_2"),))
    assert tree_search(problem, goal, SearchLimits(cancelled=lambda: True)).status is Status.CANCELED
    assert tree_search(problem, goal, SearchLimits(deadline_s=time.monotonic() - 1)).status is Status.TIMEOUT
    few = Playouts(each_step=10, depth=1)
    assert tree_search(problem, goal, SearchLimits(states=2), few).status is Status.MEMORY


def test_tree_search_of_a_goal_that_holds_does_nothing(world, ontology):
    scene = Scene(world("apple_1 on table_1"), ontology)
    problem = state_space(scene, (on("apple_1", "table_1"),))
    assert tree_search(problem, problem.goal((on("apple_1", "table_1"),)), SearchLimits()).instances == ()


def test_tree_search_without_any_call_ends(ontology):
    graph = SceneGraph({AGENT_ID: Node(AGENT_ID, "robot", NodeKind.AGENT)})
    problem = state_space(Scene(graph, ontology), (Literal(Predicate.AT, ("nowhere",)),))
    found = tree_search(problem, problem.goal((Literal(Predicate.AT, ("nowhere",)),)), SearchLimits())
    assert found.status is Status.MEMORY


@pytest.mark.parametrize("policy", ["search", "mcts"])
def test_the_strategy_has_a_name_and_options(engine, world, policy):
    strategy = make_strategy(f"prune:policy={policy}", Parts(engine))
    result = strategy.plan(PlanningTask("bring the apple to table_2", world("apple_1 on table_1")))
    assert "I planned on" in result.explanation


@pytest.mark.parametrize(
    "option, said",
    [
        ("policy=luck", "policy is 'luck'; it must be one of 'search', 'mcts', 'model'"),
        ("steps=0", "steps is 0; it must be at least 1"),
    ],
)
def test_options_that_cannot_be_used_are_refused(engine, option, said):
    with pytest.raises(StrategyError, match=said):
        make_strategy(f"prune:{option}", Parts(engine))


def test_known_failures_hold_on_the_reduced_state_too(engine, world):
    graph = world("apple_1 on table_1", "apple_2 on shelf_1")
    blocked = KnownFailure(FailureKind.BLOCKED, "table_1")
    result = Pruned(engine).plan(PlanningTask("bring an apple to table_2", graph, known_failures=(blocked,)))
    assert SkillCall("pick_up", ("apple_2", "shelf_1")) in result.plan.calls
    assert all("table_1" not in call.arguments for call in result.plan.calls)
