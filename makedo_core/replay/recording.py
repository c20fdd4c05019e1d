# SPDX-License-Identifier: Apache-2.0
"""One run as it is recorded: events, motion, what was known, pictures, whole files; and the seal when it is closed."""

from __future__ import annotations

import contextlib
import json
import logging
import math
import re
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from makedo_core.failure import Outcome
from makedo_core.files.delta_json import delta_to_json
from makedo_core.files.scene_json import graph_to_json
from makedo_core.geometry import Pose, wrap_angle
from makedo_core.graph.delta import difference
from makedo_core.graph.scene_graph import GraphError, SceneGraph
from makedo_core.record.skill_outcome import EventTime
from makedo_core.replay.folder import CLOSED, GRAPH, MOTION, PICTURES, TRACE, run_files
from makedo_core.replay.writer import RunWriter

FORMAT = "makedo/run/1"
INCOMPLETE = "record incomplete"
"""The last event of a run of which something could not be written, if it could be."""
SLUG_LENGTH = 40
MOVED_M, MOVED_RAD = 1e-3, 2e-3
"""What moved by less is not written anew."""
WHOLE = 60
"""After so many deltas the graph is written whole again: what was lost of them matters no longer."""
SEEN_S = 5.0
"""That things were seen again, and nothing else, is written this often at most [s of the robot's clock]."""
_log = logging.getLogger(__name__)


def slug(instruction: str) -> str:
    """An instruction as part of a file name."""
    return re.sub(r"[^a-z0-9]+", "-", instruction.lower()).strip("-")[:SLUG_LENGTH].strip("-") or "instruction"


@dataclass(frozen=True, slots=True)
class KeptPicture:
    """A picture of a run.

    Attributes:
        name: of its file.
        taken: seconds since the run began [s, wall].
    """

    name: str
    taken: float


class Recording:
    """Records one run into a folder of its own. Safe for several threads; none of them waits for the disk.

    Args:
        runs_dir: folder of all runs; made if need be.
        title: what is recorded; part of the folder's name.
        clock: the robot's clock [s].
        now: wall time, for the folder's name.
        revision: of the newest scene graph; 0: not known.
        limit_bytes: of the folder; 0: no bound.
        tell: gets at once what is wrong with the record; it is logged besides.

    Raises:
        OSError: if the folder cannot be made.
    """

    def __init__(
        self,
        runs_dir: Path,
        title: str,
        clock: Callable[[], float],
        now: Callable[[], datetime] = datetime.now,
        revision: Callable[[], int] = lambda: 0,
        limit_bytes: int = 0,
        tell: Callable[[str], None] = lambda _: None,
    ) -> None:
        self._clock, self._revision, self._tell = clock, revision, tell
        self.began = now().astimezone()
        self._wall_began = time.monotonic()
        self.folder = new_folder(runs_dir, f"{self.began:%Y%m%d-%H%M%S}-{slug(title)}")
        self.writer = RunWriter(self.folder, self._on_problem, limit_bytes)
        self._lock = threading.Lock()
        self._pictures: list[KeptPicture] = []
        self._base: Pose | None = None
        self._joints: dict[str, float] = {}
        self._graph: SceneGraph | None = None
        self._deltas = 0

    @property
    def problem(self) -> str:
        """Why the record is incomplete; empty: nothing is missing so far."""
        return self.writer.problem

    @property
    def pictures(self) -> tuple[KeptPicture, ...]:
        """The pictures, in the order they came."""
        return tuple(self._pictures)

    def moment(self) -> EventTime:
        """Now."""
        return EventTime(self._wall_s(), round(self._clock(), 3), self._revision())

    def note(self, event: str, **details: object) -> None:
        """Add an event to the trace; `details` are what JSON can express, others their str."""
        self._note({"time_s": round(self._clock(), 3), "event": event, "wall_s": self._wall_s(), **details})

    def note_at(self, moment: EventTime, event: str, **details: object) -> None:
        """Add an event of a moment that was read before: what is remembered and what is written agree."""
        when = {"time_s": moment.time_s, "event": event, "wall_s": moment.wall_s, "revision": moment.revision}
        self._note({**when, **details})

    def moved(self, base: Pose | None, joints: Mapping[str, float]) -> None:
        """Where the robot is now; what has not moved since is not written.

        Args:
            base: in the map; None: not known.
            joints: by name [rad or m].
        """
        line: dict[str, object] = {}
        with self._lock:
            if _base_moved(self._base, base):
                self._base = base
                line["base"] = None if base is None else _planar(base)
            known = {n: round(v, 4) for n, v in joints.items() if math.isfinite(v)}
            fresh = {n: v for n, v in known.items() if abs(v - self._joints.get(n, math.inf)) >= MOVED_RAD}
            if fresh:
                self._joints.update(fresh)
                line["joints"] = fresh
            if line:
                self._append(MOTION, line)

    def knows(self, graph: SceneGraph) -> None:
        """What is known now: the first graph is written whole, of later ones what is different."""
        with self._lock:
            before = self._graph
            if before is graph:
                return
            try:
                delta = None if before is None else difference(before, graph)
                if before is not None and delta is not None:
                    just_seen = delta.size == len(delta.seen) and 0 <= graph.stamp - before.stamp < SEEN_S
                    if not delta.size or just_seen:
                        return
                if delta is None or self._deltas >= WHOLE:
                    self._append(GRAPH, {"graph": json.loads(graph_to_json(graph, indent=None))})
                    self._deltas = 0
                else:
                    self._append(GRAPH, {"delta": json.loads(delta_to_json(delta))})
                    self._deltas += 1
            except GraphError as error:
                self.note("graph left out", reason=str(error))
                return
            self._graph = graph

    def picture(self, name: str, content: bytes, suffix: str = ".png") -> str:
        """Keep a picture under a name that none has yet; the name of its file.

        Raises:
            ValueError: on another suffix than those of pictures.
        """
        if suffix not in PICTURES:
            raise ValueError(f"a picture's suffix is {suffix!r}; expected {' or '.join(PICTURES)}")
        with self._lock:
            taken = {picture.name for picture in self._pictures}
            file, number = f"{name}{suffix}", 1
            while file in taken:
                number += 1
                file = f"{name}_{number}{suffix}"
            self._pictures.append(KeptPicture(file, self._wall_s()))
        self.writer.write(file, content)
        self.note("picture", file=file)
        return file

    def write(self, name: str, text: str) -> None:
        """Write a whole file."""
        self.writer.write(name, text.encode("utf-8", "backslashreplace"), essential=True)

    def settle(self, timeout_s: float = 10.0) -> str:
        """Wait until all is on the disk that was recorded; why the record is incomplete, empty: it is not."""
        if not self.writer.flush(timeout_s):
            self.writer.check()
        return self.problem

    def close(self, kind: str, title: str, outcome: Outcome) -> None:
        """Seal the run, if nothing of it is missing, and end.

        Args:
            kind: "instruction" or "recording".
            title: what was recorded.
            outcome: how it ended.
        """
        if not self.settle():
            with contextlib.suppress(OSError):
                files = {p.name: p.stat().st_size for p in run_files(self.folder) if p.name != CLOSED}
                ended = {"cause": outcome.cause.name, "message": outcome.message}
                when = {"began": self.began.isoformat(), "wall_s": self._wall_s()}
                seal = {"format": FORMAT, "kind": kind, "title": title, **when, "outcome": ended, "files": files}
                self.write(CLOSED, json.dumps(seal, indent=1, ensure_ascii=False) + "\n")
        else:
            self.note(INCOMPLETE, reason=self.problem)
        self.writer.close()

    def _note(self, line: Mapping[str, object]) -> None:
        self.writer.append(TRACE, json.dumps(line, default=str), essential=True)

    def _append(self, name: str, line: Mapping[str, object]) -> None:
        when = {"time_s": round(self._clock(), 3), "wall_s": self._wall_s()}
        self.writer.append(name, json.dumps({**when, **line}, separators=(",", ":"), allow_nan=False))

    def _wall_s(self) -> float:
        return round(time.monotonic() - self._wall_began, 2)

    def _on_problem(self, text: str) -> None:
        _log.warning("%s", text)
        self._tell(text)


def new_folder(parent: Path, name: str) -> Path:
    """Make a folder that is new, numbered where its name is taken.

    Raises:
        OSError: if it cannot be made.
    """
    for number in range(1, 1000):
        folder = parent / (name if number == 1 else f"{name}-{number}")
        try:
            folder.mkdir(parents=True)
        except FileExistsError:
            continue
        return folder
    raise OSError(f"cannot make a new folder {name} in {parent}: 999 exist")


def _planar(base: Pose) -> list[float]:
    """x, y [m] and yaw [rad] in the map."""
    return [round(base.position[0], 4), round(base.position[1], 4), round(base.yaw, 4)]


def _base_moved(before: Pose | None, now: Pose | None) -> bool:
    if before is None or now is None:
        return before is not now
    turned = abs(wrap_angle(now.yaw - before.yaw))
    return math.dist(before.position, now.position) >= MOVED_M or turned >= MOVED_RAD
