# SPDX-License-Identifier: Apache-2.0
"""From settings to the ladder of models that are asked."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from random import Random

from makedo_llm.chat import ChatModel
from makedo_llm.client import LiteLlm
from makedo_llm.ladder import Ladder
from makedo_llm.recording import ExchangeRecorder, Replayer
from makedo_llm.settings import LlmSettings


def make_ladder(settings: LlmSettings, environ: Mapping[str, str], occasion: str = "the instruction") -> Ladder:
    """The ladder of some settings. Nothing is imported or connected to before the first question.

    Args:
        settings: what the operator set.
        environ: where keys are looked up.
        occasion: what the budget is for, as errors call it.

    Raises:
        ReplayError: if the recording cannot be read or written.
    """
    chat: ChatModel
    if settings.replay:
        chat = Replayer(Path(settings.replay))
    else:
        chat = LiteLlm(environ, Random())
        if settings.record:
            chat = ExchangeRecorder(chat, Path(settings.record))
    return Ladder(settings.models, chat, settings.budget, settings.reasks, occasion)
