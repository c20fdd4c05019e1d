# SPDX-License-Identifier: Apache-2.0
"""Goals of several subtasks in VirtualHome's apartments, drawn from a seed: what the pruning paper's tables ask for.

A subtask puts a thing of a class somewhere ("put one apple on kitchentable_231"), switches something or opens or
closes it. The goal says it in facts; its words are for strategies with a model. The paper's own goals are not
published.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from random import Random

from makedo_core.files.importers.virtualhome import read_virtualhome
from makedo_core.goals.facts import facts
from makedo_core.goals.goal import OBJECT_VARIABLE, AllOf, AtLeast, Goal, Holds
from makedo_core.graph.scene_graph import NodeKind, SceneGraph
from makedo_core.ontology import Ontology
from makedo_core.skills import Literal, Predicate
from makedo_eval.hand import misfits
from planner_node.grounding.scene import Scene
from planner_node.strategies.prune.reduced import lost

FOLDER = Path("virtualhome") / "example_graphs"
APARTMENTS = tuple(f"TestScene{number}_graph.json" for number in (1, 2, 3, 4))
_KINDS = ("put", "put", "put", "put", "put", "switch", "door")
_VERBS = {"switch": ("turn on", "turn off"), "door": ("open", "close")}
_MOST_TRIES = 400
_INSIDE = 0.4  # of what is put somewhere
_WORTH_PUTTING_ON = ("surface", "seat", "bed", "sink")
_WORTH_PUTTING_INTO = ("container", "appliance")


@dataclass(frozen=True, slots=True)
class Drawn:
    """A goal of several subtasks.

    Attributes:
        name: e.g. "TestScene1, 3 subtasks, goal 7".
        words: the subtasks in plain English.
    """

    name: str
    graph: SceneGraph
    goal: Goal
    words: str
    subtasks: int


def apartments(folder: Path, ontology: Ontology) -> Mapping[str, SceneGraph]:
    """The scene graphs by the names of their scenes, below the folder of all data. Raises GraphError."""
    graphs = (read_virtualhome(folder / FOLDER / name, ontology=ontology).graph for name in APARTMENTS)
    return {graph.scene: graph for graph in graphs}


def draw(graphs: Mapping[str, SceneGraph], ontology: Ontology, subtasks: int, count: int, seed: int) -> list[Drawn]:
    """Goals of so many subtasks, one apartment after the other; each subtask can be reached on its own."""
    random = Random(f"{seed}/{subtasks}")
    names = sorted(graphs)
    return [_goal(graphs[names[i % len(names)]], ontology, subtasks, i, random) for i in range(count)]


def _goal(graph: SceneGraph, ontology: Ontology, subtasks: int, number: int, random: Random) -> Drawn:
    scene = Scene(graph, ontology, misfits(graph))
    known = facts(graph, scene.known_failures)
    parts: dict[str, tuple[Goal, str]] = {}
    for _ in range(_MOST_TRIES):
        if len(parts) == subtasks:
            break
        kind = random.choice(_KINDS)
        drawn = _put(scene, known, random) if kind == "put" else _state(scene, known, kind, random)
        if drawn is not None and drawn[0] not in parts:
            parts[drawn[0]] = drawn[1:]
    if len(parts) < subtasks:
        raise ValueError(f"{graph.scene}: {subtasks} subtasks were asked for, {len(parts)} could be drawn")
    goals = tuple(goal for goal, _ in parts.values())
    whole = goals[0] if subtasks == 1 else AllOf(goals)
    words = " and ".join(words for _, words in parts.values())
    return Drawn(f"{graph.scene}, {subtasks} subtasks, goal {number}", graph, whole, words, subtasks)


def _put(scene: Scene, known: frozenset[Literal], random: Random) -> tuple[str, Goal, str] | None:
    """Something of a class that can be carried, at a place that people put things."""
    label = random.choice(sorted({node.label for node in scene.objects}))
    things = tuple(node.id for node in scene.by_label[label])
    inside = random.random() < _INSIDE
    place = random.choice(_places(scene, known, inside))
    literal = Literal(Predicate.INSIDE if inside else Predicate.ON, (OBJECT_VARIABLE, place))
    goal = AtLeast(1, things, literal)
    instances = goal.instances()
    if any(instance in known for instance in instances) or len(lost(scene, instances)) == len(things):
        return None
    return f"thing {label}", goal, f"put one {label.replace('_', ' ')} {'inside' if inside else 'on'} {place}"


def _places(scene: Scene, known: frozenset[Literal], inside: bool) -> list[str]:
    """Furniture with a top, or with a door and room behind it."""
    classes = _WORTH_PUTTING_INTO if inside else _WORTH_PUTTING_ON
    wanted = Predicate.OPENABLE if inside else Predicate.SURFACE
    return [
        node.id
        for node in scene.graph.of_kind(NodeKind.ASSET)
        if Literal(wanted, (node.id,)) in known and any(scene.ontology.is_a(node.label, c) for c in classes)
    ]


def _state(scene: Scene, known: frozenset[Literal], kind: str, random: Random) -> tuple[str, Goal, str] | None:
    """Something switched, opened or closed."""
    can = Predicate.SWITCHABLE if kind == "switch" else Predicate.OPENABLE
    assets = sorted(fact.terms[0] for fact in known if fact.predicate is can)
    if not assets:
        return None
    asset = random.choice(assets)
    positive = Literal(Predicate.SWITCHED_ON if kind == "switch" else Predicate.OPEN, (asset,))
    literal = ~positive if positive in known else positive
    if lost(scene, (literal,)):
        return None
    return f"{kind} {asset}", Holds(literal), f"{_VERBS[kind][literal.negated]} {asset}"
