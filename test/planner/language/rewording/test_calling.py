# SPDX-License-Identifier: Apache-2.0
"""What things are called by: looks that labels say, words of ids, music for what plays it, titles of people."""

from __future__ import annotations

from dataclasses import replace

import pytest

from makedo_core.failure import FailureCause
from makedo_core.graph.scene_graph import SceneGraph
from makedo_core.ontology import load_ontology, memberships_of, with_wordnet
from makedo_core.ontology.membership import Belongs
from makedo_core.ontology.wordnet import open_wordnet
from makedo_eval.gpsr.home import our_home
from makedo_eval.sentences.corpus import scene
from planner_node.engine import Engine
from planner_node.language.reading.cursor import words_of
from planner_node.task import PlanningTask, Settings

ENGINE = Engine(load_ontology(), Settings())


def labelled(where: str, **labels: str) -> SceneGraph:
    """A scene in which nodes have other labels."""
    graph = scene(where)
    nodes = {i: replace(n, label=labels.get(i, n.label)) for i, n in graph.nodes.items()}
    return SceneGraph(nodes, graph.relations)


def moved(said: str, graph: SceneGraph) -> set[str]:
    result = ENGINE.plan(PlanningTask(said, graph))
    assert result.plan is not None, result.outcome
    return {"->".join(c.arguments) for c in result.plan.calls if c.skill in ("put_on", "put_inside", "hand_over")}


WINES = labelled("pantry", beer_bottle_1="red_wine_bottle", beer_bottle_2="white_wine_bottle")


@pytest.mark.parametrize(
    ("said", "goes"),
    [
        ("Put the red bottle on table 1", {"beer_bottle_1->table_1"}),
        ("Put the wine bottles on table 1, the red one stays", {"beer_bottle_2->table_1"}),
        ("Put the wine bottles on table 1 except the white one", {"beer_bottle_1->table_1"}),
    ],
)
def test_a_look_that_only_the_label_says_tells_things_apart(said, goes):
    assert moved(said, WINES) == goes


def test_wine_and_water_come_in_bottles():
    goes = moved("Put all bottles on shelf 1", labelled("pantry", tuna_can_1="rum_bottle"))
    assert goes >= {"beer_bottle_1->shelf_1", "beer_bottle_2->shelf_1"}
    assert not {name for name in goes if name.startswith("jam_jar")}


def test_what_only_cans_hold_is_meant_by_its_name():
    assert moved("Put the tomatoes on table 1", scene("pantry")) == {"tomato_can_1->table_1", "tomato_can_2->table_1"}
    with_a_fresh_one = labelled("pantry", carrot_1="tomato")
    assert moved("Put the tomato on table 1", with_a_fresh_one) == {"carrot_1->table_1"}


def test_a_bin_for_something_else_is_no_bin_for_waste():
    graph = labelled("pantry", compost_bin_1="sharps_bin")
    assert moved("Throw the dish soap away", graph) == {"dish_soap_1->trash_can_1"}


def test_the_patient_is_somebody():
    assert moved("Bring the book to the patient", scene("flat")) == {"book_1->person_1"}


def test_what_is_stated_to_look_so_comes_before_what_is_labelled_so():
    graph = labelled("pantry", beer_bottle_1="red_wine_bottle")
    nodes = dict(graph.nodes) | {"beer_bottle_2": replace(graph["beer_bottle_2"], attributes=frozenset({"red"}))}
    assert moved("Put the red bottle on table 1", SceneGraph(nodes, graph.relations)) == {"beer_bottle_2->table_1"}


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("Put the folders on desk 1, the red one stays", "folder 1 and folder 2 belong to 'the red folder'"),
        ("Put all binders on desk 1 except the green ones", "binder 3 belong to 'the green ones'"),
    ],
)
def test_certain_things_that_are_to_stay_are_asked_after_where_nothing_is_known_to_look_so(said, shown):
    result = ENGINE.plan(PlanningTask(said, scene("office")))
    assert result.outcome.cause is FailureCause.AMBIGUOUS
    assert shown in result.outcome.message
    assert result.plan is None


@pytest.mark.parametrize("ones", ["one", "ones"])
def test_where_one_is_known_to_look_so_the_others_go_and_the_doubt_is_told(ones):
    result = ENGINE.plan(PlanningTask(f"Put all pens on the shelf except the red {ones}", scene("office")))
    assert {c.arguments[0] for c in result.plan.calls if c.skill == "put_on"} == {"pen_2", "pen_3"}
    assert not result.account.exact


def test_furniture_is_called_by_the_word_that_its_ids_share():
    graph = labelled("lab", bench_1="workbench", bench_2="workbench")
    assert moved("Put the notebook on the other bench", graph) == {"notebook_1->bench_2"}
    beakers = moved("Put a beaker on each bench", graph)
    assert {goes.partition("->")[2] for goes in beakers} <= {"bench_1", "bench_2"}


def test_some_of_the_furniture_of_a_kind_is_called_by_its_ids():
    graph = scene("dining")
    named = {"table_1": "dining_table_1", "table_2": "dining_table_2"}
    nodes = {named.get(i, i): replace(n, id=named.get(i, i)) for i, n in graph.nodes.items()}
    relations = tuple(
        replace(r, source=named.get(r.source, r.source), target=named.get(r.target, r.target)) for r in graph.relations
    )
    goes = moved("Put a spoon on each dining table", SceneGraph(nodes, relations))
    assert {to.partition("->")[2] for to in goes} == {"dining_table_1", "dining_table_2"}


@pytest.mark.parametrize("said", ["Mr. Brown needs it.", "Ask Dr. Chen now", "to Mrs. Hill, prof. Jones"])
def test_the_stop_of_a_title_ends_no_sentence(said):
    assert "." not in words_of(said)[:-1]


def test_music_is_what_plays_it():
    graph = labelled("flat", heater_1="radio")
    result = ENGINE.plan(PlanningTask("Turn the floor lamp on and the music off", graph))
    assert result.plan is not None, result.outcome
    assert ENGINE.plan(PlanningTask("Turn on some music", graph)).plan is not None
    assert ENGINE.plan(PlanningTask("Turn the music off", scene("flat"))).plan is None


@pytest.mark.parametrize(
    ("label", "group", "belongs"),
    [
        ("stuffed_rabbit", "cuddly_toy", Belongs.IN),
        ("plush_elephant", "toy", Belongs.IN),
        ("stuffed_pepper", "cuddly_toy", Belongs.OUT),
        ("stuffed_pepper", "food", Belongs.IN),
        ("toy_banana", "toy", Belongs.IN),
        ("toy_banana", "fruit", Belongs.OUT),
    ],
)
def test_what_is_stuffed_is_a_toy_and_a_dish_is_food(label, group, belongs):
    memberships = memberships_of(with_wordnet(load_ontology(), open_wordnet()))
    assert memberships.of(label, group).belongs is belongs


def test_a_blue_jacket_is_nobody():
    graph = our_home().graph
    thing = next(n for n in graph if n.label == "apple")
    nodes = dict(graph.nodes) | {thing.id: replace(thing, label="jacket", attributes=frozenset({"blue"}))}
    engine = Engine(load_ontology(), Settings(), wordnet=open_wordnet())
    result = engine.plan(PlanningTask("Give everybody a banana", SceneGraph(nodes, graph.relations)))
    assert thing.id not in result.explanation.replace(" ", "_")
