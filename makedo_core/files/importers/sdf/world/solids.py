# SPDX-License-Identifier: Apache-2.0
"""The solid shapes of a link: its collisions as boxes, or what is drawn of it where it has none.

A mesh that is made of boxes alone is read as these.
"""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from makedo_core.files.importers.sdf.world.mesh_bounds import MeshError, read_mesh
from makedo_core.files.importers.sdf.world.mesh_pieces import Mesh, boxes_of
from makedo_core.files.importers.sdf.world.resources import Resources
from makedo_core.files.importers.sdf.world.xml_text import extents, numbers, text_of
from makedo_core.geometry import Box, Pose
from makedo_core.graph.scene_graph import Shape

_WITHOUT_BODY = frozenset({"plane", "empty"})


@dataclass(frozen=True, slots=True)
class Solid:
    """A shape, as the box around it.

    Attributes:
        name: of its link.
        box: in the world.
        shape: what it is; NONE: a mesh or an outline, of which only the box around it is known.
    """

    name: str
    box: Box
    shape: Shape


@dataclass(slots=True)
class SolidReader:
    """Reads shapes; each mesh once.

    Attributes:
        resources: where meshes are found.
    """

    resources: Resources
    _meshes: dict[Path, Mesh | MeshError] = field(default_factory=dict)

    def of_link(
        self, link: ET.Element, pose: Pose, folder: Path, where: str, frame: Callable[[ET.Element | None, str], Pose]
    ) -> tuple[list[Solid], list[str]]:
        """The solids of a link in the world, and why others are not known.

        Args:
            link: its element.
            pose: of the link in the world.
            folder: of the file that it is written in.
            where: for messages.
            frame: pose in the link of a <pose> element that may name a frame.
        """
        solids: list[Solid] = []
        unknown: list[str] = []
        for tag in ("collision", "visual"):
            for element in link.findall(tag):
                place = f"{where}: {tag} {element.get('name', '')!r}"
                found = self._solid(element, folder, place)
                if isinstance(found, str):
                    unknown += [found] if found else []
                else:
                    at = pose @ frame(element.find("pose"), place)
                    solids += [Solid(link.get("name", ""), Box(at @ box.pose, box.size), shape) for box, shape in found]
            if solids or (unknown and tag == "collision"):
                break
        return solids, unknown

    def _solid(self, element: ET.Element, folder: Path, where: str) -> list[tuple[Box, Shape]] | str:
        """Boxes and shapes in the frame of the element; or why they are not known, empty for none."""
        geometry = element.find("geometry")
        kind = next(iter(geometry), None) if geometry is not None else None
        if kind is None or kind.tag in _WITHOUT_BODY:
            return ""
        if kind.tag == "mesh":
            return self._mesh(kind, folder, where)
        if kind.tag == "polyline":
            return _outline(kind, where)
        measure = _PLAIN.get(kind.tag)
        if measure is None:
            return f"<{kind.tag}> is not read"
        size, shape = measure(kind, f"{where}: <{kind.tag}>")
        return [(Box(Pose(), size), shape)]

    def _mesh(self, kind: ET.Element, folder: Path, where: str) -> list[tuple[Box, Shape]] | str:
        uri = text_of(kind, "uri")
        if kind.find("submesh") is not None:
            return f"of the mesh {uri!r} only a part counts (<submesh>), which is not read"
        path = self.resources.find(uri, folder) if uri else None
        if path is None or not path.is_file():
            return f"its mesh {uri!r} was not found"
        if path not in self._meshes:
            try:
                self._meshes[path] = read_mesh(path)
            except MeshError as error:
                self._meshes[path] = error
        mesh = self._meshes[path]
        if isinstance(mesh, MeshError):
            return f"its mesh {mesh}"
        scale = np.array(numbers(text_of(kind, "scale", "1 1 1"), 3, f"{where}: <scale>"))
        mesh = mesh.scaled(scale)
        corners = np.array([mesh.points.min(axis=0), mesh.points.max(axis=0)])
        numbers(" ".join(map(str, corners.ravel())), 6, f"{where}: extent of {uri!r}")
        x, y, z = (float(v) for v in corners.mean(axis=0))
        dx, dy, dz = (float(v) for v in corners[1] - corners[0])
        boards = boxes_of(mesh)
        return [(box, Shape.BOX) for box in boards] or [(Box(Pose((x, y, z)), (dx, dy, dz)), Shape.NONE)]


def _outline(kind: ET.Element, where: str) -> list[tuple[Box, Shape]]:
    points = np.array([numbers(p.text or "", 2, f"{where}: <point>") for p in kind.findall("point")] or [(0.0, 0.0)])
    (height,) = extents(text_of(kind, "height", "1"), 1, f"{where}: <height>")
    (x0, y0), (x1, y1) = points.min(axis=0), points.max(axis=0)
    middle = Pose((float(x0 + x1) / 2, float(y0 + y1) / 2, height / 2))
    return [(Box(middle, (float(x1 - x0), float(y1 - y0), height)), Shape.NONE)]


def _box(kind: ET.Element, where: str) -> tuple[tuple[float, float, float], Shape]:
    x, y, z = extents(text_of(kind, "size"), 3, f"{where}: <size>")
    return (x, y, z), Shape.BOX


def _ellipsoid(kind: ET.Element, where: str) -> tuple[tuple[float, float, float], Shape]:
    x, y, z = extents(text_of(kind, "radii"), 3, f"{where}: <radii>")
    return (2 * x, 2 * y, 2 * z), Shape.SPHERE if x == y == z else Shape.NONE


def _sphere(kind: ET.Element, where: str) -> tuple[tuple[float, float, float], Shape]:
    (radius,) = extents(text_of(kind, "radius"), 1, f"{where}: <radius>")
    return (2 * radius,) * 3, Shape.SPHERE


def _cylinder(kind: ET.Element, where: str) -> tuple[tuple[float, float, float], Shape]:
    (radius,) = extents(text_of(kind, "radius"), 1, f"{where}: <radius>")
    (length,) = extents(text_of(kind, "length"), 1, f"{where}: <length>")
    if kind.tag == "capsule":
        return (2 * radius, 2 * radius, length + 2 * radius), Shape.NONE
    return (2 * radius, 2 * radius, length), Shape.CYLINDER if kind.tag == "cylinder" else Shape.NONE


_PLAIN: Mapping[str, Callable[[ET.Element, str], tuple[tuple[float, float, float], Shape]]] = {
    "box": _box,
    "cylinder": _cylinder,
    "capsule": _cylinder,
    "cone": _cylinder,
    "ellipsoid": _ellipsoid,
    "sphere": _sphere,
}
