# SPDX-License-Identifier: Apache-2.0
"""What the tests of strategies share: a small home, scripted models, and models behind a server on the loopback."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

import pytest

from makedo_core.scene_graph import SceneGraph
from makedo_llm.chat import ChatRequest, ModelError, Reply, Usage, check_cancelled, never
from makedo_llm.client import LiteLlm
from makedo_llm.ladder import Adviser, Ladder
from makedo_llm.settings import Limits, ModelSpec
from planner_node.strategies.context_matters import plan_with_model

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


@dataclass
class Script:
    """A model that gives prepared answers, in order."""

    answers: list[str | ModelError | Callable[[ChatRequest], str]]
    requests: list[ChatRequest] = field(default_factory=list)

    def complete(self, request: ChatRequest, cancelled: Callable[[], bool] = never) -> Reply:
        check_cancelled(cancelled)
        self.requests.append(request)
        assert self.answers, f"the script has no answer to:\n{request.messages[-1].content}"
        answer = self.answers.pop(0)
        if callable(answer):
            answer = answer(request)
        if isinstance(answer, ModelError):
            raise answer
        return Reply(answer, Usage(10, 5), 0.1)

    def told(self, number: int) -> str:
        """The last thing that was said to the model in a request."""
        return self.requests[number].messages[-1].content


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
def kitchen(world) -> SceneGraph:
    """A kitchen and a living room with things to eat and drink."""
    return world(
        "apple_1 on counter_1",
        "banana_1 on shelf_1",
        "wine_bottle_1 on shelf_1",
        "cola_can_1 inside fridge_1",
        "cookie_1 on table_1",
        "cookie_2 on table_1",
    )


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
