# SPDX-License-Identifier: Apache-2.0
"""Reads once what earlier versions kept in a folder: `00000007.snapshot`, `00000007.journal` and `history/*.json`.

A snapshot is a header and a graph, a journal one delta a line; each line begins with its length and its CRC-32.
"""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Iterator
from datetime import datetime, timezone
from pathlib import Path

from makedo_core.files.scene_json import graph_from_json
from makedo_core.graph.scene_graph import GraphError
from scene_graph_node.store.database import StoredGraph
from scene_graph_node.store.reading import Dated, Recalled, must_be_of, with_deltas

ASIDE = "before_sqlite"
_HISTORY = "history"
_FILE = re.compile(r"\d{8}\.(snapshot|journal)")
_HEAD_LENGTH = 18


def is_old(folder: Path) -> bool:
    """Whether an earlier version kept a graph in the folder."""
    return bool(_files(folder))


def recall_old(folder: Path, scene: str) -> Recalled:
    """The newest state: the newest snapshot that can be read, then the deltas after it as far as they can.

    Raises:
        StoreError: if it is of another scene.
        OSError: if the files cannot be read.
    """
    problems: list[str] = []
    files = _files(folder)
    for path in (p for p in reversed(files) if p.suffix == ".snapshot"):
        try:
            header, text = _texts(path)
            origin, graph = json.loads(header), graph_from_json(text, str(path))
            must_be_of(scene, origin["scene"], path)
            journals = (
                line.partition(" ")
                for p in files
                if p.suffix == ".journal" and p.stem >= path.stem
                for line in _texts(p)
            )
            following = ((float(when), delta) for when, _, delta in journals)
            state = with_deltas(Dated(origin["written_s"], graph), following, problems)
            return Recalled(state, origin["furniture"], tuple(problems))
        except (ValueError, GraphError) as error:
            problems.append(f"{path} is damaged: {error}")
    return Recalled(problems=tuple(problems))


def old_past(folder: Path) -> Iterator[StoredGraph]:
    """The dated snapshots of earlier versions, oldest first, without those that cannot be read."""
    for path in sorted((folder / _HISTORY).glob("*.json")):
        try:
            time_s = datetime.strptime(path.stem, "%Y%m%dT%H%M%SZ").replace(tzinfo=timezone.utc).timestamp()
            json.loads(text := path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            continue
        yield StoredGraph(time_s, "", text)


def set_old_aside(folder: Path) -> Path:
    """Move the files of earlier versions into a folder of their own.

    Raises:
        OSError: if they cannot be moved.
    """
    aside = folder / ASIDE
    aside.mkdir(exist_ok=True)
    for path in (*_files(folder), folder / _HISTORY):
        if path.exists():
            path.replace(aside / path.name)
    return aside


def _files(folder: Path) -> list[Path]:
    return sorted(p for p in folder.iterdir() if _FILE.fullmatch(p.name)) if folder.is_dir() else []


def _texts(path: Path) -> list[str]:
    """The intact lines at the beginning of a file, without their heads."""
    texts: list[str] = []
    for line in path.read_bytes().split(b"\n"):
        body = line[_HEAD_LENGTH:]
        if line[:_HEAD_LENGTH] != b"%08x %08x " % (len(body), zlib.crc32(body)):
            break
        texts.append(body.decode("utf-8"))
    return texts
