# SPDX-License-Identifier: Apache-2.0
"""A kitchen as a scene graph, with things of told names on its table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from makedo_core.geometry import Pose
from makedo_core.graph.asset_model import AssetModel, Region, RegionKind
from makedo_core.graph.scene_graph import AGENT_ID, Node, NodeKind, Relation, RelationType, SceneGraph, State

FURNITURE: Mapping[str, bool] = MappingProxyType(
    {
        "kitchen_table": False,
        "counter": False,
        "sink": False,
        "stove": False,
        "fridge": True,
        "oven": True,
        "microwave": True,
        "dishwasher": True,
        "cabinet": True,
        "trash_can": True,
    }
)
"""What stands in every kitchen, and whether things are in it (or on it)."""
ROOM, TABLE = "kitchen", "kitchen_table_1"
_SEEN_S = 60.0
_SIZE_M = (0.06, 0.06, 0.1)


def kitchen_with(names: Sequence[str]) -> SceneGraph:
    """A kitchen where the robot has just seen one thing of each name, all on the table; doors are open."""
    nodes = [Node(AGENT_ID, "robot", NodeKind.AGENT, last_seen=_SEEN_S)]
    nodes.append(Node(f"{ROOM}_1", ROOM, NodeKind.ROOM, Pose((0.0, 0.0, 0.0)), (20.0, 20.0, 2.5)))
    relations: list[Relation] = [Relation(AGENT_ID, RelationType.IN, f"{ROOM}_1")]
    for asset in _furniture():
        nodes.append(asset)
        relations.append(Relation(asset.id, RelationType.IN, f"{ROOM}_1"))
    for index, label in enumerate(dict.fromkeys(label_of(name) for name in names)):
        pose = Pose((0.1 * (index % 10), 0.1 * (index // 10), 0.7))
        nodes.append(Node(f"{label}_1", label, NodeKind.OBJECT, pose, _SIZE_M, last_seen=_SEEN_S))
        relations.append(Relation(f"{label}_1", RelationType.ON, TABLE))
    return SceneGraph({n.id: n for n in nodes}, frozenset(relations), 1, "kitchen", _SEEN_S)


def label_of(name: str) -> str:
    """A told name as a class: lower case, words joined."""
    kept = "".join(c if c.isalnum() else " " for c in name.lower().replace("'", ""))
    return "_".join(kept.split())


def _furniture() -> Iterator[Node]:
    for number, (label, within) in enumerate(FURNITURE.items()):
        kind = RegionKind.INSIDE if within else RegionKind.ON
        model = AssetModel(regions=(Region("place", kind, Pose((0.0, 0.0, 0.7)), (1.0, 0.6, 0.4)),))
        states = frozenset({State.OPEN} if within else ())
        at, size = Pose((2.0 * number - 9.0, 4.0, 0.0)), (1.2, 0.8, 0.7)
        yield Node(f"{label}_1", label, NodeKind.ASSET, at, size, last_seen=_SEEN_S, states=states, model=model)
