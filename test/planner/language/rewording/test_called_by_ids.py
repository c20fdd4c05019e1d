# SPDX-License-Identifier: Apache-2.0
"""Things and furniture by what their ids say, whose things are, and what is told of them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from makedo_core.graph.scene_graph import SceneGraph
from makedo_core.ontology import load_ontology, memberships_of, with_wordnet
from makedo_core.ontology.membership import MembershipSource
from makedo_core.ontology.wordnet import open_wordnet
from makedo_eval.sentences.corpus import scene
from planner_node.language.words.naming import Names
from planner_node.task import PlanningTask
from test.support.plain_instructions import ENGINE, done, placed, planned, result_of, told


def test_furniture_is_meant_as_its_ids_call_it():
    """Of a table with an id of another name, nothing is said."""
    graph = scene("dining")
    ids = {"table_1": "lunch_table_1", "table_2": "lunch_table_2", "table_3": "games_table_1"}
    nodes = {ids.get(n.id, n.id): replace(n, id=ids.get(n.id, n.id)) for n in graph}
    relations = tuple(
        replace(r, source=ids.get(r.source, r.source), target=ids.get(r.target, r.target)) for r in graph.relations
    )
    renamed = SceneGraph(nodes, relations)
    result = ENGINE.plan(PlanningTask("Put an apple on each lunch table", renamed))
    assert {p.partition("->")[2] for p in placed(result)} == {"lunch_table_1", "lunch_table_2"}
    result = ENGINE.plan(PlanningTask("Put a spoon on every table", renamed))
    assert {p.partition("->")[2] for p in placed(result)} == {"lunch_table_1", "lunch_table_2", "games_table_1"}


def two_pies() -> SceneGraph:
    graph = scene("dining")
    nodes = dict(graph.nodes)
    for old, new in (("lemon_1", "cherry_pie_1"), ("vase_1", "apple_pie_1")):
        nodes[new] = replace(nodes.pop(old), id=new, label="pie")
    ids = {"lemon_1": "cherry_pie_1", "vase_1": "apple_pie_1"}
    return SceneGraph(nodes, tuple(replace(r, source=ids.get(r.source, r.source)) for r in graph.relations))


@pytest.mark.parametrize(
    ("said", "goes"),
    [
        ("Put the cherry pie on table 3 and leave the apple one", {"cherry_pie_1->table_3"}),
        (
            "Put the cherry pie on table 3 and the apple one on table 1",
            {"cherry_pie_1->table_3", "apple_pie_1->table_1"},
        ),
        ("Put the apple pie on table 3, not the cherry one", {"apple_pie_1->table_3"}),
    ],
)
def test_one_of_two_kinds_is_meant_by_its_first_noun(said, goes):
    assert placed(ENGINE.plan(PlanningTask(said, two_pies()))) == goes


def test_of_two_kinds_it_is_asked_which_is_meant():
    result = ENGINE.plan(PlanningTask("Put the pie on table 3", two_pies()))
    assert result.outcome.message.startswith("Which one is meant by 'the pie'")


def test_an_unknown_jar_is_no_bread():
    memberships = memberships_of(with_wordnet(load_ontology(), open_wordnet()))
    assert memberships.of("tip_jar", "bread_roll").source is MembershipSource.UNKNOWN
    assert memberships.of("spice_jar", "salt").source is not MembershipSource.UNKNOWN


def test_somebodys_glasses_are_those_that_are_worn():
    graph = scene("bedroom")
    nodes = dict(graph.nodes) | {"watch_1": replace(graph["watch_1"], label="water_glass")}
    beside_others = SceneGraph(nodes, graph.relations)
    names = Names(load_ontology(), beside_others)
    his, any_of_them = names.match(("his", "glasses"), 1), names.match(("the", "glasses"), 1)
    assert his is not None and his.concept == "reading_glasses"
    assert any_of_them is not None and any_of_them.concept == "glass"


@pytest.mark.parametrize(
    ("where", "said", "does"),
    [
        ("party", "Bring Anna's jacket to her", {"hand_over(jacket_1, anna)"}),
        ("party", "Take Ben's present to him", {"hand_over(present_1, ben)"}),
        ("party", "Help Anna put the balloons on the side table",
         {"put_on(balloon_1, side_table_1)", "put_on(balloon_2, side_table_1)"}),
    ],
)  # fmt: skip
def test_it_is_known_who_is_meant(where, said, does):
    assert done(where, said) == does


def test_where_somebody_cannot_find_something_it_is_told():
    assert told("party", "Anna can't find her jacket").startswith("Jacket 1 is on sofa 1")
    assert told("party", "Help Ben look for the corkscrew").startswith("Corkscrew 1 is on kitchen counter 1")


def test_nobody_is_made_of_an_animal():
    assert told("party", "Give the dog his ball") == "I know nobody called 'dog' here."
    assert told("party", "Give the nurse a napkin") == "I know nobody called 'nurse' here."


@pytest.mark.parametrize(
    ("said", "goes"),
    [
        ("Clear the dirty plates off table 2", {"plate_3->dishwasher_1", "plate_4->dishwasher_1"}),
        ("Clear away the plates on table 2", {"plate_3->dishwasher_1", "plate_4->dishwasher_1"}),
    ],
)
def test_what_is_cleared_away_goes_where_it_is_kept_or_washed(said, goes):
    assert placed(planned("dining", said)) == goes


def test_where_things_go_is_never_only_something_to_know():
    result = result_of("dining", "Clear table 2, the mugs go next to the dishwasher")
    assert result.plan is None
    assert "the mugs" in result.outcome.message


def test_what_is_dirty_is_told_where_there_is_no_other():
    result = planned("flat", "Bring a fork to the kitchen table")
    assert "Fork 1 is dirty, and I know of no other that would do." in result.explanation
    assert not result.account.exact
    assert planned("flat", "Bring the fork to the kitchen table").account.exact


def test_what_stands_there_dirty_is_not_told_as_done():
    result = planned("dining", "Bring a mug to table 2")
    assert "already" not in result.explanation


def test_sugar_is_not_kept_in_the_fridge():
    assert not {p for p in placed(planned("pantry", "Put the sugar away")) if "fridge" in p or "freezer" in p}


@pytest.mark.parametrize(
    ("where", "said", "does"),
    [
        ("dining", "Take two plates, a clean one and a dirty one, to table 3",
         {"put_on(plate_1, table_3)", "put_on(plate_3, table_3)"}),
        ("dining", "Put two apples, a red one and a green one, in the basket",
         {"put_inside(apple_1, fruit_basket_1)", "put_inside(apple_2, fruit_basket_1)"}),
        ("pantry", "Leave the rice, but bring everything else from that shelf to the table",
         {f"put_on({i}, table_1)" for i in ("flour_bag_1", "pasta_box_1", "pasta_box_2", "tomato_can_1", "tomato_can_2",
                                            "tuna_can_1")}),
        ("office", "Put the stapler and the pen from the same desk on the shelf",
         {"put_on(stapler_1, shelf_1)", "put_on(pen_2, shelf_1)"}),
        ("garage", "Put either of the tennis balls on the workbench", {"put_on(tennis_ball_1, workbench_1)"}),
        ("party", "Ben would rather have a cupcake than the cake", {"hand_over(cupcake_1, ben)"}),
        ("laundry", "Put the dirty shirt in the wash", {"put_inside(shirt_1, washing_machine_1)"}),
    ],
)  # fmt: skip
def test_it_is_known_which_things_are_meant(where, said, does):
    assert done(where, said) == does


def two_keys() -> SceneGraph:
    graph = scene("bedroom")
    nodes = dict(graph.nodes)
    for old, label in (("wallet_1", "car_key"), ("watch_1", "house_key")):
        nodes[f"{label}_1"] = replace(nodes.pop(old), id=f"{label}_1", label=label)
    del nodes["keys_1"]
    ids = {"wallet_1": "car_key_1", "watch_1": "house_key_1"}
    relations = (replace(r, source=ids.get(r.source, r.source)) for r in graph.relations if r.source != "keys_1")
    return SceneGraph(nodes, tuple(relations))


@pytest.mark.parametrize(
    ("said", "goes"),
    [
        ("Put the car key on the bed, not the house key", {"car_key_1->bed_1"}),
        ("Put the house key on the bed", {"house_key_1->bed_1"}),
        ("Put the keys on the bed", {"car_key_1->bed_1", "house_key_1->bed_1"}),
    ],
)
def test_two_kinds_with_one_name_in_common_are_told_apart(said, goes):
    result = ENGINE.plan(PlanningTask(said, two_keys()))
    if result.plan is None:
        assert said.startswith("Put the keys") and result.outcome.message.startswith("Which one is meant")
    else:
        assert placed(result) == goes


def test_eggs_are_eggs_beside_an_egg_shell():
    graph = scene("pantry")
    nodes = dict(graph.nodes) | {"onion_2": replace(graph["onion_2"], label="egg"),
                                 "eggshell_1": replace(graph["eggshell_1"], label="egg_shell")}  # fmt: skip
    result = ENGINE.plan(PlanningTask("Put the eggs on the table", SceneGraph(nodes, graph.relations)))
    assert placed(result) == {"onion_2->table_1"}
    assert result.account.exact


def test_how_much_others_need_is_not_made_up():
    assert told("dining", "Is there enough bread for three burgers?").startswith(
        "I know of one bread, and do not know how much is needed for three burgers."
    )
