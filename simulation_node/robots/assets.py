# SPDX-License-Identifier: Apache-2.0
"""Finds the robot's description (URDF and meshes) and turns it into what MuJoCo can load.

Places, in this order: the description package (`tiago_description`, `panda_description`) of a ROS install on
AMENT_PREFIX_PATH, then the cache that set-up fills. Nothing of a description is part of this repository.
"""

from __future__ import annotations

import os
import xml.etree.ElementTree as ET
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from makedo_core.failure import MakedoError


class RobotFilesError(MakedoError):
    """The robot's description is missing or cannot be read."""


@dataclass(frozen=True, slots=True)
class Description:
    """Which description a robot has.

    Attributes:
        robot: what people call it.
        package: that holds it.
        urdf: path of the URDF in the package.
    """

    robot: str
    package: str
    urdf: str


@dataclass(frozen=True, slots=True)
class RobotFiles:
    """Where a robot description lies.

    Attributes:
        urdf: the URDF file.
        package: root folder of the description package, below which meshes/ lies.
    """

    urdf: Path
    package: Path

    def resolve(self, uri: str) -> Path:
        """Return the file that a mesh URI of the URDF means.

        The part of the URI up to and including the package's name is replaced by the package's folder, so that
        `package://tiago_description/meshes/..` and longer forms of other distributions both work.

        Raises:
            RobotFilesError: no such file.
        """
        _, found, tail = uri.partition(f"{self.package.name}/")
        path = self.package / tail
        if not found or not path.is_file():
            raise RobotFilesError(f"mesh {uri!r} of {self.urdf} not found: expected {path}")
        return path


def published_urdf(files: RobotFiles) -> str:
    """A robot's description for who draws it: as it is, each mesh named by its file on this machine.

    Raises:
        RobotFilesError: a mesh is missing.
    """
    root = ET.parse(files.urdf).getroot()
    for mesh in root.iter("mesh"):
        mesh.set("filename", f"file://{files.resolve(mesh.get('filename', ''))}")
    return ET.tostring(root, encoding="unicode")


def cache_folder() -> Path:
    """Return the folder that set-up puts robot descriptions into."""
    base = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(base) / "makedo" / "robots"


def find_robot_files(description: Description) -> RobotFiles:
    """Return a robot's description.

    Raises:
        RobotFilesError: it is nowhere; the message says where it was looked for and how to get it.
    """
    prefixes = [Path(p) for p in os.environ.get("AMENT_PREFIX_PATH", "").split(os.pathsep) if p]
    places = [prefix / "share" / description.package for prefix in prefixes]
    cache = cache_folder()
    places += sorted(cache.rglob(description.package)) or [cache / description.package]
    for package in places:
        urdf = package / description.urdf
        if urdf.is_file():
            return RobotFiles(urdf, package)
    looked = ", ".join(str(place) for place in places)
    what = f"{description.robot}'s description ({description.package}/{description.urdf})"
    raise RobotFilesError(f"{what} not found in {looked}: run `make setup`")


def mesh_bytes(path: Path) -> tuple[str, bytes]:
    """Return the name and content under which MuJoCo can load a mesh: STL and OBJ as they are, COLLADA as OBJ."""
    if path.suffix.lower() == ".dae":
        return f"{path.stem}.obj", _collada_as_obj(path)
    return path.name, path.read_bytes()


def _collada_as_obj(path: Path) -> bytes:
    """Convert the triangles of a COLLADA file. Its up axis is ignored, as ROS does (the vertices are link axes)."""
    root = ET.parse(path).getroot()
    ns = root.tag.partition("}")[0] + "}"
    lines: list[str] = []
    count = 0
    for mesh in root.iter(f"{ns}mesh"):
        sources = {s.get("id"): s for s in mesh.iter(f"{ns}source")}
        vertices = mesh.find(f"{ns}vertices/{ns}input[@semantic='POSITION']")
        corners = [_corners(t, ns) for t in mesh.iter(f"{ns}triangles")]
        if vertices is None or not corners:
            raise RobotFilesError(f"{path}: a mesh without vertex positions or without <triangles>")
        points = _numbers(sources[vertices.get("source", "")[1:]].find(f"{ns}float_array")).reshape(-1, 3)
        # Vertices that no triangle uses must go: MuJoCo collides with the hull of all vertices of a file.
        used, index = np.unique(np.concatenate(corners), return_inverse=True)
        lines += [f"v {x:.6f} {y:.6f} {z:.6f}" for x, y, z in points[used]]
        lines += [f"f {a} {b} {c}" for a, b, c in index.reshape(-1, 3) + count + 1]  # OBJ counts from one
        count += len(used)
    if not lines:
        raise RobotFilesError(f"{path}: no mesh in it")
    return "\n".join(lines).encode()


def _numbers(element: ET.Element | None) -> np.ndarray:
    return np.array((element.text or "").split() if element is not None else [], float)


def _corners(triangles: ET.Element, ns: str) -> np.ndarray:
    """Return the vertex index of each corner, three a triangle."""
    inputs = triangles.findall(f"{ns}input")
    stride = 1 + max(int(i.get("offset", "0")) for i in inputs)
    column = next(int(i.get("offset", "0")) for i in inputs if i.get("semantic") == "VERTEX")
    return _numbers(triangles.find(f"{ns}p")).astype(int).reshape(-1, stride)[:, column]
