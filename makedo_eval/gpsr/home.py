# SPDX-License-Identifier: Apache-2.0
"""The home with people, and the names that commands can use of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import yaml

from makedo_core.geometry import Pose
from makedo_core.graph.asset_model import AssetModel, Region, RegionKind
from makedo_core.graph.scene_graph import AGENT_ID, Node, NodeKind, Relation, RelationType, SceneGraph, State
from makedo_core.ontology.taxonomy import plural

HOME = Path(__file__).with_name("home.yaml")
_SEEN_S = 60.0


@dataclass(frozen=True, slots=True)
class HomeNames:
    """What things of a home are called in commands.

    Attributes:
        rooms: names of rooms.
        places: names of all furniture.
        surfaces: names of furniture that things are put on.
        things: names of things.
        categories: singular names of categories, by their plural.
        people: first names.
    """

    rooms: tuple[str, ...]
    places: tuple[str, ...]
    surfaces: tuple[str, ...]
    things: tuple[str, ...]
    categories: Mapping[str, str]
    people: tuple[str, ...]


@dataclass(frozen=True)
class PeopledHome:
    """A home as a scene graph, with the names in it."""

    graph: SceneGraph
    names: HomeNames


@lru_cache(maxsize=1)
def our_home() -> PeopledHome:
    """The home of home.yaml."""
    return home_of(yaml.safe_load(HOME.read_text(encoding="utf-8")))


def home_of(described: Mapping[str, Any]) -> PeopledHome:
    """A home by rooms with furniture and things, people and categories."""
    nodes, relations = [_robot()], []
    for index, (room, furniture) in enumerate(described["rooms"].items()):
        nodes.append(Node(room, room, NodeKind.ROOM, Pose((6.0 * index, 0.0, 0.0)), (5.0, 5.0, 2.5)))
        for number, (label, said) in enumerate(furniture.items()):
            at = (6.0 * index + number - 2.0, 2.0, 0.0)
            for node, relation in _furnished(label, said or {}, room, at):
                nodes.append(node)
                relations.append(relation)
    for name, said in described.get("people", {}).items():
        nodes.append(person_of(name, said["looks"]))
        room = next(r.target for r in relations if r.source == f"{said['at']}_1")
        relations.append(Relation(name, RelationType.IN, room))
        relations.append(Relation(name, RelationType.NEXT_TO, f"{said['at']}_1"))
    graph = SceneGraph({n.id: n for n in nodes}, frozenset(relations), 1, "peopled_home", _SEEN_S)
    return PeopledHome(graph, _names(described))


def _robot() -> Node:
    return Node(AGENT_ID, "robot", NodeKind.AGENT, last_seen=_SEEN_S)


def _furnished(
    label: str, said: Mapping[str, Any], room: str, at: tuple[float, float, float]
) -> Iterator[tuple[Node, Relation]]:
    """Furniture with what is on and in it."""
    inside = "within" in said
    states = frozenset({State(said["door"])} if "door" in said else ())
    kind = RegionKind.INSIDE if inside else RegionKind.ON
    model = AssetModel(regions=(Region("place", kind, Pose((0.0, 0.0, 0.7)), (1.0, 0.6, 0.4)),))
    size = (1.0, 0.6, 0.7)
    asset = Node(f"{label}_1", label, NodeKind.ASSET, Pose(at), size, last_seen=_SEEN_S, states=states, model=model)
    yield asset, Relation(asset.id, RelationType.IN, room)
    for thing, size_cm in (said.get("within") or said.get("top") or {}).items():
        width, depth, height = (extent / 100 for extent in size_cm)
        pose, extents = Pose((at[0], at[1], 0.7)), (width, depth, height)
        node = Node(f"{thing}_1", thing, NodeKind.OBJECT, pose, extents, last_seen=_SEEN_S)
        yield node, Relation(node.id, RelationType.INSIDE if inside else RelationType.ON, asset.id)


def person_of(name: str, looks: Sequence[str]) -> Node:
    """Somebody who can be handed something; of clothes, each way to speak of them is an attribute."""
    attributes = set(looks)
    for look in looks:
        first, _, rest = look.partition("_")
        colour, _, garment = rest.partition("_")
        if first == "wearing" and garment:
            attributes |= {f"wearing_{colour}", f"wearing_{garment}"}
    model = AssetModel(regions=(Region("hands", RegionKind.HAND, Pose((0.0, 0.0, 1.0)), (0.4, 0.3, 0.4)),))
    return Node(name, "person", NodeKind.ASSET, size=(0.5, 0.4, 1.7), attributes=frozenset(attributes), model=model)


def _names(described: Mapping[str, Any]) -> HomeNames:
    furniture = {label: said or {} for places in described["rooms"].values() for label, said in places.items()}
    things = [t for said in furniture.values() for t in (said.get("top") or said.get("within") or {})]
    return HomeNames(
        tuple(_spelt(r) for r in described["rooms"]),
        tuple(_spelt(p) for p in furniture),
        tuple(_spelt(p) for p, said in furniture.items() if "top" in said),
        tuple(_spelt(t) for t in things),
        {p: s for p, s in described["categories"].items()} or {plural(t): t for t in things},
        tuple(n.capitalize() for n, said in described.get("people", {}).items() if "operator" not in said["looks"]),
    )


def _spelt(label: str) -> str:
    return label.replace("_", " ")
