# SPDX-License-Identifier: Apache-2.0
"""Laws of making do, on random worlds and instructions."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from makedo_core.goals.entailment import entails
from makedo_core.goals.facts import apply, facts
from makedo_core.goals.goal import satisfied
from makedo_core.graph.scene_graph import NodeKind
from makedo_core.ontology.taxonomy import KID_SAFE
from makedo_core.skills import Literal, Predicate
from planner_node.grounding.ground import ground
from planner_node.grounding.scene import Scene
from planner_node.language.interpret import interpret
from planner_node.proof.backend import Manner
from planner_node.proof.proof import prove
from planner_node.proof.search import SearchLimits, Status
from planner_node.proof.validate import validate
from planner_node.relaxation.combine import assign, best_first
from planner_node.relaxation.options import Reachability, make_options
from planner_node.relaxation.relax import variants, weights
from planner_node.relaxation.shift import acceptable, substitutes
from planner_node.task import PlanningTask

KINDS = (
    "apple orange cracker_box cookie_box granola_bar cola_can juice_carton wine_bottle beer_can knife fork spoon "
    "bleach_bottle mug glass book medicine coffee nuts_bag toy_block"
).split()
PLACES = ("on table_1", "on counter_1", "inside fridge_1", "inside drawer_1", "on shelf_1", "on table_2")
NOUNS = ("kid snacks", "snacks", "forks", "drinks for the kids", "apples", "red mugs", "kid-safe drinks", "glasses")

object_lists = st.lists(st.tuples(st.sampled_from(KINDS), st.sampled_from(PLACES)), max_size=10).map(
    lambda pairs: [f"{kind}_{i} {place}" for i, (kind, place) in enumerate(pairs)]
)
locks = st.sets(st.sampled_from(["fridge_1", "drawer_1"]))
demands = st.tuples(st.integers(1, 4), st.sampled_from(NOUNS), st.sampled_from(["table_2", "the fridge", "the shelf"]))
quickly = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def spoken(demand: tuple[int, str, str], other: str | None = None) -> str:
    count, noun, place = demand
    return f"bring {count} {noun}{f' and {other}' if other else ''} to {place}"


def choices(scene: Scene, instruction: str):
    request = interpret(instruction, scene.ontology, scene.graph)
    found = ground(request, scene)
    assert isinstance(found, tuple), found
    options = [make_options(d, scene, other_places=True) for d in found]
    reach = Reachability(scene.backend, (x for o in options for x in o.literals()), Manner())
    weight = weights(found)
    return found, [variants(o, scene, reach, w) for o, w in zip(options, weight, strict=True)]


@given(object_lists, locks, demands, st.data())
@quickly
def test_what_satisfies_the_goal_satisfies_each_of_its_relaxations(world, ontology, things, locked, demand, data):
    graph = world(*things, locked=locked)
    (asked,), (ways,) = choices(Scene(graph, ontology), spoken(demand))
    literals = [
        Literal(p, (n.id, a.id))
        for n in graph.of_kind(NodeKind.OBJECT)
        for a in graph.of_kind(NodeKind.ASSET)
        for p in (Predicate.ON, Predicate.INSIDE)
    ]
    state = frozenset(data.draw(st.sets(st.sampled_from(literals)))) if literals else frozenset()
    if data.draw(st.booleans(), "everything wanted is there"):
        state |= {literal.bind({"?object": w}) for literal in asked.literals for w in asked.wanted}
    if satisfied(asked.asked(), state):
        assert all(satisfied(way.goal, state) for way in ways)
    assert all(entails(asked.asked(), way.goal) for way in ways)  # and that is proven, not only seen


@given(object_lists, locks, demands, st.sampled_from([None, "an orange", "a book"]))
@quickly
def test_a_plan_is_valid_and_costs_nothing_only_where_nothing_changed(
    world, engine, ontology, things, locked, demand, other
):
    graph = world(*things, locked=locked)
    instruction = spoken(demand, other)
    result = engine.plan(PlanningTask(instruction, graph))
    if result.plan is None:
        assert result.outcome.message
        return
    assert validate(result.plan.calls, result.plan.goal, graph).outcome.ok
    asked = ground(interpret(instruction, ontology, graph), Scene(graph, ontology))
    end = facts(graph)
    for call in result.plan.calls:
        end = apply(call, end)
    exactly = all(satisfied(d.asked(), end) for d in asked)
    assert (result.plan.relaxation_cost == 0) is (result.plan.relaxations == ())
    assert (result.plan.relaxation_cost == 0) is exactly
    assert all(change.cost > 0 and change.reason for change in result.plan.relaxations)


@given(object_lists, locks, st.integers(1, 5), st.sampled_from(["kid snacks", "drinks for the kids", "kids toys"]))
@quickly
def test_nothing_unsafe_is_ever_brought_for_kids(world, engine, ontology, things, locked, count, noun):
    graph = world(*things, locked=locked)
    result = engine.plan(PlanningTask(f"bring {count} {noun} to table_3", graph))
    for call in result.plan.calls if result.plan else ():
        if call.skill == "pick_up":
            assert ontology.kid_safe(graph[call.arguments[0]].label)


@given(object_lists, st.sampled_from(["snack", "drink", "fork", "mug", "juice_carton", "spoon", "candy"]))
@quickly
def test_a_substitute_never_brings_a_hazard_that_was_not_asked_for(world, ontology, things, asked):
    scene = Scene(world(*things), ontology)
    (demand,) = ground(interpret(f"bring a {asked.replace('_', ' ')} to table_3", ontology, scene.graph), scene)
    for substitute in substitutes(demand, scene):
        label = scene.graph[substitute.node_id].label
        assert ontology.hazards(label) <= ontology.hazards(asked)


@pytest.mark.slow
def test_over_the_whole_ontology_nothing_unsafe_stands_in_for_kids(ontology):
    required = frozenset({KID_SAFE})
    for asked, instead in itertools.product(ontology.concepts, repeat=2):
        if acceptable(asked, instead, required, ontology):
            assert ontology.kid_safe(instead)
        if ontology.is_a(instead, "alcoholic_drink") and "alcoholic" not in ontology.hazards(asked):
            assert not acceptable(asked, instead, frozenset(), ontology)


@given(object_lists, locks, demands, st.sampled_from(["an orange", "two books", "a wine bottle"]))
@quickly
def test_combinations_come_cheapest_first_and_none_is_missing(world, ontology, things, locked, demand, other):
    _, ways = choices(Scene(world(*things, locked=locked), ontology), spoken(demand, other))
    given_costs = [sum(v.cost for v in chosen) for chosen in best_first(ways, 6.0)]
    every = sorted(
        cost
        for combination in itertools.product(*ways)
        if not all(v.is_dropped for v in combination) and (cost := sum(v.cost for v in combination)) <= 6.0 + 1e-9
    )
    assert given_costs == pytest.approx(every[: len(given_costs)])
    assert len(given_costs) == min(len(every), 400)


@given(object_lists, locks, demands)
@quickly
def test_the_change_is_the_cheapest_of_all_that_can_be_reached(world, engine, ontology, things, locked, demand):
    """Brute force: every variant whose things can be had one by one is tried by the search itself."""
    graph = world(*things, locked=locked)
    scene = Scene(graph, ontology)
    result = engine.plan(PlanningTask(spoken(demand), graph))
    request = interpret(spoken(demand), ontology, graph)
    (asked,) = ground(request, scene)
    options = make_options(asked, scene, other_places=False)
    (weight,) = weights([asked])
    reach = Reachability(scene.backend, options.literals(), Manner())
    ways = [v for v in variants(options, scene, reach, weight) if not v.is_dropped]
    reachable = [
        v.cost
        for v in ways
        if (wanted := assign([v], scene)) is not None
        and prove(scene.backend, wanted, SearchLimits(), Manner()).status is Status.SOLVED
        and v.cost <= engine.settings.max_relaxation_cost
    ]
    if reachable:
        assert result.plan is not None
        assert result.plan.relaxation_cost == pytest.approx(min(reachable))
    elif result.plan is not None:
        assert any(r.kind.name in ("CHANGE_PLACE", "WEAKEN_RELATION") for r in result.plan.relaxations)
