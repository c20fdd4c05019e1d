# SPDX-License-Identifier: Apache-2.0
"""What servers keep of a prompt that they have read: what stays the same stands first, what differs last."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from makedo_core.ontology import load_ontology
from makedo_llm.chat import ChatRequest, Reply, Usage
from makedo_llm.ladder import Ladder
from makedo_llm.settings import Limits, ModelSpec
from planner_node.engine import Engine
from planner_node.llm.plain_orders import orders_prompt
from planner_node.strategies.parts import Parts
from planner_node.strategies.registry import make_strategy
from planner_node.task import PlanningTask

ONE, OTHER = "put the apple on table 2", "bring the apple to table 2"
SHARED = {
    "relaxation:proposer=llm": "</scene>",
    "prune:selection=model": "</categories>",
    "ontology": "</environment>",
    "hierarchical": "</classes>",
    "memory_graph:chooser=llm": "<instruction>",  # a scene of its own follows each step
    "prune:policy=model": "<instruction>",
}
"""What two instructions share at least, of the first question of each strategy."""


@dataclass
class Useless:
    """Keeps what it was asked, and answers nothing that is of use."""

    requests: list[ChatRequest] = field(default_factory=list)

    def complete(self, request: ChatRequest, cancelled=lambda: False) -> Reply:
        self.requests.append(request)
        return Reply("I have to think.", Usage(1, 1), 0.1)


def common(one: str, other: str) -> str:
    """What two texts begin with."""
    same = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    return one[:same]


def first_question(strategy: str, instruction: str, graph) -> tuple[str, str]:
    chat = Useless()
    ladder = Ladder((ModelSpec("model"),), chat, Limits(), 0)
    make_strategy(strategy, Parts(Engine(load_ontology()), ladder)).plan(PlanningTask(instruction, graph, asks=False))
    system, user = chat.requests[0].messages[:2]
    return system.content, user.content


@pytest.mark.parametrize("strategy", SHARED)
def test_questions_of_a_strategy_share_what_comes_before_the_instruction(strategy, world):
    graph = world("apple_1 on table_1", "mug_1 on table_1")
    (system, user), (other_system, other) = (first_question(strategy, said, graph) for said in (ONE, OTHER))
    assert system == other_system
    assert user != other
    assert SHARED[strategy] in common(user, other)


def test_questions_of_what_is_meant_share_rules_examples_and_scene(world):
    graph = world("apple_1 on table_1", "mug_1 on table_1")
    one, other = (orders_prompt(said, graph) for said in (ONE, OTHER))
    assert one.system == other.system
    shared = common(one.user, other.user)
    assert shared.endswith("<instruction>\n")
    assert "</scene>" in shared
