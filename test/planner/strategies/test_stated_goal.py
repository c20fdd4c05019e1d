# SPDX-License-Identifier: Apache-2.0
"""Goals in JSON in place of PDDL problems: what they admit, what goes back to the model, what is planned."""

from __future__ import annotations

import json

import jsonschema
import pytest

from makedo_core.skills import SkillCall
from planner_node.strategies.context_matters.settings import ContextSettings
from planner_node.strategies.reality import CatalogueReality
from planner_node.strategies.stated_goal import StatedGoal, goal_form, goal_predicates, problem_of, wrong_with
from planner_node.strategies.statement import read_statement

APPLE = "Bring the apple to table_2"
COLA = "Bring the cola to table_2"
IN_JSON = ContextSettings(json_goals=True)


def fact(predicate: str, *terms: str, negated: bool = False) -> dict[str, object]:
    return {"predicate": predicate, "terms": list(terms), "negated": negated}


def stated(*facts: dict[str, object]) -> str:
    return json.dumps({"explanation": "so", "goal": list(facts)})


@pytest.fixture
def reality(kitchen):
    return CatalogueReality(kitchen)


def test_a_goal_in_json_is_planned_at_once(plan, kitchen, script):
    result = plan(APPLE, kitchen, script(stated(fact("on", "apple_1", "table_2"))), settings=IN_JSON)
    assert result.outcome.ok, result.outcome
    assert result.plan.calls[-1] == SkillCall("put_on", ("apple_1", "table_2"))
    assert result.plan.goal == result.asked and not result.plan.relaxations


@pytest.mark.parametrize(
    "wrong",
    [
        fact("on", "apple_9", "table_2"),
        fact("on", "apple_1"),
        fact("teleported", "apple_1", "table_2"),
        fact("on", "apple_1", "kitchen"),
    ],
)
def test_what_there_is_not_goes_back_to_the_model(plan, kitchen, script, wrong):
    chat = script(stated(wrong), stated(fact("on", "apple_1", "table_2")))
    result = plan(APPLE, kitchen, chat, settings=IN_JSON)
    assert result.outcome.ok, result.outcome


@pytest.mark.parametrize("wrong", [fact("on", "apple_1", "table_1"), fact("open", "fridge_1")])
def test_another_goal_than_what_was_asked_is_never_planned(plan, kitchen, script, wrong):
    chat = script(stated(wrong), stated(fact("on", "apple_1", "table_2")))
    result = plan(APPLE, kitchen, chat, settings=IN_JSON)
    assert result.outcome.ok, result.outcome
    assert result.plan.calls[-1] == SkillCall("put_on", ("apple_1", "table_2"))
    assert "<feedback>" in chat.requests[1].messages[1].content


def test_a_goal_that_cannot_be_reached_is_changed_as_with_pddl(plan, locked, script):
    shift = {"stand_ins": [{"asked": "cola", "instead": ["juice_box_1"], "reason": "one drinks it"}], "goal": "juice"}
    relax = {"achievable": True, "given_up": [], "goal": "Put juice_box_1 on table_2."}
    cola, juice = (stated(fact("on", name, "table_2")) for name in ("cola_can_1", "juice_box_1"))
    result = plan(COLA, locked, script(cola, json.dumps(shift), json.dumps(relax), juice), settings=IN_JSON)
    assert result.outcome.ok, result.outcome
    assert result.plan.calls[-1] == SkillCall("put_on", ("juice_box_1", "table_2"))
    assert result.plan.relaxations


def test_what_the_form_admits_can_be_read_and_is_written_as_a_problem(reality):
    form = goal_form(reality)
    jsonschema.Draft202012Validator.check_schema(form)
    admits = jsonschema.Draft202012Validator(form).is_valid
    for predicate, length in goal_predicates(reality.domain).items():
        answer = {"explanation": "", "goal": [fact(predicate, *["apple_1", "table_2"][:length], negated=True)]}
        assert admits(answer)
        assert wrong_with(StatedGoal.model_validate(answer), reality) == ""
    assert not admits({"explanation": "", "goal": []})
    assert not admits({"explanation": "", "goal": [fact("on", "apple_1", "zeppelin")]})
    assert not admits({"explanation": "", "goal": [fact("on", "apple_1")]})
    assert not admits({"explanation": "", "goal": [fact("graspable", "apple_1")]})


def test_the_problem_holds_the_things_of_the_scene_and_the_goal_alone(reality):
    answer = StatedGoal.model_validate(
        {"goal": [fact("on", "apple_1", "table_2"), fact("open", "fridge_1", negated=True)]}
    )
    statement = read_statement(problem_of(answer, reality), reality.domain, reality.predicates)
    assert statement.types == reality.types
    assert [str(literal) for literal in statement.wanted] == ["on(apple_1, table_2)", "not open(fridge_1)"]
