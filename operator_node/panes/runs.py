# SPDX-License-Identifier: Apache-2.0
"""Past runs: listed, replayed along their time line, compared, kept. Runs are read in threads, one at a time."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, TypeVar

from pydantic import Field

from makedo_core.graph.scene_graph import NodeKind, SceneGraph
from makedo_core.record.tree_view import tree_text
from makedo_core.replay.bounds import pin
from makedo_core.replay.comparing import compare, comparison_text
from makedo_core.replay.folder import NAME_LENGTH, in_progress, is_run, is_run_name
from makedo_core.replay.listing import RunEntry, list_runs
from makedo_core.replay.reading import RunError, read_past_run
from makedo_core.replay.telling import ending, heading, story
from makedo_core.replay.timeline import PastRun
from operator_node.web.commands import AccessNeed, Caller, Fields, PageCommand, PageReply

MOST_LISTED, MOST_LINES, MOST_POINTS, MOST_NODES = 100, 1500, 1000, 500
KEPT = 3
"""So many runs are kept as they were read: whoever scrubs asks many times a second."""
T = TypeVar("T")
RunName = Annotated[str, Field(min_length=1, max_length=NAME_LENGTH)]


class RunsFields(Fields):
    """How many of the newest."""

    most: Annotated[int, Field(ge=1, le=MOST_LISTED)] = 50


class RunFields(Fields):
    """Which run, by the name of its folder."""

    run: RunName


class MomentFields(RunFields):
    """And which moment [s, wall, since it began]."""

    at_s: Annotated[float, Field(ge=0.0, le=1e7, allow_inf_nan=False)]


class CompareFields(RunFields):
    """And with which other."""

    other: RunName


class PinFields(RunFields):
    """And whether it is kept when others are pruned."""

    pinned: bool


class Runs:
    """The folder of runs, as the page sees it. Used by the server's loop alone.

    Args:
        parent: folder of all runs.
    """

    def __init__(self, parent: Path) -> None:
        self.parent = parent
        self._turn = asyncio.Lock()
        self._kept: OrderedDict[str, PastRun] = OrderedDict()

    def folder(self, name: str) -> Path:
        """The folder of a run.

        Raises:
            RunError: if there is no such run; a name is never a path.
        """
        path = self.parent / name
        if not is_run_name(name) or not is_run(path):
            raise RunError("there is no such run")
        return path

    async def read(self, name: str) -> PastRun:
        """A run; one that has ended is read once.

        Raises:
            RunError: if there is none, or it cannot be read.
        """
        path = self.folder(name)
        async with self._turn:
            found = self._kept.get(name)
            if found is None:
                found = await asyncio.to_thread(read_past_run, path)
                if not in_progress(path):
                    self._kept[name] = found
                    if len(self._kept) > KEPT:
                        self._kept.popitem(last=False)
            return found

    async def listed(self, caller: Caller, fields: RunsFields) -> PageReply:
        """The newest runs."""

        async def work() -> PageReply:
            async with self._turn:
                entries = await asyncio.to_thread(_entries, self.parent, fields.most)
            return PageReply(value={"runs": [entry_shown(entry) for entry in entries]})

        return await _told(work)

    async def run(self, caller: Caller, fields: RunFields) -> PageReply:
        """The time line of a run."""

        async def work() -> PageReply:
            past = await self.read(fields.run)
            return PageReply(value=await asyncio.to_thread(run_shown, past))

        return await _told(work)

    async def moment(self, caller: Caller, fields: MomentFields) -> PageReply:
        """How it all was at a moment."""

        async def work() -> PageReply:
            past = await self.read(fields.run)
            return PageReply(value=await asyncio.to_thread(moment_shown, past, fields.at_s))

        return await _told(work)

    async def compare(self, caller: Caller, fields: CompareFields) -> PageReply:
        """Two runs side by side."""

        async def work() -> PageReply:
            first, second = await self.read(fields.run), await self.read(fields.other)
            text = await asyncio.to_thread(lambda: comparison_text(compare(first, second)))
            return PageReply(value={"text": text[:200_000]})

        return await _told(work)

    async def pin(self, caller: Caller, fields: PinFields) -> PageReply:
        """Keep a run, or no longer."""

        async def work() -> PageReply:
            await asyncio.to_thread(pin, self.folder(fields.run), fields.pinned)
            return PageReply(said="It is kept." if fields.pinned else "It may be pruned.")

        return await _told(work)


async def _told(work: Callable[[], Any]) -> PageReply:
    """What becomes of reading a run; what is wrong with its folder is told."""
    try:
        reply: PageReply = await work()
    except RunError as error:
        return PageReply(False, str(error))
    except OSError as error:
        return PageReply(False, f"the runs cannot be read: {error.strerror or error}")
    return reply


def _entries(parent: Path, most: int) -> tuple[RunEntry, ...]:
    return list_runs(parent, most) if parent.is_dir() else ()


def entry_shown(entry: RunEntry) -> dict[str, Any]:
    """A line of the list as the page has it."""
    return {
        "run": entry.folder.name,
        "title": entry.title[:300],
        "began": None if entry.began is None else entry.began.timestamp(),
        "ended": entry.ending,
        "ok": entry.cause == "SUCCESS",
        "state": str(entry.state),
        "took_s": entry.duration_s,
        "bytes": entry.size,
        "pinned": entry.pinned,
    }


def run_shown(past: PastRun) -> dict[str, Any]:
    """A run as the page has it: everything but what a moment tells."""
    lines = story(past)
    thinned = past.motion[:: 1 + len(past.motion) // MOST_POINTS]
    return {
        "run": past.name,
        "title": past.title[:2000],
        "heading": heading(past)[:20_000],
        "ended": ending(past),
        "ok": past.outcome is not None and past.outcome.ok,
        "state": str(past.state),
        "duration_s": past.duration_s,
        "damage": list(past.damage)[:50],
        "lines": [{"at_s": line.wall_s, "text": line.text[:500]} for line in lines[:MOST_LINES]],
        "left_out": max(0, len(lines) - MOST_LINES),
        "steps": [
            {"begin_s": span[0], "end_s": span[1], "what": step.call.describe(), "ok": step.outcome.ok}
            for step in past.steps[:MOST_LINES]
            for span in (past.step_span(step),)
        ],
        "pictures": [{"at_s": p.wall_s, "file": p.text("file")} for p in past.pictures[:MOST_LINES]],
        "path": [[m.wall_s, m.base.x, m.base.y] for m in thinned if m.base is not None],
    }


def moment_shown(past: PastRun, at_s: float) -> dict[str, Any]:
    """A moment as the page has it."""
    moment = past.at(at_s)
    base = moment.motion.base if moment.motion is not None else None
    status = moment.status
    return {
        "at_s": at_s,
        "time_s": moment.time_s,
        "state": "" if status is None else status.text("state").lower().replace("_", " "),
        "message": "" if status is None else status.text("message")[:2000],
        "base": None if base is None else {"x": base.x, "y": base.y, "yaw": base.yaw},
        "joints": {} if moment.motion is None else dict(sorted(moment.motion.joints.items())),
        "revision": None if moment.known is None else moment.known.graph.revision,
        "things": [] if moment.known is None else things_shown(moment.known.graph),
        "picture": "" if moment.picture is None else moment.picture.text("file"),
        "done": len(moment.done),
        "tree": "" if moment.tree is None else tree_text(moment.tree.nodes)[:20_000],
    }


def things_shown(graph: SceneGraph) -> list[dict[str, Any]]:
    """What a map of the graph shows: furniture and things from above."""
    drawn = [n for n in graph if n.kind in (NodeKind.ASSET, NodeKind.OBJECT) and n.pose.is_known]
    return [
        {
            "id": node.id,
            "is": "asset" if node.kind is NodeKind.ASSET else "object",
            "x": round(node.pose.position[0], 3),
            "y": round(node.pose.position[1], 3),
            "yaw": round(node.pose.yaw, 3),
            "size": [round(node.size[0], 3), round(node.size[1], 3)],
            "believed": node.is_belief,
        }
        for node in drawn[:MOST_NODES]
    ]


def runs_commands(runs: Runs) -> tuple[PageCommand, ...]:
    """What a page may ask for; everybody who came in sees what is past."""
    return (
        PageCommand("runs", RunsFields, AccessNeed.NOTHING, runs.listed),
        PageCommand("run", RunFields, AccessNeed.NOTHING, runs.run),
        PageCommand("run_moment", MomentFields, AccessNeed.NOTHING, runs.moment),
        PageCommand("compare_runs", CompareFields, AccessNeed.NOTHING, runs.compare),
        PageCommand("pin_run", PinFields, AccessNeed.OPERATE, runs.pin),
    )
