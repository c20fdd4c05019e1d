# SPDX-License-Identifier: Apache-2.0
"""The run folder of an instruction: trace, plans, relaxations, graphs, pictures, and a summary for people."""

from __future__ import annotations

import contextlib
import json
import logging
import re
import time
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from pathlib import Path

from makedo_core.failure import Outcome
from makedo_core.files.scene_json import graph_to_json
from makedo_core.goals.goal_json import goal_to_json
from makedo_core.graph.scene_graph import SceneGraph
from makedo_core.plan import Plan, PlannedCall, Relaxation
from makedo_core.ports import PlanResult
from makedo_core.record.skill_outcome import EventTime, RunLog, SkillOutcome
from makedo_core.record.trace import Trace
from makedo_core.record.tree_view import TreeNode, tree_svg
from makedo_core.skills import SkillCall

SLUG_LENGTH = 40
_log = logging.getLogger(__name__)


def slug(instruction: str) -> str:
    """An instruction as part of a file name."""
    return re.sub(r"[^a-z0-9]+", "-", instruction.lower()).strip("-")[:SLUG_LENGTH].strip("-") or "instruction"


class RunRecorder:
    """Writes one run folder.

    What cannot be written later on, on a full disk for one, is left out and told once: no instruction ends for it.

    Args:
        runs_dir: folder of all runs; made if need be.
        instruction: what was asked.
        clock: time to stamp events with [s].
        now: wall time, for the folder's name.
        revision: of the newest scene graph; 0: not known.

    Raises:
        OSError: if the folder cannot be made.
    """

    def __init__(
        self,
        runs_dir: Path,
        instruction: str,
        clock: Callable[[], float],
        now: Callable[[], datetime] = datetime.now,
        revision: Callable[[], int] = lambda: 0,
    ) -> None:
        self._clock = clock
        self._told = False
        self._revision = revision
        self._began = now()
        self._wall_began = time.monotonic()
        self.instruction = instruction
        self.folder = _new_folder(runs_dir, f"{self._began:%Y%m%d-%H%M%S}-{slug(instruction)}")
        self._trace = Trace(self.folder / "trace.jsonl", clock)
        self.steps: list[SkillOutcome] = []
        self.plans: list[Plan] = []
        self.relaxations: tuple[Relaxation, ...] = ()
        self.goal_text = ""
        self.lights: tuple[PlannedCall, ...] = ()
        self._tree: Sequence[TreeNode] = ()
        self.started_s = clock()
        began = self._began.astimezone()
        first = self._now()
        self._log = RunLog(self.folder.name, instruction, began, first)
        self._note_at(first, "instruction", text=instruction, began=began.isoformat())

    def note(self, event: str, **details: object) -> None:
        """Append an event to the trace; `wall_s` is the wall time since the beginning."""
        with self._forgiving():
            self._trace.record(event, wall_s=self._wall_s(), **details)

    def graph(self, name: str, graph: SceneGraph) -> None:
        """Write a snapshot, e.g. under the name graph_before."""
        self._write_text(f"{name}.json", graph_to_json(graph) + "\n")

    def planned(self, result: PlanResult) -> None:
        """Write a (new) plan and what was relaxed."""
        if result.plan is None:
            return
        self.plans.append(result.plan)
        self.relaxations = result.plan.relaxations
        self.goal_text = result.goal_text
        suffix = "" if len(self.plans) == 1 else f"_{len(self.plans)}"
        self._write(f"plan{suffix}.json", _plan_json(result.plan, result.goal_text))
        self._write("relaxations.json", [_relaxation_json(r) for r in self.relaxations])
        now = self._now()
        self._log.planned(now)
        calls = [str(c) for c in result.plan.calls]
        self._note_at(now, "planned", calls=calls, goal=result.goal_text)

    def step_done(self, call: SkillCall, outcome: Outcome, then: str = "", picture: str = "") -> SkillOutcome:
        """Note that a skill call ended; returns what is to be remembered of it.

        Args:
            call: what was done.
            outcome: how it ended.
            then: what follows a failure.
            picture: file name of one that was ordered just now; otherwise the newest of the head camera that was
                taken meanwhile is named.
        """
        now = self._now()
        since = self.steps[-1].ended if self.steps else self._began.astimezone()
        picture = picture or self._newest_picture(since)
        path = str(self.folder.absolute() / picture) if picture else ""
        done = self._log.step_done(call, outcome, now, then, path)
        self.steps.append(done)
        what = {"cause": outcome.cause.name, "message": outcome.message, "then": then, "picture": picture}
        self._note_at(now, "step", call=str(call), **what)
        return done

    def rehearsed(self, lights: Sequence[PlannedCall]) -> None:
        """Write what the dry run says of each call of the plan."""
        self.lights = tuple(lights)
        self._write("dry_run.json", [_light_json(c) for c in lights])
        self.note("dry run", lights=[c.light.name for c in lights])

    def tree(self, tree: Sequence[TreeNode]) -> None:
        """Keep the tree as it is now: the last one is drawn at the end."""
        self._tree = tree

    def pictures(self) -> tuple[str, ...]:
        """Names of the pictures, in the order they were taken."""
        files = [p for p in self.folder.iterdir() if p.suffix in (".png", ".jpg")]
        found = sorted(files, key=lambda p: (p.stat().st_mtime_ns, p.name))
        return tuple(p.name for p in found)

    def close(self, outcome: Outcome, explanation: str = "") -> None:
        """Write the summary and end the trace."""
        from executor_node.record.summary import summary

        self.note("outcome", cause=outcome.cause.name, message=outcome.message)
        if not (self.folder / "relaxations.json").exists():
            self._write("relaxations.json", [])
        if self._tree:
            self._write_text("tree.svg", tree_svg(self._tree, self.instruction))
        with self._forgiving():
            text = summary(self, outcome, explanation, self._clock() - self.started_s, self._began)
            self._write_text("summary.md", text)
        with self._forgiving():
            self._trace.close()

    def _newest_picture(self, since: datetime) -> str:
        """Name of the newest picture of the head camera; empty: none since then."""
        taken = {path.name: path.stat().st_mtime for path in self.folder.glob("*_head.png")}
        newest = max(taken, key=lambda name: taken[name], default="")
        return newest if newest and taken[newest] >= since.timestamp() else ""

    def _wall_s(self) -> float:
        return round(time.monotonic() - self._wall_began, 2)

    def _now(self) -> EventTime:
        return EventTime(self._wall_s(), round(self._clock(), 3), self._revision())

    def _note_at(self, moment: EventTime, event: str, **details: object) -> None:
        """Append an event of a moment that was read before: what is remembered and what is written agree."""
        when = {"time_s": moment.time_s, "wall_s": moment.wall_s, "revision": moment.revision}
        with self._forgiving():
            self._trace.record(event, **when, **details)

    def _write(self, name: str, content: object) -> None:
        self._write_text(name, json.dumps(content, indent=2, ensure_ascii=False) + "\n")

    def _write_text(self, name: str, text: str) -> None:
        with self._forgiving():
            (self.folder / name).write_text(text, encoding="utf-8")

    @contextlib.contextmanager
    def _forgiving(self) -> Iterator[None]:
        """Go on without what cannot be written."""
        try:
            yield
        except OSError as error:
            if not self._told:
                _log.warning("the run folder %s is incomplete: %s", self.folder, error.strerror or error)
            self._told = True


def _new_folder(parent: Path, name: str) -> Path:
    for number in range(1, 1000):
        folder = parent / (name if number == 1 else f"{name}-{number}")
        try:
            folder.mkdir(parents=True)
        except FileExistsError:
            continue
        return folder
    raise OSError(f"cannot make a new folder {name} in {parent}: 999 exist")


def _plan_json(plan: Plan, goal_text: str) -> dict[str, object]:
    return {
        "instruction": plan.instruction,
        "goal_text": goal_text,
        "goal": json.loads(goal_to_json(plan.goal)),
        "revision": plan.revision,
        "calls": [{"skill": c.skill, "arguments": list(c.arguments)} for c in plan.calls],
        "relaxations": [_relaxation_json(r) for r in plan.relaxations],
        "relaxation_cost": plan.relaxation_cost,
    }


def _relaxation_json(relaxation: Relaxation) -> dict[str, object]:
    return {
        "kind": relaxation.kind.name,
        "asked": relaxation.asked,
        "instead": relaxation.instead,
        "reason": relaxation.reason,
        "cost": relaxation.cost,
    }


def _light_json(planned: PlannedCall) -> dict[str, str]:
    return {"call": str(planned.call), "light": planned.light.name.lower(), "reason": planned.reason}
