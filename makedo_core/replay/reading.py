# SPDX-License-Identifier: Apache-2.0
"""Reads a run folder into a time line. What is damaged is left out and told; nothing is made up in its place."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Iterator, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from makedo_core.failure import FailureCause, MakedoError, Outcome
from makedo_core.files.delta_json import delta_from_json
from makedo_core.files.scene_json import graph_from_json
from makedo_core.graph.delta import GapError, applied
from makedo_core.graph.scene_graph import GraphError, SceneGraph
from makedo_core.record.past_runs import OutcomeReader
from makedo_core.record.skill_outcome import SkillOutcome
from makedo_core.record.tree_view import BehaviourProgress, TreeNode
from makedo_core.replay.folder import (
    CLOSED,
    GRAPH,
    MOTION,
    TRACE,
    began_of,
    in_progress,
    is_file_name,
)
from makedo_core.replay.recording import FORMAT, INCOMPLETE
from makedo_core.replay.timeline import (
    KnownGraph,
    MotionSample,
    PastRun,
    PlanarPose,
    RunEvent,
    RunState,
    TreeMoment,
)

FILE_BYTES = 256 * 2**20
LINES = 1_000_000
JOINTS = 1000
"""Larger files, longer ones and robots of more joints are not read: a run folder may come from anywhere."""
_DAMAGES = 20


class RunError(MakedoError):
    """What is no run, or cannot be read at all; the message says why."""


class Damage:
    """Collects what is wrong with a run; of one file no more than a few."""

    def __init__(self) -> None:
        self._told: list[str] = []
        self._of: dict[str, int] = {}

    def tell(self, file: str, what: str) -> None:
        """Note what is wrong with a file."""
        self._of[file] = count = self._of.get(file, 0) + 1
        if count <= _DAMAGES:
            self._told.append(f"{file}{what}")

    @property
    def told(self) -> tuple[str, ...]:
        """A sentence for each thing."""
        more = [f"{file}: {n - _DAMAGES} more such lines" for file, n in self._of.items() if n > _DAMAGES]
        return (*self._told, *more)


def read_past_run(folder: Path) -> PastRun:
    """Read a run folder.

    Raises:
        RunError: if it is none, or nothing of its trace can be read.
    """
    if not (folder / TRACE).is_file():
        there = "is no folder" if not folder.is_dir() else f"has no {TRACE}"
        raise RunError(f"{folder} {there}; expected the folder of a run")
    damage, going = Damage(), in_progress(folder)
    events = _events(folder, damage, going)
    if not events:
        raise RunError(f"{folder / TRACE}: no event can be read; is it the trace of a run?")
    first = next((e for e in events if e.kind in ("instruction", "recording")), None)
    if first is None:
        damage.tell(TRACE, ": the event that begins a run is missing")
    seal = _seal(folder, damage)
    state = RunState.IN_PROGRESS if going else RunState.SEALED if seal is not None else RunState.UNSEALED
    for event in events:
        if event.kind == INCOMPLETE:
            damage.tell(TRACE, f": the record was incomplete when it was closed: {event.text('reason')}")
    end = next((e for e in reversed(events) if e.kind == "outcome"), None)
    if end is None and not going:
        damage.tell(TRACE, ": nothing tells how the run ended")
    return PastRun(
        folder,
        first.kind if first else "instruction",
        first.text("text") if first else "",
        _began(folder.name, first),
        state,
        _outcome(end, damage),
        first.text("robot") if first else "",
        events,
        _steps(folder, events, damage),
        _motion(folder, damage, going),
        _graphs(folder, damage, going),
        _trees(events, damage),
        _pictures(folder, events, damage),
        damage.told,
    )


def _lines(folder: Path, name: str, damage: Damage, going: bool) -> Iterator[tuple[int, dict[str, Any]]]:
    """The lines of a file that are JSON objects with their times, and their numbers."""
    path = folder / name
    try:
        size = path.stat().st_size
        if size > FILE_BYTES:
            damage.tell(name, f" has {size / 2**20:.0f} MB and is left out; at most {FILE_BYTES >> 20} MB are read")
            return
        content = path.read_bytes()
    except FileNotFoundError:
        return
    except OSError as error:
        damage.tell(name, f" cannot be read: {error.strerror or error}")
        return
    lines = content.split(b"\n")
    for number, line in enumerate(lines[:LINES], start=1):
        if not line:
            continue
        is_cut = number == len(lines)  # without its end: being written, or a process that was killed
        try:
            value = json.loads(line)
        except (ValueError, RecursionError):
            if not (is_cut and going):
                damage.tell(name, f":{number}: {'is cut short' if is_cut else 'is no JSON'}")
            continue
        if not isinstance(value, dict) or not all(_is_number(value.get(k)) for k in ("time_s", "wall_s")):
            damage.tell(name, f":{number}: expected an object with time_s and wall_s")
            continue
        yield number, value


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def _events(folder: Path, damage: Damage, going: bool) -> tuple[RunEvent, ...]:
    events = []
    for number, line in _lines(folder, TRACE, damage, going):
        kind = line.get("event")
        if not isinstance(kind, str):
            damage.tell(TRACE, f":{number}: expected an event")
            continue
        details = {k: v for k, v in line.items() if k not in ("time_s", "wall_s", "event")}
        events.append(RunEvent(float(line["wall_s"]), float(line["time_s"]), kind, details))
    return tuple(events)


def _seal(folder: Path, damage: Damage) -> Mapping[str, Any] | None:
    """What was written when the run was closed, if it holds; None: it was not closed."""
    try:
        seal = json.loads((folder / CLOSED).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    except (OSError, ValueError, RecursionError):
        damage.tell(CLOSED, " cannot be read")
        return None
    files = seal.get("files") if isinstance(seal, dict) else None
    if not isinstance(seal, dict) or seal.get("format") != FORMAT or not isinstance(files, dict):
        damage.tell(CLOSED, f": expected the format {FORMAT}")
        return None
    is_whole = True
    for name, size in files.items():
        try:
            found = os.lstat(folder / name).st_size if is_file_name(name) else None
        except OSError:
            found = None
        if found != size:
            is_whole = False
            there = "is missing" if found is None else f"has {found} bytes, {size} were written"
            damage.tell(str(name), f" {there}")
    return seal if is_whole else None


def _began(name: str, first: RunEvent | None) -> datetime | None:
    try:
        began = datetime.fromisoformat(first.text("began")) if first else None
    except ValueError:
        began = None
    return began if began is not None and began.tzinfo is not None else began_of(name)


def _outcome(end: RunEvent | None, damage: Damage) -> Outcome | None:
    if end is None:
        return None
    try:
        return Outcome(FailureCause[end.text("cause")], end.text("message"))
    except KeyError:
        damage.tell(TRACE, f": the outcome has the unknown cause {end.text('cause')!r}")
        return None


def _steps(folder: Path, events: tuple[RunEvent, ...], damage: Damage) -> tuple[SkillOutcome, ...]:
    reader = OutcomeReader(folder)
    for event in events:
        line = {"event": event.kind, "wall_s": event.wall_s, "time_s": event.time_s, **event.details}
        try:
            reader.event(line)
        except (KeyError, TypeError, ValueError) as error:
            damage.tell(TRACE, f": the event {event.kind!r} at {event.wall_s:g} s is left out: {error}")
    return tuple(reader.outcomes)


def _motion(folder: Path, damage: Damage, going: bool) -> tuple[MotionSample, ...]:
    base: PlanarPose | None = None
    joints: dict[str, float] = {}
    samples = []
    for number, line in _lines(folder, MOTION, damage, going):
        try:
            if "base" in line:
                base = None if line["base"] is None else PlanarPose(*_numbers(line["base"], 3))
            fresh = line.get("joints", {})
            names = [str(name) for name in fresh]
            joints = {**joints, **dict(zip(names, _numbers(list(fresh.values()), len(names)), strict=True))}
            if len(joints) > JOINTS:
                raise ValueError(f"more than {JOINTS} joints")
        except (AttributeError, TypeError, ValueError) as error:
            damage.tell(MOTION, f":{number}: {error}")
            continue
        samples.append(MotionSample(float(line["wall_s"]), float(line["time_s"]), base, joints))
    return tuple(samples)


def _numbers(values: object, count: int) -> list[float]:
    if not isinstance(values, list) or len(values) != count or not all(map(_is_number, values)):
        raise ValueError(f"expected {count} finite numbers")
    return [float(value) for value in values]


def _graphs(folder: Path, damage: Damage, going: bool) -> tuple[KnownGraph, ...]:
    graph: SceneGraph | None = None
    is_lost = False  # a delta was missed: those after it do not follow, until there is a whole graph again
    found = []
    for number, line in _lines(folder, GRAPH, damage, going):
        where = f"{GRAPH}:{number}"
        try:
            if "graph" in line:
                graph, is_lost = graph_from_json(json.dumps(line["graph"]), where), False
            elif graph is not None:
                graph = applied(graph, delta_from_json(json.dumps(line.get("delta")), where))
            else:
                raise GraphError("a delta without a graph before it")
        except GapError as error:
            if not is_lost:
                damage.tell(GRAPH, f":{number}: {error}; what was known from here on is lost for a while")
            is_lost = True
            continue
        except GraphError as error:
            damage.tell(GRAPH, f":{number}: {str(error).removeprefix(f'{where}: ')}")
            continue
        found.append(KnownGraph(float(line["wall_s"]), float(line["time_s"]), graph))
    return tuple(found) or _graphs_of_files(folder, damage)


def _graphs_of_files(folder: Path, damage: Damage) -> tuple[KnownGraph, ...]:
    """Of a run whose graphs were only kept at its ends, the one of the beginning."""
    name = "graph_before.json"
    try:
        return (KnownGraph(0.0, 0.0, graph_from_json((folder / name).read_text(encoding="utf-8"), name)),)
    except FileNotFoundError:
        return ()
    except (OSError, GraphError, UnicodeDecodeError) as error:
        damage.tell(name, f" cannot be read: {error}")
        return ()


def _trees(events: tuple[RunEvent, ...], damage: Damage) -> tuple[TreeMoment, ...]:
    names: list[str] = []
    depths: list[int] = []
    found = []
    for event in events:
        if event.kind not in ("tree", "ticked"):
            continue
        try:
            if event.kind == "tree":
                names, depths = list(map(str, event.details["names"])), list(map(int, event.details["depths"]))
            progress = [BehaviourProgress(int(letter)) for letter in event.text("progress")]
            rows = zip(names, depths, progress, strict=True)
            found.append(TreeMoment(event.wall_s, tuple(TreeNode(*row) for row in rows)))
        except (KeyError, TypeError, ValueError):
            damage.tell(TRACE, f": the tree at {event.wall_s:g} s is left out, for it contradicts itself")
    return tuple(found)


def _pictures(folder: Path, events: tuple[RunEvent, ...], damage: Damage) -> tuple[RunEvent, ...]:
    """The events of pictures that are there."""
    found = []
    for event in events:
        if event.kind != "picture":
            continue
        name = event.text("file")
        path = folder / name
        if is_file_name(name) and path.is_file() and not path.is_symlink():
            found.append(event)
        else:
            damage.tell(TRACE, f": the picture {name[:80]!r} of {event.wall_s:g} s is not there")
    return tuple(found)
