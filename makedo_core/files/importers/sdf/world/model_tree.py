# SPDX-License-Identifier: Apache-2.0
"""The models of a world as a tree: includes are read in, what cannot be is kept by its name with the reason."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from makedo_core.files.importers.sdf.world.resources import Resources, model_file
from makedo_core.files.importers.sdf.world.xml_text import is_true, read_xml, text_of
from makedo_core.graph.scene_graph import GraphError

_MOST_NESTED = 20
_MOST_MODELS = 5000
_IGNORED_WITH_NOTE = {"actor": "people and animals move", "population": "where its copies stand is not in the file"}


@dataclass(slots=True)
class ModelTree:
    """A model, or the world itself, and the models in it.

    Attributes:
        name: within its parent.
        element: its XML; of an include that was not found that of the <include>.
        pose: the element that holds its pose; None: none is given.
        placement: the frame of its own that stands at the pose; empty: the model's.
        static: whether it, or what it is in, never moves.
        uri: where it was included from; empty for one that is written out.
        folder: of the file that it is written in.
        merged: its links count as those of its parent.
        missing: why it could not be read; empty if it was.
        where: file and name, for messages.
    """

    name: str
    element: ET.Element
    where: str
    folder: Path
    pose: ET.Element | None = None
    placement: str = ""
    static: bool = False
    uri: str = ""
    merged: bool = False
    missing: str = ""
    children: list[ModelTree] = field(default_factory=list)


@dataclass(slots=True)
class WorldTree:
    """The models of a world, and what was not read of it: a sentence each."""

    root: ModelTree
    notes: list[str]


def read_world(path: Path, resources: Resources) -> WorldTree:
    """The first world of a file.

    Raises:
        GraphError: if it is no SDF with a world, a model has no name, or includes go round in a circle.
    """
    root = read_xml(path, "a world file of Gazebo (SDF)")
    if root.tag not in ("sdf", "gazebo"):
        raise GraphError(f"{path}: the root is <{root.tag}>; a world file of Gazebo begins with <sdf>")
    worlds = root.findall("world")
    if not worlds:
        what = "it describes a model; give a world that includes it" if root.find("model") is not None else "none"
        raise GraphError(f"{path}: there is no <world> in it ({what}); give a file with <sdf><world>...</world></sdf>")
    reader = _Reader(resources)
    tree = ModelTree(worlds[0].get("name", ""), worlds[0], str(path), path.resolve().parent)
    if len(worlds) > 1:
        reader.notes.append(f"it has {len(worlds)} worlds; the first, {tree.name!r}, was read")
    reader.fill(tree, (path.resolve(),))
    _move_to_state(tree, reader.notes)
    return WorldTree(tree, reader.notes)


class _Reader:
    """Follows includes, and counts what it reads."""

    def __init__(self, resources: Resources) -> None:
        self._resources = resources
        self._read = 0
        self.notes: list[str] = []

    def fill(self, tree: ModelTree, chain: tuple[Path, ...]) -> None:
        """Read the models in a model or world."""
        if len(chain) > _MOST_NESTED:
            raise GraphError(f"{tree.where}: models are nested more than {_MOST_NESTED} deep; none is")
        names: set[str] = set()
        for child in self._children(tree, chain):
            self._read += 1
            if self._read > _MOST_MODELS:
                raise GraphError(f"{tree.where}: it has more than {_MOST_MODELS} models; give a smaller world")
            if child.name in names:
                self.notes.append(f"{child.name!r} is the name of two models of {tree.name!r}; the second was left out")
            else:
                names.add(child.name)
                tree.children.append(child)

    def _children(self, tree: ModelTree, chain: tuple[Path, ...]) -> Iterator[ModelTree]:
        for element in tree.element:
            if element.tag == "model":
                yield self._written(element, tree, chain)
            elif element.tag == "include":
                child = self._included(element, tree, chain)
                if child is not None:
                    yield child
            elif element.tag in _IGNORED_WITH_NOTE:
                named = element.get("name", "")
                self.notes.append(f"<{element.tag}> {named!r} was left out: {_IGNORED_WITH_NOTE[element.tag]}")

    def _written(self, element: ET.Element, parent: ModelTree, chain: tuple[Path, ...]) -> ModelTree:
        name = element.get("name", "").strip()
        if not name:
            raise GraphError(f"{parent.where}: a <model> has no name; give it one: <model name='table_1'>")
        tree = _model(name, element, f"{parent.where}: model {name!r}", parent.folder, parent.static)
        self.fill(tree, (*chain, *chain[-1:]))  # as deep as it is nested
        return tree

    def _included(self, element: ET.Element, parent: ModelTree, chain: tuple[Path, ...]) -> ModelTree | None:
        uri = text_of(element, "uri")
        if not uri:
            raise GraphError(f"{parent.where}: an <include> has no <uri>; name a model: <uri>model://table</uri>")
        found = self._resources.find(uri, parent.folder)
        file = None if found is None else model_file(found)
        named = text_of(element, "name")
        if file is None:
            missing = "it was not found" if found is None else f"no model.sdf is in {found}"
            return self._missing(uri, element, parent, missing)
        resolved = file.resolve()
        if resolved in chain:
            circle = " -> ".join(p.name if p.name != "model.sdf" else p.parent.name for p in (*chain, resolved))
            raise GraphError(f"{parent.where}: includes go round in a circle: {circle}; take one of them out")
        try:
            root = read_xml(file, "a model of Gazebo (SDF)")
        except GraphError as error:
            return self._missing(uri, element, parent, str(error))
        model = root if root.tag == "model" else root.find("model")
        if model is None:
            if root.find("light") is None:
                self.notes.append(f"{uri!r} was left out: {file} holds no <model>")
            return None
        name = named or model.get("name", "").strip() or file.parent.name
        tree = _model(name, model, f"{parent.where}: model {name!r}", resolved.parent, parent.static)
        tree.uri = uri
        self._override(tree, element, parent)
        tree.merged = is_true(element.get("merge", "false"), f"{tree.where}: merge")
        self.fill(tree, (*chain, resolved))
        return tree

    def _missing(self, uri: str, include: ET.Element, parent: ModelTree, reason: str) -> ModelTree:
        """A model that could not be read: its name, place and rest are what the <include> says."""
        name = text_of(include, "name") or uri.rstrip("/").rpartition("/")[2]
        where = f"{parent.where}: include {uri!r}"
        tree = ModelTree(name, include, where, parent.folder, static=parent.static, missing=reason, uri=uri)
        self._override(tree, include, parent)
        return tree

    def _override(self, tree: ModelTree, include: ET.Element, parent: ModelTree) -> None:
        """What an <include> says goes before what the model's own file says."""
        pose, static = include.find("pose"), text_of(include, "static")
        tree.pose = pose if pose is not None else tree.pose
        tree.placement = text_of(include, "placement_frame") or tree.placement
        if static:
            tree.static = parent.static or is_true(static, f"{tree.where}: <static>")


def _model(name: str, element: ET.Element, where: str, folder: Path, static: bool) -> ModelTree:
    said = text_of(element, "static")
    static = static or bool(said and is_true(said, f"{where}: <static>"))
    return ModelTree(name, element, where, folder, element.find("pose"), element.get("placement_frame", ""), static)


def _move_to_state(tree: ModelTree, notes: list[str]) -> None:
    """The first <state> of a saved world says where its models were; Gazebo classic puts them there."""
    state = tree.element.find("state")
    if state is None:
        return
    at = {model.get("name", ""): model.find("pose") for model in state.findall("model")}
    moved = [child for child in tree.children if at.get(child.name) is not None]
    for child in moved:
        child.pose, child.placement = at[child.name], ""
    if moved:
        notes.append(f"the places of {len(moved)} models are those of its <state>, as Gazebo classic takes them")
