# SPDX-License-Identifier: Apache-2.0
"""Answers come from the graph with their doubt and age, and name where nobody has looked."""

from dataclasses import replace

import pytest

from makedo_core.graph.scene_graph import NodeKind, State
from planner_node.answering.answers import answer
from planner_node.answering.wording import told
from planner_node.grounding.scene import Scene
from planner_node.language.questions.answer import Doubt
from planner_node.language.questions.asking import question_of

NOW_S = 1000.0


@pytest.fixture
def ask(ontology, home):
    def asked(text, graph=home):
        return answer(question_of(text, ontology, graph), Scene(graph, ontology))

    return asked


@pytest.fixture
def seen(home):
    """The home two minutes after the robot saw everything in it."""
    nodes = [
        replace(n, last_seen=NOW_S - 120, confidence=1.0, size=(0.1, 0.1, 0.1 * (i + 1)))
        for i, n in enumerate(home.of_kind(NodeKind.OBJECT))
    ]
    assets = [replace(n, last_seen=NOW_S - 120) for n in home.of_kind(NodeKind.ASSET)]
    return home.changed(put=[*nodes, *assets], stamp=NOW_S)


def test_what_was_never_seen_is_believed_and_looking_helps(ask):
    found = ask("where is the cup")
    assert [s.node_id for s in found.sightings] == ["cup_1"]
    assert found.sightings[0].believed and found.sightings[0].age_s is None
    assert {Doubt.BELIEVED, Doubt.NOT_LOOKED} <= found.doubts
    assert found.unlooked[0] == "tv_stand_1"


def test_what_was_seen_has_an_age_and_no_doubt(ask, seen):
    found = ask("where is the cup", seen)
    assert found.sightings[0].age_s == 120
    assert found.doubts == frozenset() and found.unlooked == ()
    assert "2 minutes ago" in told(found, seen)


def test_counting_looks_wherever_nobody_has_looked_at_the_place(ask, seen):
    assert ask("how many apples are on table 1").unlooked == ("table_1",)
    found = ask("how many apples are on table 1", seen)
    assert (found.count, found.unlooked) == (1, ())


def test_nothing_known_is_no_and_says_where_nobody_looked(ask):
    found = ask("is there a cup in the kitchen")
    assert (found.holds, found.count) == (False, 0)
    assert Doubt.NOT_LOOKED in found.doubts and "counter_1" in found.unlooked


def test_the_biggest_is_by_size_and_the_heaviest_a_guess(ask, home, seen):
    assert Doubt.UNKNOWN in ask("which is the biggest thing on table 1").doubts
    sizes = {s.node_id: seen[s.node_id].size[2] for s in ask("what is on table 1", seen).sightings}
    biggest = ask("which is the biggest thing on table 1", seen)
    assert biggest.sightings[0].node_id == max(sizes, key=sizes.get)
    assert biggest.doubts == frozenset()
    smallest = ask("which is the smallest thing on table 1", seen)
    assert smallest.sightings[0].node_id == min(sizes, key=sizes.get)
    assert ask("what is the heaviest thing on table 1", seen).doubts == {Doubt.UNMEASURED}


@pytest.mark.parametrize(
    ("text", "holds"),
    [("is the fridge open", False), ("is the fridge closed", True), ("is table 1 empty", False)],
)
def test_states_are_so_or_not(ask, seen, text, holds):
    assert ask(text, seen).holds is holds


def test_a_state_that_no_node_says_is_unknown(ask, seen):
    found = ask("are the plates dirty", seen)
    assert found.holds is None and Doubt.UNKNOWN in found.doubts


def test_a_shut_place_was_not_looked_into(ask, home, seen):
    fridge = seen["fridge_1"]
    assert State.CLOSED in fridge.states
    empty = seen.changed(remove=seen.contents("fridge_1"))
    assert ask("what is in the fridge", empty).unlooked == ("fridge_1",)


def test_at_least_so_many_are_asked_for(ask, seen):
    assert ask("do we have two apples", seen).holds is True
    assert ask("do we have more than two apples", seen).holds is False


def test_people_are_answered_as_told_since_nothing_looks_for_them(ask, home):
    found = ask("how many people are in the kitchen")
    assert (found.count, found.doubts) == (0, {Doubt.OUT_OF_SIGHT})
