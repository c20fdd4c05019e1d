# SPDX-License-Identifier: Apache-2.0
"""What the tests of strategies share: a small home, scripted models, and models behind a server on the loopback."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from makedo_core.graph.scene_graph import SceneGraph
from makedo_llm.chat import never
from makedo_llm.client import LiteLlm
from makedo_llm.ladder import Adviser, Ladder
from makedo_llm.settings import Limits, ModelSpec
from planner_node.strategies.context_matters.strategy import plan_with_model
from support.scripted_model import Script
from support.small_worlds import make_kitchen

PLENTY = Limits(max_calls=100, max_tokens=10_000_000, max_wall_s=3600.0)


@pytest.fixture(scope="session")
def client(litellm) -> LiteLlm:
    """Models by the real library."""
    return LiteLlm({}, Random(0))


@pytest.fixture
def ladder(server, client) -> Callable[..., Ladder]:
    """Make a ladder of models that the server plays."""

    def make(*, names=("model",), limits: Limits = PLENTY, reasks: int = 1, **spec) -> Ladder:
        models = tuple(ModelSpec(f"openai/{n}", api_base=server.api_base, **{"retries": 0, **spec}) for n in names)
        return Ladder(models, client, limits, reasks)

    return make


@pytest.fixture
def script() -> Callable[..., Script]:
    """Make a model that gives prepared answers."""
    return lambda *prepared: Script(list(prepared))


def begin(chat: Script, limits: Limits = PLENTY, reasks: int = 1, cancelled=never) -> Adviser:
    return Ladder((ModelSpec("model"),), chat, limits, reasks).begin(cancelled)


@pytest.fixture
def plan(ontology):
    """Plan with a scripted model; every answer of the script has to be used."""

    def run(instruction: str, graph: SceneGraph, chat: Script, *, reasks: int = 1, all_used: bool = True, **more):
        result = plan_with_model(instruction, graph, ontology, begin(chat, reasks=reasks), **more)
        assert not (all_used and chat.answers), f"{len(chat.answers)} answers were not asked for: {result}"
        return result

    return run


@pytest.fixture
def kitchen() -> SceneGraph:
    """A kitchen and a living room with things to eat and drink."""
    return make_kitchen()


@pytest.fixture
def locked(world) -> SceneGraph:
    """The cola is in a locked fridge; there is juice on the shelf."""
    placements = ("cola_can_1 inside fridge_1", "juice_box_1 on shelf_1", "apple_1 on counter_1")
    return world(*placements, locked=("fridge_1",))


@pytest.fixture
def problem() -> Callable[..., str]:
    """Write a problem of the catalogue's domain."""

    def write(objects: str, goal: str, init: str = "", domain: str = "makedo") -> str:
        return f"(define (problem p)\n  (:domain {domain})\n  (:objects {objects})\n  (:init {init})\n  (:goal {goal}))"

    return write


@pytest.fixture
def bring_apple(problem) -> str:
    """A right problem for bringing the apple to table_2."""
    return problem("apple_1 - item counter_1 table_2 - asset", "(on apple_1 table_2)", "(on apple_1 counter_1)")
