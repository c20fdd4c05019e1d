# SPDX-License-Identifier: Apache-2.0
"""What one instruction, or one picture, may spend on models: calls, tokens and waiting time.

Time is what the calls took, not what passed, so that a replayed run spends exactly what the recorded one did.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from makedo_llm.chat import ChatRequest, Message, ModelError, ModelFault, Reply, estimate_message_tokens
from makedo_llm.settings import Limits, ModelSpec

_SHORTEST_ANSWER = 32  # tokens; less room is no use to anybody


@dataclass(frozen=True, slots=True)
class Spent:
    """What was spent: turns, tokens of prompts and answers, and time spent waiting [s]."""

    calls: int = 0
    tokens: int = 0
    wall_s: float = 0.0

    def __add__(self, other: Spent) -> Spent:
        return Spent(self.calls + other.calls, self.tokens + other.tokens, self.wall_s + other.wall_s)

    def __str__(self) -> str:
        return f"{self.calls} calls, {self.tokens} tokens, {self.wall_s:.1f} s"


class BudgetExceeded(ModelError):
    """Another call would go beyond a limit.

    Attributes:
        spent: so far.
        limits: that hold.
    """

    def __init__(self, what: str, spent: Spent, limits: Limits) -> None:
        bounds = f"{limits.max_calls} calls, {limits.max_tokens} tokens, {limits.max_wall_s:g} s"
        super().__init__(ModelFault.BUDGET, f"the budget of {what} is spent: {spent} of {bounds}")
        self.spent = spent
        self.limits = limits


class Budget:
    """Counts what one instruction spends, in all and by model. For one thread.

    Args:
        limits: over all models.
        occasion: what they are for, as errors call it.
    """

    def __init__(self, limits: Limits, occasion: str = "the instruction") -> None:
        self._limits = limits
        self._occasion = occasion
        self._spent = Spent()
        self._by_model: dict[ModelSpec, Spent] = {}

    @property
    def spent(self) -> Spent:
        """Spent so far, by all models."""
        return self._spent

    def admit(
        self, model: ModelSpec, messages: Sequence[Message], schema: Mapping[str, Any] | None = None
    ) -> ChatRequest:
        """A request that keeps within the limits, its answer and its time cut to what is left.

        Prompts are counted by estimate here and by the server's count afterwards, so the last call may go beyond
        the limit of tokens by the error of the estimate.

        Raises:
            BudgetExceeded: if nothing useful is left.
        """
        prompt = sum(estimate_message_tokens(m) for m in messages)
        max_tokens, timeout_s = model.max_tokens, model.timeout_s
        own = self._by_model.get(model, Spent())
        checks = [(self._occasion, self._limits, self._spent)]
        if model.budget is not None:
            checks.append((model.model, model.budget, own))
        for what, limits, spent in checks:
            room = limits.max_tokens - spent.tokens - prompt
            left_s = limits.max_wall_s - spent.wall_s
            if spent.calls >= limits.max_calls or room < min(_SHORTEST_ANSWER, model.max_tokens) or left_s <= 0:
                raise BudgetExceeded(what, spent, limits)
            max_tokens, timeout_s = min(max_tokens, room), min(timeout_s, left_s)
        return ChatRequest(model, tuple(messages), max_tokens, timeout_s, schema)

    def charge(self, request: ChatRequest, result: Reply | ModelError) -> None:
        """Count a call that ended, well or not; a server that ran out of time has read the prompt."""
        model, tokens = request.model, 0
        if isinstance(result, Reply):
            tokens = result.usage.tokens
        elif result.fault is ModelFault.TIMEOUT:
            tokens = sum(map(estimate_message_tokens, request.messages))
        spent = Spent(1, tokens, result.duration_s)
        self._spent += spent
        self._by_model[model] = self._by_model.get(model, Spent()) + spent
