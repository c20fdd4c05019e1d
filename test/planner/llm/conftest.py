# SPDX-License-Identifier: Apache-2.0
"""What the tests of language models share: the scripted server, litellm against it, and a model without a server."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from types import ModuleType

import pytest

from planner_node.llm.ask import Line
from planner_node.llm.budget import Budget
from planner_node.llm.chat import ChatRequest, Message, ModelError, Prompt, Reply, Role, Usage, check_cancelled, never
from planner_node.llm.client import LiteLlm
from planner_node.llm.settings import Limits, ModelSpec


def _load_server() -> ModuleType:
    name = "language_model_server"
    found = importlib.util.spec_from_file_location(name, Path(__file__).with_name("server.py"))
    assert found is not None and found.loader is not None
    module = importlib.util.module_from_spec(found)
    sys.modules[name] = module  # dataclasses look their module up
    found.loader.exec_module(module)
    return module


_server = _load_server()


@pytest.fixture
def answers() -> ModuleType:
    """The server's module: what it can be scripted to do."""
    return _server


@pytest.fixture
def server():
    with _server.ModelServer() as running:
        yield running


@pytest.fixture(scope="session")
def litellm() -> Iterator[ModuleType]:
    """The real library, imported once: that takes seconds."""
    yield LiteLlm({}, Random(0)).load()


@pytest.fixture
def client(litellm) -> LiteLlm:
    return LiteLlm({"TEST_KEY": "sk-very-secret-123"}, Random(0))


@pytest.fixture
def to_server(server):
    """Make a request to the server."""

    def make(timeout_s: float = 20.0, **spec) -> ChatRequest:
        model = ModelSpec("openai/test", api_base=server.api_base, **{"api_key_env": "TEST_KEY", **spec})
        return ChatRequest(model, (Message(Role.USER, "Say hello."),), 50, timeout_s)

    return make


@dataclass
class Script:
    """A model that gives prepared answers, in order; the last one is repeated."""

    answers: list[str | Reply | ModelError | Callable[[ChatRequest], str]]
    requests: list[ChatRequest] = field(default_factory=list)

    def complete(self, request: ChatRequest, cancelled: Callable[[], bool] = never) -> Reply:
        check_cancelled(cancelled)
        self.requests.append(request)
        answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        if callable(answer):
            answer = answer(request)
        if isinstance(answer, ModelError):
            raise answer
        return answer if isinstance(answer, Reply) else Reply(answer, Usage(10, 5), 0.5)


@pytest.fixture
def script():
    """Make a model that gives prepared answers."""
    return lambda *prepared: Script(list(prepared))


@pytest.fixture
def spec() -> ModelSpec:
    return ModelSpec("big")


@pytest.fixture
def line(spec):
    """Make a line to a model."""

    def make(chat, reasks: int = 2, limits: Limits | None = None, cancelled=never) -> Line:
        return Line(chat, spec, Budget(limits or Limits()), cancelled, reasks)

    return make


@pytest.fixture
def prompt() -> Prompt:
    return Prompt("You answer in JSON.", "How many apples?")
