# SPDX-License-Identifier: Apache-2.0
"""Counts what models are asked, whatever strategy asks."""

from __future__ import annotations

import threading
from collections.abc import Callable

from makedo_llm.budget import Spent
from makedo_llm.chat import ChatModel, ChatRequest, ModelError, Reply, never


class Meter:
    """Completes conversations by another model and counts them. Safe for threads."""

    def __init__(self, chat: ChatModel) -> None:
        self._chat = chat
        self._lock = threading.Lock()
        self._spent = Spent()

    def complete(self, request: ChatRequest, cancelled: Callable[[], bool] = never) -> Reply:
        """The next turn, by the other model; a call that fails counts as one without tokens."""
        try:
            reply = self._chat.complete(request, cancelled)
        except ModelError as error:
            self._count(Spent(1, 0, error.duration_s))
            raise
        self._count(Spent(1, reply.usage.tokens, reply.duration_s))
        return reply

    def taken(self) -> Spent:
        """What was spent since it was last asked for."""
        with self._lock:
            spent, self._spent = self._spent, Spent()
        return spent

    def _count(self, spent: Spent) -> None:
        with self._lock:
            self._spent += spent
