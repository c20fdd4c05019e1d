# SPDX-License-Identifier: Apache-2.0
"""Dated snapshots: how the scene graph was an hour, a day, a week ago. Ordinary graph files, named by UTC."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime, timezone
from pathlib import Path

from makedo_core.files.scene_json import graph_from_json, graph_to_json
from makedo_core.graph.scene_graph import GraphError, SceneGraph
from scene_graph_node.store.generations import write_durably

PERIOD_S = 3600.0
_STAMP = "%Y%m%dT%H%M%SZ"
_NAME = re.compile(r"\d{8}T\d{6}Z\.json")


@dataclass(frozen=True, slots=True)
class Dated:
    """A state and when it was reached, seconds since the epoch."""

    time_s: float
    graph: SceneGraph


def is_due(last_s: float, now_s: float) -> bool:
    """Whether the state of one time is to be kept before that of another replaces it: one in each hour is."""
    return int(last_s // PERIOD_S) != int(now_s // PERIOD_S)


def times(folder: Path) -> tuple[float, ...]:
    """When the kept states were reached [s], sorted."""
    if not folder.is_dir():
        return ()
    return tuple(sorted(_time(p) for p in folder.iterdir() if _NAME.fullmatch(p.name)))


def keep(folder: Path, state: Dated, days: float) -> None:
    """Keep a state, and remove those that are older than so many days before it.

    Raises:
        OSError, GraphError: if it cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    write_durably(_path(folder, state.time_s), graph_to_json(state.graph, indent=None).encode())
    for time_s in times(folder):
        if time_s < state.time_s - days * 86400.0:
            _path(folder, time_s).unlink(missing_ok=True)


def state_at(folder: Path, time_s: float, now: Dated) -> tuple[Dated, tuple[str, ...]]:
    """How things were at a time, as far as is known.

    Args:
        folder: of the kept states.
        time_s: seconds since the epoch.
        now: the newest state and when it was reached.

    Returns:
        The newest state that is not later; without one, the oldest. And what is wrong with files on the way.
    """
    if now.time_s <= time_s:
        return now, ()
    known = times(folder)
    order = [t for t in reversed(known) if t <= time_s] + [t for t in known if t > time_s]
    problems: list[str] = []
    for candidate in order:
        path = _path(folder, candidate)
        try:
            return Dated(candidate, graph_from_json(path.read_text(encoding="utf-8"), str(path))), tuple(problems)
        except (OSError, UnicodeDecodeError, GraphError) as error:
            problems.append(f"{path} cannot be read: {error}")
    return now, tuple(problems)


def _path(folder: Path, time_s: float) -> Path:
    return folder / f"{datetime.fromtimestamp(time_s, timezone.utc).strftime(_STAMP)}.json"


def _time(path: Path) -> float:
    return datetime.strptime(path.stem, _STAMP).replace(tzinfo=timezone.utc).timestamp()
