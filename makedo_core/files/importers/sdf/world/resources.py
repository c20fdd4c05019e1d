# SPDX-License-Identifier: Apache-2.0
"""Finds the files that a world names: models in folders of models, meshes in models."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote

from makedo_core.files.importers.sdf.world.xml_text import read_xml
from makedo_core.graph.scene_graph import GraphError

MODEL_PATHS = ("GZ_SIM_RESOURCE_PATH", "IGN_GAZEBO_RESOURCE_PATH", "SDF_PATH", "GAZEBO_MODEL_PATH")
"""Environment variables in which Gazebo looks for models."""
_SCHEME = re.compile(r"^(?P<scheme>[a-z]+)://(?P<rest>.*)$", re.IGNORECASE)
_WEB = frozenset({"http", "https", "fuel"})
_NAMED = frozenset({"model", "package"})


@dataclass(frozen=True, slots=True)
class Resources:
    """Folders that hold models, in the order in which they are searched."""

    folders: tuple[Path, ...]

    def find(self, uri: str, beside: Path) -> Path | None:
        """The file or folder of a URI; None where there is none.

        Args:
            uri: model://, package://, file://, https:// of Fuel, or a path.
            beside: the folder of the file that names it.
        """
        return next((path for path in self._places(unquote(uri.strip()), beside) if path.exists()), None)

    def _places(self, uri: str, beside: Path) -> Iterator[Path]:
        found = _SCHEME.match(uri)
        scheme, rest = (found["scheme"].lower(), found["rest"]) if found else ("", uri)
        if scheme in _NAMED:
            yield from (folder / rest for folder in self.folders)
        elif scheme in _WEB:
            yield from self._downloaded(rest)
        elif scheme in ("", "file"):
            yield from (Path(rest), beside / rest) if scheme or not Path(rest).is_absolute() else (Path(rest),)
            if not Path(rest).is_absolute():
                yield from (place / rest for folder in self.folders for place in (folder, folder.parent))

    def _downloaded(self, rest: str) -> Iterator[Path]:
        """Where a model of Fuel may lie: host/version/owner/models/name[/number] -> a folder of that name."""
        parts = [part for part in rest.split("/") if part]
        if "models" not in parts or parts.index("models") + 1 >= len(parts):
            return
        at = parts.index("models")
        name, further = parts[at + 1], parts[at + 2 :]
        for folder in self.folders:
            yield folder.joinpath(name, *further)
            yield folder / name
            versions = sorted((p for p in (folder / name).glob("[0-9]*") if p.is_dir()), key=lambda p: p.name)
            yield from reversed(versions)


def resources(folders: Iterable[Path], world: Path, environment: Mapping[str, str] | None = None) -> Resources:
    """Where to look: the folders that are given, those of Gazebo's variables, and those beside the world file.

    Raises:
        GraphError: if a folder that is given is none.
    """
    given = tuple(folders)
    for folder in given:
        if not folder.is_dir():
            raise GraphError(f"--models {folder}: no such folder; name one that holds a folder for each model")
    environment = os.environ if environment is None else environment
    listed = [Path(p) for name in MODEL_PATHS for p in environment.get(name, "").split(os.pathsep) if p]
    near = [world.parent / "models", world.parent.parent / "models", world.parent]
    return Resources((*given, *(folder for folder in (*listed, *near) if folder.is_dir())))


def model_file(found: Path) -> Path | None:
    """The SDF file of a model's folder: that of the highest version which its model.config names; None without one.

    Where there is no model.config, or it cannot be read, it is model.sdf.
    """
    if found.is_file():
        return found
    there = [(version, found / name) for version, name in _named(found / "model.config") if (found / name).is_file()]
    if there:
        return max(there)[1]
    plain = found / "model.sdf"
    return plain if plain.is_file() else None


def _named(config: Path) -> list[tuple[tuple[int, ...], str]]:
    """Versions and files that a model.config names."""
    try:
        found = read_xml(config, "a model.config").findall("sdf")
    except GraphError:
        return []
    return [(_version(sdf.get("version", "")), name) for sdf in found if (name := (sdf.text or "").strip())]


def _version(text: str) -> tuple[int, ...]:
    return tuple(int(number) for number in re.findall(r"\d+", text))
