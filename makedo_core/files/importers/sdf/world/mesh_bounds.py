# SPDX-License-Identifier: Apache-2.0
"""Meshes: STL, OBJ and COLLADA, as Gazebo places them.

Gazebo scales COLLADA by its unit and takes no notice of its <up_axis>: ColladaLoader.cc of gz-common reads "meter" and
no axis.
"""

from __future__ import annotations

import math
import struct
import xml.etree.ElementTree as ET
from collections.abc import Iterator, Mapping
from pathlib import Path

import numpy as np
import numpy.typing as npt

from makedo_core.files.importers.sdf.world.mesh_pieces import Mesh, Numbers, edges_of, joined
from makedo_core.geometry import Pose, rotation_from_quaternion

Array = npt.NDArray[np.float64]
_MOST_BYTES = 256 * 1024 * 1024
_MOST_DEEP = 50
_TRIANGLE = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("attribute", "<u2")])
_ENDINGS = (".stl", ".obj", ".dae")


class MeshError(ValueError):
    """A mesh whose extent is not known; the message is the reason."""


def read_mesh(path: Path) -> Mesh:
    """A mesh in its own frame [m]; of at least one point.

    Raises:
        MeshError: if it cannot be read.
    """
    ending = path.suffix.lower()
    if ending not in _ENDINGS:
        raise MeshError(f"{path.name} is none of {', '.join(_ENDINGS)}")
    try:
        if path.stat().st_size > _MOST_BYTES:
            raise MeshError(f"{path.name} has more than {_MOST_BYTES} bytes")
        content = path.read_bytes()
        mesh = {".stl": _stl, ".obj": _obj, ".dae": _dae}[ending](content)
    except OSError as error:
        raise MeshError(f"{path.name} cannot be read ({error.strerror})") from None
    except (ET.ParseError, ValueError, KeyError, IndexError, struct.error, RecursionError) as error:
        raise MeshError(f"{path.name} is damaged ({str(error)[:60]})") from None
    if not len(mesh.points) or not np.isfinite(mesh.points).all():
        raise MeshError(f"{path.name} has no points, or some that are no numbers")
    return mesh


def _of_triangles(corners: Array) -> Mesh:
    """Triangles, each with corners of its own; shape (3 n, 3)."""
    return Mesh(corners, edges_of(np.arange(len(corners) // 3 * 3).reshape(-1, 3).tolist()))


def _stl(content: bytes) -> Mesh:
    if len(content) >= 84:
        (count,) = struct.unpack_from("<I", content, 80)
        if len(content) == 84 + count * _TRIANGLE.itemsize:
            corners = np.frombuffer(content, _TRIANGLE, count, 84)["corners"]
            return _of_triangles(corners.reshape(-1, 3).astype(float))
    if not content.lstrip().startswith(b"solid"):
        raise ValueError("neither binary nor text")
    lines = (line.split() for line in content.decode("ascii", "replace").splitlines())
    listed = [[float(v) for v in words[1:4]] for words in lines if words[:1] == ["vertex"]]
    return _of_triangles(np.array(listed, float).reshape(-1, 3))


def _obj(content: bytes) -> Mesh:
    lines = [line.split() for line in content.decode("utf-8", "replace").splitlines()]
    points = np.array([[float(v) for v in words[1:4]] for words in lines if words[:1] == ["v"]], float).reshape(-1, 3)
    faces = [[int(corner.partition("/")[0]) for corner in words[1:]] for words in lines if words[:1] == ["f"]]
    # They count from 1, or back from the last point if all points come before the faces.
    edges = edges_of([n - 1 if n > 0 else len(points) + n for n in face] for face in faces)
    is_known = not len(edges) or (edges.min() >= 0 and edges.max() < len(points))
    return Mesh(points, edges if is_known else None)


def _dae(content: bytes) -> Mesh:
    if b"<!ENTITY" in content:
        raise ValueError("it declares entities")
    root = ET.fromstring(content)
    for element in root.iter():
        element.tag = element.tag.rpartition("}")[2]
    unit = root.find("asset/unit")
    metre = float(unit.get("meter", "1")) if unit is not None else 1.0
    scene = _Collada(root)
    parts = [scene.placed(node, np.eye(4), 0) for node in scene.shown()]
    meshes = [part for found in parts for part in found] or list(scene.meshes.values())
    return joined(meshes).scaled(np.full(3, metre))


class _Collada:
    """Meshes by id, and the nodes that place them."""

    def __init__(self, root: ET.Element) -> None:
        self._root = root
        found = {g.get("id", ""): _positions(g) for g in root.iter("geometry")}
        self.meshes = {name: Mesh(points, edges) for name, (points, edges) in found.items() if len(points)}
        self._nodes: Mapping[str, ET.Element] = {node.get("id", ""): node for node in root.iter("node")}
        skins = ((c.get("id", ""), c.find("skin")) for c in root.iter("controller"))
        self._skins = {name: skin.get("source", "").lstrip("#") for name, skin in skins if skin is not None}

    def shown(self) -> Iterator[ET.Element]:
        """The topmost nodes of the scene that the file shows; of all scenes if it does not say which."""
        named = self._root.find("scene/instance_visual_scene")
        url = named.get("url", "").lstrip("#") if named is not None else ""
        scenes = list(self._root.iter("visual_scene"))
        for scene in [s for s in scenes if s.get("id") == url] or scenes:
            yield from scene.findall("node")

    def placed(self, node: ET.Element, above: Array, depth: int) -> list[Mesh]:
        """The meshes of a node and of those below it, in the frame of the file."""
        if depth > _MOST_DEEP:
            raise ValueError("its nodes are nested in a circle")
        here = above
        for step in node:
            here = here @ _transform(step)
        result = []
        for tag, names in (("instance_geometry", {}), ("instance_controller", self._skins)):
            for instance in node.findall(tag):
                url = instance.get("url", "").lstrip("#")
                mesh = self.meshes.get(names.get(url, url))
                if mesh is not None:
                    result.append(Mesh(mesh.points @ here[:3, :3].T + here[:3, 3], mesh.edges))
        further = [
            self._nodes[url] for i in node.findall("instance_node") if (url := i.get("url", "")[1:]) in self._nodes
        ]
        for below in (*node.findall("node"), *further):
            result += self.placed(below, here, depth + 1)
        return result


def _positions(geometry: ET.Element) -> tuple[Array, Numbers | None]:
    """Points of a geometry, shape (n, 3), and what its faces connect."""
    arrays = {source.get("id", ""): source for source in geometry.iter("source")}
    for given in geometry.iter("input"):
        if given.get("semantic") == "POSITION":
            source = arrays.get(given.get("source", "").lstrip("#"))
            values = None if source is None else source.find("float_array")
            if source is not None and values is not None:
                accessor = source.find("technique_common/accessor")
                stride = int(accessor.get("stride", "3")) if accessor is not None else 3
                if stride < 3:
                    raise ValueError("its points have less than three numbers")
                flat = np.array((values.text or "").split(), float)
                points = flat[: len(flat) // stride * stride].reshape(-1, stride)[:, :3]
                return points, _faces(geometry, len(points))
    return np.empty((0, 3)), None


def _faces(geometry: ET.Element, points: int) -> Numbers | None:
    """Pairs of points that the faces of a geometry connect; None where it has other than plain polygons."""
    faces: list[list[int]] = []
    mesh = geometry.find("mesh")
    for element in () if mesh is None else mesh:
        if element.find("p") is None:
            continue
        if element.tag not in ("triangles", "polylist", "polygons"):
            return None
        inputs = element.findall("input")
        step = 1 + max((int(i.get("offset", "0")) for i in inputs), default=0)
        at = next((int(i.get("offset", "0")) for i in inputs if i.get("semantic") == "VERTEX"), 0)
        for given in element.findall("p"):
            corners = [int(v) for v in (given.text or "").split()][at::step]
            counts = (element.findtext("vcount") or "").split() if element.tag == "polylist" else []
            sizes = [int(v) for v in counts] or [len(corners) if element.tag == "polygons" else 3]
            sizes *= 1 if counts or element.tag == "polygons" else len(corners) // 3
            ends = np.cumsum(sizes).tolist()
            faces += [corners[end - size : end] for end, size in zip(ends, sizes, strict=True)]
    edges = edges_of(face for face in faces if face)
    return edges if len(edges) and 0 <= edges.min() and edges.max() < points else None


def _transform(step: ET.Element) -> Array:
    """The matrix of a <matrix>, <translate>, <rotate> or <scale>; of other elements none."""
    result = np.eye(4)
    if step.tag not in ("matrix", "translate", "rotate", "scale"):
        return result
    values = [float(v) for v in (step.text or "").split()]
    if step.tag == "matrix":
        return np.array(values, float).reshape(4, 4)
    if step.tag == "translate":
        result[:3, 3] = values
    elif step.tag == "scale":
        result[:3, :3] = np.diag(values)
    else:
        x, y, z, degrees = values
        length = math.hypot(x, y, z)
        if length > 0:
            half = math.radians(degrees) / 2
            s = math.sin(half) / length
            result[:3, :3] = rotation_from_quaternion(
                Pose(orientation=(x * s, y * s, z * s, math.cos(half))).orientation
            )
    return result
