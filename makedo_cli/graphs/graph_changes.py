# SPDX-License-Identifier: Apache-2.0
"""`makedo graph --changes` and `--store`: what is and what happened in the home, from the file that the stack keeps."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Mapping
from dataclasses import asdict
from datetime import datetime
from pathlib import Path

from makedo_cli.graphs.since import moment
from makedo_core.graph.changes import NodeChange, changes
from makedo_core.graph.scene_graph import SceneGraph
from scene_graph_node.store.database import FILE
from scene_graph_node.store.reading import Past, past_of


def state_folder(environment: Mapping[str, str]) -> Path:
    """Where the launch files have the stores of all scenes."""
    base = environment.get("XDG_STATE_HOME")
    return (Path(base) if base else Path.home() / ".local" / "state") / "makedo"


def store_folder(given: Path | None, environment: Mapping[str, str]) -> Path:
    """The store that is meant: the given one, else the only one that the launch files' default has.

    Raises:
        ValueError: if there is none, or several.
    """
    if given is not None:
        return given.expanduser()
    parent = state_folder(environment)
    folders = sorted(p.parent for p in parent.glob(f"*/{FILE}"))
    if len(folders) == 1:
        return folders[0]
    if not folders:
        raise ValueError(f"no scene graph is kept in {parent}; name the store_folder of the stack with --store")
    raise ValueError(f"graphs of several scenes are kept; name one with --store: {', '.join(map(str, folders))}")


def report(since: str, store: Path | None, *, as_json: bool) -> tuple[str, tuple[str, ...]]:
    """What happened, as text, and what of the files could not be read.

    Args:
        since: as in `since.moment`.
        store: folder; None: the default one.
        as_json: for programs.

    Raises:
        ValueError: if the time or the folder cannot be meant.
        StoreError: if the folder holds no graph.
        OSError: if it cannot be read.
    """
    now = datetime.now().astimezone()
    past = past_of(store_folder(store, os.environ), moment(since, now).timestamp())
    found = changes(past.before.graph, past.now.graph)
    return (_json(past, found) if as_json else _text(past, found)), past.problems


def stored_graph(store: Path) -> tuple[SceneGraph, tuple[str, ...]]:
    """The newest graph that is kept in a folder, and what of the file could not be read.

    Raises:
        StoreError: if the folder holds no graph.
        OSError: if it cannot be read.
    """
    past = past_of(store.expanduser(), math.inf)
    return past.now.graph, past.problems


def _text(past: Past, found: tuple[NodeChange, ...]) -> str:
    head = f"{past.now.graph.scene or 'scene'}, {_date(past.before.time_s)} to {_date(past.now.time_s)}:"
    return "\n".join([head, *(f"  {change}" for change in found)] if found else [head, "  nothing changed"])


def _json(past: Past, found: tuple[NodeChange, ...]) -> str:
    return json.dumps(
        {
            "scene": past.now.graph.scene,
            "from": _date(past.before.time_s),
            "to": _date(past.now.time_s),
            "changes": [asdict(change) | {"text": str(change)} for change in found],
        },
        indent=1,
    )


def _date(time_s: float) -> str:
    return datetime.fromtimestamp(time_s).astimezone().isoformat(timespec="minutes")
