# SPDX-License-Identifier: Apache-2.0
"""What an instruction leaves open is asked of the operator, who answers in a word or two. Nothing moves meanwhile."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from makedo_core.cancel import CancelToken
from makedo_core.conversation.answers import Answer, Answered, Unclear, Withdrawn, answer_of
from makedo_core.conversation.asking_again import MOST_TIMES, given_up, in_other_words
from makedo_core.conversation.question import HOLE, OpenQuestion
from makedo_core.graph.scene_graph import SceneGraph

POLL_S = 0.05
_WORDS = 3
"""An answer of fewer words is no instruction of its own."""


def _is_none(said: str) -> bool:
    """The default: nothing that is answered is an instruction of its own."""
    return False


class Answers:
    """One open question at a time. What is not answered usefully is asked again, then given up."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._question: OpenQuestion | None = None
        self._instruction = ""
        self._unclear = 0
        self._answer: Answered | Withdrawn | Unclear | None = None

    def answer(self, said: str, graph: SceneGraph, is_instruction: Callable[[str], bool] = _is_none) -> Answer | None:
        """The operator's words; what is unclear leaves the question open. None: nobody waits for an answer.

        Args:
            said: in the operator's words.
            graph: what the options look like.
            is_instruction: whether words are understood as an instruction of their own, which replaces the open one.
        """
        with self._lock:
            question, instruction = self._question, self._instruction
            if question is None or self._answer is not None:
                return None
        answer = answer_of(question, said, graph, instruction)
        if _may_replace(answer, question, said) and is_instruction(said):
            answer = Answered(said.strip(), "That is another instruction; I leave the one before.")
        with self._lock:
            if self._question is not question or self._answer is not None:
                return None
            if not isinstance(answer, Unclear):
                self._answer = answer
                return answer
            self._unclear += 1
            if self._unclear > MOST_TIMES:
                self._answer = Unclear(given_up(question), is_final=True)
                return self._answer
            return answer if self._unclear < MOST_TIMES else Unclear(in_other_words(question))

    def wait(
        self, question: OpenQuestion, timeout_s: float, token: CancelToken, instruction: str = ""
    ) -> Answered | Withdrawn | Unclear | None:
        """Wait for the answer [s, wall]; Unclear: it was given up; None: there was none.

        Raises:
            Cancelled: if the task ends meanwhile.
        """
        with self._lock:
            self._question, self._answer, self._instruction, self._unclear = question, None, instruction, 0
        deadline = time.monotonic() + timeout_s
        try:
            while self._answer is None and time.monotonic() < deadline:
                token.wait(POLL_S)
                token.check()
        finally:
            with self._lock:
                self._question, answer = None, self._answer
        return answer


def _may_replace(answer: Answer, question: OpenQuestion, said: str) -> bool:
    """Whether words that answer nothing, or were only put into the instruction, may be another instruction."""
    if len(said.split()) < _WORDS:
        return False
    as_it_is = HOLE in question.template and not any(o.name for o in question.options if o.name in said)
    filled_in = isinstance(answer, Answered) and as_it_is and said.strip().rstrip(".!") in answer.instruction
    return isinstance(answer, Unclear) or filled_in
