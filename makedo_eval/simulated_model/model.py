# SPDX-License-Identifier: Apache-2.0
"""The simulated model: asked something, it says what is right, or, at a set rate, something that is wrong.

It models no language. It shows what a method makes of answers of a known quality, and nothing of how good the answers
of a real model are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

from makedo_core.failure import MakedoError
from makedo_eval.simulated_model.answerers import ANSWERERS, Answerer
from makedo_eval.simulated_model.corruption import REFUSAL, Corruption, corrupted, corrupted_text
from makedo_eval.simulated_model.question import Question, read_question
from makedo_eval.simulated_model.truth import Truth
from makedo_llm.chat import Message


class UnansweredError(MakedoError):
    """A question of a kind that nobody taught the simulated model to answer."""


@dataclass(frozen=True, slots=True)
class SimulatedAnswer:
    """One answer.

    Attributes:
        text: as it is sent.
        kind: of the question.
        corruption: what is wrong with it; None: nothing.
    """

    text: str
    kind: str
    corruption: Corruption | None = None


@dataclass
class SimulatedModel:
    """Answers questions about one task at a time. For one thread.

    Attributes:
        rate: share of the answers that are corrupted, 0..1.
        seed: of all chance; with the task's name it decides everything.
        corruptions: kinds that are drawn from.
        answerers: by kind of prompt.
        said: answers since the task was set.
    """

    rate: float = 0.0
    seed: int = 0
    corruptions: tuple[Corruption, ...] = tuple(Corruption)
    answerers: Mapping[str, Answerer] = field(default_factory=lambda: ANSWERERS)
    said: list[SimulatedAnswer] = field(default_factory=list)
    _truth: Truth | None = None
    _random: Random = field(default_factory=Random)

    def __post_init__(self) -> None:
        if not 0.0 <= self.rate <= 1.0:
            raise UnansweredError(f"the rate of corrupted answers is {self.rate}; it must be from 0 to 1")

    def begin(self, name: str, truth: Truth | None) -> None:
        """Turn to another task.

        Args:
            name: of the task: the same task is answered the same whatever came before it.
            truth: about it; None: it cannot be solved, which the model says.
        """
        self._truth = truth
        self._random = Random(f"{self.seed} {name}")
        self.said = []

    def answer(self, messages: Sequence[Message]) -> str:
        """What it says to a conversation.

        Raises:
            UnansweredError: if the question is none that it knows.
        """
        question = read_question(messages)
        if question is None or question.kind not in self.answerers:
            kind = "of an unknown kind" if question is None else f"of the kind {question.kind!r}"
            known = ", ".join(self.answerers)
            raise UnansweredError(f"the simulated model has no answer to prompts {kind}; it knows {known}")
        said = self._said(question)
        self.said.append(said)
        return said.text

    def _said(self, question: Question) -> SimulatedAnswer:
        if self._truth is None:
            return SimulatedAnswer(REFUSAL, question.kind)
        answerer = self.answerers[question.kind]
        right = answerer(question, self._truth)
        if self._random.random() >= self.rate:
            return SimulatedAnswer(right, question.kind)
        for corruption in self._random.sample(self.corruptions, len(self.corruptions)):
            believed = corrupted(self._truth, corruption, self._random)
            wrong = corrupted_text(answerer(question, believed), corruption, self._random)
            if wrong != right:  # some questions leave no room for some mistakes
                return SimulatedAnswer(wrong, question.kind, corruption)
        return SimulatedAnswer(right, question.kind)
