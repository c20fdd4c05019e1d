# SPDX-License-Identifier: Apache-2.0
"""The files of a store: generations of a snapshot and a journal of the deltas that follow it.

`00000007.snapshot` is a header and a whole graph, `00000007.journal` one delta a line; the journal leads up to
`00000008.snapshot`. So a damaged snapshot is replaced by the one before it and that one's journal, without a loss.
Reading changes nothing.
"""

from __future__ import annotations

import json
import os
import re
from dataclasses import asdict, dataclass
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from makedo_core.failure import MakedoError
from makedo_core.files.delta_json import delta_from_json
from makedo_core.files.scene_json import graph_from_json, graph_to_json
from makedo_core.graph.delta import applied
from makedo_core.graph.scene_graph import GraphError, SceneGraph
from scene_graph_node.store.journal import decoded, encoded

FORMAT = "makedo/scene_graph_store/"
VERSION = 1
_NAME = re.compile(r"(\d{8})\.(snapshot|journal)(\.tmp)?")


class StoreError(MakedoError):
    """A store that must not be used: of a newer version, of another scene, or in use."""


@dataclass(frozen=True, slots=True)
class Header:
    """What a snapshot says of itself.

    Attributes:
        scene: name of the scene.
        furniture: digest of the rooms and assets of the scene file that the graph began with.
        written_s: when, seconds since the epoch of the computer's clock.
    """

    scene: str
    furniture: str
    written_s: float


@dataclass(frozen=True, slots=True)
class Remembered:
    """The newest state that can be read.

    Attributes:
        header: of the snapshot, with the time at which the graph was last written.
        graph: with all intact deltas applied.
    """

    header: Header
    graph: SceneGraph


@dataclass(frozen=True, slots=True)
class Recalled:
    """What a folder holds.

    Attributes:
        remembered: None if it holds nothing that can be read.
        newest: number of the newest generation, readable or not; 0 if there is none.
        problems: what was damaged, in words; the loud ones name a snapshot.
        damaged: snapshots that cannot be read.
    """

    remembered: Remembered | None
    newest: int
    problems: tuple[str, ...] = ()
    damaged: tuple[Path, ...] = ()


class _HeaderJson(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)
    format: str
    scene: str
    furniture: str
    written_s: float


class _DamagedError(Exception):
    """A snapshot that cannot be read; the message says why."""


def snapshot_path(folder: Path, number: int) -> Path:
    """Where the snapshot of a generation is."""
    return folder / f"{number:08d}.snapshot"


def journal_path(folder: Path, number: int) -> Path:
    """Where the journal of a generation is."""
    return folder / f"{number:08d}.journal"


def numbers(folder: Path) -> tuple[int, ...]:
    """Numbers of all generations that have a file, sorted."""
    found = {int(match[1]) for p in folder.iterdir() if (match := _NAME.fullmatch(p.name)) and not match[3]}
    return tuple(sorted(found))


def recall(folder: Path, scene: str | None = None) -> Recalled:
    """Read the newest state: the newest snapshot that is intact, then every intact delta after it.

    Args:
        folder: of the store.
        scene: that it must be of; None: any.

    Raises:
        StoreError: if the store is of a newer version or of another scene.
        OSError: if the folder cannot be read.
    """
    known = numbers(folder) if folder.is_dir() else ()
    problems: list[str] = []
    damaged: list[Path] = []
    newest = known[-1] if known else 0
    for number in reversed(known):
        path = snapshot_path(folder, number)
        if not path.is_file():
            continue
        try:
            header, graph = _read_snapshot(path, scene)
        except _DamagedError as error:
            problems.append(f"the snapshot {path} is damaged ({error}); going back to the one before it")
            damaged.append(path)
            continue
        later = [n for n in known if n >= number]
        remembered = _with_journals(folder, later, Remembered(header, graph), problems)
        return Recalled(remembered, newest, tuple(problems), tuple(damaged))
    return Recalled(None, newest, tuple(problems), tuple(damaged))


def snapshot_bytes(header: Header, graph: SceneGraph) -> bytes:
    """A snapshot file.

    Raises:
        GraphError: if the graph has what the format cannot say, or could not be read back.
    """
    text = graph_to_json(graph, indent=None)
    graph_from_json(text, "the graph as it would be kept")
    return encoded(json.dumps({"format": f"{FORMAT}{VERSION}", **asdict(header)})) + encoded(text)


def delta_line(text: str, written_s: float) -> bytes:
    """A line of a journal: a delta as JSON and when it was written."""
    return encoded(f"{written_s:.3f} {text}")


def write_durably(path: Path, data: bytes) -> None:
    """Write a file so that after a power cut there is all of it or what was there before.

    Raises:
        OSError: if it cannot be written; nothing is left behind then.
    """
    draft = path.with_name(f"{path.name}.tmp")
    try:
        with draft.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    except OSError:
        draft.unlink(missing_ok=True)
        raise
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Make names of new files in a folder survive a power cut."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _read_snapshot(path: Path, scene: str | None) -> tuple[Header, SceneGraph]:
    lines = decoded(path.read_bytes())
    if not lines.texts:
        raise _DamagedError(lines.problem or "it is empty")
    header = _header(lines.texts[0], path, scene)
    if len(lines.texts) != 2 or lines.problem:
        raise _DamagedError(lines.problem or f"it has {len(lines.texts)} lines, expected 2")
    try:
        return header, graph_from_json(lines.texts[1], str(path))
    except GraphError as error:
        raise _DamagedError(str(error)) from None


def _header(text: str, path: Path, scene: str | None) -> Header:
    """The header of a snapshot whose checksum is right: what is odd about it was meant."""
    try:
        found = json.loads(text)["format"]
        number = int(found.removeprefix(FORMAT))
    except (ValueError, KeyError, TypeError, AttributeError):
        raise StoreError(f"{path} is not a store of scene graphs; name another folder as store_folder") from None
    if number > VERSION:
        raise StoreError(
            f"{path} was written by a newer Makedo (format {found}, this one knows {VERSION}); "
            "update Makedo, or name another folder as store_folder"
        )
    try:
        raw = _HeaderJson.model_validate_json(text)
    except ValidationError as error:
        raise _DamagedError(f"its header: {error.errors()[0]['msg']}") from None
    if scene is not None and raw.scene != scene:
        raise StoreError(
            f"{path} is of the scene {raw.scene!r}, the robot is in {scene!r}; name another folder as store_folder"
        )
    return Header(raw.scene, raw.furniture, raw.written_s)


def _with_journals(folder: Path, later: list[int], start: Remembered, problems: list[str]) -> Remembered:
    """The state after every intact delta; each generation's journal leads up to the next generation's snapshot."""
    graph, written_s = start.graph, start.header.written_s
    for number in later:
        path = journal_path(folder, number)
        if not path.is_file():
            continue
        lines = decoded(path.read_bytes())
        for index, text in enumerate(lines.texts, start=1):
            when, _, delta = text.partition(" ")
            try:
                graph = applied(graph, delta_from_json(delta, f"{path}: line {index}"))
                written_s = float(when)
            except (GraphError, ValueError) as error:
                problems.append(f"{path}: line {index} and what follows it is left out: {error}")
                return Remembered(_at(start.header, written_s), graph)
        if lines.problem:
            problems.append(f"{path}: {lines.problem}")
            break
    return Remembered(_at(start.header, written_s), graph)


def _at(header: Header, written_s: float) -> Header:
    return Header(header.scene, header.furniture, written_s)
