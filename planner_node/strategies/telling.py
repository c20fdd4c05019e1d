# SPDX-License-Identifier: Apache-2.0
"""Says in plain words what a model proposed and what will be done, and why nothing is."""

from __future__ import annotations

from collections.abc import Sequence

from makedo_core.failure import FailureCause, Outcome
from makedo_core.goals.goal_text import describe, enumerate_words
from makedo_core.plan import Plan, RelaxationKind
from planner_node.grounding.scene import Scene
from planner_node.llm.words import EXCEPTIONS, places_of, words_of
from planner_node.proof.search import Status
from planner_node.relaxation.explain import explain
from planner_node.strategies.context_matters.asked import Asked
from planner_node.task import Result

_PROPOSED = "A language model proposed the changed goal; that the plan reaches it in this scene was checked without it."
_WRITTEN = "A language model wrote the planning problem; that the plan does what was asked was checked without it."
_EXCEPTED = "That nothing is taken which the instruction rules out was not checked."
_READ = "Nothing but a language model read the instruction; only that the plan reaches this goal was checked."


def told(plan: Plan, asked: Asked, scene: Scene, goal_text: str) -> str:
    """What will be done, what was changed, and what of it is a model's word."""
    if not asked.unread:
        return f"{explain(plan, asked.demands, scene, goal_text)} {_PROPOSED if plan.relaxations else _WRITTEN}"
    reading = enumerate_words(demand.text for demand in asked.demands)
    sentences = [asked.unread, f"A language model takes the instruction to mean that {reading}"]
    for change in plan.relaxations:
        done = f"without {change.asked}" if change.kind is RelaxationKind.DROP else ""
        done = done or f"with {change.instead} instead of {change.asked}"
        why, *more = change.reason.split("; ")
        sentences += [f"I make do {done}, because {why}", *more]
    if plan.calls:
        sentences.append(scene.backend.deeds(plan.calls) or f"In {len(plan.calls)} steps: {goal_text}")
    else:
        sentences.append(f"There is nothing to do: {describe(plan.goal, scene.graph)} already")
    text = words_of(asked.instruction)
    excepted = any(places_of(words_of(sign), text) for sign in EXCEPTIONS)
    sentences += [_READ, _EXCEPTED if excepted else ""]
    return " ".join(f"{s[0].upper()}{s[1:].rstrip('.')}." for s in sentences if s)


def stopped(status: Status, feedback: Sequence[str] = ()) -> Result:
    """A limit or the caller ended planning; nothing is concluded from that."""
    cause, message = {
        Status.TIMEOUT: (FailureCause.PLANNING_TIMEOUT, "Planning took longer than it may; the goal was not changed."),
        Status.MEMORY: (
            FailureCause.PLANNING_MEMORY,
            "Planning looked at as many states as it may without an answer; the goal was not changed.",
        ),
        Status.CANCELED: (FailureCause.CANCELED, "Planning was cancelled."),
    }[status]
    return Result(Outcome(cause, message), explanation=" ".join((message, *feedback)))
