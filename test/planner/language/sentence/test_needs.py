# SPDX-License-Identifier: Apache-2.0
"""Needs: what somebody needs who says how things are; a reading that is told, and that gives way to orders."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from makedo_core.failure import FailureCause
from makedo_core.files.scene_json import graph_from_json
from makedo_core.ontology import load_ontology
from planner_node.grounding.scene import Scene
from planner_node.language.interpret import interpret
from planner_node.language.phrasebook import load_phrasebook
from planner_node.language.refusal import Refusal
from planner_node.language.request import Basis, Put, Request, SetState
from planner_node.language.things import NounPhrase, Place, Side
from planner_node.relaxation.stated import stated

WORKSHOP = Path(__file__).parents[4] / "scenes" / "workshop" / "graph.json"


def steps(result) -> list[str]:
    assert result.plan is not None, result
    return [str(c) for c in result.plan.calls if c.skill not in ("go_to", "discover_objects")]


@pytest.mark.parametrize(
    "text",
    [
        "It's so dark in here.",
        "it's too dark",
        "There is no light in the living room.",
        "I can't see a thing in the living room",
        "I need more light",
        "hey, it is pretty gloomy in the living room, isn't it nice",
        "We're out of light here.",
        "it is pitch black",
        "The living room is dark",
        "um, it's very dim in here today",
    ],
)
def test_where_it_is_dark_the_light_is_turned_on_and_not_called_what_was_asked_for(plan, home, text):
    result = plan(text, home)
    assert steps(result) == ["turn_on(lamp_1)"]
    assert "exactly" not in result.explanation
    assert result.plan.relaxations == ()


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("I'm thirsty.", "cola_can"),
        ("My mouth is dry", "cola_can"),
        ("I feel thirsty after running", "cola_can"),
    ],
)
def test_what_is_needed_is_brought_to_the_person(plan, text, label):
    graph = graph_from_json(WORKSHOP.read_text(encoding="utf-8"), str(WORKSHOP))
    result = plan(text, graph)
    assert {graph[c.arguments[0]].label for c in result.plan.calls if c.skill == "hand_over"} == {label}
    assert "exactly" not in result.explanation


@pytest.mark.parametrize(
    ("text", "thing"),
    [
        ("I'm thirsty", "drink"),
        ("I could use something to drink", "drink"),
        ("I'm starving, what a day.", "food"),
        ("I have a runny nose", "tissues"),
        ("My hands are sticky", "soap"),
        ("I'm bored", "book"),
        ("I have a cold and need to blow my nose", "tissues"),
        ("the kids are hungry", "eat"),
        ("I'm so tired", "pillow"),
        ("I need to write something down", "pen"),
        ("I cut my finger", "first aid kit"),
    ],
)
def test_where_nobody_knows_where_the_speaker_is_that_is_asked(said, text, thing):
    refusal = said(text)
    assert isinstance(refusal, Refusal)
    assert refusal.cause is FailureCause.AMBIGUOUS
    assert thing in refusal.message or thing == "food"
    assert "table_2" in refusal.candidates


@pytest.mark.parametrize("text", ["We have guests tonight", "I have a headache", "what a mess, this room is a mess",
                                  "somebody is coming over for tea", "it stinks in here"])  # fmt: skip
def test_where_the_answers_differ_it_is_asked(said, text):
    refusal = said(text)
    assert isinstance(refusal, Refusal)
    assert refusal.cause is FailureCause.AMBIGUOUS
    assert "for example" in refusal.message


def test_where_nothing_would_do_that_is_said_and_nothing_is_made_do_with(plan, home):
    result = plan("It is freezing in here.", home)
    assert (result.plan, result.outcome.cause) == (None, FailureCause.OBJECT_NOT_FOUND)


@pytest.mark.parametrize(
    "text", ["It's dark in here, so {}", "I'm hungry. {}.", "{}. We have guests.", "{}, it's cold"]
)
def test_a_need_gives_way_to_what_is_asked_for(means, said, text):
    order = "put the vase on table_1"
    assert means(text.format(order)) == means(order)
    assert said(text.format(order)).basis is Basis.ORDER


def test_nothing_rotten_is_brought_to_who_is_hungry(plan, home):
    spoilt = home.changed(put=[replace(n, attributes=frozenset({"rotten"})) for n in home if n.label == "banana"])
    result = plan("I'm at table_2 and I am hungry. It would be nice to have something to eat on table_2", spoilt)
    assert result.plan is None or "banana_1" not in {c.arguments[0] for c in result.plan.calls}
    needed = stated(
        Request(
            "",
            (Put((NounPhrase("a banana", "banana"),), Place(Side.ON, NounPhrase("it", None, "table_2"))),),
            basis=Basis.NEED,
        ),
        Scene(spoilt, load_ontology()),
    )
    assert isinstance(needed, Refusal)


def test_a_spill_is_wiped_where_it_is(said):
    request = said("I spilled juice on table_2")
    clause = request.clauses[0]
    assert isinstance(clause, Put)
    assert (clause.what[0].concept, clause.place.what.node_id, request.basis) == ("sponge", "table_2", Basis.NEED)


def test_a_need_can_be_taught_and_comes_first(home, ontology, tmp_path):
    file = tmp_path / "mine.yaml"
    file.write_text(
        "needs: {known: [{said: ['(it|the room) is (so|too|) dark'], called: a candle, orders: [open the drawer]}]}"
    )
    request = interpret("it is so dark", ontology, home, load_phrasebook(file))
    assert [type(c) for c in request.clauses] == [SetState]
    assert "a candle" in request.notes[0]


@pytest.mark.parametrize("text", ["put the dark mug on table_2", "bring the cold drink to table_2", "the soup is cold"])
def test_a_word_of_a_need_elsewhere_is_none(said, text):
    request = said(text)
    assert isinstance(request, Refusal) or request.basis is Basis.ORDER
