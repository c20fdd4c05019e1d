# SPDX-License-Identifier: Apache-2.0
"""What an instruction leaves open is asked of the operator, who answers in a word or two. Nothing moves meanwhile."""

from __future__ import annotations

import threading
import time

from makedo_core.cancel import CancelToken
from makedo_core.conversation.answers import Answer, Answered, Unclear, Withdrawn, answer_of
from makedo_core.conversation.question import OpenQuestion
from makedo_core.graph.scene_graph import SceneGraph

POLL_S = 0.05


class Answers:
    """One open question at a time."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._question: OpenQuestion | None = None
        self._answer: Answered | Withdrawn | None = None

    def answer(self, said: str, graph: SceneGraph) -> Answer | None:
        """The operator's words; what is unclear leaves the question open. None: nobody waits for an answer."""
        with self._lock:
            if self._question is None or self._answer is not None:
                return None
            answer = answer_of(self._question, said, graph)
            if not isinstance(answer, Unclear):
                self._answer = answer
            return answer

    def wait(self, question: OpenQuestion, timeout_s: float, token: CancelToken) -> Answered | Withdrawn | None:
        """Wait for the answer [s, wall]; None: there was none.

        Raises:
            Cancelled: if the task ends meanwhile.
        """
        with self._lock:
            self._question, self._answer = question, None
        deadline = time.monotonic() + timeout_s
        try:
            while self._answer is None and time.monotonic() < deadline:
                token.wait(POLL_S)
                token.check()
        finally:
            with self._lock:
                self._question, answer = None, self._answer
        return answer
