# SPDX-License-Identifier: Apache-2.0
"""The planner is put together from what an operator set; a model reads only what the grammar does not understand."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from makedo_core.failure import FailureCause, MakedoError
from makedo_core.files.robot_files import robot_file
from planner_node.assembly import Choices, assemble
from planner_node.engine import Engine
from planner_node.strategies.relaxation import ProposedByModel
from planner_node.task import PlanningTask, Settings
from support.words import Words

BRING = {"orders": "Put the apple on table 2."}


@pytest.fixture
def settings_file(tmp_path, server) -> Path:
    path = tmp_path / "llm.yaml"
    path.write_text(f"models:\n  - model: openai/test\n    api_base: {server.api_base}\n    timeout_s: 20.0\n")
    return path


def test_without_choices_there_is_the_engine_and_no_model():
    planner = assemble(Choices(), {})
    assert planner.strategy is planner.engine
    assert planner.engine.interpreter is None and planner.engine.engines == ()


@pytest.mark.parametrize(("robot", "taken"), [("tiago", "jar_1"), ("panda", "cup_1")])
def test_what_is_too_wide_for_the_robots_hand_is_not_taken(world, robot, taken):
    graph = world("jar_1 on table_1", "cup_1 on table_1")
    graph = graph.changed(put=[replace(graph["jar_1"], size=(0.078,) * 3), replace(graph["cup_1"], size=(0.07,) * 3)])
    planner = assemble(Choices(robot=robot_file(robot)), {})
    result = planner.plan(PlanningTask("bring the jar to table_2", graph, asks=False))
    calls = () if result.plan is None else result.plan.calls
    assert {c.arguments[0] for c in calls if c.skill == "pick_up"} <= {taken}
    assert result.outcome.ok or robot == "panda"


@pytest.mark.parametrize(("robot", "drives"), [("tiago", True), ("panda", False)])
@pytest.mark.parametrize("said", ["frobnicate the cola can", "dance", ""])
def test_only_a_robot_with_a_base_says_that_it_can_drive(home, robot, drives, said):
    planner = assemble(Choices(robot=robot_file(robot)), {})
    outcome = planner.plan(PlanningTask(said, home, asks=False)).outcome
    assert not outcome.ok
    assert ("drive" in outcome.message) == (drives and "I can bring" in outcome.message)


def test_a_sentence_that_the_grammar_does_not_know_is_read_by_a_model_and_said_back_first(
    litellm, server, answers, settings_file, home, words: Words
):
    server.then(answers.says(json.dumps(BRING)))
    planner = assemble(Choices(llm_file=settings_file), {"OPENAI_API_KEY": "none"})
    asked = planner.plan(PlanningTask("Bitte den Apfel nach table_2", home, time_limit_s=60.0))
    assert asked.outcome.cause is FailureCause.AMBIGUOUS and asked.question is not None
    words(asked.question.text)
    (agreed,) = asked.question.options
    result = planner.plan(PlanningTask(agreed.instruction, home))
    assert result.outcome.ok, result.outcome
    assert len(server.requests) == 1
    assert [c.skill for c in result.plan.calls] == ["go_to", "pick_up", "go_to", "put_on"]


def test_a_sentence_that_the_grammar_knows_is_asked_of_no_model(server, settings_file, home):
    planner = assemble(Choices(llm_file=settings_file), {})
    assert planner.plan(PlanningTask("bring the apple to table_2", home)).outcome.ok
    assert server.requests == []


def test_a_model_that_fails_leaves_the_refusal_of_the_grammar(litellm, server, answers, settings_file, home):
    server.then(*[answers.fails(401)] * 4)
    planner = assemble(Choices(llm_file=settings_file), {"OPENAI_API_KEY": "none"})
    result = planner.plan(PlanningTask("bring the florb to table_2", home, time_limit_s=60.0))
    assert result.outcome.cause is FailureCause.UNKNOWN_OBJECT and "florb" in result.outcome.message


def test_settings_without_a_model_are_no_model(tmp_path):
    (tmp_path / "llm.yaml").write_text("models: []\n")
    assert assemble(Choices(llm_file=tmp_path / "llm.yaml"), {}).engine.interpreter is None


def test_the_proposer_llm_plans_with_a_model(settings_file):
    choices = Choices(Settings(max_relaxation_cost=3.0, tidy_up=False), proposer="llm", llm_file=settings_file)
    strategy = assemble(choices, {}).strategy
    assert isinstance(strategy, ProposedByModel)
    assert (strategy.settings.max_relaxation_cost, strategy.settings.tidy_up) == (3.0, False)


@pytest.mark.parametrize(
    ("choices", "words"),
    [
        (Choices(strategy="wishful"), "wishful"),
        (Choices(proposer="oracle"), "oracle"),
        (Choices(proposer="llm"), "language model"),
        (Choices(engines=("slow-upward",)), "slow-upward"),
        (Choices(engine="slow-upward"), "slow-upward"),
        (Choices(strategies=("nowhere",)), "nowhere"),
        (Choices(llm_file=Path("nowhere.yaml")), "nowhere.yaml"),
        (Choices(ontologies=(Path("nowhere.ttl"),)), "nowhere.ttl"),
    ],
)
def test_a_wrong_choice_is_named(choices, words):
    with pytest.raises((MakedoError, FileNotFoundError), match=words):
        assemble(choices, {})


def test_an_interpreter_that_does_not_know_changes_nothing(ontology, home):
    engine = Engine(ontology, interpreter=lambda *_: None)
    assert engine.plan(PlanningTask("bring the florb to table_2", home)).outcome.cause is FailureCause.UNKNOWN_OBJECT
