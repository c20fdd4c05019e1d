# SPDX-License-Identifier: Apache-2.0
"""The things of a world: each with its name, its place and its solids, whatever models it is made of."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from makedo_core.files.importers.sdf.world.frames import SdfFrames
from makedo_core.files.importers.sdf.world.model_tree import ModelTree, WorldTree
from makedo_core.files.importers.sdf.world.resources import Resources
from makedo_core.files.importers.sdf.world.solids import Solid, SolidReader
from makedo_core.files.importers.sdf.world.xml_text import pose_of, text_of
from makedo_core.geometry import Pose
from makedo_core.graph.scene_graph import GraphError

_MOVING = frozenset({"revolute", "revolute2", "prismatic", "ball", "universal", "continuous", "screw", "gearbox"})


@dataclass(frozen=True, slots=True)
class WorldThing:
    """One thing of a world.

    Attributes:
        name: of its model; behind "::" of the models that it is in.
        names: that it goes by, the one nearest to it first: of its model, of what was included.
        pose: of its model in the world.
        solids: its shapes in the world.
        static: it never moves.
        joints: how many of its joints move.
        unknown: why shapes of it are not known.
        missing: why its model could not be read; empty if it was.
    """

    name: str
    names: tuple[str, ...]
    pose: Pose
    solids: tuple[Solid, ...]
    static: bool
    joints: int
    unknown: tuple[str, ...]
    missing: str


def things_of(
    world: WorldTree, resources: Resources, is_building: Callable[[Sequence[str]], bool]
) -> tuple[tuple[WorldThing, ...], Mapping[str, str]]:
    """Every thing of a world, and the models that cannot be placed or measured, with the reason.

    Models in a model are a thing with it where they are merged into it or joined to it, and where it has nothing else;
    otherwise they are things of their own. So they always are in a building: it holds furniture, and is none.

    Args:
        world: as it was read.
        resources: files of meshes.
        is_building: whether a model of these names is one.
    """
    gatherer = _Gatherer(SolidReader(resources), is_building)
    frames = SdfFrames(world.root)
    things: list[WorldThing] = []
    faulty: dict[str, str] = {}
    for child in world.root.children:
        try:
            things += gatherer.things(child, frames.of(child), frames.pose(child.name), "")
        except GraphError as error:
            faulty[child.name] = str(error).removeprefix(f"{world.root.where}: ")
    return tuple(things), faulty


@dataclass(frozen=True, slots=True)
class _Gatherer:
    reader: SolidReader
    is_building: Callable[[Sequence[str]], bool]

    def things(self, tree: ModelTree, frames: SdfFrames, pose: Pose, path: str) -> Iterator[WorldThing]:
        name = f"{path}{tree.name}"
        own, apart = self._parts(tree)
        group = list(self._group(tree, frames, pose, own))
        if len(group) > 1 or tree.missing or tree.element.find("link") is not None:
            yield self._thing(name, group)
        for child in apart:
            yield from self.things(child, frames.of(child), pose @ frames.pose(child.name), f"{name}::")

    def _parts(self, tree: ModelTree) -> tuple[list[ModelTree], list[ModelTree]]:
        """The models in a model that are parts of it, and those that are things of their own."""
        if self.is_building(_names_of(tree)):
            return [], list(tree.children)
        wrapper = tree.element.find("link") is None and len(tree.children) == 1
        tied = set() if tree.missing else _tied(tree.element)
        parts = [c for c in tree.children if wrapper or c.merged or c.name in tied]
        return parts, [c for c in tree.children if not any(c is p for p in parts)]

    def _group(
        self, tree: ModelTree, frames: SdfFrames, pose: Pose, parts: list[ModelTree]
    ) -> Iterator[tuple[ModelTree, SdfFrames, Pose]]:
        """A model and everything that is a part of it, however deep."""
        yield tree, frames, pose
        for part in parts:
            inside = frames.of(part)
            yield from self._group(part, inside, pose @ frames.pose(part.name), part.children)

    def _thing(self, name: str, group: list[tuple[ModelTree, SdfFrames, Pose]]) -> WorldThing:
        solids: list[Solid] = []
        unknown: list[str] = []
        joints = 0
        for tree, frames, pose in group:
            if tree.missing:
                continue
            joints += sum(joint.get("type", "") in _MOVING for joint in tree.element.findall("joint"))
            for link in tree.element.findall("link"):
                found, reasons = self._link(link, tree, frames, pose)
                solids += found
                unknown += reasons
        first, _, place = group[0]
        uris = [tree.uri.rstrip("/").rpartition("/")[2] for tree, _, _ in group if tree.uri]
        names = tuple(dict.fromkeys((first.name, *uris, *(tree.name for tree, _, _ in group))))
        missing = next((f"{tree.uri!r}: {tree.missing}" for tree, _, _ in group if tree.missing), "")
        static = any(tree.static for tree, _, _ in group)
        return WorldThing(name, names, place, tuple(solids), static, joints, tuple(dict.fromkeys(unknown)), missing)

    def _link(self, link: ET.Element, tree: ModelTree, frames: SdfFrames, pose: Pose) -> tuple[list[Solid], list[str]]:
        name = link.get("name", "")
        here = frames.pose(name) if name else pose_of(link.find("pose"), f"{tree.where}: a link")

        def in_link(element: ET.Element | None, where: str) -> Pose:
            if element is None or not element.get("relative_to"):
                return pose_of(element, where)
            return here.inverse() @ frames.pose_in(element, where)

        return self.reader.of_link(link, pose @ here, tree.folder, f"{tree.where}: link {name!r}", in_link)


def _names_of(tree: ModelTree) -> tuple[str, ...]:
    """What a model is called, and the model that it includes."""
    return tuple(filter(None, (tree.name, tree.uri.rstrip("/").rpartition("/")[2])))


def _tied(model: ET.Element) -> set[str]:
    """The models in a model that a joint ties to the rest of it."""
    ends = [text_of(joint, end) for joint in model.findall("joint") for end in ("parent", "child")]
    return {end.partition("::")[0] for end in ends if "::" in end}
