# SPDX-License-Identifier: Apache-2.0
"""The run folder of an instruction: trace, plans with their trees, graphs, pictures, and a summary for people."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path

from executor_node.record.summary import only_looks, summary
from makedo_core.failure import Outcome
from makedo_core.files.scene_json import graph_to_json
from makedo_core.goals.goal_json import goal_to_json
from makedo_core.graph.scene_graph import SceneGraph
from makedo_core.plan import Plan, PlannedCall, Relaxation
from makedo_core.ports import PlanResult
from makedo_core.record.skill_outcome import RunLog, SkillOutcome
from makedo_core.record.tree_view import TreeNode, tree_svg
from makedo_core.replay.recording import Recording
from makedo_core.skills import SkillCall


class RunRecorder:
    """Writes one run folder.

    What cannot be written later on, on a full disk for one, is left out and told once: no instruction ends for it, and
    none waits for a slow disk.

    Args:
        runs_dir: folder of all runs; made if need be.
        instruction: what was asked.
        clock: time to stamp events with [s].
        now: wall time, for the folder's name.
        revision: of the newest scene graph; 0: not known.
        limit_bytes: of the folder; 0: no bound.
        tell: gets at once what is wrong with the record.
        robot: name of its description.

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
        limit_bytes: int = 0,
        tell: Callable[[str], None] = lambda _: None,
        robot: str = "",
    ) -> None:
        self.recording = Recording(runs_dir, instruction, clock, now, revision, limit_bytes, tell)
        self.folder = self.recording.folder
        self.instruction = instruction
        self.steps: list[SkillOutcome] = []
        self.steps_before = 0
        self.plans: list[Plan] = []
        self.relaxations: tuple[Relaxation, ...] = ()
        self.goal_text = self.aim = ""
        self.doubts: tuple[str, ...] = ()
        self.lights: tuple[PlannedCall, ...] = ()
        self._clock = clock
        self._tree: Sequence[TreeNode] = ()
        self._shape: tuple[tuple[str, int], ...] = ()
        self._tree_number = 1
        self.started_s = clock()
        first = self.recording.moment()
        self._log = RunLog(self.folder.name, instruction, self.recording.began, first)
        began = self.recording.began.isoformat()
        self.recording.note_at(first, "instruction", text=instruction, began=began, robot=robot)

    @property
    def problem(self) -> str:
        """Why the record is incomplete; empty: nothing is missing so far."""
        return self.recording.problem

    def note(self, event: str, **details: object) -> None:
        """Append an event to the trace; `wall_s` is the wall time since the beginning."""
        self.recording.note(event, **details)

    def graph(self, name: str, graph: SceneGraph) -> None:
        """Write a snapshot, e.g. under the name graph_before."""
        self.recording.write(f"{name}.json", graph_to_json(graph) + "\n")
        self.recording.knows(graph)

    def planned(self, result: PlanResult) -> None:
        """Write a (new) plan and what was relaxed; the tree of the plan before is drawn as it was last."""
        if result.plan is None:
            return
        if self.plans:
            self._draw_tree()
        self.plans.append(result.plan)
        self._tree_number, self.steps_before = len(self.plans), len(self.steps)
        self.relaxations = result.plan.relaxations
        self.goal_text = result.goal_text
        self.aim = self.aim if only_looks(result.plan) else result.goal_text
        self._write(f"plan{self._suffix()}.json", _plan_json(result.plan, result.goal_text))
        self._write("relaxations.json", [_relaxation_json(r) for r in self.relaxations])
        now = self.recording.moment()
        self._log.planned(now)
        calls = [str(c) for c in result.plan.calls]
        self.recording.note_at(now, "planned", calls=calls, goal=result.goal_text)

    def step_done(self, call: SkillCall, outcome: Outcome, then: str = "", picture: str = "") -> SkillOutcome:
        """Note that a skill call ended; returns what is to be remembered of it.

        Args:
            call: what was done.
            outcome: how it ended.
            then: what follows a failure.
            picture: file name of one that was ordered just now; otherwise the newest of the head camera that was
                taken meanwhile is named.
        """
        now = self.recording.moment()
        since = (self.steps[-1].ended - self.recording.began).total_seconds() if self.steps else 0.0
        picture = picture or self._newest_picture(since)
        path = str(self.folder.absolute() / picture) if picture else ""
        done = self._log.step_done(call, outcome, now, then, path)
        self.steps.append(done)
        what = {"cause": outcome.cause.name, "message": outcome.message, "then": then, "picture": picture}
        self.recording.note_at(now, "step", call=str(call), **what)
        return done

    def rehearsed(self, lights: Sequence[PlannedCall]) -> None:
        """Write what the dry run says of each call of the plan."""
        self.lights = tuple(lights)
        self._write("dry_run.json", [_light_json(c) for c in lights])
        self.note("dry run", lights=[c.light.name for c in lights])

    def tree(self, tree: Sequence[TreeNode]) -> None:
        """Note how the tree is now: whole when its shape is new, else how far each behaviour is."""
        self._tree = tree
        shape = tuple((node.name, node.depth) for node in tree)
        progress = "".join(str(int(node.progress)) for node in tree)
        if shape == self._shape:
            self.note("ticked", progress=progress)
            return
        self._shape = shape
        names, depths = [node.name for node in tree], [node.depth for node in tree]
        self.note("tree", names=names, depths=depths, progress=progress)

    def picture(self, name: str, content: bytes, suffix: str = ".png") -> str:
        """Keep a picture under a name that none has yet; the name of its file."""
        return self.recording.picture(name, content, suffix)

    def pictures(self) -> tuple[str, ...]:
        """Names of the pictures, in the order they were taken."""
        return tuple(picture.name for picture in self.recording.pictures)

    def close(
        self, outcome: Outcome, explanation: str = "", left: Sequence[str] = (), doubts: Sequence[str] = ()
    ) -> None:
        """Write the summary and seal the run.

        Args:
            outcome: how it ended.
            explanation: of the plan.
            left: what was left other than it was found, as clauses.
            doubts: what was not seen of that which is said to be so, as clauses.
        """
        self.doubts = tuple(doubts)
        what = {"cause": outcome.cause.name, "message": outcome.message, "left": list(left), "doubts": list(doubts)}
        self.note("outcome", **what)
        if not self.plans:
            self._write("relaxations.json", [])
        self._draw_tree()
        self.recording.settle()
        duration_s = self._clock() - self.started_s
        text = summary(self, outcome, explanation, duration_s, self.recording.began, left, self.problem)
        self.recording.write("summary.md", text)
        self.recording.close("instruction", self.instruction, outcome)

    def _draw_tree(self) -> None:
        """Draw the tree of the plan at hand, beside the plan."""
        if self._tree:
            self.recording.write(f"tree{self._suffix()}.svg", tree_svg(self._tree, self.instruction))

    def _suffix(self) -> str:
        return "" if self._tree_number == 1 else f"_{self._tree_number}"

    def _newest_picture(self, since: float) -> str:
        """Name of the newest picture of the head camera; empty: none since then [s, wall, since the run began]."""
        taken = [p for p in self.recording.pictures if p.name.rpartition(".")[0].find("_head") > 0]
        return taken[-1].name if taken and taken[-1].taken >= since else ""

    def _write(self, name: str, content: object) -> None:
        self.recording.write(name, json.dumps(content, indent=2, ensure_ascii=False) + "\n")


def _plan_json(plan: Plan, goal_text: str) -> dict[str, object]:
    return {
        "instruction": plan.instruction,
        "goal_text": goal_text,
        "goal": json.loads(goal_to_json(plan.goal)),
        "revision": plan.revision,
        "calls": [{"skill": c.skill, "arguments": list(c.arguments)} for c in plan.calls],
        "relaxations": [_relaxation_json(r) for r in plan.relaxations],
        "relaxation_cost": plan.relaxation_cost,
        "choices": [str(choice) for choice in plan.choices],
        "why": [receipt.words for receipt in plan.receipts],
    }


def _relaxation_json(relaxation: Relaxation) -> dict[str, object]:
    return {
        "kind": relaxation.kind.name,
        "asked": relaxation.asked,
        "instead": relaxation.instead,
        "reason": relaxation.reason,
        "cost": relaxation.cost,
        "chosen": relaxation.chosen,
    }


def _light_json(planned: PlannedCall) -> dict[str, str]:
    return {"call": str(planned.call), "light": planned.light.name.lower(), "reason": planned.reason}
