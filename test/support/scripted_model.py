# SPDX-License-Identifier: Apache-2.0
"""A language model whose answers a test prepares."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from makedo_llm.chat import ChatRequest, ModelError, Reply, Usage, check_cancelled, never


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
