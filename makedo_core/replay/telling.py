# SPDX-License-Identifier: Apache-2.0
"""A past run in plain text: as a story along its time, and as it all was at one moment."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from makedo_core.graph.changes import NodeChange, changes
from makedo_core.record.skill_outcome import SkillOutcome
from makedo_core.record.tree_view import tree_text
from makedo_core.replay.timeline import MotionSample, PastRun, RunEvent, RunMoment, RunState

DROVE_M, TURNED_RAD = 0.25, 0.35
"""A stretch of driving is told when it is this long."""
TOLD_CHANGES = 12
_STATES = {
    RunState.SEALED: "the record is complete",
    RunState.IN_PROGRESS: "it is in progress",
    RunState.UNSEALED: "the record is not sealed: something may be missing",
}


@dataclass(frozen=True, slots=True)
class StoryLine:
    """Something that happened at a moment [s, wall, since the run began], with the robot's clock [s]."""

    wall_s: float
    time_s: float
    text: str

    def __str__(self) -> str:
        return f"{self.wall_s:8.1f} s  {self.text}"


@dataclass(frozen=True, slots=True)
class Window:
    """A stretch of a run: from and to [s, wall, since it began]."""

    begin_s: float = -math.inf
    end_s: float = math.inf

    def has(self, wall_s: float) -> bool:
        """Whether a moment is in it."""
        return self.begin_s <= wall_s <= self.end_s


def heading(run: PastRun) -> str:
    """What it was, when, how it ended, and how complete its record is; several lines."""
    began = f"{run.began:%Y-%m-%d %H:%M:%S}" if run.began else "nobody knows when"
    lines = [f"{run.title or '(nothing tells what was asked)'}", f"{run.name}, began {began}"]
    lines.append(f"{ending(run)}; {run.duration_s:.1f} s; {_STATES[run.state]}")
    return "\n".join(lines + [f"damaged: {what}" for what in run.damage])


def ending(run: PastRun) -> str:
    """How a run ended, in a few words."""
    if run.outcome is not None:
        if run.kind == "recording":
            return f"recorded{': ' + run.outcome.message if run.outcome.message else ''}"
        return "done" if run.outcome.ok else f"not done: {run.outcome}"
    return "in progress" if run.state is RunState.IN_PROGRESS else "nothing tells how it ended"


def story(run: PastRun, window: Window = Window()) -> tuple[StoryLine, ...]:
    """What happened, in the order of time: words, plans, steps, pictures, ways of the base, what it came to know."""
    steps = list(run.steps)
    told = [line for event in run.events for line in _of_event(event, _step_of(run, event, steps))]
    found = [*told, *_drives(run.motion), *_learnt(run)]
    return tuple(sorted((line for line in found if window.has(line.wall_s)), key=lambda line: line.wall_s))


def step_window(run: PastRun, number: int) -> Window:
    """The stretch of a step.

    Raises:
        ValueError: if there is no such step.
    """
    if not 1 <= number <= len(run.steps):
        there = f"it has steps 1 to {len(run.steps)}" if run.steps else "it has no step"
        raise ValueError(f"{run.name} has no step {number}; {there}")
    return Window(*run.step_span(run.steps[number - 1]))


def moment_text(run: PastRun, moment: RunMoment) -> str:
    """How it all was at a moment; several lines."""
    status = moment.status
    lines = [f"at {moment.wall_s:.1f} s ({moment.time_s:.1f} s on the robot's clock)"]
    lines.append(f"  doing    {_status(status) if status else 'nothing yet'}")
    lines.append(f"  robot    {_where(moment.motion)}")
    if moment.motion is not None and moment.motion.joints:
        joints = ", ".join(f"{name} {value:.3f}" for name, value in sorted(moment.motion.joints.items()))
        lines.append(f"  joints   {joints}")
    known = moment.known
    if known is None:
        lines.append("  knew     nothing was recorded")
    else:
        lines.append(f"  knew     revision {known.graph.revision}, {len(known.graph)} nodes")
        if run.graphs and known is not run.graphs[0]:
            lines += [f"           {c}" for c in _few(changes(run.graphs[0].graph, known.graph))]
    lines.append(f"  picture  {moment.picture.text('file') if moment.picture else 'none yet'}")
    lines.append(f"  done     {len(moment.done)} skill calls had ended")
    if moment.tree is not None:
        lines += ["  tree", *(f"    {line}" for line in tree_text(moment.tree.nodes).splitlines())]
    return "\n".join(lines)


def _step_of(run: PastRun, event: RunEvent, left: list[SkillOutcome]) -> SkillOutcome | None:
    """The step that an event tells of, which is taken out of those that are left; None: it was not understood."""
    if event.kind != "step" or not left:
        return None
    ended_s = run.step_span(left[0])[1]
    return left.pop(0) if abs(ended_s - event.wall_s) < 0.01 and str(left[0].call) == event.text("call") else None


def _of_event(event: RunEvent, step: SkillOutcome | None) -> Iterator[StoryLine]:
    """What is told of an event; of some nothing."""
    text = _EVENTS[event.kind](event) if event.kind in _EVENTS else ""
    if event.kind == "step":
        text = _step(step) if step is not None else f"step: {event.text('call')}: {event.text('cause').lower()}"
    if text:
        yield StoryLine(event.wall_s, event.time_s, " ".join(text.split()))


def _step(step: SkillOutcome) -> str:
    took = f"{(step.ended - step.began).total_seconds():.1f} s"
    attempt = "" if step.attempt == 1 else f", attempt {step.attempt}"
    result = "done" if step.outcome.ok else f"failed: {step.outcome}"
    then = f"; what followed: {step.then}" if step.then else ""
    return f"step {step.number}: {step.call.describe()}{attempt}: {result} (took {took}){then}"


def _status(event: RunEvent) -> str:
    state = event.text("state").lower().replace("_", " ")
    message = event.text("message")
    options = event.details.get("options")
    asked = f" ({' | '.join(map(str, options))})" if isinstance(options, list) and options else ""
    return f"{state}: {message}{asked}" if message else state


def _planned(event: RunEvent) -> str:
    calls = event.details.get("calls")
    count = len(calls) if isinstance(calls, list) else 0
    return f"plan of {count} step{'' if count == 1 else 's'}: {event.text('goal')}"


def _lights(event: RunEvent) -> str:
    lights = event.details.get("lights")
    names = [str(light).lower() for light in lights] if isinstance(lights, list) else []
    counts = ", ".join(f"{names.count(name)} {name}" for name in dict.fromkeys(names))
    return f"tried out without moving: {counts or 'nothing'}"


_EVENTS: Mapping[str, Callable[[RunEvent], str]] = {
    "instruction": lambda e: f"asked: {e.text('text')}",
    "recording": lambda e: f"recording: {e.text('text')}",
    "progress": _status,
    "planned": _planned,
    "relaxation": lambda e: f"making do: {e.text('text')}",
    "answered": lambda e: f"answered {e.text('question')!r}: {e.text('instruction')}",
    "asked": lambda e: f"asked the operator after {e.text('failure')!r}: {e.text('answer')}",
    "dry run": _lights,
    "picture": lambda e: f"picture {e.text('file')}",
    "in detail": lambda e: f"in detail: {e.text('raw')}",
    "discovered": lambda e: f"looked over {e.text('asset').replace('_', ' ')}: {e.text('cause').lower()}",
    "not seen": lambda e: f"not seen what {e.text('call')} did",
    "not looked": lambda e: f"could not look: {e.text('reason')}",
    "no graph": lambda e: f"no graph: {e.text('reason')}",
    "no more samples": lambda e: f"no more samples: {e.text('reason')}",
    "outcome": lambda e: f"ended: {e.text('message') or e.text('cause').lower().replace('_', ' ')}",
}


def _drives(motion: Sequence[MotionSample]) -> Iterator[StoryLine]:
    """Where the base was: at first, and where it came to a stand after a way worth telling."""
    last: MotionSample | None = None
    for number, sample in enumerate(motion):
        if sample.base is None:
            continue
        if last is None or last.base is None:
            yield StoryLine(sample.wall_s, sample.time_s, f"robot {_where(sample)}")
            last = sample
            continue
        rests = number + 1 == len(motion) or motion[number + 1].base == sample.base
        far = math.dist((sample.base.x, sample.base.y), (last.base.x, last.base.y))
        turned = abs(math.remainder(sample.base.yaw - last.base.yaw, math.tau))
        if rests and (far >= DROVE_M or turned >= TURNED_RAD):
            how = f"{far:.2f} m from where it was" if far >= DROVE_M else "turned"
            yield StoryLine(sample.wall_s, sample.time_s, f"robot {_where(sample)}, {how}")
            last = sample


def _where(sample: MotionSample | None) -> str:
    if sample is None:
        return "not recorded"
    if sample.base is None:
        return "where it is is not known"
    base = sample.base
    return f"at x {base.x:.2f} m, y {base.y:.2f} m, heading {math.degrees(base.yaw):.0f} deg"


def _learnt(run: PastRun) -> Iterator[StoryLine]:
    """What it came to know from one graph to the next."""
    for before, after in zip(run.graphs, run.graphs[1:], strict=False):
        for change in _few(changes(before.graph, after.graph)):
            yield StoryLine(after.wall_s, after.time_s, f"knows: {change}")


def _few(found: Sequence[NodeChange]) -> list[str]:
    more = len(found) - TOLD_CHANGES
    return [*map(str, found[:TOLD_CHANGES]), *([f"{more} more changes"] if more > 0 else [])]
