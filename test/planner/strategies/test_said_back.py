# SPDX-License-Identifier: Apache-2.0
"""What only a model can read is said back and asked about, whichever strategy plans: no plan is made of it before."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import cycle

import pytest

from makedo_core.conversation.question import QuestionKind
from makedo_core.failure import FailureCause
from makedo_core.ontology import load_ontology
from makedo_llm.chat import ChatRequest, Reply, Usage
from makedo_llm.ladder import Ladder
from makedo_llm.settings import Limits, ModelSpec
from planner_node.engine import Engine
from planner_node.language.interpret import interpret
from planner_node.llm.plain_orders import plain_orders
from planner_node.strategies.parts import Parts
from planner_node.strategies.registry import make_strategy
from planner_node.task import PlanningTask

pytestmark = pytest.mark.usefixtures("without_pieces")

STRATEGIES = (
    "relaxation",
    "relaxation:proposer=llm",
    "memory_graph",
    "memory_graph:chooser=llm",
    "prune",
    "prune:selection=model",
    "prune:policy=model",
    "ontology",
    "hierarchical",
)
GERMAN = "Bitte den Apfel auf Tisch zwei"
ORDERS = "Put the apple on table 2."


BROUGHT = {"function": "rearrange", "node": "apple_1", "relation": "ontop", "destination": "table_2"}
ACTIONS = [json.dumps({"reason": "so it is said", "action": action}) for action in (BROUGHT, {"function": "done"})]


@dataclass
class Knows:
    """A model that takes the same of an instruction in whatever form it is asked for."""

    problem: str
    actions: Iterator[str] = field(default_factory=lambda: cycle(ACTIONS))
    requests: list[ChatRequest] = field(default_factory=list)

    def complete(self, request: ChatRequest, cancelled=lambda: False) -> Reply:
        self.requests.append(request)
        asked = request.messages[0].content + request.messages[1].content
        if "PDDL" in asked:
            return Reply(self.problem, Usage(1, 1), 0.1)
        return Reply(next(self.actions) if "<memory>" in asked else json.dumps({"orders": ORDERS}), Usage(1, 1), 0.1)


def planned(strategy: str, instruction: str, graph, problem: str, asks: bool):
    chat, ontology = Knows(problem), load_ontology()
    ladder = Ladder((ModelSpec("model"),), chat, Limits(), 0)

    def reads(said, scene, cancelled, most_s):
        read = partial(interpret, ontology=ontology, graph=scene)
        return plain_orders(said, scene, ladder.begin(cancelled, most_s), read)

    parts = Parts(Engine(ontology, interpreter=reads), ladder)
    result = make_strategy(strategy, parts).plan(PlanningTask(instruction, graph, asks=asks))
    assert chat.requests
    return result


@pytest.fixture
def graph(world):
    return world("apple_1 on table_1", "mug_1 on table_1")


@pytest.fixture
def apple_moved(problem) -> str:
    """A planning problem as a model may write it."""
    return problem("apple_1 - item table_1 table_2 - asset", "(on apple_1 table_2)", "(on apple_1 table_1)")


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_a_reading_is_a_question_before_anything_is_planned(strategy, graph, apple_moved):
    result = planned(strategy, GERMAN, graph, apple_moved, asks=True)
    assert result.plan is None and result.outcome.cause is FailureCause.AMBIGUOUS
    assert result.question is not None and result.question.kind is QuestionKind.WHETHER
    assert [option.instruction for option in result.question.options] == [ORDERS]


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_without_an_operator_nothing_is_planned_on_words_that_only_a_model_knows(strategy, graph, apple_moved):
    result = planned(strategy, GERMAN, graph, apple_moved, asks=False)
    assert result.plan is None and result.outcome.cause is FailureCause.NOT_UNDERSTOOD
    assert "language model" in result.outcome.message
