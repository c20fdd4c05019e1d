# SPDX-License-Identifier: Apache-2.0
"""Embeddings break ties between equally good substitutes, and decide nothing else: laws on random worlds."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from makedo_core.failure import MakedoError
from planner_node.assembly import Choices, assemble
from planner_node.engine import Engine
from planner_node.grounding.ground import ground
from planner_node.grounding.scene import Scene
from planner_node.language.interpret import interpret
from planner_node.relaxation.options import make_options
from planner_node.relaxation.shift import substitutes
from planner_node.task import PlanningTask
from support.words import Words

KINDS = "apple banana orange cracker_box cookie_box granola_bar cola_can wine_bottle knife spoon mug glass book".split()
PLACES = ("on table_1", "on counter_1", "inside fridge_1", "on shelf_1", "on table_2")
NOUNS = ("kid snacks", "snacks", "forks", "drinks for the kids", "red apples", "pears", "cups")

object_lists = st.lists(st.tuples(st.sampled_from(KINDS), st.sampled_from(PLACES)), max_size=12).map(
    lambda pairs: [f"{kind}_{i} {place}" for i, (kind, place) in enumerate(pairs)]
)
instructions = st.builds("bring {} {} to table_3".format, st.integers(1, 4), st.sampled_from(NOUNS))
opinions = st.dictionaries(st.sampled_from(KINDS), st.floats(-1.0, 1.0))
quickly = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])


class Opinion:
    """Likes classes as scripted; notes what it was asked."""

    def __init__(self, likes: dict[str, float]) -> None:
        self.likes = likes
        self.asked: list[tuple[str, str]] = []

    def similarity(self, first: str, second: str) -> float:
        self.asked.append((first, second))
        return self.likes.get(second, 0.0)


def options(graph, ontology, instruction, similarity=None):
    scene = Scene(graph, ontology, similarity=similarity)
    (demand,) = ground(interpret(instruction, ontology, graph), scene)
    return make_options(demand, scene, other_places=False), scene


@given(object_lists, instructions, opinions)
@quickly
def test_the_order_of_unequal_costs_and_of_functional_classes_never_changes(
    world, ontology, things, instruction, likes
):
    graph = world(*things)
    plain, _ = options(graph, ontology, instruction)
    found, _ = options(graph, ontology, instruction, Opinion(likes))
    assert [s.tie for s in found.substitutes] == [s.tie for s in plain.substitutes]
    assert (found.wanted, found.targets) == (plain.wanted, plain.targets)


@given(object_lists, instructions, opinions)
@quickly
def test_the_candidates_and_their_costs_are_the_same_in_another_order(world, ontology, things, instruction, likes):
    graph = world(*things)
    found, scene = options(graph, ontology, instruction, Opinion(likes))
    admissible = {s.node_id: s for s in substitutes(found.demand, scene)}
    assert sorted(s.node_id for s in found.substitutes) == sorted(admissible)
    assert all(replace(s, likeness=None) == admissible[s.node_id] for s in found.substitutes)


@given(object_lists, instructions, opinions)
@quickly
def test_within_a_tie_the_most_alike_come_first_and_then_the_nearest(world, ontology, things, instruction, likes):
    graph = world(*things)
    plain, _ = options(graph, ontology, instruction)
    found, _ = options(graph, ontology, instruction, Opinion(likes))
    near = [s.node_id for s in plain.substitutes]
    for tie in {s.tie for s in found.substitutes}:
        keys = [(-(s.likeness or 0.0), near.index(s.node_id)) for s in found.substitutes if s.tie == tie]
        assert keys == sorted(keys)


@given(object_lists, instructions, opinions)
@quickly
def test_names_are_compared_only_where_there_is_a_tie_of_several_classes(world, ontology, things, instruction, likes):
    opinion = Opinion(likes)
    found, scene = options(world(*things), ontology, instruction, opinion)
    ties: dict[tuple[float, str], set[str]] = {}
    for s in found.substitutes:
        ties.setdefault(s.tie, set()).add(scene.graph[s.node_id].label)
    tied = {label for (_, shared), labels in ties.items() if shared and len(labels) > 1 for label in labels}
    assert {second for _, second in opinion.asked} == tied
    assert len(opinion.asked) == len(set(opinion.asked))


def test_many_that_are_alike_and_cannot_be_had_do_not_hide_one_that_can(world, engine, ontology):
    there = [f"banana_{i} inside drawer_1" for i in range(1, 21)]
    task = PlanningTask("bring a pear to table_3", world("apple_1 on table_2", *there, locked=["drawer_1"]))
    found = Engine(ontology, similarity=Opinion({"banana": 0.9})).plan(task)
    assert picked(found) == ["apple_1"]
    assert found.plan.relaxation_cost == pytest.approx(engine.plan(task).plan.relaxation_cost)


@given(object_lists, instructions, opinions)
@quickly
def test_no_relaxation_cost_depends_on_a_similarity(world, engine, ontology, things, instruction, likes):
    graph = world(*things)
    plain = engine.plan(PlanningTask(instruction, graph))
    found = Engine(ontology, similarity=Opinion(likes)).plan(PlanningTask(instruction, graph))
    assert found.outcome.cause is plain.outcome.cause
    assert (found.plan is None) is (plain.plan is None)
    if found.plan is not None:
        assert found.plan.relaxation_cost == pytest.approx(plain.plan.relaxation_cost)


TIE = ("apple_1 on table_2", "banana_1 on counter_1")
"""The apple is nearer; both are fruit, which a pear is too."""


def picked(result) -> list[str]:
    return [c.arguments[0] for c in result.plan.calls if c.skill == "pick_up"]


def test_without_a_similarity_the_nearest_is_taken_and_with_one_the_most_alike(world, engine, ontology):
    graph = world(*TIE)
    task = PlanningTask("bring a pear to table_3", graph)
    assert picked(engine.plan(task)) == ["apple_1"]
    result = Engine(ontology, similarity=Opinion({"banana": 0.9, "apple": 0.2})).plan(task)
    assert picked(result) == ["banana_1"]


def test_that_a_tie_was_broken_is_told(world, ontology):
    told = "An apple would do as well, but a banana is closer in meaning to a pear."
    task = PlanningTask("bring a pear to table_3", world(*TIE))
    assert told in Engine(ontology, similarity=Opinion({"banana": 0.9})).plan(task).explanation


@pytest.mark.parametrize("likes", [{}, {"banana": 0.4, "apple": 0.4}])
def test_where_the_names_are_equally_alike_the_nearest_is_taken_and_nothing_is_told(
    world, ontology, likes, words: Words
):
    result = Engine(ontology, similarity=Opinion(likes)).plan(PlanningTask("bring a pear to table_3", world(*TIE)))
    assert picked(result) == ["apple_1"]
    words(result.explanation)


def test_where_all_that_are_tied_are_needed_nothing_is_told(world, ontology, words: Words):
    result = Engine(ontology, similarity=Opinion({"banana": 0.9})).plan(
        PlanningTask("bring 2 pears to table_3", world(*TIE))
    )
    assert sorted(picked(result)) == ["apple_1", "banana_1"]
    words(result.explanation)


def test_what_is_unsafe_is_never_taken_however_alike_it_is(world, ontology):
    graph = world("wine_bottle_1 on table_1", "knife_1 on table_1", "cracker_box_1 on shelf_1")
    engine = Engine(ontology, similarity=Opinion({"wine_bottle": 1.0, "knife": 1.0, "cracker_box": -1.0}))
    assert picked(engine.plan(PlanningTask("bring a kid snack to table_3", graph))) == ["cracker_box_1"]


def test_a_folder_without_a_model_is_refused_when_the_planner_is_put_together(words: Words):
    with pytest.raises(MakedoError) as raised:
        assemble(Choices(embeddings=Path("nowhere")), {})
    words(str(raised.value))
