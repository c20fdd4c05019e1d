# SPDX-License-Identifier: Apache-2.0
"""A room of one of ALFRED's four kinds as a scene graph, with what a task needs in it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from makedo_core.geometry import Pose
from makedo_core.graph.asset_model import (
    Articulation,
    AssetModel,
    Handle,
    JointKind,
    Region,
    RegionKind,
    Switch,
)
from makedo_core.graph.scene_graph import AGENT_ID, Node, NodeKind, Relation, RelationType, SceneGraph, State

ROOMS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "kitchen": (
            "counter_top",
            "sink_basin",
            "fridge",
            "microwave",
            "stove_burner",
            "coffee_machine",
            "toaster",
            "cabinet",
            "drawer",
            "garbage_can",
            "dining_table",
        ),
        "living_room": ("sofa", "arm_chair", "coffee_table", "shelf", "drawer", "garbage_can", "floor_lamp"),
        "bedroom": ("bed", "desk", "shelf", "drawer", "garbage_can", "desk_lamp"),
        "bathroom": ("counter_top", "sink_basin", "toilet", "cabinet", "garbage_can", "towel_holder"),
    }
)
"""What stands in every room of a kind, in the names of the simulator's types."""
_WITHIN = frozenset(
    {"fridge", "microwave", "cabinet", "drawer", "safe", "garbage_can", "sink_basin", "bathtub_basin", "box", "cart"}
)
_DOORS = frozenset({"fridge", "microwave", "cabinet", "drawer", "safe"})
_MACHINES = frozenset(
    {"microwave", "stove_burner", "coffee_machine", "toaster", "floor_lamp", "desk_lamp", "sink_basin"}
)
"""What can be switched on; a basin by its tap."""
_HANDLE = Handle((0.6, -0.3, 0.5), (0.0, 0.0, 1.0), 0.2, 0.018)
_DOOR = ((0.4, 0.3, 0.5), (0.0, 0.0, 1.0), (0.0, 1.9), 0.9, _HANDLE)
_ALIKE = (
    frozenset({"dining_table", "side_table", "coffee_table", "desk"}),
    frozenset({"arm_chair", "sofa", "ottoman"}),
    frozenset({"cabinet", "drawer", "dresser", "shelf", "safe"}),
    frozenset({"desk_lamp", "floor_lamp"}),
)
"""Of furniture that people call by the same words, a home has what the task needs and no other."""
_THINGS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "kitchen": ("salt_shaker", "spatula", "paper_towel_roll", "lettuce"),
        "living_room": ("newspaper", "pillow", "tissue_box"),
        "bedroom": ("alarm_clock", "book", "pillow"),
        "bathroom": ("hand_towel", "spray_bottle", "candle"),
    }
)
_KINDS = {0: "kitchen", 2: "living_room", 3: "bedroom", 4: "bathroom"}
_SEEN_S = 60.0
_SIZE_M = (0.06, 0.06, 0.1)


def room_kind(floor_plan: int) -> str:
    """The kind of room of a floor plan: 1 to 30 kitchens, 201 and up living rooms, 301 bedrooms, 401 bathrooms."""
    return _KINDS[floor_plan // 100]


def label_of(kind: str) -> str:
    """A type of the simulator as a label: "ButterKnife" is butter_knife, "CD" is cd."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", kind).lower()


def home(kind: str, places: Sequence[str], things: Mapping[str, str]) -> SceneGraph:
    """A room where the robot has just seen everything.

    Args:
        kind: of room.
        places: labels of furniture that the task needs.
        things: name to the place's label, of what the task needs.
    """
    named = set(places) | set(things.values())
    unlike = {label for group in _ALIKE if group & named for label in group - named}
    furniture = list(dict.fromkeys([*(p for p in ROOMS[kind] if p not in unlike), *sorted(named)]))
    room = f"{kind}_1"
    nodes = [
        Node(AGENT_ID, "robot", NodeKind.AGENT, last_seen=_SEEN_S),
        Node(room, kind, NodeKind.ROOM, Pose((0.0, 0.0, 0.0)), (40.0, 20.0, 2.5)),
    ]
    relations = [Relation(AGENT_ID, RelationType.IN, room)]
    for asset in _furniture(furniture):
        nodes.append(asset)
        relations.append(Relation(asset.id, RelationType.IN, room))
    top = next(p for p in furniture if p not in _WITHIN and p not in _MACHINES and p != "toilet")
    taken = {name.rpartition("_")[0] for name in things}
    resting = {**{f"{t}_1": top for t in _THINGS[kind] if t not in taken}, **things}
    for index, (name, place) in enumerate(resting.items()):
        at = next(n.pose.position for n in nodes if n.id == f"{place}_1")
        pose = Pose((at[0] - 0.4 + 0.1 * (index % 8), at[1], 0.7))
        nodes.append(Node(name, name.rpartition("_")[0], NodeKind.OBJECT, pose, _SIZE_M, last_seen=_SEEN_S))
        how = RelationType.INSIDE if place in _WITHIN else RelationType.ON
        relations.append(Relation(name, how, f"{place}_1"))
    return SceneGraph({n.id: n for n in nodes}, frozenset(relations), 1, kind, _SEEN_S)


def _furniture(labels: Sequence[str]) -> Iterator[Node]:
    for number, label in enumerate(labels):
        where = RegionKind.INSIDE if label in _WITHIN else RegionKind.ON
        door = Articulation(JointKind.HINGE, f"{label}_door", *_DOOR) if label in _DOORS else None
        switch = Switch((0.5, 0.0, 0.9), (-1.0, 0.0, 0.0)) if label in _MACHINES else None
        region = Region("place", where, Pose((0.0, 0.0, 0.7)), (1.0, 0.6, 0.4))
        states = {State.CLOSED} if door else set()
        states |= {State.OFF} if switch else set()
        at = Pose((2.0 * number - 16.0, 4.0, 0.0))
        model = AssetModel(regions=(region,), articulation=door, switch=switch)
        size = (1.2, 0.8, 0.7)
        yield Node(
            f"{label}_1", label, NodeKind.ASSET, at, size, last_seen=_SEEN_S, states=frozenset(states), model=model
        )
