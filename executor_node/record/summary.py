# SPDX-License-Identifier: Apache-2.0
"""The summary of a run: what was asked, what was done instead and why, each step, and the pictures."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from makedo_core.failure import Outcome
from makedo_core.plan import Light, Plan, PlannedCall, Relaxation
from makedo_core.skills import SkillCall


class StepLike(Protocol):
    """The record's summary of a step."""

    @property
    def call(self) -> SkillCall:
        """The skill call."""

    @property
    def began_s(self) -> float:
        """Begin [s]."""

    @property
    def ended_s(self) -> float:
        """End [s]."""

    @property
    def outcome(self) -> Outcome:
        """How it ended."""

    @property
    def then(self) -> str:
        """What followed a failure."""


class Run(Protocol):
    """The record's summary of a run."""

    instruction: str
    goal_text: str
    plans: list[Plan]
    relaxations: tuple[Relaxation, ...]
    lights: tuple[PlannedCall, ...]

    @property
    def steps(self) -> Sequence[StepLike]:
        """Skill calls that ended."""

    def pictures(self) -> tuple[str, ...]:
        """Names of pictures."""


def summary(run: Run, outcome: Outcome, explanation: str, duration_s: float, began: datetime) -> str:
    """The summary as Markdown."""
    quoted = run.instruction.replace("\n", " ").strip()
    shown = quoted if len(quoted) <= 200 else quoted[:200] + " …"
    lines = [f"# {shown or '(empty instruction)'}", ""]
    verdict = "**Done.**" if outcome.ok else f"**Not done:** {str(outcome).rstrip('.')}."
    lines += [f"{verdict} It began at {began:%Y-%m-%d %H:%M:%S} and took {duration_s:.0f} s on the robot's clock.", ""]
    if run.goal_text:
        lines += [f"Goal: {run.goal_text}", ""]
    if explanation and explanation.strip(". ") != str(outcome).strip(". "):
        lines += [explanation, ""]
    lines += _relaxations(run.relaxations)
    lines += _lights(run.lights)
    lines += _steps(run.steps)
    if len(run.plans) > 1:
        lines += [f"The plan was made anew {len(run.plans) - 1} times.", ""]
    lines += _pictures(run.pictures())
    return "\n".join(lines).rstrip() + "\n"


def _relaxations(relaxations: tuple[Relaxation, ...]) -> list[str]:
    if not relaxations:
        return []
    return ["## What was changed, and why", "", *(f"- {_capital(str(r))}" for r in relaxations), ""]


def _lights(lights: tuple[PlannedCall, ...]) -> list[str]:
    """What the dry run warned of."""
    warned = [c for c in lights if c.light is not Light.GREEN]
    if not warned:
        return []
    rows = [f"- {c.light.name.capitalize()}: {c.call.describe()}; {c.reason}" for c in warned]
    return ["## What the dry run warned of", "", *rows, ""]


def _steps(steps: Sequence[StepLike]) -> list[str]:
    if not steps:
        return []
    rows = ["## What was done", "", "| # | step | took | result |", "|---|---|---|---|"]
    for i, step in enumerate(steps, start=1):
        result = "done" if step.outcome.ok else f"{step.outcome}" + (f" → {step.then}" if step.then else "")
        rows.append(f"| {i} | {step.call.describe()} | {step.ended_s - step.began_s:.1f} s | {_cell(result)} |")
    return [*rows, ""]


def _pictures(names: tuple[str, ...]) -> list[str]:
    if not names:
        return []
    lines = ["## Pictures", ""]
    for name in names:
        title = name.rpartition(".")[0].replace("_", " ")
        lines += [f"![{title}]({name})", f"*{title}*", ""]
    return lines


def _cell(text: str) -> str:
    return text.replace("|", "/").replace("\n", " ")


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
