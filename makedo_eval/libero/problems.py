# SPDX-License-Identifier: Apache-2.0
"""LIBERO's problem files: a sentence, a table with furniture and things, and a goal.

Source: Liu et al., LIBERO, NeurIPS 2023 (repository Lifelong-Robot-Learning/LIBERO, MIT licence).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from makedo_core.geometry import Pose
from makedo_core.graph.asset_model import Articulation, AssetModel, Handle, JointKind, Region, RegionKind, Switch
from makedo_core.graph.scene_graph import AGENT_ID, Node, NodeKind, Relation, RelationType, SceneGraph, State
from makedo_eval.case import DatasetError

FOLDER = Path("libero/libero/bddl_files")
"""Below a checkout."""
SUITES = ("libero_spatial", "libero_object", "libero_goal", "libero_90", "libero_10")
_ON, _INSIDE = RegionKind.ON, RegionKind.INSIDE
_DRAWERS = ("top", "middle", "bottom")
_PLACES = {
    "plate": (_ON,),
    "wine_rack": (_ON,),
    "basket": (_INSIDE,),
    "wooden_tray": (_INSIDE,),
    "desk_caddy": (_INSIDE,),
}
"""Objects that others are put on or in, which here are furniture: no robot of ours puts things on what it carries."""
_CABINETS = frozenset({"wooden_cabinet", "white_cabinet"})
_STOVE = "flat_stove"
_ROOM = "room_1"
_SEEN_S = 1.0
_SIZE_M = (0.06, 0.06, 0.1)
_BELOW_M = 0.8  # height of a table
_ATOM = re.compile(r"\((\w+) (\w+)(?: (\w+))?\)")
_RANGE = re.compile(r"\((\w+)\s*\(:target \w+\)\s*\(:ranges \(\s*\((\S+) (\S+) (\S+) ([^\s)]+)")


@dataclass(frozen=True, slots=True)
class Atom:
    """What is so in the beginning or is to be so in the end: "In", "On", "Open", "Close", "Turnon" or "Turnoff"."""

    predicate: str
    thing: str
    place: str = ""


@dataclass(frozen=True)
class LiberoProblem:
    """A problem.

    Attributes:
        id: suite and file.
        said: the sentence.
        goal: what is to be so.
        begin: what is so before.
        fixtures: furniture by name, with its kind.
        objects: things by name, with their kind.
        positions: of regions of the table [m], x away from the robot.
    """

    id: str
    said: str
    goal: tuple[Atom, ...]
    begin: tuple[Atom, ...]
    fixtures: Mapping[str, str]
    objects: Mapping[str, str]
    positions: Mapping[str, tuple[float, float]]

    @property
    def suite(self) -> str:
        """Which of the five sets it is of."""
        return self.id.partition("/")[0]

    @cached_property
    def table(self) -> str:
        """The furniture that all stands on: the first that is named."""
        return next(iter(self.fixtures))

    def place_of(self, name: str) -> str:
        """The node that a name of the file stands for: a thing, furniture, or a region of it."""
        for level in _DRAWERS:
            cabinet = name.removesuffix(f"_{level}_region")
            if cabinet != name and self.fixtures.get(cabinet) in _CABINETS:
                return f"{level}_drawer"
        known = (*self.fixtures, *self.objects)
        return next((k for k in sorted(known, key=len, reverse=True) if name == k or name.startswith(f"{k}_")), name)

    @cached_property
    def graph(self) -> SceneGraph:
        """The scene; cabinets have their drawers beside them."""
        assets = [*self._furniture()]
        robot = Node(AGENT_ID, "robot", NodeKind.AGENT, Pose((-_BELOW_M, 0.0, 0.0)), last_seen=_SEEN_S)
        room = Node(_ROOM, "room", NodeKind.ROOM, Pose((0.0, 0.0, 0.0)), (9.0, 9.0, 2.5))
        relations = [Relation(n.id, RelationType.IN, _ROOM) for n in (robot, *assets)]
        things: list[Node] = []
        inside = {n.id for n in assets if n.model is not None and n.model.regions[0].kind is _INSIDE}
        for name, kind in self.objects.items():
            if kind in _PLACES:
                continue
            x, y = self._at(name)
            things.append(Node(name, kind, NodeKind.OBJECT, Pose((x, y, _BELOW_M)), _SIZE_M, last_seen=_SEEN_S))
            at = self._support(name)
            relations.append(Relation(name, RelationType.INSIDE if at in inside else RelationType.ON, at))
        nodes = {n.id: n for n in (robot, room, *assets, *things)}
        return SceneGraph(nodes, frozenset(relations), 1, self.id, _SEEN_S)

    def _furniture(self) -> Iterator[Node]:
        opened = {self.place_of(a.thing) for a in self.begin if a.predicate == "Open"}
        running = {a.thing for a in self.begin if a.predicate == "Turnon"}
        for name, kind in self.fixtures.items():
            at = self._at(name)
            if kind in _CABINETS:
                yield _asset(name, "cabinet", _ON, at)
                yield from (_asset(f"{d}_drawer", "drawer", _INSIDE, at, f"{d}_drawer" in opened) for d in _DRAWERS)
            elif kind == "microwave":
                yield _asset(name, kind, _INSIDE, at, name in opened)
            elif kind == _STOVE:
                yield _asset(name, "stove", _ON, at, runs=name in running)
            else:
                yield _asset(name, kind, _PLACES.get(kind, (_ON,))[0], at)
        for name, kind in self.objects.items():
            if kind in _PLACES:
                yield _asset(name, kind, _PLACES[kind][0], self._at(name))

    def _at(self, name: str) -> tuple[float, float]:
        """Where something stands on the table, from the middle of it."""
        region = next((a.place for a in self.begin if a.thing == name and a.place), "")
        return self.positions.get(region.removeprefix(f"{self.table}_"), (0.0, 0.0))

    def _support(self, name: str) -> str:
        region = next((a.place for a in self.begin if a.thing == name and a.place), self.table)
        at = self.place_of(region)
        return at if at in self.fixtures or at.endswith("_drawer") or self.objects.get(at) in _PLACES else self.table


def read_libero(folder: Path, suite: str) -> tuple[LiberoProblem, ...]:
    """The problems of a suite of a checkout, by their names.

    Raises:
        DatasetError: if there are none, or one is something else.
    """
    files = sorted((folder / FOLDER / suite).glob("*.bddl"))
    if not files:
        where = folder / FOLDER / suite
        raise DatasetError(f"{where} holds no problems; --data must be a checkout of Lifelong-Robot-Learning/LIBERO")
    return tuple(_problem(f"{suite}/{file.stem}", file.read_text(encoding="utf-8")) for file in files)


def _problem(name: str, text: str) -> LiberoProblem:
    said = re.search(r"\(:language ([^)]*)\)", text)
    fixtures = _named(_section(text, "fixtures"))
    goal = _atoms(_section(text, "goal"))
    if said is None or not fixtures or not goal:
        raise DatasetError(f"{name}: no problem of LIBERO (:language, :fixtures and :goal are expected)")
    positions = {
        m[1]: ((float(m[2]) + float(m[4])) / 2, (float(m[3]) + float(m[5])) / 2) for m in _RANGE.finditer(text)
    }
    objects = _named(_section(text, "objects"))
    return LiberoProblem(name, said[1].strip(), goal, _atoms(_section(text, "init")), fixtures, objects, positions)


def _section(text: str, name: str) -> str:
    """The part of a file that begins so, with its parentheses; empty: there is none."""
    begin, depth = text.find(f"(:{name}"), 0
    for at in range(begin, len(text)) if begin >= 0 else ():
        depth += (text[at] == "(") - (text[at] == ")")
        if depth == 0:
            return text[begin : at + 1]
    return ""


def _named(section: str) -> dict[str, str]:
    """Names with their kinds: "butter_1 butter_2 - butter"."""
    lines = re.findall(r"^\s*([\w ]+?) - (\w+)", section, re.MULTILINE)
    return {name: kind for names, kind in lines for name in names.split()}


def _atoms(section: str) -> tuple[Atom, ...]:
    return tuple(Atom(*(part or "" for part in found)) for found in _ATOM.findall(section) if found[0] != "And")


def _asset(
    name: str,
    label: str,
    kind: RegionKind,
    at: tuple[float, float],
    opened: bool | None = None,
    runs: bool | None = None,
) -> Node:
    """Furniture; with a door if it is told whether that is open, with a switch if it is told whether it runs."""
    states = set() if opened is None else {State.OPEN if opened else State.CLOSED}
    states |= set() if runs is None else {State.ON if runs else State.OFF}
    handle = Handle((0.3, 0.0, 0.3), (0.0, 1.0, 0.0), 0.1, 0.02)
    door = Articulation(JointKind.HINGE, f"{name}_door", (0.0, 0.2, 0.3), (0.0, 0.0, 1.0), (0.0, 1.9), 0.9, handle)
    model = AssetModel(
        regions=(Region("place", kind, Pose((0.0, 0.0, 0.3)), (0.4, 0.4, 0.3)),),
        articulation=None if opened is None else door,
        switch=None if runs is None else Switch((0.2, 0.0, 0.3), (-1.0, 0.0, 0.0)),
    )
    pose, size = Pose((*at, 0.0)), (0.4, 0.4, 0.3)
    return Node(name, label, NodeKind.ASSET, pose, size, last_seen=_SEEN_S, states=frozenset(states), model=model)
