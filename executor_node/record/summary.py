# SPDX-License-Identifier: Apache-2.0
"""The summary of a run for people: asked, got, not done and left open on top, then its start, its failures and its end.

Everything else, each step and the other pictures, is folded: GitHub, GitLab and editors open it at a click.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from makedo_core.failure import FailureCause, Outcome
from makedo_core.goals.goal import asserted
from makedo_core.plan import Light, Plan, PlannedCall, Relaxation
from makedo_core.skills import Predicate, SkillCall

SHOWN = 200  # characters of an instruction
_MAYBE_DONE = frozenset(
    {
        FailureCause.CANCELED,
        FailureCause.STOPPED,
        FailureCause.COMPONENT_LOST,
        FailureCause.NOT_ACTIVE,
        FailureCause.PAUSED,
        FailureCause.HANDED_OVER,
        FailureCause.EFFECT_NOT_OBSERVED,
        FailureCause.INTERNAL_ERROR,
    }
)
"""Causes that end a step at any point of it: from outside, or as its effects were looked for."""
_HELD = frozenset({FailureCause.PAUSED, FailureCause.HANDED_OVER})
"""Causes that hold a step without anything having gone wrong."""
_GOES_ON = "resume"  # what followed such a one
_START = re.compile(r"start(_\d+)?_(head|overview)(_\d+)?\.png")
_END = re.compile(r"end_(head|overview)(_\d+)?\.png")
_TAKEN_BY = re.compile(r"(?P<of>.+)_(?P<camera>head|overview)(?P<again>_\d+)?")


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

    @property
    def picture(self) -> str:
        """Path of a picture that was taken meanwhile; empty: none."""


class Run(Protocol):
    """The record's summary of a run; `steps_before` of its steps ended before the newest plan was made.

    Its aim is the goal of the newest plan that did more than look for what is needed; empty: there was none.
    """

    instruction: str
    goal_text: str
    aim: str
    doubts: tuple[str, ...]
    steps_before: int
    plans: list[Plan]
    relaxations: tuple[Relaxation, ...]
    lights: tuple[PlannedCall, ...]

    @property
    def steps(self) -> Sequence[StepLike]:
        """Skill calls that ended."""

    def pictures(self) -> tuple[str, ...]:
        """Names of pictures."""


def summary(
    run: Run,
    outcome: Outcome,
    explanation: str,
    duration_s: float,
    began: datetime,
    left: Sequence[str] = (),
    problem: str = "",
) -> str:
    """The summary as Markdown.

    Args:
        run: what was recorded.
        outcome: how it ended.
        explanation: of the plan.
        duration_s: on the robot's clock.
        began: wall time.
        left: what was left other than it was found, as clauses.
        problem: why the record is incomplete; empty: it is complete.
    """
    lines = [f"# {_shown(run.instruction)}", ""]
    verdict = "**Made do.**" if run.relaxations else "**Done.**"
    verdict = verdict if outcome.ok else f"**Not done:** {str(outcome).rstrip('.')}."
    times = f"The run began at {began:%Y-%m-%d %H:%M:%S} and took {duration_s:.0f} s on the robot's clock."
    lines += [f"{verdict} {times}", ""]
    if problem:
        lines += [f"**The record of this run is incomplete:** {problem}.", ""]
    lines += _balance(run, outcome, left)
    if explanation and explanation.strip(". ") not in str(outcome):
        lines += ["What was said of the plan before it was carried out:", "", f"> {_line(explanation)}.", ""]
    names = run.pictures()
    starts = [n for n in names if _START.fullmatch(n)]
    ends = [n for n in names if _END.fullmatch(n)]
    shown = {*starts, *ends}
    lines += _start(run, starts)
    lines += _failures(run.steps, names, shown)
    lines += _end(outcome, run.steps, ends)
    lines += _folded("What the dry run warned of", _lights(run.lights))
    lines += _folded(f"Every step ({len(run.steps)})", _steps(run.steps))
    others = [name for name in names if name not in shown]
    lines += _folded(f"All other pictures ({len(others)})", _pictures(others))
    return "\n".join(lines).rstrip() + "\n"


def only_looks(plan: Plan) -> bool:
    """Whether a plan only looks somewhere for what the instruction needs: nobody asked for that itself."""
    wanted = asserted(plan.goal)
    return plan.provisional and bool(wanted) and all(x.predicate is Predicate.EXPLORED for x in wanted)


def _balance(run: Run, outcome: Outcome, left: Sequence[str]) -> list[str]:
    """Asked, got, made do, not done, left open."""
    rows = ["| | |", "|---|---|", f"| asked | {_cell(_shown(run.instruction))} |"]
    if outcome.ok:
        rows.append(f"| got | {_cell(run.goal_text or 'what was asked')} |")
    else:
        done = sum(step.outcome.ok for step in run.steps)
        what = f"; the aim was: {run.aim}" if run.aim else ", and they only looked for what it needs" if done else ""
        rows.append(f"| got | the goal was not reached; steps that succeeded: {done}{_cell(what)} |")
    rows += [f"| in doubt | {_cell(_capital(doubt))} |" for doubt in run.doubts]
    chosen = run.plans[-1].choices if run.plans else ()
    rows += [f"| chosen by the operator | {_cell(_shown(str(choice)))} |" for choice in chosen]
    rows += [f"| made do | {_cell(_capital(str(r)))} |" for r in run.relaxations]
    undone = [] if outcome.ok else _undone(run)
    rows += undone
    open_ends = left or ([] if undone else ["nothing" if outcome.ok else "what was asked for was not reached"])
    rows += [f"| left open | {_cell(_capital(what))} |" for what in open_ends]
    return [*rows, ""]


def _undone(run: Run) -> list[str]:
    """Rows with what the newest plan still had to do when a run failed, and what may be done."""
    if not run.plans:
        return ["| not done | All of it: there was no plan |"]
    calls, steps = list(run.plans[-1].calls), run.steps[run.steps_before :]
    for step in steps:
        if step.outcome.ok and calls and step.call == calls[0]:
            calls.pop(0)
    rows = []
    if calls and steps and steps[-1].call == calls[0] and steps[-1].outcome.cause in _MAYBE_DONE:
        rows = [f"| begun, and not known to be done | {_cell(_capital(calls.pop(0).describe()))} |"]
    ahead = "; ".join(call.describe() for call in calls)
    return [*rows, *([f"| not done | {_cell(_capital(ahead))} |"] if ahead else [])]


def _start(run: Run, names: Sequence[str]) -> list[str]:
    if not run.plans:
        return []
    again = len(run.plans) - 1
    anew = (
        ""
        if not again
        else " The plan was made anew once."
        if again == 1
        else f" The plan was made anew {again} times."
    )
    count = len(run.plans[0].calls)
    first = f"The first plan had {count} step{'' if count == 1 else 's'}."
    return ["## At the start", "", first + anew, "", *_pictures(names)]


def _failures(steps: Sequence[StepLike], names: Sequence[str], shown: set[str]) -> list[str]:
    """A sentence for each step that failed, with its picture where there is one; `shown` gets what is shown."""
    lines: list[str] = []
    for number, step in enumerate(steps, start=1):
        if step.outcome.ok:
            continue
        held = step.outcome.cause in _HELD
        ended = "was interrupted" if held else "failed"
        then = f" What followed: {step.then}." if step.then else ""
        then = " It was gone on with." if held and step.then == _GOES_ON else then
        lines += [f"{number}. To {step.call.describe()} {ended}: {_line(step.outcome)}.{then}", ""]
        picture = step.picture.rpartition("/")[2]
        if picture in names and picture not in shown:
            shown.add(picture)
            lines += _pictures([picture])
    failed = any(not step.outcome.ok and step.outcome.cause not in _HELD for step in steps)
    return [f"## What {'failed' if failed else 'was interrupted'}", "", *lines] if lines else []


def _end(outcome: Outcome, steps: Sequence[StepLike], names: Sequence[str]) -> list[str]:
    if not steps and not names:
        return []
    done = sum(step.outcome.ok for step in steps)
    how = "It is done" if outcome.ok else "It was not done"
    count = f"{done} of {len(steps)} skill calls succeeded" if steps else "no skill call was begun"
    return ["## At the end", "", f"{how}; {count}.", "", *_pictures(names)]


def _lights(lights: tuple[PlannedCall, ...]) -> list[str]:
    """What the dry run warned of."""
    warned = [c for c in lights if c.light is not Light.GREEN]
    return [*(f"- {c.light.name.capitalize()}: {c.call.describe()}; {c.reason}" for c in warned), ""] if warned else []


def _steps(steps: Sequence[StepLike]) -> list[str]:
    if not steps:
        return []
    rows = ["| # | step | took | result |", "|---|---|---|---|"]
    for i, step in enumerate(steps, start=1):
        result = "done" if step.outcome.ok else f"{step.outcome}" + (f" → {step.then}" if step.then else "")
        rows.append(f"| {i} | {step.call.describe()} | {step.ended_s - step.began_s:.1f} s | {_cell(result)} |")
    return [*rows, ""]


def _folded(title: str, lines: Sequence[str]) -> list[str]:
    """Lines that are shown at a click; nothing for none."""
    return ["<details>", f"<summary>{title}</summary>", "", *lines, "</details>", ""] if lines else []


def _pictures(names: Sequence[str]) -> list[str]:
    lines = []
    for name in names:
        title = _title(name.rpartition(".")[0])
        lines += [f"![{title}]({name})", f"*{title}*", ""]
    return lines


def _title(stem: str) -> str:
    """What a picture shows, then what it was taken by: "put apple 1 (head camera)"."""
    taken = _TAKEN_BY.fullmatch(stem)
    if taken is None:
        return stem.replace("_", " ")
    camera = "head camera" if taken["camera"] == "head" else "from above"
    return f"{taken['of']}{taken['again'] or ''} ({camera})".replace("_", " ")


def _shown(instruction: str) -> str:
    line = " ".join(instruction.split())
    return (line if len(line) <= SHOWN else line[:SHOWN] + " …") or "(empty instruction)"


def _line(said: Outcome | str) -> str:
    return " ".join(str(said).split()).rstrip(".")


def _cell(text: str) -> str:
    return text.replace("|", "/").replace("\n", " ")


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
