# SPDX-License-Identifier: Apache-2.0
"""The schema that a scene allows: names to choose from, little to write, and what it admits, the planner can read."""

from __future__ import annotations

import jsonschema
import pytest

from makedo_core.graph.scene_graph import Node, NodeKind
from makedo_core.ontology import load_ontology
from makedo_llm.ladder import Ladder
from makedo_llm.settings import Limits, ModelSpec
from planner_node.language.phrasebook import load_phrasebook
from planner_node.language.refusal import Refusal
from planner_node.language.request import Request
from planner_node.llm.choices import MOST_NAMES, NONE_OF_THESE, choices_of
from planner_node.llm.examples import scene_examples
from planner_node.llm.interpretation import interpret_with_model
from planner_node.llm.request_check import complaint
from planner_node.llm.request_schema import InterpretedRequest
from planner_node.llm.scene_form import scene_form

ONTOLOGY = load_ontology()
BOOK = load_phrasebook()
PUT = {
    "reading": "Put the apple on table 2.",
    "clauses": [
        {
            "kind": "put",
            "what": [{"said": "the apple", "words": "apple", "count": 1}],
            "place": {"said": "table 2", "words": "table_2", "side": "on"},
        }
    ],
    "cannot": [],
}


def form(graph, instruction="the apple goes to table 2"):
    return scene_form(choices_of(instruction, graph, ONTOLOGY), sorted(BOOK.nouns.anything))


def admits(schema, value) -> bool:
    jsonschema.Draft202012Validator.check_schema(schema)
    return bool(jsonschema.Draft202012Validator(schema).is_valid(value))


def changed(**fields):
    """The answer with other fields of its first thing."""
    (clause,) = PUT["clauses"]
    return {**PUT, "clauses": [{**clause, "what": [{**clause["what"][0], **fields}]}]}


@pytest.fixture
def graph(world):
    return world("apple_1 on table_1", "cup_1 on table_1", "cup_2 on table_1")


def test_what_the_scene_has_can_be_said(graph):
    assert admits(form(graph), PUT)
    assert admits(form(graph), changed(words="fruit", count="all"))
    assert admits(form(graph), changed(words=NONE_OF_THESE))


@pytest.mark.parametrize("fields", [{"words": "zeppelin"}, {"words": "table_2"}, {"attributes": ["spotted"]}])
def test_what_it_has_not_cannot_be_said(graph, fields):
    assert not admits(form(graph), changed(**fields))


def test_furniture_is_nothing_to_carry_though_it_was_said(graph):
    schema = form(graph, "all that is on the table goes to table 2")
    assert admits(schema, changed(words="thing", count="all"))
    assert not admits(schema, changed(words="table"))


@pytest.mark.parametrize("field", ["reading", "clauses", "cannot"])
def test_no_field_of_the_answer_is_left_out(graph, field):
    assert not admits(form(graph), {name: value for name, value in PUT.items() if name != field})


def test_the_reading_is_written_before_the_clauses(graph):
    assert next(iter(form(graph)["properties"])) == "reading"
    assert form(graph)["required"][0] == "reading"


def test_a_kind_that_only_the_instruction_names_can_be_chosen(graph):
    assert not admits(form(graph, "tidy up"), changed(words="banana"))
    assert admits(form(graph, "a banana would be nice"), changed(words="banana"))


def test_a_single_thing_can_be_chosen_where_the_instruction_says_a_word_of_its_id(graph):
    assert not admits(form(graph, "the cup goes to table 3"), changed(words="cup_2"))
    assert admits(form(graph, "cup 2 goes to table 3"), changed(words="cup_2"))


def test_a_scene_without_switches_and_doors_has_no_states(world):
    nodes = [Node("room_1", "room", NodeKind.ROOM), Node("table_1", "table", NodeKind.ASSET)]
    bare = world().changed(put=nodes, remove=[n.id for n in world() if n.id not in ("robot", "table_1")])
    assert choices_of("close it", bare, ONTOLOGY).states == ()
    assert "SetState" not in form(bare)["$defs"]


def test_of_too_many_names_there_is_no_list_and_that_is_told(world, script):
    many = [Node(f"gizmo{i}_1", f"gizmo{i}", NodeKind.OBJECT) for i in range(MOST_NAMES + 1)]
    graph = world("apple_1 on table_1", extra=many)
    assert choices_of("the apple goes to table 2", graph, ONTOLOGY).free == ("things",)
    assert admits(form(graph), changed(words="zeppelin"))
    chat = script(InterpretedRequest.model_validate(PUT).model_dump_json())
    ladder = Ladder((ModelSpec("big"),), chat, Limits(), 0)
    request = interpret_with_model("the apple goes to table 2", graph, ONTOLOGY, ladder.begin())
    assert isinstance(request, Request) and len(request.notes) == 1
    assert chat.requests[0].schema == form(graph)


def test_what_no_name_fits_is_refused_in_the_words_of_the_instruction(graph, script):
    answer = changed(words=NONE_OF_THESE, said="the florb")
    chat = script(InterpretedRequest.model_validate(answer).model_dump_json())
    ladder = Ladder((ModelSpec("big"),), chat, Limits(), 0)
    refusal = interpret_with_model("the florb goes to table 2", graph, ONTOLOGY, ladder.begin())
    assert isinstance(refusal, Refusal) and "florb" in refusal.message


@pytest.mark.parametrize("where", ["small", "home"])
def test_the_examples_are_allowed_and_have_nothing_wrong(where, graph, home):
    scene = graph if where == "small" else home
    examples = scene_examples(scene)
    assert 2 <= len(examples) <= 3
    for example in examples:
        assert admits(form(scene, example.instruction), example.answer)
        found = InterpretedRequest.model_validate(example.answer)
        assert complaint(example.instruction, found, scene, ONTOLOGY, BOOK) is None


def test_an_empty_scene_has_no_examples(world):
    empty = world()
    assert scene_examples(empty.changed(remove=["lamp_1"])) == ()
