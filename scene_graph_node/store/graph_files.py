# SPDX-License-Identifier: Apache-2.0
"""Scene graphs in files of one folder, by names that cannot lead out of it."""

from __future__ import annotations

import os
from pathlib import Path, PurePosixPath

from makedo_core.failure import MakedoError
from makedo_core.files.exporters.formats import FORMATS, format_of
from makedo_core.files.scene_json import graph_from_json
from makedo_core.graph.scene_graph import GraphError, SceneGraph

MOST_BYTES = 64_000_000


class FileError(MakedoError):
    """A name that is not allowed, or a file that cannot be read or written."""


def save_graph(folder: Path, file: str, graph: SceneGraph) -> Path:
    """Write a graph in the format that the name's ending asks for; an older file of this name is replaced.

    Args:
        folder: is made when it is missing.
        file: relative to it.
        graph: to write.

    Returns:
        Where it is now.

    Raises:
        FileError: if the name is not allowed or the file cannot be written; an older one is still there then.
        GraphError: if the graph has what the format cannot say.
    """
    chosen = format_of(file)
    if chosen is None:
        endings = ", ".join(f.ending for f in FORMATS.values())
        raise FileError(f"{file!r} has no ending that tells the format; use one of {endings}")
    path = _allowed(folder, file)
    text = chosen.write(graph)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _write_durably(path, text.encode("utf-8"))
    except OSError as error:
        raise FileError(f"cannot write {path}: {error.strerror}") from None
    return path


def load_graph(folder: Path, file: str) -> SceneGraph:
    """Read a graph in our JSON.

    Args:
        folder: where such files are.
        file: relative to it.

    Raises:
        FileError: if the name is not allowed or the file cannot be read.
        GraphError: with the place and the remedy, if it is malformed or contradicts itself.
    """
    chosen = format_of(file)
    if chosen is not FORMATS["json"]:
        raise FileError(f"{file!r} cannot be read back; only .json files hold all of a graph")
    path = _allowed(folder, file)
    try:
        with path.open("rb") as stream:
            data = stream.read(MOST_BYTES + 1)
        if len(data) > MOST_BYTES:
            raise FileError(f"{path} has more than {MOST_BYTES // 10**6} MB, which no scene graph has")
        return graph_from_json(data.decode("utf-8"), str(path))
    except UnicodeDecodeError as error:
        raise GraphError(f"{path} is not UTF-8 text: byte {error.start}") from None
    except OSError as error:
        raise FileError(f"cannot read {path}: {error.strerror}") from None


def _allowed(folder: Path, file: str) -> Path:
    """The file in the folder.

    Raises:
        FileError: if the name leads elsewhere, or names no plain file.
    """
    parts = PurePosixPath(file).parts
    if not parts or file.startswith("/") or any(p.startswith(".") for p in parts) or "\x00" in file:
        raise FileError(f"{file!r} is not the name of a file in {folder}; give a relative one without '..'")
    path = folder / file
    try:
        if not path.resolve().is_relative_to(folder.resolve()):
            raise FileError(f"{file!r} leads out of {folder} by a link")
        if path.exists() and not path.is_file():
            raise FileError(f"{path} is not a plain file")
    except (OSError, RuntimeError) as error:
        raise FileError(f"{file!r} cannot be looked up in {folder}: {error}") from None
    return path


def _write_durably(path: Path, content: bytes) -> None:
    """Write a file so that after a power cut there is all of it or what was there before.

    Raises:
        OSError: if it cannot be written; nothing is left behind then.
    """
    draft = path.with_name(f"{path.name}.tmp")
    try:
        with draft.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    except OSError:
        draft.unlink(missing_ok=True)
        raise
    folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(folder)  # the name, too
    finally:
        os.close(folder)
