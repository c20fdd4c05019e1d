# SPDX-License-Identifier: Apache-2.0
"""Where links, frames and nested models are: poses of SDF, each relative to the frame that it names.

The rules are those of SDF 1.7 and later (sdformat.org, "Pose Frame Semantics"); older files name no frames.
"""

from __future__ import annotations

import xml.etree.ElementTree as ET

from makedo_core.files.importers.sdf.world.model_tree import ModelTree
from makedo_core.files.importers.sdf.world.xml_text import pose_of, text_of
from makedo_core.geometry import Pose
from makedo_core.graph.scene_graph import GraphError

_OWN = frozenset({"__model__", "world", ""})
_TAGS = frozenset({"link", "frame", "joint"})


class SdfFrames:
    """The frames of a model or world, by name."""

    def __init__(self, tree: ModelTree) -> None:
        self._tree = tree
        self._elements = {e.get("name", ""): e for e in tree.element if e.tag in _TAGS and not tree.missing}
        self._children = {child.name: child for child in tree.children}
        self._inside: dict[str, SdfFrames] = {}
        self._known: dict[str, Pose] = {}
        self._open: list[str] = []

    def of(self, child: ModelTree) -> SdfFrames:
        """The frames of a model in this one."""
        return self._inside.setdefault(child.name, SdfFrames(child))

    def pose(self, name: str) -> Pose:
        """Pose of a frame in this model.

        Raises:
            GraphError: if there is none of that name, or frames refer to each other in a circle.
        """
        if name in _OWN:
            return Pose()
        if name in self._known:
            return self._known[name]
        if name in self._open:
            circle = " -> ".join((*self._open[self._open.index(name) :], name))
            raise GraphError(f"{self._tree.where}: frames refer to each other in a circle: {circle}; name another one")
        self._open.append(name)
        try:
            found = self._found(name)
        finally:
            self._open.pop()
        self._known[name] = found
        return found

    def pose_in(self, element: ET.Element | None, where: str, default: str = "") -> Pose:
        """What a <pose> element says, in this model; it is relative to the frame that it names, or to a default."""
        relative = "" if element is None else element.get("relative_to", "")
        return self.pose(relative or default) @ pose_of(element, where)

    def _found(self, name: str) -> Pose:
        element = self._elements.get(name)
        if element is not None:
            default = {"frame": element.get("attached_to", ""), "joint": text_of(element, "child")}.get(element.tag, "")
            return self.pose_in(element.find("pose"), f"{self._tree.where}: {element.tag} {name!r}", default)
        if name in self._children:
            return self._of_child(self._children[name])
        first, _, rest = name.partition("::")
        if rest and first in self._children:
            return self.pose(first) @ self.of(self._children[first]).pose(rest)
        for child in self._children.values():
            if child.merged and self.of(child).has(name):
                return self.pose(child.name) @ self.of(child).pose(name)
        known = ", ".join(sorted((*self._elements, *self._children))[:10]) or "none"
        raise GraphError(f"{self._tree.where}: {name!r} is no frame of it; there are __model__, {known}")

    def has(self, name: str) -> bool:
        """Whether a link, frame, joint or model of that name is in this one."""
        return name in self._elements or name in self._children

    def _of_child(self, child: ModelTree) -> Pose:
        placed = self.pose_in(child.pose, child.where)
        if not child.placement or child.missing:
            return placed
        return placed @ self.of(child).pose(child.placement).inverse()
