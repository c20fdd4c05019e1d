# SPDX-License-Identifier: Apache-2.0
"""Retrieval in SPARQL: from a scripted source, and from the real store; what happens where it does not answer."""

from __future__ import annotations

import json
from dataclasses import dataclass, field

import pytest

from makedo_cli.knowledge.offline_knowledge import OfflineKnowledge
from makedo_core.failure import SUCCESS, FailureCause, Outcome
from makedo_core.record.answer import QueryAnswer
from makedo_llm.ladder import Ladder
from makedo_llm.settings import Limits, ModelSpec
from planner_node.strategies.hierarchical.graph_retrieval import INSTANCES, QueriedKnowledge, subgraph_query
from planner_node.strategies.hierarchical.retrieval import TaskKnowledge
from planner_node.strategies.parts import Parts
from planner_node.strategies.registry import make_strategy
from planner_node.task import PlanningTask
from support.words import Words

DOWN = Outcome(FailureCause.COMPONENT_LOST, "nobody serves query_knowledge")


@dataclass
class Scripted:
    """A source with prepared answers."""

    answers: list[QueryAnswer]
    asked: list[str] = field(default_factory=list)

    def ask(self, query: str, max_rows: int) -> QueryAnswer:
        self.asked.append(query)
        return self.answers.pop(0)


@pytest.fixture
def queried(pantry):
    """The pantry's knowledge with scripted answers."""

    def make(*answers: QueryAnswer) -> tuple[QueriedKnowledge, Scripted]:
        source = Scripted(list(answers))
        return QueriedKnowledge(source, TaskKnowledge(pantry("(opened beans)")), str), source

    return make


def rows(*found: tuple[str, ...]) -> QueryAnswer:
    return QueryAnswer(SUCCESS, (), found)


def test_classes_are_those_of_the_knowledge_graph_and_else_those_of_the_task(queried):
    knowledge, source = queried(rows(("g:beans", "baked_beans"), ("g:opener", "tool"), ("g:stranger", "ghost")))
    assert knowledge.classes == {
        "shelf": ("left", "right"),
        "chest": ("chest",),
        "baked_beans": ("beans",),
        "tin": ("peas",),
        "tool": ("opener",),
    }
    assert source.asked == [INSTANCES]


def test_what_is_known_of_a_thing_is_a_line_and_asked_once(queried):
    said = (("kind", "tin"), ("kind", "food"), ("hazard", "hot"))
    knowledge, source = queried(rows(*(("g:beans", what, value) for what, value in said)))
    assert knowledge.properties(["peas", "beans"]) == ("beans: hazard hot; kind food, tin",)
    assert knowledge.properties(["beans"]) == ("beans: hazard hot; kind food, tin",)
    assert len(source.asked) == 1


def test_a_source_that_fails_is_not_asked_again_and_the_task_says_what_it_can(queried):
    knowledge, source = queried(QueryAnswer(DOWN))
    assert knowledge.properties(["beans"]) == ()
    assert knowledge.classes == knowledge.task.classes
    assert len(source.asked) == 1 and "nobody serves" in knowledge.problem


def test_a_name_that_would_end_the_query_is_only_a_name():
    query = subgraph_query(['x> } DELETE { ?a ?b "'])
    assert "DELETE {" not in query and "<urn:makedo:graph#x%3E%20%7D%20DELETE" in query


def test_many_things_are_asked_for_in_parts(queried):
    knowledge, source = queried(rows(), rows(), rows())
    knowledge.properties([f"thing_{n}" for n in range(250)])
    assert len(source.asked) == 3


@pytest.fixture
def guide(engine, script):
    """Plan with the strategy, a scripted model and a source of knowledge."""

    def run(source, graph, *answers):
        chat = script(*answers)
        ladder = Ladder((ModelSpec("model"),), chat, Limits(100, 10**7, 3600.0), 0)
        strategy = make_strategy("hierarchical", Parts(engine, ladder, knowledge=source))
        return strategy.plan(PlanningTask("bring the apple to table_2", graph)), chat

    return run


CHOSEN = json.dumps({"classes": ["apple", "table", "counter"]})
ANSWERS = (
    CHOSEN,
    json.dumps({"steps": ["Bring the apple"]}),
    json.dumps({"macros": [{"before": ["(on apple_1 counter_1)"], "after": ["(on apple_1 table_2)"]}]}),
    CHOSEN,
    json.dumps({"thoughts": "", "calls": ["pick_up(apple_1, counter_1)", "put_on(apple_1, table_2)"]}),
)


def test_the_model_is_shown_what_the_real_knowledge_graph_says(guide, world, words: Words):
    graph = world("apple_1 on counter_1", "fork_1 inside drawer_1")
    with OfflineKnowledge(graph) as knowledge:
        result, chat = guide(knowledge, graph, *ANSWERS)
    assert result.outcome.ok
    words(result.explanation)
    shown = chat.told(4)
    assert "<properties>" in shown and "<facts>" in shown
    (apple,) = [line for line in shown.splitlines() if line.startswith("apple_1: ")]
    assert "kind" in apple and "fruit" in apple and "food" in apple
    assert "fork_1" not in shown


def test_where_the_knowledge_graph_is_down_one_plans_from_the_scene_graph_and_says_so(guide, world, words: Words):
    result, chat = guide(Scripted([QueryAnswer(DOWN)]), world("apple_1 on counter_1"), *ANSWERS)
    assert result.outcome.ok and "<properties>" not in chat.told(4)
    words(result.explanation)


def test_offline_knowledge_that_cannot_be_opened_is_an_outcome(world, tmp_path):
    with OfflineKnowledge(world("apple_1 on counter_1"), [tmp_path / "missing.ttl"]) as knowledge:
        answer = knowledge.ask("ASK { }", 10)
    assert answer.outcome.cause is FailureCause.COMPONENT_LOST and "missing.ttl" in answer.outcome.message
