# SPDX-License-Identifier: Apache-2.0
"""The strategy "hierarchical" on the robot's skills and on a user's domain, without a model."""

from __future__ import annotations

import pytest

from makedo_core.failure import FailureCause
from makedo_core.skills import Literal, Predicate, SkillCall
from planner_node.engine import Engine
from planner_node.proof.validate import validate
from planner_node.strategies.hierarchical.macros.library import MOST_KEPT, LiftedMacro, MacroLibrary
from planner_node.strategies.hierarchical.macros.library_file import (
    PREFIX,
    LibraryError,
    library_from_json,
    library_to_json,
    library_to_turtle,
    read_library,
    write_library,
)
from planner_node.strategies.hierarchical.strategy import Hierarchical
from planner_node.strategies.parts import Parts, StrategyError
from planner_node.strategies.registry import make_strategy
from planner_node.task import PlanningTask, Settings
from support.words import Words

INSTRUCTIONS = (
    "bring the apple to table_2",
    "put the cola can on table_1",
    "open the fridge",
    "turn on the lamp",
    "bring two cookies to table_3 and then open the drawer",
    "go to the shelf",
)


@pytest.fixture
def hierarchical(engine) -> Hierarchical:
    strategy = make_strategy("hierarchical", Parts(engine))
    assert isinstance(strategy, Hierarchical)
    return strategy


@pytest.mark.parametrize("instruction", INSTRUCTIONS)
def test_plans_hold_and_are_no_longer_than_those_of_the_engine(hierarchical, engine, kitchen, instruction):
    result = hierarchical.plan(PlanningTask(instruction, kitchen))
    assert result.outcome.ok, result.outcome
    assert validate(result.plan.calls, result.plan.goal, kitchen).outcome.ok
    assert len(result.plan.calls) <= len(engine.plan(PlanningTask(instruction, kitchen)).plan.calls)


def test_the_macro_actions_are_told(hierarchical, kitchen, words: Words):
    told = hierarchical.plan(PlanningTask("put the cola can on table_1", kitchen)).explanation
    words(told)
    assert told.index("the robot holds cola can 1") < told.index("cola can 1 is on table 1")


def test_what_was_opened_is_closed_again(hierarchical, kitchen):
    calls = hierarchical.plan(PlanningTask("put the cola can on table_1", kitchen)).plan.calls
    assert calls[-1] == SkillCall("close", ("fridge_1",))


@pytest.mark.parametrize("instruction", ["bring the unicorn to table_2", "dance for me"])
def test_what_cannot_be_done_is_refused_as_by_the_engine(hierarchical, engine, kitchen, instruction):
    mine, its = (s.plan(PlanningTask(instruction, kitchen)) for s in (hierarchical, engine))
    assert mine.outcome == its.outcome
    assert mine.plan is None


def test_a_goal_is_relaxed_as_by_the_engine(hierarchical, engine, locked):
    mine, its = (s.plan(PlanningTask("bring the cola to table_2", locked)) for s in (hierarchical, engine))
    assert mine.plan.relaxations == its.plan.relaxations != ()


def test_no_macro_action_is_told_where_nothing_is_to_be_done(hierarchical, world):
    result = hierarchical.plan(PlanningTask("put the apple on table_2", world("apple_1 on table_2")))
    assert result.outcome.ok
    assert "Step by step" not in result.explanation or result.plan.calls


def test_blocks_are_learnt_and_used_again(hierarchical, kitchen):
    hierarchical.plan(PlanningTask("bring the apple to table_2", kitchen))
    learnt = dict(hierarchical.library.uses)
    assert learnt
    hierarchical.plan(PlanningTask("bring the apple to table_3", kitchen))
    assert sum(hierarchical.library.uses.values()) > sum(learnt.values())


def test_a_cancelled_planning_is_told_as_such(hierarchical, kitchen):
    result = hierarchical.plan(PlanningTask("bring the apple to table_2", kitchen, cancelled=lambda: True))
    assert result.outcome.cause is FailureCause.CANCELED
    assert hierarchical.library.uses == {}


def test_where_macro_actions_lead_nowhere_the_search_still_plans(ontology, kitchen):
    strategy = Hierarchical(Engine(ontology, Settings(max_states=4000)))
    result = strategy.plan(PlanningTask("bring all cookies to table_3", kitchen))
    assert result.outcome.ok


def test_the_library_outlives_the_strategy(engine, kitchen, tmp_path):
    file = tmp_path / "macros.json"
    name = f"hierarchical:library={file}"
    make_strategy(name, Parts(engine)).plan(PlanningTask("bring the apple to table_2", kitchen))
    again = make_strategy(name, Parts(engine))
    assert again.library.uses == read_library(file).uses != {}


def test_a_wrong_option_is_refused_by_name(engine):
    with pytest.raises(StrategyError, match="colour"):
        make_strategy("hierarchical:colour=red", Parts(engine))


PUT = LiftedMacro(
    Literal(Predicate.ON, ("?1", "?2")),
    (SkillCall("put_on", ("?1", "?2")),),
    (("?1", "apple"), ("?2", 'ta"ble')),
    (Literal(Predicate.HOLDING, ("?1",)),),
    (Literal(Predicate.ON, ("?1", "?2")), Literal(Predicate.HOLDING, ("?1",), True)),
)


@pytest.fixture
def library() -> MacroLibrary:
    kept = MacroLibrary()
    kept.remember([PUT, PUT])
    return kept


def test_a_library_comes_back_from_its_file(library, tmp_path):
    path = tmp_path / "macros.json"
    write_library(library, path)
    assert read_library(path).uses == {PUT: 2}
    assert [p.name for p in tmp_path.iterdir()] == ["macros.json"]


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("{", "[", "top level"),
        ('"format": 1', '"format": 2', "format is 2"),
        ('"uses": 2', '"uses": "often"', "macros.0.uses"),
        ('"arguments": [\n      "?1"', '"arguments": [\n      "cup_1"', "'cup_1' is no variable"),
        ('"?2": "ta', '"?3": "ta', "'.2' is no variable"),
    ],
)
def test_a_damaged_library_is_refused_with_its_place(library, old, new, why):
    text = library_to_json(library)
    assert old in text
    with pytest.raises(LibraryError, match=why):
        library_from_json(text.replace(old, new, 1), "macros.json")


def test_a_macro_action_without_calls_is_refused():
    text = '{"format": 1, "macros": [{"target": {"predicate": "open"}, "calls": [], "classes": {}}]}'
    with pytest.raises(LibraryError, match="no calls"):
        library_from_json(text)


def test_files_that_cannot_be_used_are_named(library, tmp_path, words: Words):
    with pytest.raises(LibraryError) as raised:
        read_library(tmp_path)
    words(str(raised.value))
    with pytest.raises(LibraryError) as raised:
        write_library(library, tmp_path / "nowhere" / "macros.json")
    words(str(raised.value))


def test_turtle_says_all_of_a_macro_action(library):
    rdflib = pytest.importorskip("rdflib")
    graph = rdflib.Graph().parse(data=library_to_turtle(library), format="turtle")
    rows = graph.query(
        f"PREFIX m: <{PREFIX}> SELECT ?t ?pre ?uses ?call ?class WHERE {{ ?x a m:MacroAction ; m:target ?t ;"
        " m:precondition ?pre ; m:uses ?uses ; m:calls/rdf:first ?call ; m:variable [ m:name '?2' ; m:class ?class ] }"
    )
    assert [tuple(map(str, row)) for row in rows] == [("on(?1, ?2)", "holding(?1)", "2", "put_on(?1, ?2)", 'ta"ble')]


def test_an_overfull_library_forgets_what_served_least(library):
    library.remember(
        LiftedMacro(PUT.target, PUT.calls, (("?1", f"thing_{n}"), ("?2", "table"))) for n in range(MOST_KEPT)
    )
    assert len(library.uses) == MOST_KEPT
    assert library.uses[PUT] == 2
