# SPDX-License-Identifier: Apache-2.0
"""Reads a scene: graph.json (furniture, rooms, robot, beliefs), scene.yaml (looks, walls) and objects.yaml.

objects.yaml lies beside the scenes; a scene may have one of its own with more classes.

A wrong file is refused with the place and the reason.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Literal, TypeVar

import yaml
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError, model_validator

from makedo_core.failure import MakedoError
from makedo_core.files.scene_json import graph_from_json
from makedo_core.geometry import Vector
from makedo_core.graph.scene_graph import AGENT_ID, NodeKind, RelationType, SceneGraph, Shape
from makedo_core.sight.colours import Colour

Rgb = tuple[float, float, float]
Point2 = tuple[float, float]

T = TypeVar("T")
FILES = ("graph.json", "scene.yaml")
CATALOGUE = "objects.yaml"


class SceneError(MakedoError):
    """A scene that cannot be built; the message names the file and the place."""


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Drawing(_Strict):
    """One drawn piece of an object: a primitive of full extents (sphere: ellipsoid), or a turned outline."""

    box: Vector | None = None
    cylinder: Vector | None = None
    sphere: Vector | None = None
    lathe: tuple[Point2, ...] | None = None
    at: Vector = (0.0, 0.0, 0.0)
    along: Vector | None = None  # direction of a cylinder's axis
    colour: Rgb

    @model_validator(mode="after")
    def _one_kind(self) -> Drawing:
        if sum(v is not None for v in (self.box, self.cylinder, self.sphere, self.lathe)) != 1:
            raise ValueError("give exactly one of box, cylinder, sphere, lathe")
        return self


class Shell(_Strict):
    """What collides of a dish: a round floor and the wall around it (see shells.py).

    Attributes:
        wall: radius and height of the middle of the wall, from the edge of the floor to the rim [m].
        thickness: of wall and floor [m].
    """

    wall: tuple[Point2, ...] = Field(min_length=2)
    thickness: float = Field(gt=0.0, lt=0.05)

    @model_validator(mode="after")
    def _rises_outwards(self) -> Shell:
        for (r0, z0), (r1, z1) in pairwise(self.wall):
            if not (0 < r0 <= r1 and 0 <= z0 <= z1 and (r0, z0) != (r1, z1)):
                raise ValueError(f"the wall must go out or up from the floor, not from {(r0, z0)} to {(r1, z1)}")
        return self


class Filling(_Strict):
    """Loose balls in a shell: what can be poured.

    Attributes:
        mass: of one ball [kg].
    """

    count: int = Field(gt=0, le=30)
    diameter: float = Field(gt=0.005, lt=0.05)
    mass: float = Field(gt=0.0, lt=0.1)
    colour: Rgb


class ObjectClass(_Strict):
    """What physics and camera need to know of a class of objects (see objects.yaml)."""

    shape: Literal["box", "cylinder", "sphere"]
    size: Vector
    mass: float = Field(gt=0.0, lt=20.0)
    yaw: float | None = None
    colours: tuple[Colour, ...] = ()
    looks: tuple[Drawing, ...] = ()
    shell: Shell | None = None
    filling: Filling | None = None

    @model_validator(mode="after")
    def _shell_fits(self) -> ObjectClass:
        if self.shell is None:
            return self
        radius, height = self.shell.wall[-1]
        if self.shape != "cylinder" or 2 * radius > self.size[0] or height > self.size[2]:
            raise ValueError("a shell needs the shape cylinder, and a rim within its size")
        return self

    @model_validator(mode="after")
    def _filling_fits(self) -> ObjectClass:
        if self.filling is None:
            return self
        if self.shell is None or self.filling.diameter > self.shell.wall[0][0]:
            raise ValueError("a filling needs a shell, with a floor that has room for a ring of its balls")
        return self

    @property
    def primitive(self) -> Shape:
        """Shape as in the scene graph."""
        return Shape[self.shape.upper()]


class Walls(_Strict):
    """Looks of the walls; above `cut` they are left out of the overview."""

    cut: float
    colour: str


class Material(_Strict):
    """Colour, and perhaps a texture with a second colour and the size of one repeat [m]."""

    colour: Rgb
    texture: Literal["wood", "planks", "tiles", "weave"] | None = None
    second: Rgb = (0.5, 0.5, 0.5)
    repeat: float = 1.0


class Decor(_Strict):
    """A drawn box that touches nothing."""

    box: Vector
    at: Vector
    material: str


class LampLight(_Strict):
    """The part that shines when a lamp is on."""

    asset: str
    part: str
    colour: Rgb


class Range(_Strict):
    """Where on a region an object starts: depth from the front edge [m]."""

    depth: tuple[float, float]


class Placement(_Strict):
    """How first poses are drawn (see scene.yaml)."""

    gap: float
    edge: float
    depth: float
    ranges: dict[str, Range] = {}
    gaps: dict[str, float] = {}


class SceneSettings(_Strict):
    """Contents of scene.yaml."""

    walls: Walls
    floors: dict[str, str]
    materials: dict[str, Material]
    looks: dict[str, dict[str, str]]
    decor: tuple[Decor, ...] = ()
    lamp: LampLight | None = None
    placement: Placement


@dataclass(frozen=True, slots=True)
class SceneDescription:
    """A whole scene, consistent."""

    name: str
    graph: SceneGraph
    setting: SceneSettings
    classes: dict[str, ObjectClass]

    @property
    def bounds(self) -> tuple[Point2, Point2]:
        """Lowest and highest x and y of all rooms [m]."""
        corners = [p for room in self.graph.of_kind(NodeKind.ROOM) for p in room.box.footprint().tolist()]
        xs, ys = zip(*corners, strict=True)
        return (min(xs), min(ys)), (max(xs), max(ys))


_CATALOGUE = TypeAdapter(dict[str, ObjectClass])
_SETTING = TypeAdapter(SceneSettings)


def load_scene(folder: Path) -> SceneDescription:
    """Read scenes/<name>.

    Raises:
        SceneError: if a file is missing, malformed, or contradicts another.
        GraphError: if graph.json is malformed.
    """
    for path in (*(folder / name for name in FILES), folder.parent / CATALOGUE):
        if not path.is_file():
            known = sorted(p.parent.name for p in folder.parent.glob("*/graph.json"))
            raise SceneError(f"{path} is missing; scenes here: {', '.join(known) or 'none'}")
    graph = graph_from_json((folder / "graph.json").read_text(), str(folder / "graph.json"))
    setting = _validated(_SETTING, folder / "scene.yaml")
    classes = _validated(_CATALOGUE, folder.parent / CATALOGUE)
    if (folder / CATALOGUE).is_file():
        own = _validated(_CATALOGUE, folder / CATALOGUE)
        classes |= own
    scene = SceneDescription(folder.name, graph, setting, classes)
    _check(scene, folder)
    return scene


def _validated(adapter: TypeAdapter[T], path: Path) -> T:
    try:
        return adapter.validate_python(yaml.safe_load(path.read_text()))
    except (ValidationError, yaml.YAMLError) as error:
        if isinstance(error, ValidationError):
            first = error.errors()[0]
            detail = f"{'.'.join(map(str, first['loc'])) or 'top level'}: {first['msg']}"
        else:
            detail = str(error)
        raise SceneError(f"{path}: {detail}") from None


def _check(scene: SceneDescription, folder: Path) -> None:
    graph, setting = scene.graph, scene.setting
    assets = {n.id: n for n in graph.of_kind(NodeKind.ASSET)}
    materials = setting.materials.keys() | {""}
    problems = [
        f"graph.json: asset {n.id!r} has no model" for n in assets.values() if n.model is None or not n.model.parts
    ]
    if AGENT_ID not in graph:
        problems.append(f"graph.json: no agent called {AGENT_ID!r}; its pose is where the robot starts")
    for node in graph.of_kind(NodeKind.OBJECT):
        place = graph.placement(node.id)
        if node.label not in scene.classes:
            problems.append(f"graph.json: {node.id!r} is of class {node.label!r}, which objects.yaml lacks")
        if place is None or place.target not in assets or place.type is RelationType.HELD_BY:
            problems.append(f"graph.json: {node.id!r} must be on or inside an asset")
    for asset, colours in setting.looks.items():
        if asset not in assets:
            problems.append(f"scene.yaml: looks of {asset!r}, which is not an asset of graph.json")
        problems += [f"scene.yaml: {asset}: no material {m!r}" for m in colours.values() if m not in materials]
    used = [setting.walls.colour, *setting.floors.values(), *(d.material for d in setting.decor)]
    problems += [f"scene.yaml: no material {m!r}" for m in used if m not in materials]
    problems += [f"scene.yaml: floor of {r!r}, which is not a room" for r in setting.floors if r not in graph]
    problems += [
        f"scene.yaml: range of {o!r}, which is not an object" for o in setting.placement.ranges if o not in graph
    ]
    if problems:
        raise SceneError(f"{folder}: {problems[0]}" + (f" (and {len(problems) - 1} more)" if problems[1:] else ""))
