# SPDX-License-Identifier: Apache-2.0
"""Models by name: "none", "simulated:RATE", a model's own name, or a file of settings; checked before any work."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

from makedo_core.failure import MakedoError
from makedo_eval.meter import Meter
from makedo_eval.simulated_model.model import SimulatedModel
from makedo_eval.simulated_model.server import SimulatedServer
from makedo_llm.chat import ChatModel, ChatRequest, Message, ModelError, Role
from makedo_llm.client import LiteLlm
from makedo_llm.ladder import Ladder
from makedo_llm.recording import ExchangeRecorder, Replayer
from makedo_llm.settings import LlmSettings, ModelSpec, llm_settings_from_yaml

NONE = "none"
SIMULATED = "simulated"
_FILES = (".yaml", ".yml")
_CHECK_S = 30.0


class ModelNameError(MakedoError):
    """A model that cannot be used; the message says what would be right."""


@dataclass(frozen=True, slots=True)
class ModelChoice:
    """A model that is evaluated.

    Attributes:
        name: as it was asked for, and as tables call it.
        rate: of corrupted answers of the simulated model; None: it is not simulated.
        settings: of a real one; None: there is none.
    """

    name: str
    rate: float | None = None
    settings: LlmSettings | None = None

    @property
    def title(self) -> str:
        """What tables say of it."""
        return self.name if self.rate is None else f"simulated model, {self.rate:.0%} corrupted"


@dataclass
class Running:
    """A model that can be asked.

    Attributes:
        ladder: asks it; None: there is no model.
        meter: counts that.
        simulated: the simulated model, which gets each task.
    """

    ladder: Ladder | None = None
    meter: Meter | None = None
    simulated: SimulatedModel | None = None


def read_model(name: str) -> ModelChoice:
    """The model of a name.

    Raises:
        ModelNameError: if it is none.
        LlmSettingsError: if it is a file that cannot be used.
    """
    kind, _, rate = name.partition(":")
    if name == NONE:
        return ModelChoice(NONE)
    if kind == SIMULATED:
        try:
            share = float(rate or "0")
        except ValueError:
            share = -1.0
        if not 0.0 <= share <= 1.0:
            raise ModelNameError(f"{name!r}: the rate of corrupted answers must be from 0 to 1, as in {SIMULATED}:0.2")
        return ModelChoice(name, rate=share)
    if name.endswith(_FILES):
        settings = llm_settings_from_yaml(Path(name))
        if not settings.models:
            raise ModelNameError(f"{name}: it names no model; evaluate without one as {NONE!r}")
        return ModelChoice(Path(name).stem, settings=settings)
    if not name.strip():
        raise ModelNameError(f"a model has no name; there are {NONE}, {SIMULATED}:RATE, FILE.yaml and names of models")
    return ModelChoice(name, settings=LlmSettings(models=(ModelSpec(name),)))


def check(choice: ModelChoice, environ: Mapping[str, str]) -> None:
    """Ask a real model for one word, so that a missing key or server is found before any work.

    Raises:
        ModelNameError: if it does not answer; the message says why.
    """
    if choice.settings is None or choice.settings.replay:
        return
    chat = LiteLlm(environ, Random())
    for model in choice.settings.models:
        question = (Message(Role.USER, "Answer with the word ready."),)
        request = ChatRequest(replace(model, retries=0), question, 16, min(_CHECK_S, model.timeout_s))
        try:
            chat.complete(request)
        except ModelError as error:
            raise ModelNameError(f"the model {model.model} cannot be asked ({error.fault}): {error}") from None


@contextmanager
def running(choice: ModelChoice, environ: Mapping[str, str], seed: int) -> Iterator[Running]:
    """A model to ask, as long as it is needed.

    Raises:
        ModelNameError: if models cannot be asked at all.
    """
    if choice.rate is not None:
        model = SimulatedModel(choice.rate, seed)
        client = LiteLlm(environ, Random(seed))
        try:
            client.load()  # or the first task would pay for it with its time
        except ModelError as error:
            raise ModelNameError(f"the model {choice.name} cannot be asked: {error}") from None
        with SimulatedServer(model) as server:
            yield _metered(LlmSettings(models=(server.spec,)), client, model)
    elif choice.settings is None:
        yield Running()
    else:
        settings = choice.settings
        chat: ChatModel = Replayer(Path(settings.replay)) if settings.replay else LiteLlm(environ, Random())
        if settings.record:
            chat = ExchangeRecorder(chat, Path(settings.record))
        yield _metered(settings, chat, None)


def _metered(settings: LlmSettings, chat: ChatModel, simulated: SimulatedModel | None) -> Running:
    meter = Meter(chat)
    return Running(Ladder(settings.models, meter, settings.budget, settings.reasks), meter, simulated)
