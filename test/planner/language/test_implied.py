# SPDX-License-Identifier: Apache-2.0
"""Needs, remarks, people and places that are only implied, in an office: what is done about sentences of the kind.

The sentences and the office are of these tests' own and were written after the rules; where the rules failed on one of
them, they were changed.
"""

from __future__ import annotations

import pytest

from makedo_core.failure import FailureCause
from makedo_core.graph.scene_graph import Node, NodeKind, Relation, RelationType, SceneGraph, State
from makedo_eval.datasets.graph_homes.graph_home import graph_home
from planner_node.task import PlanningTask
from support.words import Words

ROOMS = {
    "canteen": "canteen", "pantry_kitchen": "kitchen", "annas_office": "office", "bens_office": "office",
    "optics_lab": "optics_lab", "archive": "storage_room", "stationery_corner": "stationery_corner",
    "meeting_room_a": "meeting_room", "copy_room": "copy_room",
}  # fmt: skip
ASSETS = {
    "dinner_table": ("dinner_table", "canteen", ""),
    "counter": ("counter", "pantry_kitchen", ""),
    "fridge": ("fridge", "pantry_kitchen", "closed"),
    "microwave": ("microwave", "pantry_kitchen", "closed off"),
    "dishwasher": ("dishwasher", "pantry_kitchen", "closed off"),
    "espresso_machine": ("espresso_machine", "pantry_kitchen", "off"),
    "organic_bin": ("organic_bin", "pantry_kitchen", "closed"),
    "waste_bin": ("waste_bin", "pantry_kitchen", "closed"),
    "recycling_bin": ("recycling_bin", "pantry_kitchen", "closed"),
    "desk_1": ("desk", "annas_office", ""),
    "cabinet_1": ("cabinet", "annas_office", "closed"),
    "desk_2": ("desk", "bens_office", ""),
    "cabinet_2": ("cabinet", "bens_office", "closed"),
    "workbench": ("table", "optics_lab", ""),
    "locker": ("cupboard", "stationery_corner", "closed"),
    "big_table": ("table", "meeting_room_a", ""),
    "copier": ("printer", "copy_room", "off"),
}
THINGS = {
    "banana": ("banana", "ON", "counter", ""),
    "cake": ("cake", "ON", "counter", ""),
    "pear": ("pear", "INSIDE", "cabinet_1", ""),
    "cheese": ("cheese", "INSIDE", "fridge", "smelly"),
    "soup": ("soup", "INSIDE", "fridge", ""),
    "plate": ("plate", "ON", "dinner_table", "dirty"),
    "bowl": ("bowl", "ON", "dinner_table", "clean"),
    "mug": ("mug", "ON", "desk_2", ""),
    "laptop": ("laptop", "ON", "desk_1", ""),
    "pen": ("pen", "ON", "desk_1", ""),
    "cola": ("cola_can", "ON", "desk_1", ""),
    "sponge": ("sponge", "INSIDE", "locker", ""),
    "water_1": ("bottled_water", "INSIDE", "locker", ""),
    "water_2": ("bottled_water", "INSIDE", "locker", ""),
    "crackers": ("crackers", "INSIDE", "locker", ""),
    "contract": ("contract", "ON", "copier", ""),
    "master_thesis": ("master_thesis", "ON", "desk_2", ""),
    "letter": ("letter", "ON", "big_table", ""),
}


@pytest.fixture(scope="module")
def office() -> SceneGraph:
    nodes = [Node(i, label, NodeKind.ROOM) for i, label in ROOMS.items()]
    nodes.append(Node("robot", "robot", NodeKind.AGENT))
    relations = [Relation("robot", RelationType.IN, "archive")]
    for i, (label, room, states) in ASSETS.items():
        nodes.append(Node(i, label, NodeKind.ASSET, states=frozenset(map(State, states.split()))))
        relations.append(Relation(i, RelationType.IN, room))
    for i, (label, how, where, looks) in THINGS.items():
        nodes.append(Node(i, label, NodeKind.OBJECT, attributes=frozenset(looks.split()), confidence=0.9))
        relations.append(Relation(i, RelationType[how], where))
    return SceneGraph({n.id: n for n in nodes}, frozenset(relations), revision=1, scene="office")


@pytest.fixture(scope="module")
def ask(engine, office):
    return lambda text, asks=False: engine.plan(
        PlanningTask(text, office, domain=graph_home(), asks=asks, time_limit_s=60.0)
    )


def deeds(result) -> list[str]:
    """What is put where, switched and shut, in order."""
    assert result.plan is not None, result.explanation
    told = []
    for call in result.plan.calls:
        arguments = call.arguments[1:-1]
        if call.skill in ("put_on", "put_inside", "turn_on", "turn_off"):
            told.append(" ".join((call.skill, *arguments)))
    return told


@pytest.mark.parametrize(
    ("said", "done"),
    [
        # a remark about somebody says where "him" and "her" is
        ("Anna is sitting at her desk. Bring her a banana.", ["put_on banana desk_1"]),
        ("Ben is waiting in meeting room a. Take him the laptop.", ["put_on laptop big_table"]),
        ("Ben works in the optics lab today. Bring him his mug.", ["put_on mug workbench"]),
        ("Bring Ben a banana.", ["put_on banana desk_2"]),
        ("Take the pen to Ben.", ["put_on pen desk_2"]),
        ("Give Ben Anna's pen.", ["put_on pen desk_2"]),
        ("Carry Ben's mug to Anna.", ["put_on mug desk_1"]),
        ("Get me a pear from Anna. I'm at the dinner table.", ["put_on pear dinner_table"]),
        ("I am sitting at the dinner table. Bring me the banana, please.", ["put_on banana dinner_table"]),
        # needs
        ("I'm at the dinner table. I'm thirsty.", ["put_on cola dinner_table"]),
        ("I'm hungry. I am sitting at the dinner table.", ["put_on banana dinner_table"]),
        ("Ben is thirsty.", ["put_on cola desk_2"]),
        ("Anna is hungry. Bring her something healthy.", ["put_on banana desk_1"]),
        ("Bring Ben something wholesome to his desk.", ["put_on banana desk_2"]),
        # a remark about things says what "it" is
        ("Something stinks in the fridge. Get rid of it.", ["put_inside cheese organic_bin"]),
        ("There is something smelly in the kitchen. Throw it away.", ["put_inside cheese organic_bin"]),
        ("There's a dirty plate on the dinner table. Take care of it.",
         ["put_inside plate dishwasher", "turn_on dishwasher"]),
        ("The plate is dirty. Wash it.", ["put_inside plate dishwasher", "turn_on dishwasher"]),
        ("A letter has just arrived! Find it and put it in the lab.", ["put_on letter workbench"]),
        ("Anna spilled cola on her desk. Bin the can and bring her something to clean with.",
         ["put_inside cola recycling_bin", "put_on sponge desk_1"]),
        # what is usually done with such things
        ("Take care of the dirty plate.", ["put_inside plate dishwasher", "turn_on dishwasher"]),
        ("Deal with the smelly cheese.", ["put_inside cheese organic_bin"]),
        ("Throw away the cola can.", ["put_inside cola recycling_bin"]),
        ("Discard the banana.", ["put_inside banana organic_bin"]),
        # machines
        ("Warm up the soup.", ["put_inside soup microwave", "turn_on microwave"]),
        ("Reheat the soup in the fridge and put it somewhere I can eat it.",
         ["put_inside soup microwave", "turn_on microwave", "put_on soup dinner_table"]),
        ("Make Anna a coffee.", ["put_inside mug espresso_machine", "turn_on espresso_machine", "put_on mug desk_1"]),
        ("Make a cup of coffee for Ben and put the mug on his desk.",
         ["put_inside mug espresso_machine", "turn_on espresso_machine", "put_on mug desk_2"]),
        ("Test the espresso machine.", ["turn_on espresso_machine", "turn_off espresso_machine"]),
        ("See if the copier works.", ["turn_on copier", "turn_off copier"]),
        ("Check whether the microwave is still working.", ["turn_on microwave", "turn_off microwave"]),
        # made ready, where no skill does it
        ("Wipe the big table.", ["put_on sponge big_table"]),
        # out of sight, in order
        ("Hide the laptop.", ["put_inside laptop cabinet_1"]),
        ("Hide Ben's mug in his cabinet.", ["put_inside mug cabinet_2"]),
        ("File the contract in Ben's office.", ["put_inside contract cabinet_2"]),
        ("File away the recently printed contract in Anna's office, then put the master's thesis on her desk.",
         ["put_inside contract cabinet_1", "put_on master_thesis desk_1"]),
        # limits that are said behind
        ("Bring a drink to the dinner table. Only use things from the stationery corner.",
         ["put_on water_1 dinner_table"]),
        ("We want to serve our guests crackers and water. Prepare everything in the largest meeting room. "
         "Use items from the stationery corner only.",
         ["put_on crackers big_table", "put_on water_1 big_table", "put_on water_2 big_table"]),
        ("Serve bottled water to the two visitors in meeting room a.",
         ["put_on water_1 big_table", "put_on water_2 big_table"]),
        ("Bring crackers to the guests who are sitting in the canteen.", ["put_on crackers dinner_table"]),
        ("Put the letter handed to the trainees on Anna's desk.", ["put_on letter desk_1"]),
    ],
)  # fmt: skip
def test_what_is_implied_is_done(ask, said, done):
    assert sorted(deeds(ask(said))) == sorted(done)


@pytest.mark.parametrize(
    "said",
    [
        "The plate is dirty.",  # nothing is asked for
        "Anna is at her desk.",
        "You are in the kitchen now. Open the fridge.",  # nobody but the robot's operator says where it is
        "The fridge is not to be opened. Bring the soup to desk_1.",  # what is forbidden must not be passed over
        "The soup is in the fridge unless it is gone. Bring it to desk_1.",
        "Colourless ideas furiously. Bring the soup to desk_1.",
        "Prepare dinner.",
        "See whether Anna is in.",
        "Make a sandwich.",
    ],
)
def test_what_only_tells_something_or_may_limit_what_is_wanted_is_refused(ask, said):
    result = ask(said)
    assert result.plan is None
    assert result.outcome.cause in (FailureCause.NOT_UNDERSTOOD, FailureCause.NOT_CAPABLE)


def test_what_was_taken_for_a_remark_is_told(ask):
    said = "I took 'anna is sitting at her desk' for something to know and not for something to do."
    assert said in ask("Anna is sitting at her desk. Bring her a banana.").explanation


def test_who_is_hungry_and_nowhere_is_asked_where_to_bring_it(ask, words: Words):
    result = ask("I'm hungry.")
    assert result.outcome.cause is FailureCause.AMBIGUOUS
    words(result.outcome.message)


def test_what_is_spoilt_is_good_for_nobody(engine, office):
    banana = Node("banana", "banana", NodeKind.OBJECT, attributes=frozenset({"rotten"}), confidence=0.9)
    graph = office.changed(put=[banana])
    result = engine.plan(
        PlanningTask("Bring Ben a healthy snack.", graph, domain=graph_home(), asks=False, time_limit_s=60.0)
    )
    assert deeds(result) == ["put_on pear desk_2"]


def test_where_somebody_can_be_asked_nothing_is_made_ready_unasked(ask):
    assert ask("Wipe the big table.", asks=True).outcome.cause is FailureCause.NOT_CAPABLE


def test_what_is_made_ready_is_told_as_a_change_and_not_as_done(ask, words: Words):
    result = ask("Wipe the big table.")
    (change,) = result.plan.relaxations
    assert (change.asked, change.cost) == ("making the big table clean", 2.5)
    words(result.explanation)


def test_without_the_machine_for_it_nothing_is_heated(engine, office):
    without = office.changed(remove=["microwave"])
    result = engine.plan(PlanningTask("Heat up the soup.", without, domain=graph_home(), asks=False, time_limit_s=60.0))
    assert result.outcome.cause is FailureCause.NOT_CAPABLE


def test_where_there_is_no_cupboard_nothing_is_hidden(engine, office):
    kept = ("pear", "sponge", "water_1", "water_2", "crackers")
    without = office.changed(remove=[*kept, "cabinet_1", "cabinet_2", "locker"])
    result = engine.plan(PlanningTask("Hide the laptop.", without, domain=graph_home(), asks=False, time_limit_s=60.0))
    assert result.outcome.cause is FailureCause.UNKNOWN_PLACE


def test_what_has_no_usual_place_is_asked_for(engine, office, words: Words):
    odd = Node("gizmo", "gizmo", NodeKind.OBJECT, confidence=0.9)
    graph = office.changed(put=[odd], add=[Relation("gizmo", RelationType.ON, "desk_1")])
    result = engine.plan(
        PlanningTask("Take care of the gizmo.", graph, domain=graph_home(), asks=False, time_limit_s=60.0)
    )
    assert result.outcome.cause is FailureCause.AMBIGUOUS
    words(result.outcome.message)


def test_only_from_there_is_never_given_up(ask):
    result = ask("Bring 3 drinks to the dinner table. Use only things from the stationery corner.")
    assert sorted(deeds(result)) == ["put_on water_1 dinner_table", "put_on water_2 dinner_table"]
    assert "only two" in result.explanation


def test_so_many_for_each_of_those_who_were_counted(ask):
    result = ask("Serve water to the two guests in the canteen. Each guest can only have one bottle of water.")
    assert sorted(deeds(result)) == ["put_on water_1 dinner_table", "put_on water_2 dinner_table"]
