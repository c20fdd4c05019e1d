# SPDX-License-Identifier: Apache-2.0
"""A scene graph against the truth: which things are known, where, under how many names."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, field

import numpy as np

from benchmarks.staged_home import in_sight, matches
from makedo_core.graph.scene_graph import Node, NodeKind, Relation, SceneGraph


@dataclass
class Score:
    """Figures of all scenes."""

    centre_mm: list[float] = field(default_factory=list)
    height_mm: list[float] = field(default_factory=list)
    yaw_deg: list[float] = field(default_factory=list)
    frame_ms: list[float] = field(default_factory=list)
    fuse_ms: list[float] = field(default_factory=list)
    found: int = 0
    missed: int = 0
    ghosts: int = 0
    edges_found: int = 0
    edges_missed: int = 0
    edges_wrong: int = 0
    assets_exact: int = 0
    assets: int = 0
    names: list[int] = field(default_factory=list)  # of each object over time
    states_right: int = 0
    states_wrong: int = 0
    worst: dict[str, float] = field(default_factory=dict)
    found_of: Counter[str] = field(default_factory=Counter)  # by class
    missed_of: Counter[str] = field(default_factory=Counter)
    ghosts_of: Counter[str] = field(default_factory=Counter)


def compare(score: Score, graph: SceneGraph, truth: SceneGraph, assets: Collection[str]) -> None:
    """Compare observed objects and where they rest with the truth, one to one by class and distance.

    Args:
        score: is added to.
        graph: what the robot knows.
        truth: what is.
        assets: that were looked at; what is elsewhere need not be known.
    """
    expected = {i for i in in_sight(truth) if truth.support(i) in assets}
    observed = {n.id for n in graph.of_kind(NodeKind.OBJECT) if n.pose.is_known and not n.is_belief}
    found = matches(graph, truth)
    for node_id, actual_id in found.items():
        _compare_poses(score, graph[node_id], truth[actual_id])
        score.found_of[truth[actual_id].label] += 1
    score.missed_of.update(truth[i].label for i in expected - set(found.values()))
    score.ghosts_of.update(graph[i].label for i in observed - set(found))
    score.found += len(found)
    score.missed += len(expected - set(found.values()))
    score.ghosts += len(observed) - len(found)
    names = {**{n.id: n.id for n in graph if n.kind is not NodeKind.OBJECT}, **found}
    edges = {_edge(graph.placement(i), names, i) for i in observed}
    true_edges = {relation for i in expected | set(found.values()) if (relation := truth.placement(i)) is not None}
    score.edges_found += len(edges & true_edges)
    score.edges_missed += len(true_edges - edges)
    score.edges_wrong += len(edges - true_edges - {None})
    wrong = (edges ^ true_edges) - {None}
    strays = {graph.support(i) for i in observed - set(found)}
    for asset in truth.of_kind(NodeKind.ASSET):
        if asset.id in assets:
            own = {r for r in wrong if r is not None and r.target in _all_on(truth, asset.id)}
            score.assets += 1
            score.assets_exact += not own and asset.id not in strays


def _compare_poses(score: Score, node: Node, actual: Node) -> None:
    error = 1e3 * math.dist(node.pose.position[:2], actual.pose.position[:2])
    score.centre_mm.append(error)
    score.worst[node.label] = max(score.worst.get(node.label, 0.0), error)
    score.height_mm.append(1e3 * abs(node.pose.position[2] - actual.pose.position[2]))
    if node.shape.name == "BOX":
        square = abs(node.size[0] - node.size[1]) < 1e-3
        period = math.pi / 2 if square else math.pi
        turn = (node.pose.yaw - actual.pose.yaw + period / 2) % period - period / 2
        score.yaw_deg.append(abs(math.degrees(turn)))


def _edge(relation: Relation | None, names: dict[str, str], node_id: str) -> Relation | None:
    """A relation under the true names; under those of the graph where there are none."""
    if relation is None:
        return None
    return Relation(names.get(node_id, node_id), relation.type, names.get(relation.target, relation.target))


def _all_on(graph: SceneGraph, asset_id: str) -> set[str]:
    """An asset and all that it finally carries."""
    carried = {n.id for n in graph.of_kind(NodeKind.OBJECT) if graph.support(n.id) == asset_id}
    return {asset_id, *carried}


def _share(part: float, rest: float) -> float:
    return part / (part + rest) if part + rest else 0.0


def by_class(score: Score) -> list[tuple[str, int, float, float]]:
    """Class, how many there were, recall, precision."""
    labels = sorted({*score.found_of, *score.missed_of, *score.ghosts_of})
    return [
        (
            label,
            score.found_of[label] + score.missed_of[label],
            _share(score.found_of[label], score.missed_of[label]),
            _share(score.found_of[label], score.ghosts_of[label]),
        )
        for label in labels
    ]


def _percentile(values: list[float], share: float) -> float:
    return float(np.percentile(values, share)) if values else math.nan  # nothing was seen


def figures(score: Score) -> dict[str, float]:
    """The table's numbers."""
    return {
        "objects found": score.found,
        "recall": _share(score.found, score.missed),
        "precision": _share(score.found, score.ghosts),
        "F1 nodes": _share(2 * score.found, score.missed + score.ghosts),
        "F1 edges": _share(2 * score.edges_found, score.edges_missed + score.edges_wrong),
        "assets exactly right": _share(score.assets_exact, score.assets - score.assets_exact),
        "ids per object over time": float(np.mean(score.names)) if score.names else math.nan,
        "centre error median [mm]": _percentile(score.centre_mm, 50),
        "centre error p95 [mm]": _percentile(score.centre_mm, 95),
        "height error p95 [mm]": _percentile(score.height_mm, 95),
        "yaw error of boxes median [deg]": _percentile(score.yaw_deg, 50),
        "yaw error of boxes p95 [deg]": _percentile(score.yaw_deg, 95),
        "asset states right": _share(score.states_right, score.states_wrong),
        "asset states read": score.states_right + score.states_wrong,
        "perception CPU median [ms/frame]": _percentile(score.frame_ms, 50),
        "perception CPU p95 [ms/frame]": _percentile(score.frame_ms, 95),
        "fusion CPU median [ms/frame]": _percentile(score.fuse_ms, 50),
        "frames": len(score.frame_ms),
    }
