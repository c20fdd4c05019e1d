# SPDX-License-Identifier: Apache-2.0
"""Strict schemas of strategies' questions: what they admit, the planner can read; names are those of the scene."""

from __future__ import annotations

from dataclasses import dataclass, field

import jsonschema
import pytest

from makedo_core.ontology import load_ontology
from makedo_core.skills import SKILLS
from makedo_llm.chat import ChatRequest, Reply, Usage
from makedo_llm.ladder import Ladder
from makedo_llm.settings import Limits, ModelSpec
from planner_node.engine import Engine
from planner_node.llm.forms import MOST_NAMES, choice, either, exactly, record, some, text
from planner_node.strategies.hierarchical.answers import (
    BLOCK_FORM,
    MACROS_FORM,
    AllConditions,
    Block,
    MacroSteps,
    Relevant,
    conditions_form,
    relevant_form,
)
from planner_node.strategies.memory_graph.answers import Function, NextAction, action_form
from planner_node.strategies.ontology_prompt.questions import WholePlan, plan_form
from planner_node.strategies.parts import Parts
from planner_node.strategies.registry import make_strategy
from planner_node.task import PlanningTask

NAMES = ("apple_1", "table_1", "table_2")
STEP = {"skill": "put_on", "arguments": ["apple_1", "table_2"]}
LITERALS = {"before": ["(on apple_1 table_1)"], "after": []}


def admits(schema, value) -> bool:
    jsonschema.Draft202012Validator.check_schema(schema)
    return bool(jsonschema.Draft202012Validator(schema).is_valid(value))


@pytest.fixture
def graph(world):
    return world("apple_1 on table_1", "mug_1 on table_1")


@pytest.mark.parametrize(
    ("form", "read", "answer"),
    [
        (plan_form(NAMES), WholePlan, {"explanation": "so", "plan": [STEP]}),
        (plan_form(()), WholePlan, {"explanation": "so", "plan": [STEP]}),
        (relevant_form(["apple", "table"]), Relevant, {"classes": ["table"]}),
        (MACROS_FORM, MacroSteps, {"steps": ["Bring the apple"]}),
        (conditions_form(2), AllConditions, {"macros": [LITERALS, LITERALS]}),
        (BLOCK_FORM, Block, {"thoughts": "so", "calls": ["put_on(apple_1, table_2)"]}),
    ],
)
def test_what_a_form_admits_can_be_read(form, read, answer):
    assert admits(form, answer)
    read.model_validate(answer)


@pytest.mark.parametrize(
    ("form", "answer"),
    [
        (plan_form(NAMES), {"explanation": "", "plan": [{**STEP, "arguments": ["apple_1", "zeppelin"]}]}),
        (plan_form(NAMES), {"explanation": "", "plan": [{**STEP, "arguments": ["apple_1"]}]}),
        (plan_form(NAMES), {"explanation": "", "plan": [{**STEP, "skill": "fly_to"}]}),
        (plan_form(NAMES), {"plan": [STEP]}),
        (relevant_form(["apple", "table"]), {"classes": ["zeppelin"]}),
        (relevant_form(["apple", "table"]), {"classes": []}),
        (conditions_form(2), {"macros": [LITERALS]}),
        (BLOCK_FORM, {"calls": []}),
    ],
)
def test_what_it_does_not_admit(form, answer):
    assert not admits(form, answer)


def test_every_skill_can_be_called_with_as_many_names_as_it_takes():
    for skill in SKILLS.values():
        step = {"skill": skill.name, "arguments": ["apple_1"] * len(skill.parameters)}
        assert admits(plan_form(NAMES), {"explanation": "", "plan": [step]})


@pytest.mark.parametrize(
    ("action", "is_admitted"),
    [
        ({"function": "rearrange", "node": "apple_1", "relation": "ontop", "destination": "table_2"}, True),
        ({"function": "pick_up", "node": "mug_1"}, True),
        ({"function": "discover_objects", "node": "table_2"}, True),
        ({"function": "done"}, True),
        ({"function": "done", "node": "apple_1"}, False),
        ({"function": "pick_up", "node": "table_2"}, False),
        ({"function": "pick_up", "node": "apple_9"}, False),
        ({"function": "rearrange", "node": "apple_1", "relation": "under", "destination": "table_2"}, False),
        ({"function": "rearrange", "node": "apple_1"}, False),
        ({"function": "fly_to", "node": "table_2"}, False),
    ],
)
def test_an_action_names_what_its_function_takes(graph, action, is_admitted):
    answer = {"reason": "so", "action": action}
    assert admits(action_form(graph), answer) is is_admitted
    NextAction.model_validate(answer)


def test_every_function_has_a_form(graph):
    forms = action_form(graph)["properties"]["action"]["anyOf"]
    assert {form["properties"]["function"]["const"] for form in forms} == set(Function)


def test_of_too_many_names_there_is_no_list():
    assert admits(choice([f"cup_{i}" for i in range(MOST_NAMES + 1)]), "any words")
    assert not admits(choice([f"cup_{i}" for i in range(MOST_NAMES)]), "any words")


def test_forms_are_made_of_forms():
    form = record(why=text(5), what=some(either(exactly("a"), exactly("b")), 2))
    assert admits(form, {"why": "so", "what": ["a", "b"]})
    assert not admits(form, {"why": "so", "what": ["c"]})
    assert not admits(form, {"why": "too long", "what": []})
    assert list(form["properties"]) == ["why", "what"]


@dataclass
class Asked:
    """Keeps what it was asked, and answers nothing that is of use."""

    requests: list[ChatRequest] = field(default_factory=list)

    def complete(self, request: ChatRequest, cancelled=lambda: False) -> Reply:
        self.requests.append(request)
        return Reply("I have to think.", Usage(1, 1), 0.1)


@pytest.mark.parametrize(
    ("strategy", "first"),
    [
        ("memory_graph:chooser=llm", "reason"),
        ("prune:selection=model", "explanation"),
        ("prune:policy=model", "explanation"),
        ("ontology", "explanation"),
        ("hierarchical", "classes"),
    ],
)
def test_a_server_that_keeps_to_schemas_is_sent_the_strict_one(graph, strategy, first):
    chat = Asked()
    ladder = Ladder((ModelSpec("model", structured_output=True),), chat, Limits(), 0)
    task = PlanningTask("put the apple on table 2", graph, asks=False)
    make_strategy(strategy, Parts(Engine(load_ontology()), ladder)).plan(task)
    schema = chat.requests[0].schema
    assert schema is not None
    assert next(iter(schema["properties"])) == first
    assert set(schema["required"]) == set(schema["properties"])
