# SPDX-License-Identifier: Apache-2.0
"""What is kept of instructions that were carried out, and the tables made of it."""

from __future__ import annotations

import json
import statistics
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from rich.table import Table

from makedo_core.failure import FailureCause, Outcome
from makedo_core.graph.scene_graph import NodeKind, SceneGraph
from makedo_eval.judging.sentences import SentenceTruth, judge_report

CONTACT_N = 20.0  # more than this is no brushing past
SHORTER_M = 0.015  # a thing whose height changed by more than this has been knocked over
RUNGS = ("retry", "look", "replan", "resume", "give up")


@dataclass(frozen=True)
class Contact:
    """Something that the robot pushed with more than its fingers.

    Attributes:
        robot, other: the bodies.
        force_n: the largest force between them.
        first_s: when they touched first [s, simulated].
    """

    robot: str
    other: str
    force_n: float
    first_s: float = 0.0


@dataclass
class Run:
    """One instruction carried out.

    Attributes:
        index: of the instruction, counted for each fault.
        scene, robot: where it was, and who did it.
        cause, said: how it ended, says the robot.
        done: whether what was asked for is so, says the physics.
        sentences: how many the report has.
        false: those of them that are not so, says the physics.
        happened: whether the fault came about.
        planning_s: until the first plan [s, wall].
        skills_s: skill -> how long each call of it took [s, simulated].
        lost: what should have been kept and was not, after the disk was full.
    """

    text: str
    fault: str
    index: int = 0
    cause: str = FailureCause.SUCCESS.name
    said: str = ""
    done: bool = False
    sentences: int = 0
    false: tuple[str, ...] = ()
    relaxed: bool = False
    happened: bool = False
    wall_s: float = 0.0
    planning_s: float | None = None
    rungs: dict[str, int] = field(default_factory=dict)
    skills_s: dict[str, list[float]] = field(default_factory=dict)
    fallen: tuple[str, ...] = ()
    knocked: tuple[str, ...] = ()
    contacts: tuple[Contact, ...] = ()
    folder: str = ""
    scene: str = "home"
    robot: str = "tiago_sim"
    lost: tuple[str, ...] = ()

    @property
    def stage(self) -> str:
        """Scene and robot."""
        return f"{self.scene} {self.robot}"

    @property
    def ok(self) -> bool:
        """Whether the robot says that it was done."""
        return self.cause == FailureCause.SUCCESS.name

    @property
    def true(self) -> bool:
        """Whether what was said at the end is what the physics says; making do is another thing than was asked."""
        return not self.false and (self.ok == self.done or self.relaxed)

    def reported(self, report: str, after: SceneGraph, laid: SceneGraph | None = None) -> None:
        """Keep which sentences are not so: of the report, or of what was said of a failure.

        Args:
            report: of a success.
            after: how things truly are.
            laid: how the scene was at first.
        """
        judged = judge_report(report if self.ok else self.said, after, laid)
        self.sentences = len(judged)
        self.false = tuple(j.sentence for j in judged if j.verdict is SentenceTruth.FALSE)

    def ended(self, outcome: Outcome) -> None:
        """Keep how it ended."""
        self.cause, self.said = outcome.cause.name, outcome.message


def read_runs(path: Path) -> list[Run]:
    """Runs of a file, one a line; none if there is no such file."""
    if not path.exists():
        return []
    return [run_from(json.loads(line)) for line in path.read_text(encoding="utf-8").splitlines()]


def run_from(fields: Mapping[str, Any]) -> Run:
    """A run as it was written."""
    run = Run(**fields)
    run.false, run.fallen, run.knocked = tuple(run.false), tuple(run.fallen), tuple(run.knocked)
    run.lost = tuple(run.lost)
    run.contacts = tuple(Contact(**c) for c in run.contacts)  # type: ignore[arg-type]
    return run


def append_run(path: Path, run: Run) -> None:
    """Write a run at the end of a file."""
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(asdict(run)) + "\n")


def judge_things(run: Run, before: SceneGraph, after: SceneGraph, asked: str) -> None:
    """Find what rests on nothing now, and what stood and lies; what was asked for by label may be turned."""
    for node in after.of_kind(NodeKind.OBJECT):
        if after.support(node.id) is None and before.support(node.id) is not None:
            run.fallen += (node.id,)
        elif node.label != asked and abs(node.size[2] - before[node.id].size[2]) > SHORTER_M:
            run.knocked += (node.id,)


def read_trace(run: Run, trace: Path) -> None:
    """Take recoveries and times from a run's trace; a full disk leaves half lines in it."""
    events = []
    for line in trace.read_text(encoding="utf-8").splitlines():
        with suppress(json.JSONDecodeError):
            events.append(json.loads(line))
    run.rungs = dict(Counter(e["then"] for e in events if e["event"] == "step" and e["then"]))
    run.planning_s = next((e["wall_s"] for e in events if e["event"] == "planned"), None)
    durations: defaultdict[str, list[float]] = defaultdict(list)
    since = None
    for event in events:
        if event["event"] == "step":
            if since is not None:
                durations[event["call"].split("(")[0]].append(event["time_s"] - since)
            since = event["time_s"]
        elif event["event"] in ("planned", "dry run"):
            since = event.get("time_s", since)
    run.skills_s = dict(durations)


def fault_table(runs: Iterable[Run]) -> Table:
    """A row for each fault; where there are several scenes or robots, for each fault in each."""
    runs = list(runs)
    several = len({run.stage for run in runs}) > 1
    rows: defaultdict[str, list[Run]] = defaultdict(list)
    for run in runs:
        rows[f"{run.stage}: {run.fault}" if several else run.fault].append(run)
    columns: Mapping[str, Callable[[Sequence[Run]], object]] = {
        "false sentences": lambda rs: f"{sum(len(r.false) for r in rs)} of {sum(r.sentences for r in rs)}",
        "runs": len,
        "it happened": lambda rs: sum(r.happened for r in rs),
        "done": lambda rs: sum(r.done for r in rs),
        "or made do": lambda rs: sum(r.done or (r.ok and r.relaxed) for r in rs),
        "said the truth": lambda rs: sum(r.true for r in rs),
        **{rung: lambda rs, rung=rung: sum(r.rungs.get(rung, 0) for r in rs) for rung in RUNGS},
        f"> {CONTACT_N:.0f} N": lambda rs: sum(len(r.contacts) for r in rs),
        "fell": lambda rs: sum(len(r.fallen) for r in rs),
        "knocked over": lambda rs: sum(len(r.knocked) for r in rs),
        "not kept": lambda rs: sum(bool(r.lost) for r in rs),
        "plan, wall s": lambda rs: spread(r.planning_s for r in rs if r.planning_s is not None),
        "wall s": lambda rs: spread(r.wall_s for r in rs),
    }
    table = Table("fault", *columns)
    for fault, group in rows.items():
        table.add_row(fault.replace("_", " "), *(str(value(group)) for value in columns.values()))
    return table


def skill_table(runs: Iterable[Run]) -> Table:
    """A row for each skill."""
    times: defaultdict[str, list[float]] = defaultdict(list)
    for run in runs:
        for skill, seconds in run.skills_s.items():
            times[skill].extend(seconds)
    table = Table("skill", "calls", "simulated s: median / worst")
    for skill, seconds in sorted(times.items()):
        table.add_row(skill.replace("_", " "), str(len(seconds)), spread(seconds))
    return table


def spread(values: Iterable[float]) -> str:
    """Median and largest."""
    found = sorted(values)
    return f"{statistics.median(found):.1f} / {found[-1]:.1f}" if found else "-"
