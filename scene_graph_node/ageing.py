# SPDX-License-Identifier: Apache-2.0
"""Things not seen for long are less sure: confidence decays, in coarse steps, in the snapshots that others see.

    c(t + dt) = floor + (c(t) - floor) * 2 ** (-dt / half_life)        for c above the floor

The formula has no memory: what was stored at one time goes on from there at another. The half-life depends on how soon
people move such a thing. Rooms, furniture, the robot and what it holds do not age. A thing that was seen with
confidence 0.9 becomes a belief (below 0.5) after one half-life, at the earliest eight hours: the planner then looks
before it relies on it. The builder's own graph does not age: what is seen again is as sure as ever.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from makedo_core.failure import MakedoError
from makedo_core.graph.scene_graph import Node, NodeKind, RelationType, SceneGraph

HOUR_S = 3600.0


@dataclass(frozen=True, slots=True)
class AgeingSettings:
    """How fast.

    Attributes:
        step_s: everything ages at once this often. Each step is a revision of the graph and a message that names every
            thing that was not seen, so it is coarse; of the shortest half-life it is a fiftieth.
        floor: confidence falls no lower; 0 would mean that the thing is known to be gone.
        half_life_h: of what is of none of the classes below [h].
        classes: of the ontology; of several that a thing is of, the shortest half-life counts.
        class_half_life_h: of each of these classes [h].
    """

    step_s: float = 600.0
    floor: float = 0.1
    half_life_h: float = 24.0
    classes: tuple[str, ...] = ("consumable", "tableware", "personal_thing", "play_item", "decoration", "furniture")
    class_half_life_h: tuple[float, ...] = (8.0, 12.0, 12.0, 12.0, 720.0, 168.0)

    def __post_init__(self) -> None:
        """Refuse what cannot be computed with."""
        if len(self.classes) != len(self.class_half_life_h):
            found = f"{len(self.classes)} classes and {len(self.class_half_life_h)} half-lives"
            raise MakedoError(f"ageing: {found}; give one half-life for each class")
        if not all(v > 0 for v in (self.step_s, self.floor, self.half_life_h, *self.class_half_life_h)):
            raise MakedoError("ageing: step_s, floor and every half-life must be greater than 0")


def aged(confidence: float, elapsed_s: float, half_life_s: float, floor: float) -> float:
    """Confidence after so long without being seen; never higher than before, never below the floor unless it was."""
    if confidence <= floor or elapsed_s <= 0:
        return confidence
    later = floor + (confidence - floor) * 2.0 ** (-elapsed_s / half_life_s)
    return float(min(confidence, later))  # rounding may raise it by a hair


class Outlook:
    """The snapshots that others see: those of the builder, aged.

    The revision rises with the builder's and with every step of ageing that changed something, so that no two different
    snapshots have the same revision and stamp.

    Args:
        settings: how fast.
        classes_of: all classes of the ontology that a label is of.
        now_s: the node's clock [s].
        away_s: how long nothing was seen before now [s, of the computer's clock].
    """

    def __init__(
        self,
        settings: AgeingSettings,
        classes_of: Callable[[str], frozenset[str]],
        now_s: float,
        away_s: float = 0.0,
    ) -> None:
        self._settings = settings
        self._classes_of = classes_of
        self._half_lives: dict[str, float] = {}  # by label [s]
        self._stepped_s = now_s
        self._due_s = max(0.0, away_s)  # elapsed before the first step
        self._aged: Mapping[str, tuple[Node, Node]] = {}  # by id: the builder's node and what it has aged to
        self._ahead = 0  # revisions of ageing
        self._last: tuple[SceneGraph, SceneGraph] | None = None  # the builder's and what it was seen as

    def of(self, graph: SceneGraph, now_s: float) -> SceneGraph:
        """The builder's newest snapshot as others see it; the same one again costs nothing.

        Args:
            graph: the builder's.
            now_s: the node's clock [s].
        """
        stepped = self._step(graph, now_s)
        if not stepped and self._last is not None and self._last[0] is graph:
            return self._last[1]
        nodes = self._nodes(graph)
        seen_as = graph
        if nodes is not None or self._ahead:
            seen_as = _snapshot(graph, nodes or graph.nodes, graph.revision + self._ahead)
        before = None if self._last is None else self._last[1]
        if before is not None and (before.revision, before.stamp) == (seen_as.revision, seen_as.stamp):
            if before == seen_as:
                seen_as = before
            else:  # more sure, or less, without a newer frame
                self._ahead += 1
                seen_as = _snapshot(graph, seen_as.nodes, seen_as.revision + 1)
        self._last = (graph, seen_as)
        return seen_as

    def _step(self, graph: SceneGraph, now_s: float) -> bool:
        """Age what was not seen since the last step, if one is due. True if something changed."""
        elapsed_s = now_s - self._stepped_s
        if elapsed_s < 0:  # the clock began anew
            self._stepped_s, elapsed_s = now_s, 0.0
        if not self._due_s and elapsed_s < self._settings.step_s:
            return False
        since_s, self._stepped_s = self._stepped_s, now_s
        total_s, self._due_s = elapsed_s + self._due_s, 0.0
        held = {r.source for r in graph.relations if r.type is RelationType.HELD_BY}
        result: dict[str, tuple[Node, Node]] = {}
        for node in graph:
            if node.kind is not NodeKind.OBJECT or node.id in held:
                continue
            unseen_s = total_s
            if node.last_seen is not None and since_s < node.last_seen <= now_s:
                unseen_s = now_s - node.last_seen
                if unseen_s < self._settings.step_s:
                    continue
            known, old = self._aged.get(node.id, (node, node))
            start = old.confidence if _same_sight(known, node) else node.confidence
            confidence = aged(start, unseen_s, self._half_life_s(node.label), self._settings.floor)
            if confidence != node.confidence:
                result[node.id] = (node, replace(node, confidence=confidence))
        changed = {i: new.confidence for i, (_, new) in result.items()} != {
            i: new.confidence for i, (_, new) in self._aged.items()
        }
        self._aged = result
        self._ahead += changed
        return changed

    def _nodes(self, graph: SceneGraph) -> dict[str, Node] | None:
        """The graph's nodes with those that have aged in their place; None if none has."""
        current: dict[str, Node] = {}
        for node_id, (old, new) in self._aged.items():
            node = graph.nodes.get(node_id)
            if node is old:
                current[node_id] = new
            elif node is not None and _same_sight(node, old):
                current[node_id] = replace(node, confidence=new.confidence)
        return {**graph.nodes, **current} if current else None

    def _half_life_s(self, label: str) -> float:
        found = self._half_lives.get(label)
        if found is None:
            classes = self._classes_of(label)
            pairs = zip(self._settings.classes, self._settings.class_half_life_h, strict=True)
            hours = min((h for name, h in pairs if name in classes), default=self._settings.half_life_h)
            found = self._half_lives[label] = hours * HOUR_S
        return found


def _same_sight(node: Node, other: Node) -> bool:
    """Whether both are as sure, by the same look."""
    return (node.confidence, node.last_seen) == (other.confidence, other.last_seen)


def _snapshot(graph: SceneGraph, nodes: Mapping[str, Node], revision: int) -> SceneGraph:
    return graph.followed_by(nodes, (), (), (), revision, graph.scene, graph.stamp)
