# SPDX-License-Identifier: Apache-2.0
"""Data sets are read, broken data is named and skipped, and answers are judged by what is true in the end."""

from __future__ import annotations

import json
import tarfile
from dataclasses import replace
from pathlib import Path

import pytest

from makedo_core.failure import FailureCause, Outcome
from makedo_core.goals.goal import OBJECT_VARIABLE, AllOf, AnyOf, AtLeast, Holds, InOrder, Not
from makedo_core.ontology import load_ontology
from makedo_core.plan import Plan
from makedo_core.skills import Literal, SkillCall
from makedo_eval.case import DatasetError
from makedo_eval.datasets.end_state import judged, precision
from makedo_eval.datasets.graph_homes import behavior, office, robothow
from makedo_eval.datasets.graph_homes.bddl import Reader
from makedo_eval.datasets.graph_homes.graph_home import given_task
from makedo_eval.datasets.registry import DATASETS, OWN, load_dataset
from makedo_eval.planning import CasePlanner
from planner_node.strategies.parts import Parts
from planner_node.strategies.registry import make_strategy
from planner_node.task import Result
from support.public_data import PUBLIC_DATA, cases_of
from support.words import Words

IDS = {"sack.n.01_1": "sack_1", "sack.n.01_2": "sack_2", "egg.n.02_1": "egg_1", "pea.n.01_1": "pea_1"}
MEMBERS = {"sack.n.01": ("sack_1", "sack_2"), "egg.n.02": ("egg_1",), "pea.n.01": ("pea_1",)}


def inside(thing: str, place: str) -> Literal:
    return Literal("inside", (thing, place))


def read(*formulas):
    return Reader(IDS, MEMBERS).goal(formulas).parts


@pytest.mark.parametrize(
    ("formula", "goal"),
    [
        (["inside", "?egg.n.02_1", "?sack.n.01_1"], Holds(inside("egg_1", "sack_1"))),
        (["open", "sack.n.01_1"], Holds(Literal("closed", ("sack_1",), negated=True))),
        (["not", ["toggled_on", "?egg.n.02_1"]], Not(Holds(Literal("switched-on", ("egg_1",))))),
        (
            ["exists", ["?s", "-", "sack.n.01"], ["inside", "?egg.n.02_1", "?s"]],
            AnyOf((AllOf((Holds(inside("egg_1", "sack_1")),)), AllOf((Holds(inside("egg_1", "sack_2")),)))),
        ),
        (
            ["forall", ["?s", "-", "sack.n.01"], ["ontop", "?s", "?egg.n.02_1"]],
            AtLeast(2, ("sack_1", "sack_2"), Literal("ontop", (OBJECT_VARIABLE, "egg_1"))),
        ),
        (
            ["forn", ["1"], ["?s", "-", "sack.n.01"], ["inside", "?s", "?egg.n.02_1"]],
            AtLeast(1, ("sack_1", "sack_2"), inside(OBJECT_VARIABLE, "egg_1")),
        ),
        (
            ["forall", ["?s", "-", "sack.n.01"], ["not", ["inside", "?egg.n.02_1", "?s"]]],
            AllOf((Not(Holds(inside("egg_1", "sack_1"))), Not(Holds(inside("egg_1", "sack_2"))))),
        ),
        (
            ["or", ["and", ["inside", "?egg.n.02_1", "?sack.n.01_1"]], ["imply", ["open", "?sack.n.01_1"], ["and"]]],
            AnyOf(
                (
                    AllOf((Holds(inside("egg_1", "sack_1")),)),
                    AnyOf((Not(Holds(Literal("closed", ("sack_1",), negated=True))), AllOf(()))),
                )
            ),
        ),
    ],
)
def test_a_formula_of_behavior_becomes_a_goal(formula, goal):
    assert read(formula) == (goal,)


def test_pairs_have_partners_of_their_own():
    members = {**MEMBERS, "cup": ("cup_1", "cup_2")}
    formula = ["forpairs", ["?s", "-", "sack.n.01"], ["?c", "-", "cup"], ["inside", "?c", "?s"]]
    (pairs,) = Reader(IDS, members).goal([formula]).parts
    each, apart = pairs.parts[:2], pairs.parts[2:]
    assert each[0] == AnyOf((Holds(inside("cup_1", "sack_1")), Holds(inside("cup_2", "sack_1"))))
    assert AnyOf((Not(Holds(inside("cup_1", "sack_1"))), Not(Holds(inside("cup_1", "sack_2"))))) in apart


@pytest.mark.parametrize(
    ("formula", "words"),
    [
        (["under", "?egg.n.02_1", "?sack.n.01_1"], "this is no formula; known predicates are inside"),
        (["inside", "?ham.n.01_1", "?sack.n.01_1"], "neither bound nor in the scene"),
        (["exists", ["?s", "-", "ham.n.01"], ["open", "?s"]], "nothing is a 'ham.n.01'"),
        ("inside", "this is no formula"),
    ],
)
def test_a_formula_that_cannot_be_read_is_named(formula, words):
    with pytest.raises(DatasetError, match=words):
        read(formula)


TASK = {
    "id": "pack",
    "file": "pack",
    "rooms": ["kitchen"],
    "agent_room": "kitchen",
    "assets": [
        {"name": "table.n.02_1", "type": "table.n.02", "room": "kitchen", "states": {}},
        {"name": "fridge.n.01_1", "type": "fridge.n.01", "room": "kitchen", "states": {"open": False}},
    ],
    "objects": [
        {"name": "sack.n.01_1", "type": "sack.n.01", "relation": "ontop", "related_to": "table.n.02_1", "states": {}},
        *(
            {"name": f"egg.n.02_{i}", "type": "egg.n.02", "relation": "inside", "related_to": "fridge.n.01_1"}
            for i in (1, 2)
        ),
    ],
    "goal": [["forall", ["?e", "-", "egg.n.02"], ["inside", "?e", "?sack.n.01_1"]]],
}


@pytest.fixture
def grasif(tmp_path):
    """Write a file of the data set's folder."""

    def write(name: str, content: object) -> Path:
        (tmp_path / "grasif_like").mkdir(exist_ok=True)
        (tmp_path / "grasif_like" / name).write_text(json.dumps(content))
        return tmp_path

    return write


def test_a_task_with_a_given_goal_is_planned_and_judged(grasif, engine, words: Words):
    broken = {**TASK, "id": "odd", "goal": [["under", "?a", "?b"]]}
    data = behavior.load(grasif(behavior.FILE.name, [TASK, broken, "nonsense"]), load_ontology())
    (case,) = data.cases
    assert len(data.skipped) == 2 and "task odd: DatasetError" in data.skipped[0] and "task 2" in data.skipped[1]
    result = engine.plan(case.task())
    score = case.judge(result)
    assert score.success and score.precision == 1.0 and score.more["steps"] == len(result.plan.calls)
    assert "open(robot, fridge_1, kitchen)" in map(str, result.plan.calls)
    half = replace(result.plan, calls=result.plan.calls[:3])
    score = case.judge(replace(result, plan=half))
    assert not score.success and score.precision == 0.5
    words(score.note)
    impossible = replace(result.plan, calls=result.plan.calls[1:])
    assert not case.judge(replace(result, plan=impossible)).success
    refused = case.judge(Result(Outcome(FailureCause.UNSOLVABLE_PROVEN, "no way")))
    assert not refused.success and refused.precision == 0.0 and refused.note == "no way"


def test_the_order_of_a_goal_is_judged_too(home):
    cool = Holds(Literal("inside", ("apple_1", "fridge_1")))
    serve = Holds(Literal("ontop", ("apple_1", "table_2")))
    task = given_task(InOrder((cool, serve)), home)
    take = SkillCall("pick_up", ("robot", "apple_1", "table_1", "kitchen"))
    put = SkillCall("put_on", ("robot", "apple_1", "table_2", "kitchen"))
    plan = Plan("", serve, (take, put), 0)
    assert judged(Result(Outcome(), plan), task, serve, load_ontology()).success
    assert not judged(Result(Outcome(), plan), task, InOrder((cool, serve)), load_ontology()).success


def test_precision_counts_what_had_to_change():
    start, end = {inside("a", "x")}, {inside("a", "x"), inside("b", "x")}
    two = AtLeast(2, ("a", "b", "c"), inside(OBJECT_VARIABLE, "x"))
    assert precision(two, start, end) == 1.0
    three = AtLeast(3, ("a", "b", "c"), inside(OBJECT_VARIABLE, "x"))
    assert precision(three, start, end) == 0.5
    either = AnyOf((AllOf((Holds(inside("b", "x")), Holds(inside("c", "x")))), Holds(inside("b", "x"))))
    assert precision(either, start, end) == 1.0
    assert precision(Holds(inside("a", "x")), start, end) == 1.0
    assert precision(Not(Holds(inside("a", "x"))), start, end) == 0.0
    assert precision(AllOf(()), start, end) == 1.0
    assert precision(AnyOf(()), start, end) == 0.0


def test_goals_of_the_office_are_read():
    ids = {"cup1": "cup1", "cup2": "cup2", "desk": "desk", "oven": "oven"}
    goal = office.goal_of([["ontop", ["cup1", "cup2"], "desk"], ["state", "oven", "closed"]], ids)
    first = AnyOf((Holds(Literal("ontop", ("cup1", "desk"))), Holds(Literal("ontop", ("cup2", "desk")))))
    assert goal == AllOf((first, Holds(Literal("closed", ("oven",)))))
    assert office.goal_of([["count", "ontop", "cup*", "desk", 2]], ids).parts == (
        AtLeast(2, ("cup1", "cup2"), Literal("ontop", (OBJECT_VARIABLE, "desk"))),
    )
    traced = office.goal_of([["trace", "turn_on", "oven", "cup1"], ["ontop", "cup1", "desk"]], ids)
    assert isinstance(traced, InOrder) and len(traced.parts) == 2


@pytest.mark.parametrize(
    ("parts", "words"),
    [
        (None, "no goal"),
        ([["under", "cup1", "desk"]], "no fact of the end"),
        ([["trace", "open", "oven", "cup1"]], "only turn_on"),
        ([["ontop", "ghost", "desk"]], "'ghost' is not in the scene"),
    ],
)
def test_goals_of_the_office_that_cannot_be_read_are_named(parts, words):
    with pytest.raises(DatasetError, match=words):
        office.goal_of(parts, {"cup1": "cup1", "desk": "desk", "oven": "oven"})


def test_changed_nodes_become_a_goal_that_counts_what_is_alike(home, words: Words):
    names = {i: i for i in ("apple_1", "cup_1", "fridge_1", "table_1", "table_2", "kitchen")}
    moved = {"states_init": [], "states_goal": []}
    rows = [
        {"name": "apple_1", **moved, "parent_init": ["ontop", "table_1"], "parent_goal": ["inside", "fridge_1"]},
        {"name": "cup_1", **moved, "parent_init": ["ontop", "table_2"], "parent_goal": ["room", "kitchen"]},
        {
            "name": "fridge_1",
            "states_init": ["CLOSED"],
            "states_goal": ["OPEN", "CLEAN"],
            "parent_init": ["room", "kitchen"],
            "parent_goal": ["room", "kitchen"],
        },
    ]
    goal = robothow.changed_goal(rows, names, home)
    assert AtLeast(1, ("apple_1", "apple_2"), inside(OBJECT_VARIABLE, "fridge_1")) in goal.parts
    assert Holds(Literal("closed", ("fridge_1",), negated=True)) in goal.parts
    assert Holds(Literal("ontop", ("cup_1", "table_2"), negated=True)) in goal.parts
    held = [{"name": "cup_1", **moved, "parent_init": ["ontop", "table_2"], "parent_goal": ["inside_hand", "agent-1"]}]
    assert robothow.stated(robothow.changed_goal(held, names, home)) == "Pick up cup 1."
    told = robothow.stated(goal)
    assert {"Open fridge_1", "Put a apple inside fridge_1", "Take cup_1 from table_2"} < set(told[:-1].split(". "))
    words(told)
    with pytest.raises(DatasetError) as raised:
        robothow.changed_goal([{"name": "ghost-1", **moved}], names, home)
    words(str(raised.value))
    with pytest.raises(DatasetError) as raised:
        robothow.stated(AllOf((AnyOf(()),)))
    words(str(raised.value))


@pytest.mark.parametrize("name", list(DATASETS))
def test_data_that_is_not_there_is_an_error_that_names_the_variable(name, tmp_path, words: Words):
    with pytest.raises(DatasetError) as raised:
        load_dataset(name, tmp_path, load_ontology())
    words(str(raised.value))


def test_an_unknown_data_set_is_answered_with_those_that_there_are(tmp_path, words: Words):
    with pytest.raises(DatasetError) as raised:
        load_dataset("moon", tmp_path, load_ontology())
    words(str(raised.value))


def test_a_file_of_tasks_that_is_no_list_is_refused(grasif, words: Words):
    with pytest.raises(DatasetError) as raised:
        behavior.load(grasif(behavior.FILE.name, {"tasks": []}), load_ontology())
    words(str(raised.value))


def test_apartments_that_are_missing_are_named(grasif, tmp_path, words: Words):
    folder = grasif(robothow.FILE.name, [{"id": "one", "graph": "one.json"}])
    with pytest.raises(DatasetError) as raised:
        robothow.load(folder, load_ontology(), robothow.Phrasing.GOAL)
    words(str(raised.value))
    (tmp_path / robothow.ARCHIVE.parent).mkdir()
    with tarfile.open(tmp_path / robothow.ARCHIVE, "w:xz"):
        pass
    data = robothow.load(folder, load_ontology(), robothow.Phrasing.GOAL)
    assert not data.cases
    wrong = f"{robothow.ARCHIVE.name} has no file one.json"
    assert data.skipped == (f"{robothow.FILE.name}: task one: DatasetError: {wrong}",)


@pytest.mark.parametrize("name", OWN)
def test_data_of_ones_own_needs_no_folder(name):
    data = load_dataset(name, None, load_ontology())
    assert data.cases and not data.skipped


def test_a_home_that_cannot_be_read_is_named_and_the_others_are_used(grasif):
    cups = [{**TASK["objects"][0], "name": f"cup.n.01_{i}", "type": "cup.n.01"} for i in (1, 2)]
    home = {**TASK, "objects": cups}
    data = load_dataset("dynamic_behavior", grasif(behavior.FILE.name, [{"id": "odd"}, home]), load_ontology())
    assert len(data.skipped) == 1 and behavior.FILE.name in data.skipped[0]
    assert all(case.home.scene == "pack" for case in data.cases)


@pytest.mark.parametrize("name", [*DATASETS, *OWN])
def test_tasks_have_names_of_their_own_and_figures_a_source_and_a_note(name, data):
    found = load_dataset(name, data, load_ontology())
    ids = [case.id for case in found.cases]
    assert ids and len(set(ids)) == len(ids)
    assert found.comparable
    assert bool(found.source) == bool(found.published or found.published_more or found.published_families)


# Shares of the facts that had to change and did, of the first task of data of our own, where that is not all of them:
# - robothow_described: "walk to kitchen, take the apple, ...": no skill goes to a room, so that nothing is done of the
#   two facts that were to change, the apple in the fridge and the television on.
# - dynamic_*: the apple is not where it is thought to be, so that bananas are put into the fridge in its stead: of the
#   apple in the fridge and the fridge shut, the second is right.
NOT_ALL_RIGHT = {"robothow_described": 0 / 2, "dynamic_virtualhome": 1 / 2, "dynamic_robothow": 1 / 2}


@pytest.mark.parametrize("name", DATASETS)
def test_of_data_of_our_own_nothing_is_skipped_and_its_first_task_is_planned_and_judged(name, own_data, engine):
    found = load_dataset(name, own_data, load_ontology())
    assert found.skipped == ()
    attempt = found.cases[0].attempt(CasePlanner("relaxation", make_strategy("relaxation", Parts(engine)), engine))
    right = NOT_ALL_RIGHT.get(name, 1.0)
    assert (attempt.score.success, attempt.score.precision) == (right == 1.0, right)


@pytest.mark.parametrize("name", ["dynamic_virtualhome", "dynamic_robothow"])
def test_in_a_home_that_changed_what_is_right_follows_from_what_was_done(name, own_data, engine):
    """The score of the first task, counted by hand: of two facts, the apple in the fridge and the fridge shut."""
    case = load_dataset(name, own_data, load_ontology()).cases[0]
    assert case.task.instruction == "put the apple into fridge_6"
    truth = case.world().truth
    (apple,) = (node.id for node in truth if node.label == "apple")
    assert truth.support(apple) != "fridge_6"  # it was moved, and not there
    done = case.attempt(CasePlanner("relaxation", make_strategy("relaxation", Parts(engine)), engine)).calls
    brought = SkillCall("put_inside", (apple, "fridge_6")) in done
    doors = [call.skill for call in done if call.skill in ("open", "close") and call.arguments == ("fridge_6",)]
    assert not brought and doors[-1] == "close"
    assert NOT_ALL_RIGHT[name] == (brought + (doors[-1] == "close")) / 2


@pytest.mark.parametrize(
    ("name", "cases", "skipped"),
    cases_of(
        PUBLIC_DATA / "grasif_like",
        [("behavior", 125, 0), ("sayplan_office_goal", 19, 1), ("virtualhome_goal", 150, 0)],
    ),
)
def test_the_public_data_is_read(name, cases, skipped, engine):
    data = load_dataset(name, PUBLIC_DATA, load_ontology())
    assert (len(data.cases), len(data.skipped)) == (cases, skipped)
    for case in data.cases[:3]:
        assert case.judge(engine.plan(case.task())).success
