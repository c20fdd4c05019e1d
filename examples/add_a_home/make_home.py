# SPDX-License-Identifier: Apache-2.0
"""A home described from Python: two rooms, a table, a shelf, and what is thought to be where.

Run it: .venv/bin/python examples/add_a_home/make_home.py scenes/studio
Then: .venv/bin/makedo graph --file scenes/studio/graph.json
      .venv/bin/makedo plan "Put the mug on the shelf" --scene studio
Measures are in metres, in the frame of the map that the robot drives by; an asset's origin is the middle of its base.
The boxes of parts become collision objects, so measure furniture to the centimetre. The simulation also wants walls (a
model of each room) and scenes/studio/scene.yaml: see scenes/home.
"""

from __future__ import annotations

import sys
from pathlib import Path

from makedo_core.files.scene_json import graph_to_json
from makedo_core.geometry import Pose, Vector
from makedo_core.graph.asset_model import AssetModel, Part, Region, RegionKind
from makedo_core.graph.scene_graph import AGENT_ID, Node, NodeKind, Relation, RelationType, SceneGraph

BOARD_M = 0.03


def furniture(node_id: str, label: str, position: Vector, size: Vector, boards: tuple[float, ...]) -> Node:
    """A piece of furniture with boards at some heights [m], on each of which things can rest."""
    x, y, _ = size
    parts = tuple(Part(f"board_{h:g}", Pose((0.0, 0.0, h - BOARD_M / 2)), (x, y, BOARD_M)) for h in boards)
    regions = tuple(Region(f"on_{h:g}", RegionKind.ON, Pose((0.0, 0.0, h)), (x, y, 0.3)) for h in boards)
    return Node(node_id, label, NodeKind.ASSET, Pose(position), size, model=AssetModel(parts, regions))


def thing(node_id: str, label: str) -> Node:
    """Something that was not seen yet: a belief, which the robot checks when it gets there."""
    return Node(node_id, label, NodeKind.OBJECT, confidence=0.4)


def studio() -> SceneGraph:
    """The home. Ids are what people say: "the table 1" is table_1."""
    nodes = (
        Node("kitchen", "kitchen", NodeKind.ROOM, Pose((0.0, 0.0, 0.0)), (4.0, 3.0, 2.6)),
        Node("study", "study", NodeKind.ROOM, Pose((4.0, 0.0, 0.0)), (4.0, 3.0, 2.6)),
        furniture("table_1", "table", (0.0, 1.0, 0.0), (1.2, 0.7, 0.75), (0.75,)),
        furniture("shelf_1", "shelf", (5.5, 1.2, 0.0), (0.8, 0.35, 1.2), (0.4, 0.8, 1.2)),
        thing("mug_1", "mug"),
        thing("book_1", "book"),
        Node(AGENT_ID, "robot", NodeKind.AGENT, Pose((0.0, -0.5, 0.0))),
    )
    relations = (
        Relation("kitchen", RelationType.CONNECTED, "study"),
        Relation("study", RelationType.CONNECTED, "kitchen"),
        Relation("table_1", RelationType.IN, "kitchen"),
        Relation("shelf_1", RelationType.IN, "study"),
        Relation(AGENT_ID, RelationType.IN, "kitchen"),
        Relation("mug_1", RelationType.ON, "table_1"),
        Relation("book_1", RelationType.ON, "table_1"),
    )
    return SceneGraph({node.id: node for node in nodes}, frozenset(relations), scene="studio")


def main(folder: Path) -> None:
    """Write the graph; what contradicts itself is refused as it is made."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "graph.json").write_text(graph_to_json(studio()) + "\n")
    print(f"wrote {folder / 'graph.json'}")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: make_home.py FOLDER, e.g. scenes/studio")
    main(Path(sys.argv[1]))
