# SPDX-License-Identifier: Apache-2.0
"""What all tests share: the environment of the nodes, a ROS domain for each test that starts some, scripted models."""

from __future__ import annotations

import importlib.util
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from makedo_ros.domain import free_domain
from makedo_ros.environment import ros_environment

# Before any test imports rclpy, which reads some of them only once.
os.environ.update(ros_environment(os.environ))
os.environ["ROS_PYTHON_CHECK_FIELDS"] = "1"

# A busy machine makes no law wrong.
settings.register_profile("makedo", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("makedo")

_DOMAINS = range(10, 101)  # many: what one test left behind must not meet the next


@pytest.fixture
def ros_domain_id(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """A ROS domain that no other test of this machine uses at the same time, also set as ROS_DOMAIN_ID."""
    with free_domain(_DOMAINS) as domain:
        monkeypatch.setenv("ROS_DOMAIN_ID", str(domain))
        yield domain


@pytest.fixture(scope="module")
def shared_ros_domain_id() -> Iterator[int]:
    """The same for nodes that all tests of a module share; ROS_DOMAIN_ID is left as it is."""
    with free_domain(_DOMAINS) as domain:
        yield domain


@pytest.fixture(scope="session")
def answers() -> ModuleType:
    """What a model's server can be scripted to do: the module test/llm/server.py."""
    name = "language_model_server"
    found = importlib.util.spec_from_file_location(name, Path(__file__).parent / "llm" / "server.py")
    assert found is not None and found.loader is not None
    module = importlib.util.module_from_spec(found)
    sys.modules[name] = module  # dataclasses look their module up
    found.loader.exec_module(module)
    return module


@pytest.fixture
def server(answers: ModuleType) -> Iterator[Any]:
    """A model's server on the loopback."""
    with answers.ModelServer() as running:
        yield running


@pytest.fixture
def script(answers: ModuleType) -> Callable[..., Any]:
    """Make a model without a server that gives prepared answers."""
    return lambda *prepared: answers.ScriptedModel(list(prepared))


@pytest.fixture(scope="session")
def litellm() -> ModuleType:
    """The real library, imported once: that takes seconds."""
    from makedo_llm.client import LiteLlm

    return LiteLlm({}, Random(0)).load()
