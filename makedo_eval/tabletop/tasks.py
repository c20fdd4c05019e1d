# SPDX-License-Identifier: Apache-2.0
"""The table-top tasks of the ontology paper as symbols.

A table is laid at random; what rests on what differs. A plan counts if it reaches the goal that is written here by
hand, and puts things down in the right order, by a check of its own.

Source: tasks 1.1 to 2.3 of "Ontology-driven Prompt Tuning for LLM-based Task and Motion Planning".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from makedo_core.geometry import Pose
from makedo_core.goals.goal import AllOf, Goal, Holds
from makedo_core.graph.asset_model import AssetModel, Region, RegionKind
from makedo_core.graph.scene_graph import AGENT_ID, Node, NodeKind, Relation, RelationType, SceneGraph
from makedo_core.skills import Literal, Predicate, SkillCall

SIDES = (RegionKind.ON, RegionKind.INSIDE)
SIZES = {
    "bowl": (0.15, 0.15, 0.06),
    "plate": (0.2, 0.2, 0.02),
    "cup": (0.08, 0.08, 0.09),
    "apple": (0.07, 0.07, 0.07),
    "banana": (0.18, 0.04, 0.04),
    "sugar_box": (0.09, 0.04, 0.17),
    "cracker_box": (0.16, 0.06, 0.21),
    "tomato_can": (0.07, 0.07, 0.1),
}
FOOD, BOXES, CROCKERY = ("apple", "banana"), ("sugar_box", "tomato_can", "cracker_box"), ("plate", "cup")


@dataclass(frozen=True, slots=True)
class TableTask:
    """One task.

    Attributes:
        first: labels of what is put down before anything of `then`.
        places: where things of a label go.
    """

    name: str
    instruction: str
    first: tuple[str, ...]
    then: tuple[str, ...]
    places: dict[str, str]


_ON_PLATE = {label: "plate_1" for label in ("bowl", *FOOD)}
_CLEARED = {**dict.fromkeys(BOXES, "left_table"), **dict.fromkeys(CROCKERY, "right_table")}
TASKS = (
    TableTask("1.1", "Put bowl, banana and apple in plate", ("bowl",), FOOD, _ON_PLATE),
    TableTask("1.2", "Put banana, apple and bowl in plate", ("bowl",), FOOD, _ON_PLATE),
    TableTask(
        "2.1",
        "Clean table, move sugar_box, tomato_can, and cracker_box to the left table, "
        "move plate and cup to the right table",
        BOXES,
        CROCKERY,
        _CLEARED,
    ),
    TableTask(
        "2.2",
        "Clean table, move plate and cup to the right table, "
        "move sugar_box, tomato_can, and cracker box to the left table",
        BOXES,
        CROCKERY,
        _CLEARED,
    ),
    TableTask(
        "2.3",
        "Clean table, move crockery items to the right table, move boxed food items to the left table",
        BOXES,
        CROCKERY,
        _CLEARED,
    ),
)


def lay(task: TableTask, random: Random) -> SceneGraph:
    """A table with the things of a task in some arrangement: beside each other, or food in and on crockery."""
    nodes = [Node("kitchen", "kitchen", NodeKind.ROOM), Node(AGENT_ID, "robot", NodeKind.AGENT, Pose.planar(0.0, 0.0))]
    nodes += [_table(name, y) for name, y in (("table_1", 0.0), ("left_table", 0.8), ("right_table", -0.8))]
    if "plate" not in task.places:
        nodes.append(_deep_plate())
    relations = [Relation(n.id, RelationType.IN, "kitchen") for n in nodes if n.kind is not NodeKind.ROOM]
    carriers = [label for label in ("bowl", "plate") if label in task.places]
    for label in sorted(task.places):
        below = random.choice(carriers) if label in (*FOOD, *BOXES) and random.random() < 0.4 else ""
        if label == "cracker_box":
            below = ""
        pose = Pose((random.uniform(0.4, 0.7), random.uniform(-0.3, 0.3), 0.72), (0.0, 0.0, 0.0, 1.0))
        nodes.append(Node(f"{label}_1", label, NodeKind.OBJECT, pose, SIZES[label]))
        relations.append(Relation(f"{label}_1", RelationType.ON, f"{below}_1" if below else "table_1"))
    return SceneGraph({n.id: n for n in nodes}, frozenset(relations), scene=f"task {task.name}")


def _table(name: str, y: float) -> Node:
    top = Region("top", RegionKind.ON, Pose((0.0, 0.0, 0.72)), (0.6, 0.6, 1.0))
    return Node(name, "table", NodeKind.ASSET, Pose.planar(0.6, y), (0.6, 0.6, 0.72), model=AssetModel(regions=(top,)))


def _deep_plate() -> Node:
    """The plate that things go onto stays where it is, so it is furniture; people say "in" and "on" of it."""
    regions = tuple(Region(str(kind), kind, Pose((0.0, 0.0, 0.01)), (0.2, 0.2, 0.5)) for kind in SIDES)
    return Node(
        "plate_1", "plate", NodeKind.ASSET, Pose.planar(0.5, 0.3), SIZES["plate"], model=AssetModel(regions=regions)
    )


def goal(task: TableTask) -> Goal:
    """What is so in the end."""
    predicate = Predicate.INSIDE if task.name.startswith("1") else Predicate.ON
    return AllOf(tuple(Holds(Literal(predicate, (f"{x}_1", place))) for x, place in sorted(task.places.items())))


def in_order(task: TableTask, calls: Sequence[SkillCall]) -> bool:
    """Whether the last of what comes first is put where it goes before the first of what comes then."""
    at = {c.arguments[0].rsplit("_", 1)[0]: i for i, c in enumerate(calls) if _is_final(task, c)}
    return max(at[x] for x in task.first) < min(i for i, c in enumerate(calls) if _is_final(task, c, task.then))


def _is_final(task: TableTask, call: SkillCall, labels: Sequence[str] = ()) -> bool:
    label = call.arguments[0].rsplit("_", 1)[0]
    puts = call.skill in ("put_on", "put_inside") and task.places.get(label) == call.arguments[-1]
    return puts and (not labels or label in labels)
