# SPDX-License-Identifier: Apache-2.0
"""A model that takes longer than there is time: every strategy plans without it, and says so."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, field
from functools import partial

import pytest

from makedo_core.failure import FailureCause
from makedo_core.files.scene_files import scene_file
from makedo_core.files.scene_json import graph_from_json
from makedo_core.ontology import load_ontology
from makedo_llm.chat import ChatRequest, ModelError, ModelFault, Reply, Usage, check_cancelled
from makedo_llm.ladder import Ladder
from makedo_llm.settings import Limits, ModelSpec
from planner_node.engine import Engine
from planner_node.language.interpret import interpret
from planner_node.llm.plain_orders import plain_orders
from planner_node.strategies.parts import Parts
from planner_node.strategies.registry import make_strategy
from planner_node.task import RESERVE_S, PlanningTask, model_time_s

LIMIT_S = 8.0
ASKING = (
    "relaxation:proposer=llm",
    "memory_graph:chooser=llm",
    "prune:selection=model",
    "prune:policy=model",
    "ontology",
    "hierarchical",
)


@dataclass
class SlowModel:
    """Answers uselessly after a while, within what a call may take."""

    after_s: float
    waited_s: float = 0.0
    requests: list[ChatRequest] = field(default_factory=list)

    def complete(self, request: ChatRequest, cancelled=lambda: False) -> Reply:
        self.requests.append(request)
        begun = time.monotonic()
        while (passed_s := time.monotonic() - begun) < min(self.after_s, request.timeout_s):
            check_cancelled(cancelled)
            time.sleep(0.01)
        self.waited_s += passed_s
        if passed_s < self.after_s:
            raise ModelError(ModelFault.TIMEOUT, f"no answer within {request.timeout_s:g} s", passed_s)
        return Reply(f"I have to think ({len(self.requests)}).", Usage(1, 1), passed_s)


@pytest.fixture(scope="module")
def home():
    path = scene_file("home")
    return graph_from_json(path.read_text(encoding="utf-8"), str(path))


@pytest.fixture(scope="module")
def engine():
    return Engine(load_ontology())


@pytest.mark.parametrize("after_s", [0.6, 3.0, math.inf])
@pytest.mark.parametrize("name", ASKING)
def test_a_plan_is_made_without_a_model_that_is_too_slow(engine, home, name, after_s):
    chat = SlowModel(after_s)
    ladder = Ladder((ModelSpec("slow", timeout_s=2.0),), chat, Limits(), 1)
    strategy = make_strategy(name, Parts(engine, ladder))
    result = strategy.plan(PlanningTask("Bring the apple to table_2", home, time_limit_s=LIMIT_S))
    assert chat.requests
    assert result.plan is not None, result.outcome
    assert "language model" in result.explanation
    assert chat.waited_s < model_time_s(LIMIT_S) + 1.0


@pytest.mark.parametrize("name", ("relaxation", *ASKING))
def test_what_only_a_model_can_read_is_refused_in_time_where_it_is_too_slow(home, name):
    chat, ontology = SlowModel(math.inf), load_ontology()
    ladder = Ladder((ModelSpec("slow", timeout_s=60.0),), chat, Limits(), 1)

    def reads(said, scene, cancelled, most_s):
        read = partial(interpret, ontology=ontology, graph=scene)
        return plain_orders(said, scene, ladder.begin(cancelled, most_s), read)

    strategy = make_strategy(name, Parts(Engine(ontology, interpreter=reads), ladder))
    result = strategy.plan(PlanningTask("Bitte den Apfel auf Tisch zwei", home, time_limit_s=LIMIT_S))
    assert result.plan is None and result.outcome.cause is FailureCause.NOT_UNDERSTOOD
    assert "No language model could help" in result.outcome.message
    assert chat.waited_s < model_time_s(LIMIT_S) + 1.0


@pytest.mark.parametrize(("limit_s", "model_s"), [(0.0, 0.0), (4.0, 2.0), (20.0, 10.0), (60.0, 60.0 - RESERVE_S)])
def test_search_keeps_a_reserve(limit_s, model_s):
    assert model_time_s(limit_s) == model_s
