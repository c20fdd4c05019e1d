# SPDX-License-Identifier: Apache-2.0
"""What all tests share: signals, the environment of the nodes, a ROS domain for each test that starts some, models."""

from __future__ import annotations

import gc
import importlib.util
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from makedo_ros.runtime.domain import free_domain
from makedo_ros.without_ros.environment import ros_environment
from planner_node.language.interpret import KnownPieces
from support.public_data import PUBLIC_DATA
from support.tiers import slow
from support.words import Words

# Before any test imports rclpy, which reads some of them only once.
os.environ.update(ros_environment(os.environ))
os.environ["ROS_PYTHON_CHECK_FIELDS"] = "1"

gc.disable()  # until all tests are found

# A busy machine makes no law wrong.
settings.register_profile("makedo", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("makedo")

_LONGEST_FIRST = ("system", "slow", "ros")

# What tests beside the whole stack leaves it the machine: a stack that is starved tests the machine's patience.
_BESIDE_NICE = 3
_is_placed = False

_WORKER = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
_WORKERS = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
# Many, and each worker has its own: what one test left behind must not meet the next.
_DOMAINS = range(10, 101)[_WORKER % _WORKERS :: _WORKERS]


def _heed_signals() -> None:
    """Undo what started the tests (nohup, a background job): programs that tests start would ignore signals, too.

    A function of ours is replaced by the default in such a program, while this process lives on.
    """
    if threading.current_thread() is not threading.main_thread():
        return
    signal.pthread_sigmask(signal.SIG_SETMASK, ())
    for number, handler in (
        (signal.SIGINT, signal.default_int_handler),
        (signal.SIGTERM, signal.SIG_DFL),
        (signal.SIGHUP, lambda *_: None),
    ):
        if signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, handler)


_heed_signals()


@pytest.fixture
def words(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Words]:
    """Takes sentences for people, and compares them with the golden ones at the end of the test."""
    found = Words(request.path, request.node.name, tmp_path_factory.getbasetemp())
    yield found
    found.compare()


@pytest.fixture
def without_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    """No orders are made of the pieces of an instruction, so that a language model is asked at all."""
    monkeypatch.setattr("planner_node.understanding.pieces_known", lambda *_: KnownPieces())


def pytest_report_header() -> str:
    """Whether tests that take public data beside ours have it."""
    return f"public data: {PUBLIC_DATA if PUBLIC_DATA.is_dir() else 'not here (MAKEDO_DATA), ours alone is tested'}"


def pytest_configure(config: pytest.Config) -> None:
    """A process that only hands tests to others finds none itself."""
    if getattr(config.option, "numprocesses", None):
        gc.enable()


def pytest_collection_finish() -> None:
    """Have Python look through what the tests make for garbage, not through the thousands of tests themselves."""
    gc.collect()
    gc.freeze()
    gc.enable()


def pytest_unconfigure() -> None:
    """Let Python free everything at its end: libraries complain of what is left."""
    gc.unfreeze()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with what takes longest, or one worker would be at it long after the others."""

    def rank(item: pytest.Item) -> int:
        found = (i for i, mark in enumerate(_LONGEST_FIRST) if item.get_closest_marker(mark))
        return next(found, len(_LONGEST_FIRST))

    items.sort(key=rank)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Make this worker nice once, unless it is the one that starts the whole stack."""
    global _is_placed
    if _WORKERS > 1 and not _is_placed and item.get_closest_marker("system") is None:
        os.nice(_BESIDE_NICE)
    _is_placed = True


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Spread modules over workers, but keep all that starts the whole stack on one: two stacks share no two cores.

    The contracts share one stack.
    """
    if config.getoption("dist") != "loadscope":
        return None
    from xdist.scheduler import LoadScopeScheduling

    class Modules(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:
            whole = (folder for folder in ("system", "conformance") if nodeid.startswith(f"test/{folder}/"))
            return next(whole, nodeid.partition("::")[0])

    return Modules(config, log)


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


@pytest.fixture(scope="package")
def package_ros_domain_id() -> Iterator[int]:
    """The same for nodes that all tests of a folder share."""
    with free_domain(_DOMAINS) as domain:
        yield domain


@pytest.fixture(scope="session")
def own_data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of evaluation data of our own, see support.own_data."""
    from support.own_data import write

    return write(tmp_path_factory.mktemp("data"))


@pytest.fixture(params=["ours", *(slow("public") if PUBLIC_DATA.is_dir() else [])])
def data(request: pytest.FixtureRequest, own_data: Path) -> Path:
    """A folder of evaluation data: ours, and the public data where it is."""
    if request.param == "ours":
        return own_data
    return PUBLIC_DATA


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
