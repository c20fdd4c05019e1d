# SPDX-License-Identifier: Apache-2.0
"""What a language model adds on the corpus: its readings of sentences that the grammar refuses, and what they come to.

Each reading that is put to the operator is answered with yes, whatever it says: what is wrong then was only kept from
being done by an operator who listens.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from makedo_core.failure import FailureCause
from makedo_eval.sentences.corpus import SentenceCase, scene
from makedo_eval.sentences.judge import Marking, judged, offer
from planner_node.task import PlanningTask, Result

_NOT_UNDERSTOOD = (FailureCause.NOT_UNDERSTOOD, FailureCause.UNKNOWN_OBJECT, FailureCause.UNKNOWN_PLACE)


@dataclass(frozen=True, slots=True)
class ModelTrial:
    """How a sentence fared.

    Attributes:
        first: what came of it.
        marking: the verdict on that, or on what came of it when the reading was agreed to.
        orders: the reading that was put to the operator; empty: there was none.
        duration_s: until the first answer [s, wall].
    """

    case: SentenceCase
    first: Result
    marking: Marking
    orders: str
    duration_s: float


def is_left_to_a_model(result: Result) -> bool:
    """Whether the grammar leaves a sentence to a model: it does not understand it, and has nothing to ask about it."""
    return result.question is None and result.outcome.cause in _NOT_UNDERSTOOD


def spread(cases: Sequence[SentenceCase], most: int) -> list[SentenceCase]:
    """At most so many, evenly spread, scene by scene: a server keeps what it has read of a scene."""
    if len(cases) > most:
        cases = [cases[i * len(cases) // most] for i in range(most)]
    return sorted(cases, key=lambda case: case.scene)


def climb(cases: Sequence[SentenceCase], plan: Callable[[PlanningTask], Result]) -> Iterator[ModelTrial]:
    """Plan for each sentence, agree to every reading, and judge."""
    for case in cases:
        started = time.monotonic()
        task = PlanningTask(case.said, scene(case.scene))
        result = plan(task)
        duration_s = time.monotonic() - started
        orders = offer(result)
        after = plan(replace(task, instruction=orders)) if orders else result
        yield ModelTrial(case, result, judged(case, after), orders, duration_s)
