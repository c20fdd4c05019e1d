# SPDX-License-Identifier: Apache-2.0
"""Models from the best to the last, and below them none: each is asked where the ones above it failed."""

from __future__ import annotations

import logging
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from makedo_llm.ask import Answer, Check, Line, Schema, ask, ask_pddl, ask_text, no_complaint
from makedo_llm.budget import Budget, Spent
from makedo_llm.chat import ChatModel, ModelError, ModelFault, Prompt, never
from makedo_llm.settings import Limits, ModelSpec

_log = logging.getLogger(__name__)
_ONE_ANSWER = frozenset({ModelFault.MALFORMED})
"""Faults of one answer; after all others a model is not asked again for the same instruction."""

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class NoModel:
    """No model gave an answer; planning goes on without.

    Attributes:
        notes: why each was passed over; empty: none is configured.
    """

    notes: tuple[str, ...] = ()


class Adviser:
    """Answers the questions that come up for one instruction, within its budget. For one thread."""

    def __init__(
        self,
        models: Sequence[ModelSpec],
        chat: ChatModel,
        limits: Limits,
        reasks: int,
        cancelled: Callable[[], bool] = never,
        occasion: str = "the instruction",
    ) -> None:
        """Begin with nothing spent.

        Args:
            models: best first.
            chat: what completes conversations.
            limits: over all models.
            reasks: how often one model may mend an answer.
            cancelled: asked often; True ends the call.
            occasion: what the models are asked for, as errors call it.
        """
        self._models = list(models)
        self._chat = chat
        self._budget = Budget(limits, occasion)
        self._reasks = reasks
        self._cancelled = cancelled
        self._notes: list[str] = []

    @property
    def spent(self) -> Spent:
        """Spent so far."""
        return self._budget.spent

    @property
    def notes(self) -> tuple[str, ...]:
        """Every model that was passed over so far, and why."""
        return tuple(self._notes)

    def ask(
        self,
        prompt: Prompt,
        schema: type[Schema],
        check: Check[Schema] = no_complaint,
        form: Mapping[str, Any] | None = None,
    ) -> Answer[Schema] | NoModel:
        """An answer that fits a schema, from the best model that gives one (`ask.ask`).

        Raises:
            Cancelled: if the end was asked for.
            ReplayError: if a recording lacks the exchange.
        """
        return self._climb_down(lambda line: ask(line, prompt, schema, check, form))

    def ask_pddl(self, prompt: Prompt, check: Check[str] = no_complaint) -> Answer[str] | NoModel:
        """An answer in PDDL, from the best model that gives one. Raises as `ask` does."""
        return self._climb_down(lambda line: ask_pddl(line, prompt, check))

    def ask_text(self, prompt: Prompt) -> Answer[str] | NoModel:
        """An answer in words, from the best model that gives one. Raises as `ask` does."""
        return self._climb_down(lambda line: ask_text(line, prompt))

    def _climb_down(self, question: Callable[[Line], Answer[_T]]) -> Answer[_T] | NoModel:
        for model in tuple(self._models):
            line = Line(self._chat, model, self._budget, self._cancelled, self._reasks)
            try:
                return question(line)
            except ModelError as error:
                if str(error) not in self._notes:
                    self._notes.append(str(error))
                    _log.warning("language model passed over: %s", error)
                if error.fault not in _ONE_ANSWER:
                    self._models.remove(model)
        return NoModel(self.notes)


@dataclass(frozen=True, slots=True)
class Ladder:
    """What every instruction begins with.

    Attributes:
        models: best first; may be empty.
        chat: what completes conversations.
        limits: of one instruction.
        reasks: how often one model may mend an answer.
        occasion: what begins each time, as errors call it.
    """

    models: tuple[ModelSpec, ...]
    chat: ChatModel
    limits: Limits
    reasks: int
    occasion: str = "the instruction"

    def begin(self, cancelled: Callable[[], bool] = never, most_s: float = math.inf) -> Adviser:
        """An adviser for one instruction.

        Args:
            cancelled: asked often; True ends a call.
            most_s: longest time to wait for models in all, where that is less than the limits say [s].
        """
        limits = replace(self.limits, max_wall_s=min(self.limits.max_wall_s, most_s))
        return Adviser(self.models, self.chat, limits, self.reasks, cancelled, self.occasion)
