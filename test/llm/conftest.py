# SPDX-License-Identifier: Apache-2.0
"""What the tests of makedo_llm share: litellm against the scripted server, and lines to a model."""

from __future__ import annotations

from random import Random

import pytest

from makedo_llm.ask import Line
from makedo_llm.budget import Budget
from makedo_llm.chat import ChatRequest, Message, Prompt, Role, never
from makedo_llm.client import LiteLlm
from makedo_llm.settings import Limits, ModelSpec


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
