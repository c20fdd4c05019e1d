# SPDX-License-Identifier: Apache-2.0
"""The simulated model asked without a server between: the same answers, and no time that differs from run to run."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from makedo_eval.simulated_model.model import SimulatedModel
from makedo_llm.chat import ChatRequest, Reply, Usage, check_cancelled, estimate_tokens, never


@dataclass(frozen=True, slots=True)
class Direct:
    """Completes conversations by a simulated model; implements `ChatModel`."""

    model: SimulatedModel

    def complete(self, request: ChatRequest, cancelled: Callable[[], bool] = never) -> Reply:
        """The next turn.

        Raises:
            UnansweredError: as the model does.
        """
        check_cancelled(cancelled)
        text = self.model.answer(request.messages)
        asked = sum(estimate_tokens(message.content) for message in request.messages)
        return Reply(text, Usage(asked, estimate_tokens(text), estimated=True), 0.0)
